import { append, checkMemory, trimmed } from '../text/index.ts';
import { passageOf } from './read/placed-item.ts';
import type { Passage } from './read/surroundings.ts';
import type { HtaccessFile, Occurrence, Scope, ScopeKind, ServerModel } from './types.ts';

// Each model is asked for lines by their names. After an edit most lines are those of the model before, taken over with their files: what
// that one listed is changed by what is gone and what is new, and no other line is looked at.

/** The items of a model in reading order, by what they are asked for. */
export interface ItemIndex {
  readonly lines: Lists<string, Occurrence>;
  readonly scopes: Lists<ScopeKind, Scope>;
  /** By name. */
  readonly sections: Lists<string, Scope>;
  /** Those in guards of their own. */
  readonly guarded: readonly (Occurrence | Scope)[];
}

type Lists<Key, Item> = ReadonlyMap<Key, readonly Item[]>;

/** What a model has listed, and of what: all that is in these. */
export interface Indexed extends Listed {
  readonly index: ItemIndex;
}

interface Listed {
  readonly main: Scope;
  /** Of the main server, outside of all sections. */
  readonly items: readonly (Occurrence | Scope)[];
  readonly htaccess: readonly HtaccessFile[];
}

const indexes = new WeakMap<ServerModel, ItemIndex>();
/** Of the model before, until the next one is asked for its own. */
const earlierIndexes = new WeakMap<ServerModel, Indexed>();

export function indexOf(model: ServerModel): ItemIndex {
  let index = indexes.get(model);
  if (index === undefined) {
    const earlier = earlierIndexes.get(model);
    const { main, htaccess } = model;
    const listed = { main, items: main.items, htaccess };
    indexes.set(model, (index = earlier === undefined ? indexAll(listed) : indexAfter(earlier, listed)));
    earlierIndexes.delete(model);
  }
  return index;
}

/** What a model that nobody asks any more has listed; null if it was never asked. */
export function takeIndex(model: ServerModel, items: readonly (Occurrence | Scope)[]): Indexed | null {
  const index = indexes.get(model);
  return index === undefined ? null : { index, main: model.main, items, htaccess: model.htaccess };
}

/** @param earlier of the model whose items this one takes over */
export function startIndex(model: ServerModel, earlier: Indexed | null): void {
  if (earlier !== null) earlierIndexes.set(model, earlier);
}

function indexAll(
  { main, items, htaccess }: Listed,
  isWanted: (item: Occurrence | Scope) => boolean = () => true,
): ItemIndex {
  const draft = new IndexDraft();
  draft.addOnly(main);
  // By index, here and below: of so many items what an iterator costs for each is more than what is done with it.
  for (let i = 0; i < items.length; i++) if (isWanted(items[i]!)) draft.addItem(items[i]!);
  for (const { scope } of htaccess) draft.addScope(scope);
  return draft.finish();
}

function indexAfter(earlier: Indexed, now: Listed): ItemIndex {
  // What is taken over is whole files, and so all that is in a section or nothing.
  const gone = indexAll(earlier, (item) => passageOf(item)?.scope !== now.main);
  const before = passagesIn(earlier.items);
  const added = indexAll(now, (item) => !before.has(passageOf(item)));
  const { lines, scopes, sections, guarded } = earlier.index;
  return {
    lines: changed(lines, gone.lines, added.lines),
    scopes: changed(scopes, gone.scopes, added.scopes),
    sections: changed(sections, gone.sections, added.sections),
    guarded: changedList(guarded, gone.guarded, added.guarded),
  };
}

function passagesIn(items: readonly (Occurrence | Scope)[]): Set<Passage | undefined> {
  const passages = new Set<Passage | undefined>();
  let last: Passage | undefined;
  for (let i = 0; i < items.length; i++) {
    const passage = passageOf(items[i]!);
    if (passage !== undefined && passage !== last) passages.add(passage);
    last = passage;
  }
  return passages;
}

function changed<Key, Item extends Occurrence | Scope>(
  before: Lists<Key, Item>,
  gone: Lists<Key, Item>,
  added: Lists<Key, Item>,
): Map<Key, readonly Item[]> {
  const lists = new Map<Key, readonly Item[]>();
  for (const [key, list] of before) {
    const now = changedList(list, gone.get(key) ?? [], added.get(key) ?? []);
    if (now.length > 0) lists.set(key, now);
  }
  for (const [key, list] of added) if (!before.has(key)) lists.set(key, list);
  return lists;
}

/** The list without those that are gone, which stand in it in this order, and with the added ones, in reading order. */
function changedList<Item extends Occurrence | Scope>(
  before: readonly Item[],
  gone: readonly Item[],
  added: readonly Item[],
): readonly Item[] {
  const kept = gone.length === 0 ? before : without(before, gone);
  if (added.length === 0) return kept;
  return kept.length === 0 ? added : merged(kept, added);
}

function without<Item>(list: readonly Item[], gone: readonly Item[]): readonly Item[] {
  // Of the right length, and written over.
  const kept = list.slice(gone.length);
  let next = 0;
  for (let at = 0; at < list.length; at++) {
    if (list[at] === gone[next]) next++;
    else kept[at - next] = list[at]!;
  }
  return kept;
}

function merged<Item extends Occurrence | Scope>(kept: readonly Item[], added: readonly Item[]): Item[] {
  // Of the right length, and written over.
  const all = kept.concat(added);
  let atKept = 0;
  let atAdded = 0;
  while (atKept < kept.length) {
    // What stands side by side in one list most often does so in both: most changes are of whole files.
    const endKept = atAdded < added.length ? placeOf(added[atAdded]!.seq, kept, atKept) : kept.length;
    for (; atKept < endKept; atKept++) all[atKept + atAdded] = kept[atKept]!;
    const endAdded = atKept < kept.length ? placeOf(kept[atKept]!.seq, added, atAdded) : added.length;
    for (; atAdded < endAdded; atAdded++) all[atKept + atAdded] = added[atAdded]!;
  }
  return all;
}

/** How many of the items, which are in reading order, stand before that place; the first `from` do. */
function placeOf(seq: number, items: readonly (Occurrence | Scope)[], from: number): number {
  // What is added of one file most often has nothing of another between.
  if (from === items.length || items[from]!.seq > seq) return from;
  // And otherwise little: looked for in steps that grow, then between the last two.
  let low = from;
  let step = 1;
  for (; low + step < items.length && items[low + step]!.seq < seq; step *= 2) low += step;
  let high = Math.min(low + step, items.length);
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (items[middle]!.seq < seq) low = middle;
    else high = middle;
  }
  return high;
}

class IndexDraft {
  private readonly lines = new Map<string, Occurrence[]>();
  private readonly scopes = new Map<ScopeKind, Scope[]>();
  private readonly sections = new Map<string, Scope[]>();
  private readonly guarded: (Occurrence | Scope)[] = [];

  addScope(scope: Scope): void {
    checkMemory();
    this.addOnly(scope);
    const { items } = scope;
    for (let i = 0; i < items.length; i++) this.addItem(items[i]!);
  }

  /** Without what is in it. */
  addOnly(scope: Scope): void {
    append(this.scopes, scope.kind, scope);
  }

  addItem(item: Occurrence | Scope): void {
    if (item.guards.length > 0) this.guarded.push(item);
    if (item.type === 'scope') {
      append(this.sections, item.name, item);
      this.addScope(item);
    } else append(this.lines, item.name, item);
  }

  /** The index is kept as long as the model, and in it each item once or twice. */
  finish(): ItemIndex {
    const { lines, scopes, sections, guarded } = this;
    trimAll(lines);
    trimAll(scopes);
    trimAll(sections);
    return { lines, scopes, sections, guarded: trimmed(guarded) };
  }
}

function trimAll<Key, Item>(lists: Map<Key, Item[]>): void {
  for (const [key, list] of lists) lists.set(key, trimmed(list));
}
