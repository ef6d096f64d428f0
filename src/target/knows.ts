import { directiveSince, lastNews, lateNames, patchRelease } from '../catalog/index.ts';
import type { LateName } from '../catalog/index.ts';
import { rememberWeakly } from '../text/index.ts';
import type { TargetProfile } from './types.ts';

/**
 * Whether the target behaves as 2.4 does since that release (`2.4.39`).
 * @param sign a name that came with the behaviour: where a binary of an older number takes it, the behaviour was added, too
 */
export function isSince({ version, backports }: TargetProfile, since: string, sign?: string): boolean {
  return (
    patchRelease(version) >= patchRelease(since) || (sign !== undefined && backports?.has(sign) === true)
  );
}

/** Whether the target takes a line of this directive, or of the section `<Name`. */
export function knowsDirective({ version, backports }: TargetProfile, name: string): boolean {
  return patchRelease(version) >= directiveSince(name) || backports?.has(name) === true;
}

/** Whether there is nothing of 2.4 that the target does not know. */
export const knowsAll = rememberWeakly(
  ({ version }: TargetProfile): boolean => patchRelease(version) >= lastNews(),
);

/** What of a line the target does not know yet; [] for a line that it takes. `directive` as in lateNames. */
export function unknownNames(
  { version, backports }: TargetProfile,
  directive: string,
  args: string,
): readonly LateName[] {
  const patch = patchRelease(version);
  return lateNames(directive, args).filter(({ name, since }) => since > patch && !backports?.has(name));
}
