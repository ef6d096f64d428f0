import { checkMemory } from './memory.ts';

/** A function that computes its value at the first call and keeps it: start-up pays for no table that it doesn't read. */
export function lazy<T extends object>(compute: () => T): () => T {
  let value: T | undefined;
  return () => (value ??= compute());
}

/** The same function, asked once for each key; both are kept as long as the function is. */
export function remember<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    const value = known.get(key);
    if (value !== undefined || known.has(key)) return value as Value;
    checkMemory();
    const made = make(key);
    known.set(key, made);
    return made;
  };
}

/**
 * The same function, which need not be asked again for texts that it was asked for lately: the same few stand in the lines of all virtual hosts.
 * @param most so many texts are known at once
 */
export function rememberSome<Value extends NonNullable<unknown> | null>(
  most: number,
  make: (text: string) => Value,
): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    const value = known.get(text);
    if (value !== undefined) return value;
    if (known.size >= most) known.clear();
    // What is made of it may keep the text, or a part.
    const own = ownCopy(text);
    const made = make(own);
    known.set(own, made);
    return made;
  };
}

/** The same function, asked once for each key while that is in use: it depends on nothing else. */
export function rememberWeakly<Key extends object, Value extends NonNullable<unknown>>(
  make: (key: Key) => Value,
): (key: Key) => Value {
  const known = new WeakMap<Key, Value>();
  return (key) => {
    let value = known.get(key);
    if (value === undefined) known.set(key, (value = make(key)));
    return value;
  };
}

/** A number for each thing, whatever it holds: equal objects have numbers of their own. */
export function numbering<One>(): (one: One) => number {
  const numbers = new Map<One, number>();
  return (one) => {
    const known = numbers.get(one);
    if (known !== undefined) return known;
    numbers.set(one, numbers.size);
    return numbers.size - 1;
  };
}

/**
 * The same text, in memory of its own: what is cut out of a file's text keeps the whole of that, and what was joined keeps each of its parts.
 */
export function ownCopy(text: string): string {
  // So short a text is neither cut out nor joined, but written anew (V8's SlicedString and ConsString have a least length).
  if (text.length < 13) return text;
  const bytes = text.length > scratch.length ? Buffer.allocUnsafe(text.length) : scratch;
  const copy = bytes.toString('latin1', 0, bytes.write(text, 'latin1'));
  return copy === text ? copy : text;
}

/** Most texts fit: one in memory of their own would each have to be made and thrown away. */
const scratch = Buffer.allocUnsafeSlow(1024);
