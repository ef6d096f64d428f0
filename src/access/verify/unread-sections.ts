import type { Guard, Scope, ServerModel } from '../../model/index.ts';
import { walkOccurrences, walkScopes } from '../../model/index.ts';
import { refusingLines } from '../sections/refusing-lines.ts';
import { guardsOfScope } from '../sections/read-sections.ts';
import { isUnread, UNREAD_CONDITIONS } from '../unread/unread-rules.ts';
import { isGuardLine } from '../routes/canonical-line.ts';
import { titleOf } from '../request/contributions.ts';
import type { Version } from '../sections/worlds.ts';
import { canBeLive } from '../sections/worlds.ts';
import type { TreeNote } from './tree-note.ts';

/** The sections of a tree whose access rules were not compared. */
export function unreadNotes(model: ServerModel, version: Version): TreeNote[] {
  const files = model.htaccess.map(({ scope }) => scope).filter((scope) => !isRefused(scope, model, version));
  return [model.main, ...files]
    .flatMap((scope) => [...walkScopes(scope)])
    .filter((scope) => (isUnread(scope) || hidesGuards(scope)) && canBeLive(guardsOfScope(scope), version))
    .map((scope) => ({
      code: 'not-read',
      level: 'difference',
      message: whatIsUnread(scope),
      place: scope,
    }));
}

/** Whether it is a condition with lines that refuse requests beside the access rules: AllowMethods, SSLRequire. */
function hidesGuards(scope: Scope): boolean {
  return (
    UNREAD_CONDITIONS.has(scope.name) && [...walkOccurrences(scope)].some(({ name }) => isGuardLine(name))
  );
}

/** Whether the server answers 500 for a .htaccess file, whatever its rules say. */
function isRefused(htaccess: Scope, model: ServerModel, version: Version): boolean {
  const isRead = (guard: Guard) => (version === '2.2' ? guard.on22 : guard.on24) === 'yes';
  return refusingLines(htaccess, model)[version].some(({ guards }) => guards.every(isRead));
}

function whatIsUnread(scope: Scope): string {
  return scope.name === 'perl'
    ? 'what Perl makes of this section is not known before the server starts: it was not compared'
    : `the access rules in ${titleOf(scope)} were not compared`;
}
