import { OPTION, OPTION_WORDS, OPTIONS_ALL, readPermitted } from '../../catalog/index.ts';
import type { Guard, Scope } from '../../model/index.ts';
import type { Version, World } from '../sections/worlds.ts';
import { isLive } from '../sections/worlds.ts';

/** A set of Options, a bit for each. */
export type OptionSet = number;

/** Before any AllowOverride says Options (`create_core_dir_config`, server/core.c). */
export const EVERY_OPTION: OptionSet = OPTIONS_ALL | OPTION.followOwner | OPTION.multiViews;

/** Which Options words of AllowOverride permit, in reading order: the last that names them counts. */
export function permittedOptions(words: readonly string[]): OptionSet {
  return words.map(namedOptions).findLast((each) => each !== null) ?? EVERY_OPTION;
}

/** Null if the word says nothing of Options: All and None do not (`set_override`). */
function namedOptions(word: string): OptionSet | null {
  const [, list] = /^options(?:=(.*))?$/is.exec(word) ?? [null, ''];
  if (list === undefined) return OPTIONS_ALL;
  return /^,*$/.test(list) ? null : setOf(readPermitted(list).permitted);
}

/** The options that the live Options lines of a scope set or take away: all of them have to be permitted (`set_options`). */
export function usedOptions(
  { items }: Scope,
  around: readonly Guard[],
  version: Version,
  world: World,
): OptionSet {
  return items.reduce((used, item) => {
    const guards = [...around, ...item.guards];
    if (!isLive(guards, version, world)) return used;
    if (item.type === 'scope') return used | usedOptions(item, guards, version, world);
    return item.name === 'options' ? used | setOf(item.args.map((arg) => arg.replace(/^[+-]/, ''))) : used;
  }, 0);
}

function setOf(words: readonly string[]): OptionSet {
  return words.reduce((set, word) => set | (OPTION_WORDS.get(word.toLowerCase()) ?? 0), 0);
}
