import type { Situation } from '../conditions/index.ts';
import { settleConditions } from '../conditions/index.ts';
import { hasConditions } from '../conditions/settle-conditions.ts';
import type { State24 } from '../policy/index.ts';
import { withSatisfyInForce } from '../policy/index.ts';
import type { AccessSection } from '../sections/types.ts';
import type { World } from '../sections/worlds.ts';
import type { Semantics } from '../states/intended-state.ts';
import { intendedState22 } from '../states/intended-state.ts';
import { ownState24 } from '../states/own-state.ts';
import type { Walk22, WalkBefore } from '../states/walk-state.ts';
import { enter22, enter24, isWalk24 } from '../states/walk-state.ts';

/** What a 2.4 server reads in the section, as conditions of the situation leave it. */
export function settledState24(section: AccessSection, world: World, situation: Situation): State24 {
  return settled(ownState24(section, world), situation);
}

export function settled(own: State24, situation: Situation): State24 {
  const { tree } = own;
  return tree === null || !hasConditions(tree) ? own : { ...own, tree: settleConditions(tree, situation) };
}

/** Goes on through one more section that applies on the server before the migration. */
export function enterBefore(
  walk: WalkBefore,
  { section, world, situation }: Entered,
  semantics: Semantics,
): WalkBefore {
  return isWalk24(walk)
    ? enter24(walk, section, settledState24(section, world, situation), world)
    : plain(enter22(walk, section, intendedState22(section, world, semantics), world));
}

/** What counts of the walk: `Satisfy all` in a section tells its requests from others only where `Satisfy any` was in force. */
function plain(walk: Walk22): Walk22 {
  if (walk.state.satisfy.length === 0) return walk;
  const { state, written } = walk;
  return {
    ...walk,
    state: withSatisfyInForce(state),
    written: written === null ? null : withSatisfyInForce(written),
  };
}

/** A section that requests come to, and what is known of these. */
export interface Entered {
  readonly section: AccessSection;
  readonly world: World;
  readonly situation: Situation;
}
