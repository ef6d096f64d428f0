import type { TerminalOptions } from '../command.ts';
import { wrongTarget } from '../settings/known-names.ts';

/** What was typed makes no sense; the message says why and what to do. Never leaves parse-command-line. */
export class UsageError extends Error {}

/** Options as yargs hands them over: a repeated one is an array, whatever its type says. */
export type GivenOptions = Readonly<Record<string, unknown>> & { readonly _: readonly (string | number)[] };

/** The words that are no options, without the command's name. */
export function words(given: GivenOptions, command: string): string[] {
  const all = given._.map(String);
  return all[0] === command ? all.slice(1) : all;
}

/** The value of an option that may be given once; null if it was not. */
export function textOption(given: GivenOptions, name: string): string | null {
  const value = given[name];
  if (value === undefined) return null;
  if (Array.isArray(value)) throw new UsageError(`--${name} is given ${value.length} times: once is enough`);
  if (typeof value !== 'string' || value === '') throw new UsageError(`--${name} needs a value`);
  return value;
}

/** The value of an option whose choices yargs has checked. */
export function choiceOption<Choice extends string>(
  given: GivenOptions,
  name: string,
  choices: readonly Choice[],
): Choice | null {
  const value = textOption(given, name);
  return choices.find((choice) => choice === value) ?? null;
}

/** All values of an option that may be repeated; null if it was not given. */
export function repeatedOption(given: GivenOptions, name: string): string[] | null {
  const value = given[name];
  if (value === undefined) return null;
  const values = (Array.isArray(value) ? value : [value]).map(String);
  if (values.includes('')) throw new UsageError(`${name.length === 1 ? '-' : '--'}${name} needs a value`);
  return values;
}

/** The same, where one value may also be a list with commas. */
export function listOption(given: GivenOptions, name: string): string[] | null {
  const values = repeatedOption(given, name)?.flatMap((value) => value.split(','));
  return values?.map((value) => value.trim()).filter((value) => value !== '') ?? null;
}

/** Whether a switch is on; null if it was not given. */
export function switchOption(given: GivenOptions, name: string): boolean | null {
  const value = given[name];
  // Repeating a switch changes nothing; the last one counts, as in most programs.
  const last: unknown = Array.isArray(value) ? value.at(-1) : value;
  return typeof last === 'boolean' ? last : null;
}

/** The options that all commands share. */
export function readTerminal(given: GivenOptions): TerminalOptions {
  return {
    color: switchOption(given, 'color'),
    quiet: switchOption(given, 'quiet') ?? false,
    verbose: switchOption(given, 'verbose') ?? false,
  };
}

/** The name of `--target`; null for `auto`, which is the default. @throws UsageError naming the nearest one */
export function readTarget(given: GivenOptions): string | null {
  const name = textOption(given, 'target');
  const wrong = name === null ? null : wrongTarget(name);
  if (wrong !== null) throw new UsageError(wrong);
  return name === 'auto' ? null : name;
}
