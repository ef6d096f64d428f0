import { nearestTarget, targetNames, targetProfile } from '../../target/index.ts';
import { textOption, UsageError } from './given-options.ts';
import type { GivenOptions } from './given-options.ts';

/** The name of `--target`; null for `auto`, which is the default. @throws UsageError naming the nearest one */
export function readTarget(given: GivenOptions): string | null {
  const name = textOption(given, 'target');
  if (name === null || name === 'auto') return null;
  if (targetProfile(name) !== null) return name;
  const nearest = nearestTarget(name);
  const hint =
    nearest === null ? `it is auto, 2.4.N or one of ${targetNames.join(', ')}` : `did you mean ${nearest}?`;
  throw new UsageError(`no target ${name}; ${hint}`);
}
