import { el, firstOf, ruleChip } from './dom.js';

const KINDS = {
  error: 'To decide',
  held: 'Held back',
  warning: 'Warning',
  info: 'Note',
  silenced: 'Silenced',
};

export function findingElement({ kind, rule, message, fixTitle, places, silence }) {
  const fix =
    kind === 'held' && fixTitle !== null
      ? [el('p', { class: 'fix' }, `Fix: ${fixTitle} (--apply review)`)]
      : [];
  const silenced =
    silence === null
      ? []
      : [el('p', { class: 'fix' }, `Silenced by a comment${silence === '' ? '' : `: ${silence}`}`)];
  return el(
    'li',
    { class: `finding ${kind}` },
    el('p', {}, el('span', { class: `badge ${kind}` }, KINDS[kind]), ' ', message),
    fix,
    silenced,
    el('p', { class: 'by' }, ruleChip(rule)),
    el(
      'ul',
      { class: 'places' },
      firstOf(places, 5, (place) => el('li', {}, el('code', {}, place)), 'place'),
    ),
  );
}

export function kindName(kind) {
  return KINDS[kind];
}

export const KIND_NAMES = Object.keys(KINDS);
