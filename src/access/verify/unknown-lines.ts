import { isDirective } from '../../catalog/index.ts';
import type { Occurrence, ServerModel } from '../../model/index.ts';
import { rootScopes, walkOccurrences } from '../../model/index.ts';
import { isFilledInLater } from '../sections/require-text.ts';
import { guardsAround } from '../unread/new-branches.ts';
import { canBeLive } from '../sections/worlds.ts';
import type { TreeNote } from './tree-note.ts';

/** Directives of AFTER that are not httpd's, and that BEFORE has nowhere: 2.4 starts only if a third-party module has them. */
export function unknownDirectiveNotes(before: ServerModel, after: ServerModel): TreeNote[] {
  // Which modules a whole server has is known: refusedLines tells.
  if (after.kind === 'server') return [];
  const old = new Set(linesOf(before).map(({ name }) => name));
  const strange = linesOf(after).filter(
    (line) =>
      !old.has(line.name) &&
      !isDirective(line.name) &&
      !isFilledInLater(line) &&
      /^\w+$/.test(line.name) &&
      canBeLive(guardsAround(line), '2.4'),
  );
  return strange.map((place): TreeNote => {
    const message = `${place.node.name.value} is no directive of httpd 2.4, and BEFORE has none of that name: unless a third-party module brings it, the server does not start`;
    return { code: 'unknown-directive', level: 'difference', message, place };
  });
}

function linesOf(model: ServerModel): Occurrence[] {
  return rootScopes(model).flatMap(walkOccurrences);
}
