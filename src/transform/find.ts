import type { Occurrence, Scope, ScopeKind, ServerModel } from '../model/index.ts';

interface Index {
  readonly directives: ReadonlyMap<string, readonly Occurrence[]>;
  readonly scopes: readonly Scope[];
}

// A model never changes, and every transform asks for its few names: the tree is walked once per model.
const indexes = new WeakMap<ServerModel, Index>();

/**
 * The directives of these names (any case) that a 2.4 server would read, .htaccess files included, in reading order for each
 * name. Lines that a guard keeps from 2.4 are left out: they are for another version, or for nobody.
 */
export function findDirectives(model: ServerModel, ...names: readonly string[]): Occurrence[] {
  return findAllDirectives(model, ...names).filter(({ on24 }) => on24 !== 'no');
}

/** The same with the lines that a guard keeps from 2.4. */
export function findAllDirectives(model: ServerModel, ...names: readonly string[]): Occurrence[] {
  const { directives } = indexOf(model);
  return names.flatMap((name) => directives.get(name.toLowerCase()) ?? []);
}

/** Every scope of these kinds that a 2.4 server would read, outer before inner. */
export function findScopes(model: ServerModel, ...kinds: readonly ScopeKind[]): Scope[] {
  return indexOf(model).scopes.filter(({ kind, on24 }) => kinds.includes(kind) && on24 !== 'no');
}

/** Names (lower case) of all directives in the tree, those that a guard keeps from 2.4 included. */
export function directiveNames(model: ServerModel): string[] {
  return [...indexOf(model).directives.keys()];
}

function indexOf(model: ServerModel): Index {
  let index = indexes.get(model);
  if (index === undefined) indexes.set(model, (index = buildIndex(model)));
  return index;
}

function buildIndex(model: ServerModel): Index {
  const directives = new Map<string, Occurrence[]>();
  const scopes: Scope[] = [];
  const visit = (scope: Scope): void => {
    scopes.push(scope);
    for (const item of scope.items) {
      if (item.type === 'scope') visit(item);
      else addTo(directives, item);
    }
  };
  visit(model.main);
  for (const { scope } of model.htaccess) visit(scope);
  return { directives, scopes };
}

function addTo(directives: Map<string, Occurrence[]>, occurrence: Occurrence): void {
  const known = directives.get(occurrence.name);
  if (known === undefined) directives.set(occurrence.name, [occurrence]);
  else known.push(occurrence);
}
