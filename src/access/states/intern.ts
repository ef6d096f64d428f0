import { checkMemory } from '../../text/index.ts';

/**
 * Makes equal plain values one object, so that they can be compared and remembered by identity. States are made of parts
 * of other states: a part that was seen before is known by identity, and is not gone through again.
 */
export function createInterner<Value extends object>(): (value: Value) => Value {
  const known = new Map<string, Value>();
  const numberOf = numbering();
  return (value) => {
    const key = keyOf(value, numberOf);
    const same = known.get(key);
    if (same !== undefined) return same;
    known.set(key, value);
    return value;
  };
}

type NumberOf = (part: object) => number;

/** Equal parts have one number. */
function numbering(): NumberOf {
  const byIdentity = new Map<object, number>();
  const byKey = new Map<string, number>();
  return function numberOf(part) {
    const known = byIdentity.get(part);
    if (known !== undefined) return known;
    const key = keyOf(part, numberOf);
    const equal = byKey.get(key);
    if (equal !== undefined) return equal;
    const number = byKey.size;
    byKey.set(key, number);
    byIdentity.set(part, number);
    return number;
  };
}

/** Names and values, numbers in the place of parts. A list is one part, with all that is in it. */
function keyOf(value: object, numberOf: NumberOf): string {
  const key = keyText(value, numberOf);
  checkMemory(1 + (key.length >> 10));
  return key;
}

function keyText(value: object, numberOf: NumberOf): string {
  if (Array.isArray(value)) return JSON.stringify(value);
  const pieces: (string | number)[] = [];
  for (const name in value) pieces.push(name, pieceOf(value[name as keyof typeof value], numberOf));
  return pieces.join();
}

function pieceOf(part: unknown, numberOf: NumberOf): string | number {
  if (typeof part === 'object' && part !== null) return numberOf(part);
  return typeof part === 'number' ? `n${part}` : JSON.stringify(part);
}
