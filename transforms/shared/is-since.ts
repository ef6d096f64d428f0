import type { TargetProfile } from '../../src/target/index.ts';

/** Whether the target is of a version from `since` on, as 2.4.60; one whose version is not known is taken for a late one. */
export function isSince({ version }: TargetProfile, since: string): boolean {
  if (version === null) return true;
  const patch = (text: string): number => Number(text.split('.')[2] ?? 0);
  return patch(version) >= patch(since);
}
