import type { Scope, ServerModel } from '../../model/index.ts';
import { walkOccurrences, walkScopes } from '../../model/index.ts';
import { ACCESS_DIRECTIVES } from './access-directives.ts';
import { guardsOfScope } from './read-sections.ts';
import { canBeLive } from './worlds.ts';

/** Sections whose rules are merged where a request meets a condition, or where a macro is used. */
const UNREAD: ReadonlySet<string> = new Set(['if', 'elseif', 'else', 'macro', 'perl']);

/** The sections with access rules that a 2.4 server may read and that are not looked into. */
export function unreadRules({ main, htaccess }: ServerModel): Scope[] {
  const tops = [main, ...htaccess.map(({ scope }) => scope)];
  return tops
    .flatMap((top) => [...walkScopes(top)])
    .filter((scope) => UNREAD.has(scope.name) && canBeLive(guardsOfScope(scope), '2.4') && hasRules(scope));
}

/** Those of conditions that 2.2 passes over. It answers 500 to one that it reads in a .htaccess file, and so does 2.4 then. */
export function unreadConditions(model: ServerModel): Scope[] {
  return unreadRules(model).filter(
    (scope) =>
      UNREAD_CONDITIONS.has(scope.name) &&
      (scope.file.role === 'config' || !canBeLive(guardsOfScope(scope), '2.2')),
  );
}

export const UNREAD_CONDITIONS: ReadonlySet<string> = new Set(['if', 'elseif', 'else']);

function hasRules(scope: Scope): boolean {
  for (const { name } of walkOccurrences(scope)) if (ACCESS_DIRECTIVES.has(name)) return true;
  return scope.name === 'perl';
}
