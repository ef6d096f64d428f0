import type { Scope, ServerModel } from '../../src/model/index.ts';
import { directorySections, linesOf } from './directory-sections.ts';

/**
 * Where something comes that is to be said in a scope: the scope itself unless a .htaccess file writes it and AllowOverride does
 * not permit the class there, then the innermost section over the file's folder; null if there is none.
 */
export function placePermitting(
  scope: Scope,
  model: ServerModel,
  overrideClass: 'Indexes' | 'Limit',
): Scope | null {
  const htaccess = htaccessAround(scope);
  if (htaccess === null) return scope;
  const over = directorySections(model).over(htaccess.args[0] ?? '');
  const classes = over.flatMap((each) => linesOf(each, 'allowoverride')).at(-1)?.args ?? [];
  const wanted = ['all', overrideClass.toLowerCase()];
  if (classes.some((word) => wanted.includes(word.toLowerCase()))) return scope;
  return over.findLast(({ on24 }) => on24 === 'yes') ?? null;
}

/** The .htaccess file that a section is written in, or null. */
export function htaccessAround(scope: Scope): Scope | null {
  if (scope.kind === 'htaccess') return scope;
  return scope.parent && htaccessAround(scope.parent);
}
