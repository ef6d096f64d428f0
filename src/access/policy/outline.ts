import { rememberWeakly } from '../../text/index.ts';
import type { AllowWord } from './address.ts';
import { classifyAllowWord } from './address.ts';
import { clientWords } from './client-words.ts';
import type { HostLine, HostRecord } from './host-record.ts';
import type { MethodSet } from './method-set.ts';
import type { RequireContainer, RequireLeaf, RequireTree } from './require-tree.ts';
import { EXAMPLES, examplesIn, netKey } from './some-client.ts';
import type { State22 } from './state22.ts';
import type { State24 } from './state24.ts';

/**
 * What two states say, with nothing told of the nets and host names in them but which lists they stand in. Where each net and each name is
 * a test of its own, whether the two answer alike depends on nothing else: the words that stand in the same lists are asked for together
 * only, and can be taken for one test, whichever and however many they are.
 */
export interface Outline {
  /** Equal for equal ones. The parts of states are told apart as objects. */
  readonly key: readonly number[];
  /** Whether there is a client, found at a look, who is in none of the nets. */
  readonly hasStranger: boolean;
}

/** What of a walk decides the answer. */
export interface Decisive<State> {
  /** A .htaccess file said what is not permitted: 500. */
  readonly failed: boolean;
  readonly state: State;
}

/** Null where there are too many lists or words, or something beside the words of these asks for addresses. */
export type Outlines = (before: Decisive<State22 | State24>, after: Decisive<State24>) => Outline | null;

export function createOutlines(): Outlines {
  const numbers = new Map<unknown, number>();
  const numberOf = (thing: unknown): number => {
    let number = numbers.get(thing);
    if (number === undefined) numbers.set(thing, (number = numbers.size));
    return number;
  };
  return (before, after) => {
    const sketch = new Sketch(numberOf);
    sketch.addSide(before);
    sketch.addSide(after);
    return sketch.outline();
  };
}

/** Each list has a bit. */
const MOST_LISTS = 30;
/** Of longer states there are few, and one that comes in many pairs would be gone through for each. */
const MOST_WORDS = 500;

/** What stands in a key beside the numbers of things. */
const NONE = -1;
const FAILED = -2;
const LIST = -3;
const LEAF = -4;
const END = -5;
const CONTAINERS: Readonly<Record<RequireContainer['type'], number>> = { all: -6, any: -7, none: -8 };

class Sketch {
  readonly #key: number[] = [];
  readonly #numberOf: (thing: unknown) => number;
  /** In which lists each net and each name stands. */
  readonly #listsOf = new Map<string, number>();
  #lists = 0;
  /** The examples of addresses that some net holds. */
  #held = 0;
  #words = 0;
  #isWhole = true;

  constructor(numberOf: (thing: unknown) => number) {
    this.#numberOf = numberOf;
  }

  outline(): Outline | null {
    if (!this.#isWhole || this.#lists > MOST_LISTS) return null;
    const key = this.#key;
    key.push(END);
    if (this.#listsOf.size > 0) key.push(...sorted(new Set(this.#listsOf.values())));
    return { key, hasStranger: this.#held !== EXAMPLES };
  }

  addSide({ failed, state }: Decisive<State22 | State24>): void {
    if (failed) this.#key.push(FAILED);
    else if ('tree' in state) this.#add24(state);
    else {
      this.#addThings(state.requires, state.satisfy, state.auth);
      this.#addRecord(state.host);
    }
  }

  #add24({ tree, compat, auth, forbiddenOnFailure }: State24): void {
    this.#addThings(auth, forbiddenOnFailure, compat?.satisfy);
    this.#addRecord(compat?.host ?? null);
    if (tree === null) this.#key.push(NONE);
    else this.#addTree(tree);
  }

  #addThings(...things: readonly unknown[]): void {
    for (let i = 0; i < things.length; i++) this.#key.push(this.#numberOf(things[i]));
  }

  #addRecord(record: HostRecord | null): void {
    if (record === null) {
      this.#key.push(NONE);
      return;
    }
    this.#addThings(record.orders);
    this.#addLines(record.allow);
    this.#addLines(record.deny);
  }

  /** The lines for the same methods are one list. */
  #addLines(lines: readonly HostLine[]): void {
    if (lines.length > 0) {
      const lists = new Map<MethodSet, AllowWord[]>();
      for (let i = 0; i < lines.length; i++) {
        const { words, methods } = lines[i]!;
        if (!this.#hasRoomFor(words.length)) return;
        const list = listIn(lists, methods);
        for (let n = 0; n < words.length; n++) list.push(classifyAllowWord(words[n]!));
      }
      this.#addLists(lists);
    }
    this.#key.push(END);
  }

  #addTree(tree: RequireTree): void {
    if (tree.type !== 'leaf') {
      this.#addContainer(tree);
      return;
    }
    const words = clientWords(tree);
    if (words === null) this.#addOther(tree);
    else if (this.#hasRoomFor(words.length)) {
      this.#key.push(LEAF, Number(tree.negated));
      this.#addList(words, tree.methods);
    }
  }

  #addOther(leaf: RequireLeaf): void {
    // Its nets are not written.
    if (leaf.provider === 'local') this.#isWhole = false;
    this.#addThings(leaf);
  }

  /** An `any` is met by whoever meets one of its lines, an `all` refuses whom one of its negated lines refuses: such lines are one list. */
  #addContainer({ type, children }: RequireContainer): void {
    this.#key.push(CONTAINERS[type]);
    const lists = new Map<MethodSet, AllowWord[]>();
    const others: RequireTree[] = [];
    for (let i = 0; i < children.length; i++) {
      const child = children[i]!;
      if (!this.#hasRoomFor(1)) return;
      const words = child.type === 'leaf' && child.negated === (type === 'all') ? clientWords(child) : null;
      if (child.type !== 'leaf' || words === null) others.push(child);
      else if (this.#hasRoomFor(words.length)) listIn(lists, child.methods).push(...words);
    }
    this.#addLists(lists);
    for (let i = 0; i < others.length; i++) this.#addTree(others[i]!);
    this.#key.push(END);
  }

  #hasRoomFor(words: number): boolean {
    this.#words += words;
    if (this.#words > MOST_WORDS) this.#isWhole = false;
    return this.#isWhole;
  }

  #addLists(lists: ReadonlyMap<MethodSet, readonly AllowWord[]>): void {
    lists.forEach((words, methods) => this.#addList(words, methods));
  }

  #addList(words: readonly AllowWord[], methods: MethodSet): void {
    const list = 1 << this.#lists++;
    this.#key.push(LIST);
    this.#addThings(methods);
    let others: Set<number> | null = null;
    for (let i = 0; i < words.length; i++) {
      const word = words[i]!;
      if (word.kind === 'net') {
        const { key, examples } = placeOf(word.net);
        this.#held |= examples;
        this.#place(key, list);
      } else if (word.kind === 'host') this.#place(word.name.toLowerCase(), list);
      else if (word.kind !== 'dead' && word.kind !== 'error') {
        (others ??= new Set()).add(this.#numberOf(textOf(word)));
      }
    }
    if (others !== null) this.#key.push(...sorted(others));
  }

  #place(word: string, list: number): void {
    this.#listsOf.set(word, (this.#listsOf.get(word) ?? 0) | list);
  }
}

function sorted(numbers: ReadonlySet<number>): readonly number[] {
  return numbers.size === 1 ? [...numbers] : [...numbers].toSorted((a, b) => a - b);
}

function listIn(lists: Map<MethodSet, AllowWord[]>, methods: MethodSet): AllowWord[] {
  let list = lists.get(methods);
  if (list === undefined) lists.set(methods, (list = []));
  return list;
}

/** No host is called as a net is written here: with a blank. */
const placeOf = rememberWeakly((net: Parameters<typeof netKey>[0]) => ({
  key: netKey(net),
  examples: examplesIn(net),
}));

/** Equal for words that ask the same. */
function textOf(word: Exclude<AllowWord, { kind: 'net' | 'host' | 'dead' | 'error' }>): string {
  switch (word.kind) {
    case 'all':
      return 'all';
    case 'put in':
      return `${word.putIn.provider} ${word.putIn.text}`;
    default:
      return `${word.kind} ${word.name.toLowerCase()}`;
  }
}
