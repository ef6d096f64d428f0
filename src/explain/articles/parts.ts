import type { ContractRow, Fate } from '../../catalog/index.ts';
import { contractRow } from '../../catalog/index.ts';
import type { Transform } from '../../transform/index.ts';
import { explanationNamed } from '../find-explanation.ts';
import type { ArticlePart, Change, Name } from '../types.ts';

/** The parts that have something to say. */
export function parts(...all: readonly (ArticlePart | null)[]): readonly ArticlePart[] {
  return all.filter((part) => part !== null);
}

export function text(heading: string, words: string | null): ArticlePart | null {
  return words ? { type: 'text', heading, text: words } : null;
}

export function list(heading: string, items: readonly string[]): ArticlePart | null {
  return items.length > 0 ? { type: 'list', heading, items } : null;
}

export function names(heading: string, all: readonly Name[]): ArticlePart | null {
  return all.length > 0 ? { type: 'names', heading, names: all } : null;
}

export function change(lines: Change | null): ArticlePart | null {
  return lines === null ? null : { type: 'change', heading: 'Before and after', change: lines };
}

/** The rows of the upgrade guide with these ids. */
export function rowNames(ids: readonly string[]): readonly Name[] {
  return ids.map((id) => ({ id, title: contractRow(id)?.title ?? id }));
}

/** Transforms and explanations with these ids; an id that is neither (a transform that is left out) is passed over. */
export function namesOf(ids: readonly string[], transforms: readonly Transform[]): readonly Name[] {
  return ids.flatMap((id) => {
    const named = transforms.find((transform) => transform.id === id) ?? explanationNamed(id);
    return named ? [{ id, title: named.title }] : [];
  });
}

/** ` It came with 2.4.30.`; '' for what every 2.4 has. @param patch the patch release, or 0 */
export function sinceText(patch: number): string {
  return patch === 0 ? '' : ` It came with 2.4.${patch}.`;
}

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
