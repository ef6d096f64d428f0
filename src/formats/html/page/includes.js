import { counted, el, lazyDetails } from './dom.js';

/** Include lines that lead to more files are closed. */
const MOST_OPEN = 12;

export function includeTree(nodes) {
  const [roots, others] = [nodes.slice(0, MOST_OPEN), nodes.slice(MOST_OPEN)];
  const more = others.length === 0 ? [] : [el('li', {}, closed(others))];
  return el('ul', { class: 'tree' }, roots.map(nodeElement), more);
}

function nodeElement({ path, isChanged, isAgain, includes }) {
  const name = el('code', { class: isChanged ? 'changed' : null }, path);
  const notes = [
    isChanged ? el('span', { class: 'badge info' }, 'changes') : null,
    isAgain ? el('span', { class: 'faint' }, ' again') : null,
  ];
  return el(
    'li',
    {},
    name,
    ' ',
    notes,
    includes.length === 0 ? null : el('ul', {}, includes.map(includeElement)),
  );
}

function includeElement({ line, text, note, files }) {
  const head = [
    el('span', { class: 'faint' }, `${line}: `),
    el('code', {}, text),
    note === '' ? null : el('span', { class: 'faint' }, ` (${note})`),
  ];
  if (files.length > MOST_OPEN) return el('li', { class: 'include' }, head, closed(files));
  return el(
    'li',
    { class: 'include' },
    head,
    files.length === 0 ? null : el('ul', {}, files.map(nodeElement)),
  );
}

function closed(files) {
  return lazyDetails({}, counted(files.length, 'file'), () => [
    el('ul', { class: 'tree' }, files.map(nodeElement)),
  ]);
}
