// Elements are made of text only: nothing of a configuration file is ever read as HTML.

/** An element with attributes (`class`, `onclick` ...) and children: elements, texts, or nothing. */
export function el(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? '' : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/** Text in which backticks mark what is code. */
export function withCode(text) {
  return text.split(/`([^`]+)`/).map((part, at) => (at % 2 === 1 ? el('code', {}, part) : part));
}

/** `1 file`, `1,200 files`. */
export function counted(count, one, many = `${one}s`) {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}

/** A details element whose inside is made when it is opened. `fill` returns the children. */
export function lazyDetails(attributes, summary, fill) {
  const details = el('details', attributes, el('summary', {}, summary));
  const make = () => {
    if (details.childElementCount === 1) details.append(...fill());
  };
  details.addEventListener('toggle', () => details.open && make());
  details.fillNow = make;
  return details;
}

/** The first of the items, the others behind a click. */
export function firstOf(items, most, make, noun) {
  if (items.length <= most) return items.map(make);
  const rest = items.slice(most);
  const more = lazyDetails({ class: 'more' }, `${counted(rest.length, `more ${noun}`)}`, () => [
    el('ul', {}, rest.map(make)),
  ]);
  return [...items.slice(0, most).map(make), el('li', { class: 'plain' }, more)];
}

export function ruleChip(id) {
  const target = `rule-${id}`;
  return document.getElementById(target) === null
    ? el('code', { class: 'rule' }, id)
    : el('a', { class: 'rule', href: `#${target}` }, id);
}
