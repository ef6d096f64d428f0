import { checkMemory, rememberWeakly } from '../text/index.ts';
import type { Occurrence, Scope, ServerModel } from './types.ts';

/** Every directive of the scope and of the scopes in it, in reading order. */
export function* walkOccurrences(scope: Scope): Generator<Occurrence> {
  for (const item of walkItems(scope)) if (item.type === 'occurrence') yield item;
}

/** The scope itself and every scope in it, in reading order. */
export function* walkScopes(scope: Scope): Generator<Scope> {
  for (const item of walkItems(scope)) if (item.type === 'scope') yield item;
}

/** The scope, and those that it stands in, from the inside out. */
export function scopesAround(scope: Scope): Scope[] {
  return scope.parent === null ? [scope] : [scope, ...scopesAround(scope.parent)];
}

/** The scope, and all that is in it, in reading order. With a stack of its own: sections may nest deeper than calls can. */
export function* walkItems(scope: Scope): Generator<Occurrence | Scope> {
  const pending: (Occurrence | Scope)[] = [scope];
  for (let item = pending.pop(); item !== undefined; item = pending.pop()) {
    checkMemory();
    yield item;
    if (item.type === 'scope') {
      for (let index = item.items.length - 1; index >= 0; index--) {
        const child = item.items[index];
        if (child !== undefined) pending.push(child);
      }
    }
  }
}

/** Every directive of that name (any case) in the whole configuration, .htaccess files last, in reading order. */
export function occurrencesOf(model: ServerModel, name: string): readonly Occurrence[] {
  return indexByName(model).get(name.toLowerCase()) ?? [];
}

/** Every directive whose name (lower case) is wanted, in reading order: each name is asked about once, however many lines have it. */
export function linesNamed(model: ServerModel, isWanted: (name: string) => boolean): Occurrence[] {
  const wanted = [...indexByName(model)].filter(([name]) => isWanted(name));
  const lines = wanted.flatMap(([, named]) => named);
  return wanted.length > 1 ? lines.toSorted((a, b) => a.seq - b.seq) : lines;
}

const indexByName = rememberWeakly((model: ServerModel): ReadonlyMap<string, readonly Occurrence[]> => {
  const index = new Map<string, Occurrence[]>();
  for (const scope of [model.main, ...model.htaccess.map((found) => found.scope)]) addNames(scope, index);
  return index;
});

/** No generator: all transforms wait for it, anew in each model. Sections nest no deeper than they are read. */
function addNames({ items }: Scope, index: Map<string, Occurrence[]>): void {
  checkMemory();
  for (const item of items) {
    if (item.type === 'scope') addNames(item, index);
    else {
      const named = index.get(item.name);
      if (named === undefined) index.set(item.name, [item]);
      else named.push(item);
    }
  }
}
