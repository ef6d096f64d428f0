import { checkMemory, rememberWeakly } from '../text/index.ts';
import type { Occurrence, Scope, ServerModel } from './types.ts';

// Lists, not generators: of a large tree each step of one costs more than what is done with the line. Sections nest no deeper than they
// are read.

/** Every directive of the scope and of the scopes in it, in reading order. */
export function walkOccurrences(scope: Scope): Occurrence[] {
  const found: Occurrence[] = [];
  eachOccurrence(scope, (line) => found.push(line));
  return found;
}

function eachOccurrence(scope: Scope, take: (line: Occurrence) => void): void {
  checkMemory();
  for (const item of scope.items) {
    if (item.type === 'scope') eachOccurrence(item, take);
    else take(item);
  }
}

/** The scope itself and every scope in it, in reading order. */
export function walkScopes(scope: Scope): Scope[] {
  const found: Scope[] = [];
  addScopes(scope, found);
  return found;
}

function addScopes(scope: Scope, found: Scope[]): void {
  checkMemory();
  found.push(scope);
  for (const item of scope.items) if (item.type === 'scope') addScopes(item, found);
}

/** The scope, and those that it stands in, from the inside out. */
export function scopesAround(scope: Scope): Scope[] {
  return scope.parent === null ? [scope] : [scope, ...scopesAround(scope.parent)];
}

/** The scope, and all that is in it, in reading order. */
export function walkItems(scope: Scope): (Occurrence | Scope)[] {
  const found: (Occurrence | Scope)[] = [];
  addItems(scope, found);
  return found;
}

function addItems(scope: Scope, found: (Occurrence | Scope)[]): void {
  checkMemory();
  found.push(scope);
  for (const item of scope.items) {
    if (item.type === 'scope') addItems(item, found);
    else found.push(item);
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

const indexByName = rememberWeakly(({ main, htaccess }: ServerModel): ReadonlyMap<string, Occurrence[]> => {
  const named = new Map<string, Occurrence[]>();
  const list = (line: Occurrence): void => {
    const others = named.get(line.name);
    if (others === undefined) named.set(line.name, [line]);
    else others.push(line);
  };
  for (const scope of [main, ...htaccess.map((file) => file.scope)]) eachOccurrence(scope, list);
  return named;
});
