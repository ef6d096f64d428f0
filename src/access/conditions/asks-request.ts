import { effectOf, isOfHtaccess } from '../states/effect.ts';
import { ownState24 } from '../states/own-state.ts';
import type { AccessSection } from '../sections/types.ts';
import type { World } from '../sections/worlds.ts';
import { hasConditions } from './settle-conditions.ts';

/** Whether what a 2.4 server reads in the section depends on the folder, file, address or host of a request. */
export function asksRequest(section: AccessSection, world: World): boolean {
  const found = () => hasConditions(ownState24(section, world).tree);
  if (isOfHtaccess(section)) return found();
  const effect = effectOf(section, '2.4', world, 'exact');
  let asks = known.get(effect);
  if (asks === undefined) known.set(effect, (asks = found()));
  return asks;
}

/** By what the section does: sections that do the same ask the same. */
const known = new WeakMap<object, boolean>();
