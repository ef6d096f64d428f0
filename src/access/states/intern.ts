import { checkMemory, count, trimmed } from '../../text/index.ts';

/**
 * Makes equal plain values one object, so that they can be compared and remembered by identity. States are made of parts
 * of other states: a part that was seen before is known by identity, and is not gone through again.
 */
export function createInterner<Value extends object>(): (value: Value) => Value {
  const table = createTable();
  return (value) => table.same(value) as Value;
}

/** A value that was seen, as the numbers of its parts: equal values have equal numbers. */
interface Entry {
  readonly value: object;
  readonly number: number;
  readonly parts: readonly number[];
  /** Another one whose parts have the same sum. */
  readonly next: Entry | undefined;
}

/** Stands before the parts of a list; those of an object begin with a name, which has a number of its own. */
const LIST = -1;

function createTable(): { same(value: object): object } {
  /** Of names and of values that have no parts. */
  const plain = new Map<unknown, number>();
  const entries = new Map<object, Entry>();
  const bySum = new Map<number, Entry>();
  let numbers = 0;

  const numberOf = (part: unknown): number => {
    if (typeof part === 'object' && part !== null) return entryOf(part).number;
    let number = plain.get(part);
    if (number === undefined) plain.set(part, (number = numbers++));
    return number;
  };
  const partsOf = (value: object): number[] => {
    const isList = Array.isArray(value);
    const parts: number[] = isList ? [LIST] : [];
    if (isList) for (let i = 0; i < value.length; i++) parts.push(numberOf(value[i]));
    else for (const name in value) parts.push(numberOf(name), numberOf(value[name as keyof typeof value]));
    return parts;
  };
  const entryOf = (value: object): Entry => {
    const known = entries.get(value);
    if (known !== undefined) return known;
    const parts = partsOf(value);
    const sum = sumOf(parts);
    const first = bySum.get(sum);
    for (let each = first; each !== undefined; each = each.next) if (isSame(each.parts, parts)) return each;
    checkMemory(1 + (parts.length >> 7));
    count('states and parts of states');
    const made = { value, number: numbers++, parts: trimmed(parts), next: first };
    entries.set(value, made);
    bySum.set(sum, made);
    return made;
  };
  return { same: (value) => entryOf(value).value };
}

function sumOf(parts: readonly number[]): number {
  let sum = parts.length;
  for (let i = 0; i < parts.length; i++) sum = Math.imul(sum ^ parts[i]!, 0x9e3779b1) ^ (sum >>> 15);
  return sum;
}

function isSame(a: readonly number[], b: readonly number[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
