import { counted, el, firstOf } from './dom.js';

const LETS = { nobody: 'Nobody gets in', some: 'Some get in', everybody: 'Everybody gets in' };

/** The rules in force at some places, before and after. */
export function accessElement({ before, after, lets, difference, places, count }) {
  const isSame = difference === null;
  return el(
    'li',
    { class: `card ${isSame ? '' : 'bad'}` },
    el(
      'p',
      { class: 'card-head' },
      el('span', { class: `badge ${isSame ? 'good' : 'error'}` }, isSame ? 'Same answer' : 'Different'),
      ' ',
      el('span', { class: 'lets' }, LETS[lets]),
    ),
    difference === null ? null : el('p', { class: 'difference' }, difference),
    el('div', { class: 'two' }, side('Apache 2.2', before), side('Apache 2.4', after)),
    el(
      'ul',
      { class: 'places' },
      firstOf(places, 4, placeElement, 'place'),
      count > places.length ? el('li', {}, `and ${counted(count - places.length, 'more place')}`) : null,
    ),
  );
}

function side(title, { words, lines }) {
  const rule =
    lines.length === 0
      ? el('p', { class: 'faint' }, 'No access rule is in force.')
      : el('pre', {}, lines.join('\n'));
  return el(
    'div',
    {},
    el('h3', {}, title),
    words.map((text) => el('p', {}, text)),
    rule,
  );
}

function placeElement({ where, section }) {
  const by = section === null ? [] : [' by ', el('code', {}, section.title), ` ${section.place}`];
  return el('li', {}, el('span', {}, where), el('span', { class: 'faint' }, by));
}

const WALKS = {
  directory: [
    'Directory and .htaccess',
    'the shortest path first; .htaccess after the Directory of its folder',
  ],
  pattern: ['DirectoryMatch', 'patterns, in the order written'],
  files: ['Files and FilesMatch', 'by the name of the file'],
  location: ['Location and LocationMatch', 'by the address; last, so these win'],
};

/** The four walks of a request. */
export function mergeElement(merges) {
  return el(
    'ol',
    { class: 'walks' },
    merges.map(({ walk, sections }) => {
      const [title, about] = WALKS[walk];
      const empty = el('p', { class: 'faint' }, 'none with access rules');
      const list = el('ol', { class: 'merged' }, firstOf(sections, 30, mergedElement, 'section'));
      return el(
        'li',
        {},
        el('h3', {}, title),
        el('p', { class: 'faint' }, about),
        sections.length === 0 ? empty : list,
      );
    }),
  );
}

function mergedElement({ title, place, host, lines }) {
  return el(
    'li',
    {},
    el('code', { class: 'title' }, title),
    el('span', { class: 'faint' }, ` ${place}${host === null ? '' : `, in ${host}`}`),
    el('pre', {}, lines.join('\n')),
  );
}
