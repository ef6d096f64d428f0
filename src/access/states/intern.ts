import { checkMemory, count, rememberWeakly } from '../../text/index.ts';
import type { World } from '../sections/worlds.ts';
import { createListTable, enlarged } from './list-table.ts';

/**
 * Makes equal plain values one object, so that they can be compared and remembered by identity. States are made of parts
 * of other states: a part that was seen before is known by identity, and is not gone through again; of what is given back all parts are. One
 * for all that has parts in common.
 */
export type Intern = <Value extends object>(value: Value) => Value;

export function createInterner(): Intern {
  const table = createTable();
  return <Value extends object>(value: Value) => table.same(value) as Value;
}

/** For all that is made equal in a world: what was gone through as a part of one value is not gone through as one of another. */
export const internerOf = rememberWeakly((_world: World) => createInterner());

/** Stands before the parts of a list; before those of an object, the number of its names. */
const LIST = -1;
/** Of values that have no parts, from here down. Those that have are numbered from 0 up. */
const FIRST_PLAIN = -2;

/** The names of an object's parts, in their order: objects of one kind have the same, and each of these is found by the one before it. */
class Names {
  readonly number: number;
  #last = '';
  #behindLast: Names | null = null;
  readonly #behind = new Map<string, Names>();

  constructor(number: number) {
    this.number = number;
  }

  /** With one more name. @param make makes it when it is first asked for */
  with(name: string, make: () => Names): Names {
    if (this.#behindLast !== null && name === this.#last) return this.#behindLast;
    let behind = this.#behind.get(name);
    if (behind === undefined) this.#behind.set(name, (behind = make()));
    this.#last = name;
    this.#behindLast = behind;
    return behind;
  }
}

function createTable(): { same(value: object): object } {
  const plain = new Map<unknown, number>();
  const numbers = new Map<object, number>();
  /** By their numbers. */
  const values: object[] = [];
  /** A value is the numbers of its parts: equal values have equal ones. */
  const lists = createListTable();
  const noNames = new Names(0);
  let names = 1;
  const makeNames = (): Names => new Names(names++);
  /** The parts of what is being gone through, the innermost value's last. */
  let stack = new Int32Array(64);
  let top = 0;

  const push = (number: number): void => {
    if (top === stack.length) stack = enlarged(stack, 2 * top);
    stack[top++] = number;
  };
  const partNumber = (part: unknown): number => {
    if (typeof part === 'object' && part !== null) return numberOf(part);
    let number = plain.get(part);
    if (number === undefined) plain.set(part, (number = FIRST_PLAIN - plain.size));
    return number;
  };
  const pushParts = (value: object): void => {
    if (Array.isArray(value)) {
      push(LIST);
      for (let i = 0; i < value.length; i++) push(partNumber(value[i]));
      return;
    }
    const start = top;
    push(noNames.number);
    let own = noNames;
    for (const name in value) {
      own = own.with(name, makeNames);
      push(partNumber(value[name as keyof typeof value]));
    }
    stack[start] = own.number;
  };
  const keptPart = (part: unknown, at: number): unknown => (stack[at]! < 0 ? part : values[stack[at]!]);
  const numberOf = (value: object): number => {
    const known = numbers.get(value);
    if (known !== undefined) return known;
    const start = top;
    pushParts(value);
    const number = lists.numberOf(stack, start, top);
    if (number === values.length) {
      checkMemory(1 + ((top - start) >> 7));
      count('states and parts of states');
      const kept = withParts(value, keptPart, start + 1);
      values.push(kept);
      numbers.set(kept, number);
    }
    top = start;
    return number;
  };
  return { same: (value) => values[numberOf(value)]! };
}

/** The value with what is given for its parts: most often itself. @param from where the numbers of its parts stand */
function withParts(value: object, partFor: (part: unknown, at: number) => unknown, from: number): object {
  if (Array.isArray(value)) return listWithParts(value, partFor, from);
  let made: Record<string, unknown> | null = null;
  let at = from;
  for (const name in value) {
    const part: unknown = value[name as keyof typeof value];
    const kept = partFor(part, at++);
    if (kept !== part) (made ??= { ...value })[name] = kept;
  }
  return made ?? value;
}

function listWithParts(
  list: readonly unknown[],
  partFor: (part: unknown, at: number) => unknown,
  from: number,
): readonly unknown[] {
  let made: unknown[] | null = null;
  for (let i = 0; i < list.length; i++) {
    const kept = partFor(list[i], from + i);
    if (kept !== list[i]) (made ??= [...list])[i] = kept;
  }
  return made ?? list;
}
