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
