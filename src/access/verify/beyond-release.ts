import { mayBeLate } from '../../catalog/index.ts';
import { rootScopes, walkItems } from '../../model/index.ts';
import type { ModelFile, Occurrence, Scope, ServerModel } from '../../model/index.ts';
import { knowsAll, unknownNames } from '../../target/index.ts';
import type { TargetProfile } from '../../target/index.ts';
import { rememberWeakly } from '../../text/index.ts';
import { canBeLive } from '../sections/worlds.ts';
import { writtenName } from '../sections/written-line.ts';
import { guardsAround } from '../unread/new-branches.ts';
import type { TreeNote } from './tree-note.ts';

/** Lines with which the target does not start, since what they name came with a later 2.4. Distributions may have added it to theirs. */
export function beyondReleaseNotes(after: ServerModel, target: TargetProfile): TreeNote[] {
  if (knowsAll(target)) return [];
  // Few files have any: each is asked once, and not each of its lines.
  const mayHold = rememberWeakly(({ source }: ModelFile) => mayBeLate(source.text));
  return rootScopes(after)
    .flatMap(walkItems)
    .filter(({ file }) => mayHold(file))
    .flatMap((item): TreeNote[] => {
      const [late] = unknownNames(target, writtenName(item), wordsOf(item));
      if (late === undefined || !canBeLive(guardsAround(item), '2.4')) return [];
      const message = `${late.name} came with 2.4.${late.since}: ${target.version} does not take this line, unless it was added there`;
      return [{ code: 'refused-perhaps', level: 'difference', message, place: item }];
    });
}

function wordsOf({ node, file }: Occurrence | Scope): string {
  if (node === null) return '';
  const { start, end } = (node.type === 'section' ? node.open : node).argsSpan;
  return file.source.text.slice(start, end);
}
