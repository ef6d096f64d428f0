import type { AccessSection } from './sections.ts';
import type { World } from './worlds.ts';

/** The same function, asked once for each section and world. */
export function rememberPerWorld<Value>(
  make: (section: AccessSection, world: World) => Value,
): (section: AccessSection, world: World) => Value {
  const known = new WeakMap<AccessSection, WeakMap<World, { readonly value: Value }>>();
  return (section, world) => {
    const ofSection = known.get(section) ?? new WeakMap<World, { readonly value: Value }>();
    known.set(section, ofSection);
    const made = ofSection.get(world) ?? { value: make(section, world) };
    ofSection.set(world, made);
    return made.value;
  };
}

/** The same function, asked once for each key. */
export function remember<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    const made = known.get(key) ?? { value: make(key) };
    known.set(key, made);
    return made.value;
  };
}
