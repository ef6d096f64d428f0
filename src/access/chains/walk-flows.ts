import type { ServerModel } from '../../model/index.ts';
import type { AccessSection } from '../sections/types.ts';
import type { World } from '../sections/worlds.ts';
import type { Enter } from './propagate.ts';
import { propagate } from './propagate.ts';
import { indexSections } from './section-index.ts';
import { flowsByServer } from './server-flows.ts';

/** Takes a state through every flow of the world: `enter` sees each section that is met, and what is known on the way to it. */
export function walkFlows<State>(
  { model, sections, world }: Walked,
  start: State,
  enter: Enter<State>,
): void {
  const index = indexSections(sections.map((section) => ({ section, side: 'both' as const })));
  for (const flows of flowsByServer(model, index, world)) {
    const reached = propagate(start, enter, 0);
    for (const flow of flows) reached.finalStates(flow);
  }
}

interface Walked {
  readonly model: ServerModel;
  readonly sections: readonly AccessSection[];
  readonly world: World;
}
