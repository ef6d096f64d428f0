import type { RewritePlan, UnitPlan } from './plan.ts';
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
export function planEdits({ units, restore }: Pick<RewritePlan, 'units' | 'restore'>): EditedUnit[] {
  const texts = new Map<string, Set<string>>();
  for (const plan of units) {
    const key = placeKey(plan);
    if (key !== null)
      texts.set(key, (texts.get(key) ?? new Set()).add(candidateLines(plan.candidate).join('\n')));
  }
  return units.map((plan) => {
    const shared = (texts.get(placeKey(plan) ?? '')?.size ?? 0) > 1;
    const { candidate, sections } = plan;
    const own = restore(sections);
    const made =
      candidate.type === 'in-place' ? inPlaceEdits(plan, candidate, own) : unitEdits(plan, shared, own);
    return { plan, edits: made };
  });
}

function placeKey(plan: UnitPlan): string | null {
  const anchor = anchorOf(plan);
  return anchor === null ? null : `${anchor.file.path}\n${anchor.node.span.start}`;
}
