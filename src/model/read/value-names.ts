import { DEFINED_VALUE } from '../unknown.ts';
import type { Guard, Occurrence, Scope, Truth } from '../types.ts';
import type { Section } from '../../syntax/index.ts';

/** Where the lines stand that define names which ask for values: of each, the guards around it. */
export type ValueNames = Map<string, (readonly Section[])[]>;

export function noteValueName(names: ValueNames, name: string, { scope, guards, on24 }: Occurrence): void {
  if (on24 === 'no' || !name.startsWith(DEFINED_VALUE)) return;
  names.set(name, [...(names.get(name) ?? []), guardsAround(scope, guards)]);
}

/**
 * Whether the value is defined for all that is read here: by a line in the same guards, though nobody knows whether they hold. Null for other
 * names, and where nothing defines it so.
 */
export function isValueDefined(
  names: ValueNames,
  test: string,
  scope: Scope,
  guards: readonly Guard[],
): Truth | null {
  if (!asksForValue(test)) return null;
  const name = test.replace(/^!/, '');
  const around = new Set(guardsAround(scope, guards));
  const isMet = (names.get(name) ?? []).some((needed) => needed.every((node) => around.has(node)));
  if (!isMet) return null;
  return test.startsWith('!') ? 'no' : 'yes';
}

/** Whether what decides the test is which lines stand before it. */
export function asksForValue(test: string): boolean {
  return test.startsWith(DEFINED_VALUE, test.startsWith('!') ? 1 : 0);
}

function guardsAround(scope: Scope, guards: readonly Guard[]): Section[] {
  const nodes = guards.map(({ node }) => node);
  for (let at: Scope | null = scope; at !== null; at = at.parent) {
    nodes.push(...at.guards.map(({ node }) => node));
  }
  return nodes;
}
