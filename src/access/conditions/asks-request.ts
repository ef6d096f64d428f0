import { rememberPerForm } from '../states/form.ts';
import { ownState24 } from '../states/own-state.ts';
import type { AccessSection } from '../sections/types.ts';
import type { World } from '../sections/worlds.ts';
import { hasConditions } from './settle-conditions.ts';

/** Whether what a 2.4 server reads in the section depends on the folder, file, address or host of a request. */
export const asksRequest: (section: AccessSection, world: World) => boolean = rememberPerForm(
  (section, world) => hasConditions(ownState24(section, world).tree),
);

/** Those of which it does in some of the worlds. */
export function sectionsAsking(
  sections: readonly AccessSection[],
  worlds: readonly World[],
): ReadonlySet<AccessSection> {
  return new Set(sections.filter((section) => worlds.some((world) => asksRequest(section, world))));
}
