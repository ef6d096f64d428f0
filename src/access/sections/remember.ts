import { checkMemory } from '../../text/index.ts';
import type { AccessSection } from './types.ts';
import type { World } from './worlds.ts';

/** The same function, asked once for each section and world. What is known of a world goes when the world does. */
export function rememberPerWorld<Value extends object>(
  make: (section: AccessSection, world: World) => Value,
): (section: AccessSection, world: World) => Value {
  const known = new WeakMap<World, Map<AccessSection, Value>>();
  return (section, world) => {
    let inWorld = known.get(world);
    if (inWorld === undefined) known.set(world, (inWorld = new Map()));
    let value = inWorld.get(section);
    if (value === undefined) inWorld.set(section, (value = make(section, world)));
    return value;
  };
}

/** The same function, asked once for each key; both are kept as long as the function is. */
export function remember<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
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
