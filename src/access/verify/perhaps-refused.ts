import { nameOfItem, walkItems } from '../../model/index.ts';
import type { Guard, ServerModel } from '../../model/index.ts';
import { refusedLines } from '../refused/refused-lines.ts';
import type { RefusedLine } from '../refused/refused-line.ts';
import { knownDirectives } from '../sections/known-directives.ts';
import { canBeLive } from '../sections/worlds.ts';
import { guardsAround } from '../unread/new-branches.ts';
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
  const perhaps = refusedLines(after, hasAccessCompat, mayBeRead).filter(
    ({ line }) => !certain.has(line.node),
  );
  if (perhaps.length === 0) return [];
  const strange = strangeTo22(before);
  return perhaps.filter(({ line }) => !strange.has(nameOfItem(line)));
}

/** Directives that 2.2 may read and does not know. */
function strangeTo22(before: ServerModel): ReadonlySet<string> {
  const { isKnown } = knownDirectives(before, '2.2');
  const items = [before.main, ...before.htaccess.map(({ scope }) => scope)].flatMap(walkItems);
  return new Set(
    items
      .filter((item) => !isKnown(nameOfItem(item)) && canBeLive(guardsAround(item), '2.2'))
      .map(nameOfItem),
  );
}

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
