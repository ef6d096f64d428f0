import type { Guard, Scope, ServerModel } from '../../model/index.ts';
import { walkOccurrences, walkScopes } from '../../model/index.ts';
import { refusingLines } from '../sections/refusing-lines.ts';
import { guardsOfScope } from '../sections/read-sections.ts';
import { isUnread, UNREAD_CONDITIONS } from '../unread/unread-rules.ts';
import { isGuardLine, speaksOfRoutes } from '../routes/canonical-line.ts';
import { titleOf } from '../request/contributions.ts';
import type { Version } from '../sections/worlds.ts';
import { canBeLive } from '../sections/worlds.ts';
import type { TreeNote } from './tree-note.ts';

/** The sections of a tree whose access rules, or lines that lead requests, were not compared. */
export function unreadNotes(model: ServerModel, version: Version): TreeNote[] {
  const files = model.htaccess.map(({ scope }) => scope).filter((scope) => !isRefused(scope, model, version));
  return [model.main, ...files]
    .flatMap((scope) => [...walkScopes(scope)])
    .filter(
      (scope) =>
        (isUnread(scope) || hides(scope, leadsOrRefuses)) && canBeLive(guardsOfScope(scope), version),
    )
    .map((scope) => ({
      code: 'not-read',
      level: 'difference',
      message: whatIsUnread(scope),
      place: scope,
    }));
}

/** Whether it is a condition with such a line in it. */
function hides(scope: Scope, isWanted: (name: string) => boolean): boolean {
  return UNREAD_CONDITIONS.has(scope.name) && [...walkOccurrences(scope)].some((line) => isWanted(line.name));
}

function leadsOrRefuses(name: string): boolean {
  return name === 'rewriterule' || speaksOfRoutes(name);
}

/** Whether the server answers 500 for a .htaccess file, whatever its rules say. */
function isRefused(htaccess: Scope, model: ServerModel, version: Version): boolean {
  const isRead = (guard: Guard) => (version === '2.2' ? guard.on22 : guard.on24) === 'yes';
  return refusingLines(htaccess, model)[version].some(({ guards }) => guards.every(isRead));
}

function whatIsUnread(scope: Scope): string {
  if (scope.name === 'perl')
    return 'what Perl makes of this section is not known before the server starts: it was not compared';
  const what = isUnread(scope) || hides(scope, isGuardLine) ? 'access rules' : 'lines that lead requests';
  return `the ${what} in ${titleOf(scope)} were not compared`;
}
