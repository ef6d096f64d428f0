import type { GivenOptions } from './given-options.ts';
import { switchOption, textOption, UsageError } from './given-options.ts';
import type { FoundSettings } from '../settings/find-settings.ts';
import { findSettings, openSettings } from '../settings/find-settings.ts';
import { readSettings } from '../settings/read-settings.ts';
import { INSTEAD } from '../settings/setting-kinds.ts';

/** What was typed, with the settings of the tree where nothing was typed. */
export interface WithSettings {
  readonly given: GivenOptions;
  /** The settings file; null where there is none. */
  readonly file: string | null;
}

/** @param paths as typed @param names those that the command has; null for all @throws UsageError where the settings can't be used */
export function withSettings(
  given: GivenOptions,
  paths: readonly string[],
  names: readonly string[] | null = null,
): WithSettings {
  const found = settingsFor(given, paths);
  if (typeof found === 'string') throw new UsageError(found);
  if (found === null) return { given, file: null };
  const settings = readSettings(found.path, found.text);
  if (typeof settings === 'string') throw new UsageError(settings);
  const used = Object.entries(settings).filter(
    ([name]) => !isTyped(given, name) && (names === null || names.includes(name)),
  );
  return { given: { ...given, ...Object.fromEntries(used) }, file: found.path };
}

const READING = ['D', 'env', 'env-file', 'modules', 'server-root', 'map', 'template', 'assume'];

/** The same for a command that only reads a tree: how it is read. @throws UsageError */
export function withReadSettings(given: GivenOptions, path: string): GivenOptions {
  return withSettings(given, [path], READING).given;
}

function settingsFor(given: GivenOptions, paths: readonly string[]): FoundSettings | string | null {
  // --no-config: yargs takes the option for a switch then.
  if (switchOption(given, 'config') === false) return null;
  const named = textOption(given, 'config');
  if (named !== null) return openSettings(named);
  const [first = '.'] = paths;
  return findSettings(first === '-' ? '.' : first);
}

function isTyped(given: GivenOptions, name: string): boolean {
  return [name, ...(INSTEAD[name] ?? [])].some((each) => given[each] !== undefined);
}
