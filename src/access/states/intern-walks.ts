import type { AccessSection } from '../sections/types.ts';
import { isOfHtaccess } from '../sections/types.ts';
import type { Intern } from './intern.ts';
import { DEFAULT_OVERRIDE } from './override.ts';
import type { WalkBefore } from './walk-state.ts';

/**
 * Makes equal walks one object. What .htaccess files may say tells them apart only where there are such files: nothing else asks
 * for it.
 * @param sections all that the walks go through
 */
export function createWalkInterner<Walk extends WalkBefore>(
  sections: readonly AccessSection[],
  same: Intern,
): (walk: Walk) => Walk {
  if (sections.some(isOfHtaccess)) return same;
  const override = same(DEFAULT_OVERRIDE['2.2']);
  return (walk) => same(walk.override === override ? walk : { ...walk, override });
}
