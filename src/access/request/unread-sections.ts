import type { Scope, ServerModel } from '../../model/index.ts';
import { linesNamed, scopesOf, walkOccurrences } from '../../model/index.ts';
import { guardsOfScope } from '../sections/read-sections.ts';
import { canBeLive } from '../sections/worlds.ts';
import { unreadScopes } from '../unread/unread-rules.ts';
import { isCondition } from './open-tests.ts';
import type { RequestTree } from './request-tree.ts';
import type { Round } from './round.ts';

/** Sections with access rules that are not looked into, on the way of the request: what they say may be in force. */
export function unreadOnWay({ model, version }: RequestTree, rounds: readonly Round[]): Scope[] {
  const unread = [...new Set([...unreadScopes(model), ...scopesOf(model, 'other').filter(isOfWholeLines)])]
    .filter((scope) => !(version === '2.4' && isCondition(scope)))
    .filter((scope) => canBeLive(guardsOfScope(scope), version));
  if (unread.length === 0) return [];
  const met = new Set(rounds.flatMap(({ steps }) => steps.map(({ section }) => section.scope)));
  const servers = new Set([model.main, ...rounds.map(({ server }) => server)]);
  const isOnWay = (scope: Scope | null): boolean =>
    scope !== null && (met.has(scope) || servers.has(scope) || (isCondition(scope) && isOnWay(scope.parent)));
  return unread.filter((scope) =>
    scope.name === 'macro' ? usesOf(scope, model).some(isOnWay) : isOnWay(scope.parent),
  );
}

/** A macro with a parameter in the place of a line: `$rule` may be any. */
function isOfWholeLines(scope: Scope): boolean {
  return scope.name === 'macro' && [...walkOccurrences(scope)].some(({ name }) => /^[$@%]/.test(name));
}

/** The sections in which the text of a macro is put. */
function usesOf(macro: Scope, model: ServerModel): Scope[] {
  const name = macro.args[0]?.toLowerCase();
  const uses = linesNamed(model, (directive) => directive === 'use');
  return uses.filter(({ args }) => args[0]?.toLowerCase() === name).map(({ scope }) => scope);
}
