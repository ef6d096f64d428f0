import { patchRelease } from '../../catalog/index.ts';
import { nameOfItem, rootScopes, walkItems } from '../../model/index.ts';
import type { Guard, Occurrence, Scope, ServerModel } from '../../model/index.ts';
import { refusedLines } from '../refused/refused-lines.ts';
import { patternsOf, uncompiledPattern } from '../commands/uncompiled-patterns.ts';
import { portablePattern } from '../../text/index.ts';
import type { RefusedLine } from '../refused/refused-line.ts';
import { knownDirectives } from '../sections/known-directives.ts';
import { argumentsError } from '../commands/argument-counts.ts';
import { canBeLive } from '../sections/worlds.ts';
import { guardsAround } from '../unread/new-branches.ts';
import { isForOwnModule } from './compare-guards.ts';
import type { TreeNote } from './tree-note.ts';

/**
 * Lines in guards that are open (`<IfDefine X>`), which 2.4 refuses where it reads them. Those that 2.2 did not know either where it read
 * them are left out: no server was ever started so.
 * @param refused what it refuses for certain
 */
export function perhapsRefused(
  before: ServerModel,
  after: ServerModel,
  hasAccessCompat: boolean,
  refused: readonly RefusedLine[],
): RefusedLine[] {
  const certain = new Set(refused.map(({ line }) => line.node));
  const mayBeRead = (guards: readonly Guard[]): boolean => canBeLive(guards, '2.4');
  const known24 = knownDirectives(after, '2.4');
  // Where the guard asks for its module the line is known.
  const isKnownThere = ({ line }: RefusedLine): boolean =>
    !known24.isKnown(nameOfItem(line)) && guardsAround(line).some((guard) => isForOwnModule(line, guard));
  const perhaps = refusedLines(after, hasAccessCompat, mayBeRead).filter(
    (each) => !certain.has(each.line.node) && !isKnownThere(each),
  );
  if (perhaps.length === 0) return [];
  const complaints = complaintsOf22(before);
  return perhaps.filter(
    ({ line, message }) =>
      !complaints.has(nameOfItem(line)) &&
      !complaints.has(message) &&
      !endsBeside(line, (item) => complaints.has(nameOfItem(item))),
  );
}

/** Whether it is an Error line beside one that 2.2 did not know where it read it: neither version takes what the guard holds. */
function endsBeside(line: Occurrence | Scope, isUnknown: (item: Occurrence | Scope) => boolean): boolean {
  if (line.type === 'scope' || line.name !== 'error') return false;
  return line.scope.items.some(
    (item) => item.guards.at(-1) === line.guards.at(-1) && item !== line && isUnknown(item),
  );
}

/** What 2.2 says against lines of BEFORE that it may read; of directives that it does not know, their names. */
function complaintsOf22(before: ServerModel): ReadonlySet<string> {
  const known = knownDirectives(before, '2.2');
  const complaintOf = (item: Occurrence | Scope): string | null => {
    const name = nameOfItem(item);
    if (!known.isKnown(name)) return name;
    const kind = known.facts(name)?.argumentKind ?? null;
    const ofWords = item.type === 'occurrence' ? argumentsError(item, kind, '2.2') : null;
    return ofWords ?? uncompiledPattern(item);
  };
  const items = rootScopes(before).flatMap(walkItems);
  const read = items.filter((item) => canBeLive(guardsAround(item), '2.2'));
  return new Set(read.flatMap((item) => complaintOf(item) ?? []));
}

/** Lines with a pattern that PCRE reads and PCRE2 refuses: with which a 2.4 is built is not known. */
export function unportablePatternNotes(after: ServerModel): TreeNote[] {
  const { version24 } = after;
  if (version24 !== null && patchRelease(version24) < BUILT_WITH_PCRE2) return [];
  return rootScopes(after)
    .flatMap(walkItems)
    .filter(
      (item) =>
        patternsOf(item).some((pattern) => portablePattern(pattern) !== pattern) &&
        canBeLive(guardsAround(item), '2.4'),
    )
    .map((place) => ({ code: 'refused-perhaps', level: 'difference', message: UNPORTABLE, place }));
}

/** The first that can be (`configure --with-pcre2`). */
const BUILT_WITH_PCRE2 = 52;

const UNPORTABLE =
  'PCRE2 refuses this pattern, and a late 2.4 that is built with it (Debian 12, Red Hat 10) does not start: write a backslash before a hyphen that makes no range, and none before a letter without a meaning';

export function perhapsRefusedNote({ line, message, isInHtaccess }: RefusedLine): TreeNote {
  const open = guardsAround(line).find(({ on24 }) => on24 === 'maybe');
  const what = isInHtaccess ? 'answers 500 to everything below it' : 'does not start';
  const guard = open === undefined ? 'its guard' : titleOfGuard(open);
  return {
    code: 'refused-perhaps',
    level: 'difference',
    message: `where ${guard} holds, 2.4 ${what}: ${message}`,
    place: line,
  };
}

function titleOfGuard({ kind, test, node }: Guard): string {
  return kind === 'template' ? `\`${test}\`` : `<${node.open.name.value} ${test}>`;
}
