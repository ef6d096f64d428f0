import type { Guard, Scope, ServerModel } from '../../model/index.ts';
import { walkOccurrences, walkScopes } from '../../model/index.ts';
import { refusingLines } from '../sections/refusing-lines.ts';
import { guardsOfScope } from '../sections/read-sections.ts';
import { isUnread, UNREAD_CONDITIONS } from '../unread/unread-rules.ts';
import { isGuardLine, speaksOfRoutes } from '../routes/canonical-line.ts';
import { PROGRAM_LINES } from '../routes/program-lines.ts';
import { titleOf } from '../request/contributions.ts';
import type { Version } from '../sections/worlds.ts';
import { canBeLive } from '../sections/worlds.ts';
import { writtenName } from '../sections/written-line.ts';
import { PERMISSIONS } from './permission-table.ts';
import type { TreeNote } from './tree-note.ts';

/** The sections of a tree whose access rules, lines that lead requests, or settings were not compared. */
export function unreadNotes(model: ServerModel, version: Version): TreeNote[] {
  const files = model.htaccess.map(({ scope }) => scope).filter((scope) => !isRefused(scope, model, version));
  return [model.main, ...files]
    .flatMap((scope) => [...walkScopes(scope)])
    .filter(
      (scope) =>
        (isUnread(scope) || isProgram(scope) || hides(scope, isCompared)) &&
        canBeLive(guardsOfScope(scope), version),
    )
    .map((scope) => ({
      code: 'not-read',
      level: 'difference',
      message: whatIsUnread(scope),
      place: scope,
    }));
}

/** Whether its text is a program that is asked at each request (`register_named_block_function_hook`, mod_lua.c). */
function isProgram({ name }: Scope): boolean {
  return PROGRAM_LINES.has(name);
}

/** Whether it is a condition with such a line in it. */
function hides(scope: Scope, isWanted: (name: string) => boolean): boolean {
  return UNREAD_CONDITIONS.has(scope.name) && [...walkOccurrences(scope)].some((line) => isWanted(line.name));
}

/** Whether lines of that name are compared where no condition is around them, and a condition may hold them. */
function isCompared(name: string): boolean {
  return leadsOrRefuses(name) || decidesLogin(name) || PERMISSIONS[name] !== undefined;
}

/** Whether lines of that name may say whose passwords are right. */
function decidesLogin(name: string): boolean {
  return /^(?:auth(?!name$)|anonymous)/.test(name);
}

function leadsOrRefuses(name: string): boolean {
  return name.startsWith('rewrite') || speaksOfRoutes(name);
}

/** Whether the server answers 500 for a .htaccess file, whatever its rules say. */
function isRefused(htaccess: Scope, model: ServerModel, version: Version): boolean {
  const isRead = (guard: Guard) => (version === '2.2' ? guard.on22 : guard.on24) === 'yes';
  return refusingLines(htaccess, model)[version].some(({ guards }) => guards.every(isRead));
}

function whatIsUnread(scope: Scope): string {
  if (scope.name === 'perl')
    return 'what Perl makes of this section is not known before the server starts: it was not compared';
  if (isProgram(scope)) return `what the program in ${titleOf(scope)} answers was not compared`;
  return `the ${kindOfUnread(scope)} in ${titleOf(scope)} were not compared`;
}

function kindOfUnread(scope: Scope): string {
  if (isUnread(scope) || hides(scope, isGuardLine) || hides(scope, decidesLogin)) return 'access rules';
  if (hides(scope, leadsOrRefuses)) return 'lines that lead requests';
  const settings = [...walkOccurrences(scope)].filter(({ name }) => PERMISSIONS[name] !== undefined);
  return `${[...new Set(settings.map(writtenName))].join(' and ')} lines`;
}
