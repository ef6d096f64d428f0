import type { Scope, ServerModel } from '../../src/model/index.ts';
import { directorySections, linesOf } from './directory-sections.ts';

/**
 * Where something comes that a .htaccess file is to say: the file itself if AllowOverride permits the class there, else the
 * innermost section over its folder; null if there is none.
 */
export function placeForHtaccess(
  htaccess: Scope,
  model: ServerModel,
  overrideClass: 'Indexes' | 'Limit',
): Scope | null {
  const over = directorySections(model).over(htaccess.args[0] ?? '');
  const classes = over.flatMap((each) => linesOf(each, 'allowoverride')).at(-1)?.args ?? [];
  const wanted = ['all', overrideClass.toLowerCase()];
  if (classes.some((word) => wanted.includes(word.toLowerCase()))) return htaccess;
  return over.findLast(({ on24 }) => on24 === 'yes') ?? null;
}
