import type { EnvironmentWish } from '../command.ts';
import { repeatedOption, UsageError } from './given-options.ts';
import type { GivenOptions } from './given-options.ts';

/** What --env and --env-file say that `${NAME}` stands for. @throws UsageError */
export function readEnvironment(given: GivenOptions): EnvironmentWish {
  return wishOf(given, repeatedOption(given, 'env') ?? []);
}

/** The same where `--env NAME` is a variable of the request. @throws UsageError */
export function readBothEnvironments(
  given: GivenOptions,
): Readonly<{ environment: EnvironmentWish; env: readonly string[] }> {
  const words = repeatedOption(given, 'env') ?? [];
  return {
    environment: wishOf(
      given,
      words.filter((word) => word.includes('=')),
    ),
    env: words.filter((word) => !word.includes('=')),
  };
}

function wishOf(given: GivenOptions, words: readonly string[]): EnvironmentWish {
  return { values: Object.fromEntries(words.map(readPair)), files: repeatedOption(given, 'env-file') ?? [] };
}

/** The message says no more than the name: a value may be a secret. */
function readPair(word: string): [string, string] {
  const [, name, value] = /^([A-Za-z_][\w.-]*)(?:=(.*))?$/s.exec(word) ?? [];
  if (name !== undefined && value === undefined) {
    throw new UsageError(
      `--env ${name} lacks its value: --env ${name}=VALUE (commands to copy have it left out where they may end in a log)`,
    );
  }
  if (name === undefined || value === undefined) {
    throw new UsageError('--env takes NAME=VALUE, such as --env SITE=/srv/www');
  }
  return [name, value];
}
