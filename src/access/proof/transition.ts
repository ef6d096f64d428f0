import type { Enter, Flow, FlowEvent, Reached } from '../chains/index.ts';
import type { Situation } from '../conditions/index.ts';
import type { HostFlags } from '../conditions/host-flags.ts';
import { remember } from '../sections/remember.ts';
import type { AccessSection } from '../sections/types.ts';

/** What one server, or two side by side, make of a section that applies. */
export interface Transition<State extends object> {
  enter(state: State, section: AccessSection, situation: Situation): State;
  /** Makes equal states one object. */
  intern(state: State): State;
  /** Whether what the section says depends on the folder, file, address or host of the request. */
  asksSituation(section: AccessSection): boolean;
}

/** The transition as flows take it: asked once for each state and section, wherever the situation has no say. */
export function enterFlows<State extends object>(
  { enter, intern, asksSituation }: Transition<State>,
  flags: HostFlags,
): Enter<State> {
  const known = remember((_section: AccessSection) => new Map<State, State>());
  return ({ state, choices }: Reached<State>, { section }: FlowEvent, { about }: Flow): State => {
    const situation = { about, choices, flags };
    if (asksSituation(section)) return intern(enter(state, section, situation));
    const ofSection = known(section);
    let entered = ofSection.get(state);
    if (entered === undefined) ofSection.set(state, (entered = intern(enter(state, section, situation))));
    return entered;
  };
}
