import type { ServerModel } from '../../model/index.ts';
import type { Step as MergeWalk } from '../chains/index.ts';
import { compareOrder, mergeOrder, stepOf } from '../chains/index.ts';
import { analysisOf } from '../sections/analysis.ts';
import type { AccessSection } from '../sections/types.ts';

export type { MergeWalk };

export interface MergedSection {
  readonly walk: MergeWalk;
  readonly section: AccessSection;
}

/** The sections that affect who gets in, in the order in which they are merged for a request that meets them all. */
export function mergedSections(model: ServerModel): MergedSection[] {
  return analysisOf(model)
    .sections.filter(({ entries }) => entries.length > 0)
    .map((section) => ({ section, order: mergeOrder(section) }))
    .toSorted((a, b) => compareOrder(a.order, b.order))
    .map(({ section }) => ({ walk: stepOf(section), section }));
}
