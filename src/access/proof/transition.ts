import { remember } from '../../text/index.ts';
import type { Choices, EffectOf, Enter, Flow, FlowEvent, Reached } from '../chains/index.ts';
import type { Situation } from '../conditions/index.ts';
import { FlowSituation, settleConditions } from '../conditions/index.ts';
import type { HostFlags } from '../conditions/host-flags.ts';
import type { AccessSection } from '../sections/types.ts';
import { hasConditions } from '../conditions/settle-conditions.ts';
import type { State24 } from '../policy/index.ts';
import { withSatisfyInForce } from '../policy/index.ts';
import type { World } from '../sections/worlds.ts';
import type { Semantics } from '../states/intended-state.ts';
import { intendedState22 } from '../states/intended-state.ts';
import { ownState24 } from '../states/own-state.ts';
import type { Walk22, WalkBefore } from '../states/walk-state.ts';
import { enter22, enter24, isWalk24 } from '../states/walk-state.ts';

/** What one server, or two side by side, make of a section that applies. */
export interface Transition<State extends object> {
  enterSection(state: State, section: AccessSection, situation: Situation): State;
  /** Makes equal states one object. */
  intern(state: State): State;
  /**
   * One object for all sections that lead from equal states to equal ones; null where what the section says depends on the folder, file,
   * address or host of the request.
   */
  readonly effectOf: EffectOf;
}

/** The transition as flows take it: asked once for each state and effect, wherever the situation has no say. */
export function enterFlows<State extends object>(
  { enterSection, intern, effectOf }: Transition<State>,
  flags: HostFlags,
): Enter<State> {
  const statesBehind = remember((_effect: object) => new Map<State, State>());
  const enterIn = (state: State, section: AccessSection, choices: Choices, flow: Flow): State =>
    intern(enterSection(state, section, new FlowSituation(flow, choices, flags)));
  return ({ state, choices }: Reached<State>, { section }: FlowEvent, flow: Flow): State => {
    const effect = effectOf(section);
    if (effect === null) return enterIn(state, section, choices, flow);
    const ofEffect = statesBehind(effect);
    let entered = ofEffect.get(state);
    if (entered === undefined) ofEffect.set(state, (entered = enterIn(state, section, choices, flow)));
    return entered;
  };
}

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
