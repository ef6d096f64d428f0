import { directive22, permittedPlaces } from '../catalog/index.ts';
import { occurrencesOf, scopesOf } from '../model/index.ts';
import type { Occurrence, Scope, ScopeKind, ServerModel } from '../model/index.ts';

/**
 * The directives of these names (any case) that a 2.4 server would read, .htaccess files included, in reading order for each
 * name. Lines that a guard keeps from 2.4 are left out: they are for another version, or for nobody. So are those of a .htaccess
 * file that must not stand there: 2.2 answered 500 below the file, and so does 2.4 as long as they stay.
 */
export function findDirectives(model: ServerModel, ...names: readonly string[]): Occurrence[] {
  const found: Occurrence[] = [];
  for (const name of names) {
    const facts = directive22(name);
    const isForFolders = facts === null || permittedPlaces(facts).includes('htaccess');
    const lines = occurrencesOf(model, name);
    // By index: most transforms look at all lines of a name, and do nothing with most.
    for (let i = 0; i < lines.length; i++) {
      const line = lines[i]!;
      if (line.on24 !== 'no' && (isForFolders || line.file.role !== 'htaccess')) found.push(line);
    }
  }
  return found;
}

/** Every scope of these kinds that a 2.4 server would read, outer before inner. */
export function findScopes(model: ServerModel, ...kinds: readonly ScopeKind[]): Scope[] {
  return scopesOf(model, ...kinds).filter(({ on24 }) => on24 !== 'no');
}
