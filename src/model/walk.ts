import { checkMemory, flatMap } from '../text/index.ts';
import { indexOf } from './item-index.ts';
import type { Occurrence, Scope, ScopeKind, ServerModel } from './types.ts';

// Lists, not generators: of a large tree each step of one costs more than what is done with the line. Sections nest no deeper than they
// are read.

/** What a tree is made of: all that its server reads at start, and each .htaccess file. */
export function rootScopes({ main, htaccess }: Pick<ServerModel, 'main' | 'htaccess'>): Scope[] {
  return [main, ...htaccess.map(({ scope }) => scope)];
}

/** Every directive of the scope and of the scopes in it, in reading order. */
export function walkOccurrences(scope: Scope): Occurrence[] {
  const found: Occurrence[] = [];
  addOccurrences(scope, found);
  return found;
}

function addOccurrences(scope: Scope, found: Occurrence[]): void {
  checkMemory();
  for (const item of scope.items) {
    if (item.type === 'scope') addOccurrences(item, found);
    else found.push(item);
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

/** The scope that the line or section stands in; null around a whole server or file. */
export function scopeHolding(item: Occurrence | Scope): Scope | null {
  return item.type === 'scope' ? item.parent : item.scope;
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
  return indexOf(model).lines.get(name.toLowerCase()) ?? NONE;
}

const NONE: readonly Occurrence[] = [];

/**
 * Every directive whose name (lower case) is wanted, in reading order: each name is asked about once, however many lines have it.
 * @param isOne of those that have such a name; left out: all
 */
export function linesNamed(
  model: ServerModel,
  isWanted: (name: string) => boolean,
  isOne?: (line: Occurrence) => boolean,
): Occurrence[] {
  const named = [...indexOf(model).lines].flatMap(([name, lines]) => (isWanted(name) ? [lines] : []));
  return inReadingOrder(isOne === undefined ? named : named.map((lines) => lines.filter(isOne)));
}

/** Which items are to be found, by their guards and by their names. */
export interface ItemWish {
  /** Asked of the first of those that stand side by side in the same guards of their own: to be found for the guards' sake. */
  isOfGuards(item: Occurrence | Scope): boolean;
  /**
   * Which of those that have a name are wanted; null for none. Lower case, with `<` before that of a section; asked about once, however many
   * items have it.
   */
  ofName(name: string): ((item: Occurrence | Scope) => boolean) | null;
}

/** The directives and sections that are wanted for either, in reading order, in which those of the guards and of one name are asked about, too. */
export function itemsWanted(model: ServerModel, wish: ItemWish): (Occurrence | Scope)[] {
  const { guarded, lines, sections } = indexOf(model);
  const found: (readonly (Occurrence | Scope)[])[] = [
    guarded.filter((item, at) => item.guards !== guarded[at - 1]?.guards && wish.isOfGuards(item)),
  ];
  const take = (name: string, items: readonly (Occurrence | Scope)[]): void => {
    const isWanted = wish.ofName(name);
    if (isWanted !== null) found.push(items.filter(isWanted));
  };
  for (const [name, items] of lines) take(name, items);
  for (const [name, items] of sections) take(`<${name}`, items);
  const ordered = inReadingOrder(found);
  return ordered.filter((item, at) => item !== ordered[at - 1]);
}

/** Every section whose name (lower case) is wanted, in reading order: each name is asked about once. */
export function sectionsNamed(model: ServerModel, isWanted: (name: string) => boolean): Scope[] {
  return inReadingOrder(
    [...indexOf(model).sections].flatMap(([name, sections]) => (isWanted(name) ? [sections] : [])),
  );
}

/** Whether it stands in a .htaccess file, and not in the configuration. */
export function isInHtaccess(item: Occurrence | Scope): boolean {
  let top = item.type === 'scope' ? item : item.scope;
  while (top.parent !== null) top = top.parent;
  return top.kind === 'htaccess';
}

/** Every directive and section that stands in guards of its own, in reading order. */
export function itemsGuarded(model: ServerModel): readonly (Occurrence | Scope)[] {
  return indexOf(model).guarded;
}

/** Every scope of these kinds in the whole configuration, in reading order. */
export function scopesOf(model: ServerModel, ...kinds: readonly ScopeKind[]): Scope[] {
  const { scopes } = indexOf(model);
  return inReadingOrder(kinds.flatMap((kind) => [scopes.get(kind) ?? []]));
}

function inReadingOrder<Item extends Occurrence | Scope>(lists: readonly (readonly Item[])[]): Item[] {
  const all = flatMap(lists, (list) => list);
  if (lists.filter((list) => list.length > 0).length < 2) return all;
  // Sorted as numbers, each of a place and of where the item stands now: a function that compares two items would be called a million times.
  const places = new Float64Array(all.length);
  for (let index = 0; index < all.length; index++) places[index] = all[index]!.seq * MOST_ITEMS + index;
  places.sort();
  // Of the right length, and written over.
  const ordered = all.slice();
  for (let index = 0; index < places.length; index++) {
    const place = places[index]!;
    // What the division by a power of two leaves over, sooner found than by `%`.
    ordered[index] = all[place - Math.floor(place / MOST_ITEMS) * MOST_ITEMS]!;
  }
  return ordered;
}

/** More than fit into memory, and few enough that a number holds a place and this many without rounding. */
const MOST_ITEMS = 2 ** 26;
