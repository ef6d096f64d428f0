import type { Guard } from '../../model/index.ts';
import type { TextCandidate } from '../rewrite/candidate.ts';
import type { CompatRepair } from '../rewrite/compat-repair.ts';
import { NO_HOST_RULES } from '../rewrite/compat-repair.ts';
import { liveOn24 } from '../rewrite/old-lines.ts';
import type { Unit } from '../rewrite/units.ts';
import { writtenGuards } from '../sections/either-values.ts';
import type { RepairPlan } from './plan-repairs.ts';
import { hasPlaceholder } from '../../syntax/index.ts';

/**
 * The section with Require lines that say all of it. Its record for mod_access_compat lets everybody through, so that none that is
 * inherited is asked.
 */
export function conversionTo({ trees, isByCases }: TextCandidate): CompatRepair {
  return { type: 'compat', host: NO_HOST_RULES, satisfy: [], trees, isByCases };
}

/**
 * Whether all lines are the section's alone and say what they say: none comes by an Include, whose file others may read, none has a guard
 * of its own that one version may not pass, and none has a variable or a template's tag, which whoever sets it goes on setting.
 */
export function isConvertible({ sections }: Unit): boolean {
  return sections.every((section) =>
    liveOn24(section).every(
      ({ occurrence, guards }) =>
        occurrence.file === section.scope.file &&
        writtenGuards(guards).slice(writtenGuards(section.guards).length).every(isPassedByBoth) &&
        (occurrence.expanded?.words.length ?? 0) === 0 &&
        !occurrence.args.some((word) => hasPlaceholder(word)),
    ),
  );
}

function isPassedByBoth({ on22, on24 }: Guard): boolean {
  return on22 === 'yes' && on24 === 'yes';
}

/** Whether Require lines take the place of all that mod_access_compat would decide in the section. */
export function isConversion({ isExact, repair: { host, satisfy, trees } }: RepairPlan): boolean {
  return isExact && host === NO_HOST_RULES && satisfy?.length === 0 && trees !== null;
}
