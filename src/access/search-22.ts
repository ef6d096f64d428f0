import type { ServerModel } from '../model/index.ts';
import { indexSections } from './chains/index.ts';
import type { Comparison } from './proof/decide.ts';
import { createComparison } from './proof/decide.ts';
import { contexts22Of, context24Of } from './sections/server-contexts.ts';
import type { AccessSection } from './sections/types.ts';
import type { World } from './sections/worlds.ts';
import { isReadBySome } from './sections/worlds.ts';
import type { Semantics } from './states/intended-state.ts';
import type { Work } from './work.ts';
import { limitedWork } from './work.ts';

/** What a question about 2.2 alone is asked of: whom a section lets in or keeps out. */
export interface Search22 {
  readonly model: ServerModel;
  readonly sections: readonly AccessSection[];
  readonly semantics: Semantics;
  readonly comparison: Comparison;
}

export function search22(
  model: ServerModel,
  sections: readonly AccessSection[],
  semantics: Semantics,
): Search22 {
  const comparison = createComparison(contexts22Of(model), context24Of(model, false), limitedWork());
  return { model, sections, semantics, comparison };
}

/** The sections that are read in the world, for the flows through them. */
export function indexIn(world: World, sections: readonly AccessSection[], work: Work) {
  const read = sections.filter((section) => isReadBySome(section, world));
  return indexSections(
    read.map((section) => ({ section, side: 'both' as const })),
    work,
  );
}
