import { repeatedOption, UsageError } from './given-options.ts';
import type { GivenOptions } from './given-options.ts';

/** The names of -D, those with `!` among them. @throws UsageError */
export function readDefines(given: GivenOptions): readonly string[] {
  const names = repeatedOption(given, 'D') ?? [];
  if (names.includes('!')) {
    throw new UsageError(
      '-D ! names nothing: -D NAME for a name that httpd is started with, -D !NAME for one that it is not',
    );
  }
  const both = names.find((name) => names.includes(`!${name}`));
  if (both !== undefined) {
    throw new UsageError(`-D ${both} and -D !${both} contradict each other: use one of them`);
  }
  return names;
}
