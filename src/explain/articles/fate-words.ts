import type { ContractRow, Fate } from '../../catalog/index.ts';
import type { Transform } from '../../transform/index.ts';

/** What 2.4 does with a directive, as a sentence. */
export const FATE_WORDS: Readonly<Record<Fate, string>> = {
  same: 'Works as in 2.2.',
  renamed: 'Has a new name.',
  removed: 'Is gone: the server does not start with it.',
  'no-effect': 'Is read and does nothing.',
  'moved-module': 'Is in another module.',
  'default-changed': 'Has another default.',
  'values-changed': 'Takes other values, or gives them another meaning.',
  'syntax-changed': 'Is written differently.',
  'context-changed': 'May stand in other places.',
};

/** What this program does about a row of the upgrade guide, as a sentence. */
export const DOES_WORDS: Readonly<Record<ContractRow['does'], string>> = {
  rewrite: 'Rewrites the lines.',
  insert: 'Adds lines.',
  remove: 'Removes lines.',
  pin: 'Offers to write the old default down.',
  finding: 'Reports it; a person decides.',
  explain: 'Explains it; nothing in the files needs to change.',
};

export const APPLICABILITY_WORDS: Readonly<Record<Transform['applicability'], string>> = {
  safe: 'safe: the behaviour stays the same; made by default',
  review: 'review: made with --apply review, for a person should read them',
  manual: 'manual: none; it says what a person has to decide',
};
