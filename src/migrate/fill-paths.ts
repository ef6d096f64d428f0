import { pathValues } from '../access/index.ts';
import type { PathValue } from '../access/index.ts';
import type { ServerModel } from '../model/index.ts';
import type { PatchSet } from '../patch/index.ts';
import { positionAt } from '../text/index.ts';
import type { AccessProof } from './migrate-tree.ts';
import { readFilled } from './read-filled.ts';
import type { ReadPlace } from './read-filled.ts';
import type { AnswerDifference, MigrateOptions } from './types.ts';

/**
 * Whether the result is right wherever the paths lead that are not known: both trees are read and compared once more with each value
 * that lets a section meet another one.
 */
export function pathDifferences(
  model: ServerModel,
  changes: PatchSet,
  proof: AccessProof,
  place: ReadPlace & { readonly options: MigrateOptions },
): AnswerDifference[] {
  const wrong = pathValues(model).find(({ placeholder, value }) => {
    const fill = (text: string) => text.replaceAll(placeholder, () => value);
    const read = (made: PatchSet) => readFilled(fill, made, place);
    const before = read({ files: [], links: [] });
    const after = read(changes);
    return before !== null && after !== null && proof(before, after, place.options).length > 0;
  });
  return wrong === undefined ? [] : [differenceAt(wrong)];
}

function differenceAt({ section: { scope }, placeholder, value }: PathValue): AnswerDifference {
  const start = scope.node?.span.start ?? 0;
  const message = `Where ${placeholder} leads is not known: with ${value} in its place other rules are inherited here, and 2.4 would answer differently from 2.2. Say what it stands for (--env), migrate what the template makes, or write in this section all that should hold (Order, Allow, Deny, Require and Satisfy).`;
  return {
    path: scope.file.path,
    position: positionAt(scope.file.source.text, start),
    message,
    isUndecided: true,
  };
}
