import { remember } from '../../text/index.ts';
import type { Node } from '../../syntax/index.ts';
import type { RewritePlan, UnitPlan } from './plan.ts';
import type { Candidate } from './candidate.ts';
import { candidateLines } from './candidate.ts';
import type { UnitEdit } from './node-places.ts';
import { inPlaceEdits } from './in-place-edits.ts';
import { anchorOf, unitEdits } from './unit-edits.ts';

/** A unit with the edits that carry it out. */
export interface EditedUnit {
  readonly plan: UnitPlan;
  readonly edits: readonly UnitEdit[];
}

/**
 * The edits of a whole plan. Sections that read the same lines through an Include and need different new ones get them each
 * behind their Include; all others get them where the old lines stood.
 */
export function* planEdits({
  units,
  restore,
}: Pick<RewritePlan, 'units' | 'restore'>): Generator<EditedUnit> {
  const isShared = sharedLines(units);
  for (const plan of units) {
    const { candidate, sections } = plan;
    const own = restore(sections);
    const edits =
      candidate.type === 'in-place'
        ? inPlaceEdits(plan, candidate, own)
        : unitEdits(plan, isShared(plan), own);
    yield { plan, edits };
  }
}

/** Whether a line that goes for the unit goes for another one, too, in whose place something else, or elsewhere, is written. */
function sharedLines(units: readonly UnitPlan[]): (plan: UnitPlan) => boolean {
  const takers = takersOfSeveral(units);
  const linesOf = remember((candidate: Candidate) => candidateLines(candidate).join('\n'));
  const resultOf = remember((plan: UnitPlan) => `${placeKey(plan)}\n${linesOf(plan.candidate)}`);
  const isDisputed = remember((node: Node) => new Set([...(takers.get(node) ?? [])].map(resultOf)).size > 1);
  return ({ remove }) => takers.size > 0 && remove.some(({ occurrence }) => isDisputed(occurrence.node));
}

/** The units for which a line goes, where these are several: most lines go for one. */
function takersOfSeveral(units: readonly UnitPlan[]): ReadonlyMap<Node, ReadonlySet<UnitPlan>> {
  const first = new Map<Node, UnitPlan>();
  const several = new Map<Node, Set<UnitPlan>>();
  for (const plan of units) {
    const own = plan.sections[0]?.scope.file;
    const { remove } = plan;
    for (let i = 0; i < remove.length; i++) {
      const { occurrence } = remove[i]!;
      // What stands in the section's own file is a line of this text alone.
      if (occurrence.file === own) continue;
      const taker = first.get(occurrence.node) ?? plan;
      first.set(occurrence.node, taker);
      if (taker === plan) continue;
      several.set(occurrence.node, (several.get(occurrence.node) ?? new Set([taker])).add(plan));
    }
  }
  return several;
}

function placeKey(plan: UnitPlan): string {
  const anchor = anchorOf(plan);
  return anchor === null ? '' : `${anchor.file.path}\n${anchor.node.span.start}`;
}
