import type { Scope, ServerModel } from '../../model/index.ts';
import { scopesOf, walkOccurrences } from '../../model/index.ts';
import { ACCESS_DIRECTIVES } from '../sections/access-directives.ts';
import { guardsOfScope } from '../sections/read-sections.ts';
import { canBeLive } from '../sections/worlds.ts';

/** Rules in them are merged where a request meets the condition. */
export const UNREAD_CONDITIONS: ReadonlySet<string> = new Set(['if', 'elseif', 'else']);

/**
 * Whether a section is not looked into, and could say who gets in: a condition or a macro with access rules, and what Perl makes when the
 * server starts. These are all that there are.
 */
export function isUnread(scope: Scope): boolean {
  if (scope.name === 'perl') return makesConfiguration(scope);
  const isOfKind = scope.name === 'macro' || UNREAD_CONDITIONS.has(scope.name);
  return isOfKind && [...walkOccurrences(scope)].some(({ name }) => ACCESS_DIRECTIVES.has(name));
}

/** Whether more stands in it than which modules of Perl are to be loaded: `use lib ...;`, comments. */
function makesConfiguration({ node, file }: Scope): boolean {
  const raw = node?.raw ?? null;
  if (raw === null) return false;
  const text = file.source.text.slice(raw.start, raw.end).replace(/(^|\s)#.*$/gm, '');
  return text.replace(/\b(?:use|no)\s[^;{}]*;|\b1\s*;/g, '').trim() !== '';
}

/** The sections with access rules that a 2.4 server may read and that are not looked into. */
export function unreadRules(model: ServerModel): Scope[] {
  return unreadScopes(model).filter((scope) => canBeLive(guardsOfScope(scope), '2.4'));
}

/** The sections that are not looked into, in reading order. */
export function unreadScopes(model: ServerModel): Scope[] {
  return scopesOf(model, 'other').filter(isUnread);
}

/**
 * Those of conditions that 2.2 ignores. It answers 500 to one that it reads in a .htaccess file, and so does 2.4 then.
 * @param before the tree that 2.2 reads: the modules that a guard asks for may be gone from the result
 */
export function unreadConditions(model: ServerModel, before = model): Scope[] {
  const inHtaccess = conditionsIn(before).filter(({ file }) => file.role !== 'config');
  const refused = inHtaccess.filter((scope) => canBeLive(guardsOfScope(scope), '2.2'));
  const paths = new Set(refused.map(({ file }) => file.path));
  return conditionsIn(model).filter(({ file }) => !paths.has(file.path));
}

function conditionsIn(model: ServerModel): Scope[] {
  return unreadRules(model).filter(({ name }) => UNREAD_CONDITIONS.has(name));
}
