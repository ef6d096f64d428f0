import type { IncludeLine, ServerModel } from '../../model/index.ts';
import type { Version } from '../sections/worlds.ts';
import type { TreeNote } from './tree-note.ts';

/**
 * Include lines of which not all was read here: what the files say was not compared, and a server does not start without them. Of parts of servers
 * no Include line is followed: there those are told that only one of them has.
 */
export function unreadIncludeNotes(before: ServerModel, after: ServerModel): TreeNote[] {
  return [...notesOf(before, '2.2', after), ...notesOf(after, '2.4', before)];
}

function notesOf(model: ServerModel, version: Version, other: ServerModel): TreeNote[] {
  const isRead = ({ occurrence: { on22, on24 } }: IncludeLine): boolean =>
    (version === '2.2' ? on22 : on24) !== 'no';
  const paths = new Set(other.includes.map(({ path }) => path));
  return model.includes
    .filter((line) => isRead(line) && !(model.kind !== 'server' && paths.has(line.path)))
    .flatMap((line): TreeNote[] => {
      const what = whatIsUnread(line, version);
      if (what === null) return [];
      return [{ code: 'not-read', level: 'difference', message: what, place: line.occurrence }];
    });
}

/** Null where all was read that the server reads. */
function whatIsUnread({ occurrence, outcome, path }: IncludeLine, version: Version): string | null {
  const isOptional = occurrence.name === 'includeoptional';
  switch (outcome) {
    case 'read':
      return null;
    case 'no-match':
      return isOptional || version === '2.2'
        ? null
        : `no file matches ${path} here, and 2.4 does not start where none does: IncludeOptional takes that`;
    case 'missing':
      return isOptional
        ? null
        : `${path} is not here: ${version} does not start without it, and what it says was not compared`;
    case 'cycle':
    case 'too-deep':
      return `${version} does not start with Include lines that lead to each other, or 128 levels deep`;
    default:
      return `${path} was not read, and what it says was not compared`;
  }
}
