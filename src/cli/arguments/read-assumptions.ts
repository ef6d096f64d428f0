import type { AssumedKind, Assumptions } from '../../model/index.ts';
import { ASSUMED_KINDS } from '../../model/index.ts';
import { repeatedOption, UsageError } from './given-options.ts';
import type { GivenOptions } from './given-options.ts';

/** What --assume says that the values of placeholders hold. @throws UsageError */
export function readAssumptions(given: GivenOptions): Assumptions {
  return new Map((repeatedOption(given, 'assume') ?? []).map(readPair));
}

/** The name may hold a `=`. */
function readPair(word: string): [string, AssumedKind] {
  const [, name, said] = /^([^]+)=([^=]*)$/.exec(word) ?? [];
  const kind = ASSUMED_KINDS.find((each) => each === said);
  if (name !== undefined && kind !== undefined) return [name.trim(), kind];
  throw new UsageError(
    `--assume takes NAME=KIND, such as --assume admin_nets=addresses; a KIND is ${new Intl.ListFormat('en', { type: 'disjunction' }).format(ASSUMED_KINDS)}`,
  );
}
