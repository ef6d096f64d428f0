import { switchOption, UsageError } from './given-options.ts';
import type { GivenOptions } from './given-options.ts';

/** Two options that can't both be meant, and what to say then. */
const CONFLICTS: readonly (readonly [string, string, string])[] = [
  ['dry-run', 'write', '--dry-run changes nothing, --write changes files: use one of them'],
  ['dry-run', 'out', '--dry-run writes nothing, --out writes a copy: use one of them'],
  ['write', 'check', '--check only looks, --write changes files: use one of them'],
  ['write', 'out', '--write changes the tree, --out makes a changed copy: use one of them'],
  ['out', 'check', '--check only looks, --out writes a copy: use one of them'],
  ['interactive', 'dry-run', '--interactive asks, then writes, --dry-run changes nothing: use one of them'],
  ['interactive', 'check', '--interactive asks, then writes, --check only looks: use one of them'],
  ['interactive', 'out', '--interactive changes the tree, --out makes a changed copy: use one of them'],
  ['interactive', 'output', '--interactive shows all on the terminal: leave out --output'],
  ['target', 'httpd', '--httpd asks the server itself what --target would assume: use one of them'],
  ['quiet', 'verbose', '--quiet and --verbose contradict each other: use one of them'],
];

const DUAL_COMPAT =
  '--dual writes the rules of both versions, --access compat has 2.4 read those of 2.2: use one of them';

/** @throws UsageError if two options exclude each other. */
export function rejectConflicts(given: GivenOptions): void {
  const isGiven = (option: string) => switchOption(given, option) ?? given[option] !== undefined;
  const found = CONFLICTS.find(([one, other]) => isGiven(one) && isGiven(other));
  if (found !== undefined) throw new UsageError(found[2]);
  if (isGiven('dual') && given['access'] === 'compat') throw new UsageError(DUAL_COMPAT);
}
