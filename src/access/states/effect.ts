import { stepOf } from '../chains/order.ts';
import type { AccessSection } from '../sections/types.ts';
import { isOfHtaccess } from '../sections/types.ts';
import type { Version, World } from '../sections/worlds.ts';
import { isLive } from '../sections/worlds.ts';
import { rememberPerForm } from './form.ts';
import type { Semantics } from './intended-state.ts';
import { internerOf } from './intern.ts';
import { ownOverride } from './override.ts';
import { ownStateBefore } from './walk-state.ts';

/** One object for all sections of a world that do the same to whatever state requests come in. */
type Effect = object;

/**
 * What a section does to a state on a server of that version: ten thousand virtual hosts say little that is new, so what was made
 * of one section is known for the others. Which .htaccess files are read is told apart by the file: these are like no other.
 */
export function effectOf(
  section: AccessSection,
  version: Version,
  world: World,
  semantics: Semantics,
): Effect {
  return isOfHtaccess(section) ? section : effects[version][semantics](section, world);
}

const effectsOn = (version: Version, semantics: Semantics) =>
  rememberPerForm((section, world): Effect =>
    internerOf(world)({
      version,
      step: stepOf(section),
      isRead: isLive(section.guards, '2.2', world),
      isReadAfter: isLive(section.guards, '2.4', world),
      own: ownStateBefore(section, version, world, semantics),
      override: ownOverride(section, version, world),
    }),
  );

const effects = {
  '2.2': { exact: effectsOn('2.2', 'exact'), contract: effectsOn('2.2', 'contract') },
  '2.4': { exact: effectsOn('2.4', 'exact'), contract: effectsOn('2.4', 'contract') },
};

/** Several effects, or an effect and what else counts, as one object for equal ones. */
export function jointEffect(parts: Effect, world: World): Effect {
  return internerOf(world)(parts);
}
