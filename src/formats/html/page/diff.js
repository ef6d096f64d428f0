import { counted, el, lazyDetails, ruleChip } from './dom.js';

/** A file that changes, closed until it is opened. `reasons` are those of its tree. */
export function fileElement(file, reasons) {
  const { path, newPath, isNew, added, removed } = file;
  const name = el('code', {}, newPath === path ? path : `${path} → ${newPath}`);
  const counts = el(
    'span',
    { class: 'counts' },
    el('span', { class: 'plus' }, `+${added}`),
    ' ',
    el('span', { class: 'minus' }, `−${removed}`),
  );
  const details = lazyDetails(
    { class: 'file' },
    [name, ' ', isNew ? el('span', { class: 'badge' }, 'new') : '', ' ', counts],
    () => bodyOf(file, reasons),
  );
  details.dataset.path = path;
  return details;
}

function bodyOf({ hunks, renamedBy, path }, reasons) {
  const renamed = renamedBy === null ? [] : [reasonList([renamedBy])];
  if (hunks.length === 0) return [...renamed, el('p', {}, 'The text stays as it is.')];
  return [...renamed, ...hunks.map((hunk) => hunkElement(hunk, reasons, path))];
}

function hunkElement([oldStart, newStart, lines, reasonIndexes], reasons, path) {
  const rows = pairLines(lines, oldStart, newStart).map(rowElement);
  const table = el(
    'table',
    { class: 'diff' },
    el('caption', { class: 'unseen' }, `${path}, from line ${oldStart}`),
    el(
      'colgroup',
      {},
      ['no', 'text', 'no', 'text'].map((name) => el('col', { class: name })),
    ),
    el('thead', { class: 'unseen' }, el('tr', {}, head('Line'), head('Before'), head('Line'), head('After'))),
    el('tbody', {}, rows),
  );
  const wrapper = el('div', { class: 'hunk' }, el('div', { class: 'scroll' }, table));
  const made = reasonIndexes.map((index) => reasons[index]);
  if (made.length > 0) wrapper.append(reasonList(made));
  return wrapper;
}

function head(text) {
  return el('th', { scope: 'col' }, text);
}

function reasonList(made) {
  return el(
    'ul',
    { class: 'reasons' },
    made.map(({ rule, title }) => el('li', {}, ruleChip(rule), ' ', `${title}.`)),
  );
}

/** Removed and added lines side by side: [old number, old text, new number, new text], null where there is none. */
export function pairLines(lines, oldStart, newStart) {
  const rows = [];
  let [oldLine, newLine] = [oldStart, newStart];
  let removed = [];
  let added = [];
  const flush = () => {
    for (let at = 0; at < Math.max(removed.length, added.length); at++) {
      const [before, after] = [removed[at] ?? null, added[at] ?? null];
      rows.push([before === null ? null : oldLine++, before, after === null ? null : newLine++, after]);
    }
    removed = [];
    added = [];
  };
  for (const line of lines) {
    const text = line.slice(1);
    if (line[0] === '-') removed.push(text);
    else if (line[0] === '+') added.push(text);
    else if (line[0] === ' ') {
      flush();
      rows.push([oldLine++, text, newLine++, text]);
    }
  }
  flush();
  return rows;
}

function rowElement([oldLine, before, newLine, after]) {
  const isSame = before !== null && before === after;
  const [beforeParts, afterParts] =
    isSame || before === null || after === null ? [before, after] : emphasized(before, after);
  return el(
    'tr',
    { class: isSame ? 'same' : 'changed' },
    el('td', { class: 'no' }, oldLine === null ? '' : String(oldLine)),
    cell(isSame ? 'same' : 'del', '−', beforeParts, before === null),
    el('td', { class: 'no' }, newLine === null ? '' : String(newLine)),
    cell(isSame ? 'same again' : 'ins', '+', afterParts, after === null),
  );
}

function cell(kind, sign, parts, isEmpty) {
  if (isEmpty) return el('td', { class: 'none' });
  const mark = kind.startsWith('same') ? '\u00a0' : sign;
  return el('td', { class: kind }, el('span', { class: 'sign' }, mark), el('code', {}, parts));
}

/** What differs between two lines, marked: all but their indents and what they begin and end with alike, in whole words. */
function emphasized(before, after) {
  const [a, b] = [before, after].map((text) => text.trimStart().match(/\s+|[\w.-]+|[^\s\w]/g) ?? []);
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  if (start + end === 0) return [before, after];
  const mark = (name, text, words) => [
    text.slice(0, text.length - text.trimStart().length) + words.slice(0, start).join(''),
    el(name, {}, words.slice(start, words.length - end).join('')),
    end === 0 ? '' : words.slice(-end).join(''),
  ];
  return [mark('del', before, a), mark('ins', after, b)];
}

/** Files that are opened unasked: as many as fit some screens. */
const MOST_OPEN = 8;
const MOST_OPEN_LINES = 300;

export function openFirst(elements, files) {
  let lines = 0;
  for (const [at, file] of files.slice(0, MOST_OPEN).entries()) {
    lines += file.hunks.reduce((sum, [, , texts]) => sum + texts.length, 0);
    if (lines > MOST_OPEN_LINES && at > 0) return;
    elements[at].fillNow();
    elements[at].open = true;
  }
}

export function changesTitle(files) {
  return `Changes (${counted(files.length, 'file')})`;
}
