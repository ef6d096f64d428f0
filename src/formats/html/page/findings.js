import { el, firstOf, ruleChip, withCode } from './dom.js';

const KINDS = {
  decide: 'For you to decide',
  check: 'To check by hand',
  written: 'Changes worth knowing',
  offered: 'Held back',
  know: 'Good to know',
  unset: 'Default not set',
  settled: 'Done, in the diff',
  silenced: 'Silenced',
};

/** Shown unasked. */
export const ASKED = ['decide', 'check', 'written', 'offered'];

export function findingElement({ kind, rule, message, fixTitle, places, silence }) {
  const fix =
    fixTitle === null ? [] : [el('p', { class: 'fix' }, `Held back: ${fixTitle} (--apply review does it)`)];
  const silenced =
    silence === null
      ? []
      : [el('p', { class: 'fix' }, `Silenced by a comment${silence === '' ? '' : `: ${silence}`}`)];
  return el(
    'li',
    { class: `finding ${kind}` },
    el('p', {}, el('span', { class: `badge ${kind}` }, KINDS[kind]), ' ', withCode(message)),
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
