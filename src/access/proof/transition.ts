import { remember } from '../../text/index.ts';
import type { Choices, EffectOf, Enter, Flow, FlowEvent, Reached } from '../chains/index.ts';
import type { Situation } from '../conditions/index.ts';
import { FlowSituation } from '../conditions/index.ts';
import type { HostFlags } from '../conditions/host-flags.ts';
import type { AccessSection } from '../sections/types.ts';

/** What one server, or two side by side, make of a section that applies. */
export interface Transition<State extends object> {
  enter(state: State, section: AccessSection, situation: Situation): State;
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
  { enter, intern, effectOf }: Transition<State>,
  flags: HostFlags,
): Enter<State> {
  const statesBehind = remember((_effect: object) => new Map<State, State>());
  const enterIn = (state: State, section: AccessSection, choices: Choices, flow: Flow): State =>
    intern(enter(state, section, new FlowSituation(flow, choices, flags)));
  return ({ state, choices }: Reached<State>, { section }: FlowEvent, flow: Flow): State => {
    const effect = effectOf(section);
    if (effect === null) return enterIn(state, section, choices, flow);
    const ofEffect = statesBehind(effect);
    let entered = ofEffect.get(state);
    if (entered === undefined) ofEffect.set(state, (entered = enterIn(state, section, choices, flow)));
    return entered;
  };
}
