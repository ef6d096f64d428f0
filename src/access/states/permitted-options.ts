import type { Guard, Scope } from '../../model/index.ts';
import type { Version, World } from '../sections/worlds.ts';
import { isLive } from '../sections/worlds.ts';

/** A set of Options, a bit for each (OPT_INDEXES and the like, http_core.h). */
export type OptionSet = number;

const BIT = { indexes: 1, includes: 2, links: 4, scripts: 8, withPrograms: 32, ownLinks: 64, views: 128 };

/** OPT_ALL, which has neither MultiViews nor SymLinksIfOwnerMatch. */
const ALL = BIT.indexes | BIT.includes | BIT.withPrograms | BIT.links | BIT.scripts;

const WORDS: Readonly<Record<string, OptionSet>> = {
  indexes: BIT.indexes,
  includes: BIT.includes | BIT.withPrograms,
  includesnoexec: BIT.includes,
  followsymlinks: BIT.links,
  symlinksifownermatch: BIT.ownLinks,
  execcgi: BIT.scripts,
  multiviews: BIT.views,
  runscripts: BIT.views | BIT.scripts,
  all: ALL,
};

/** Before any AllowOverride says Options (`create_core_dir_config`, server/core.c). */
export const EVERY_OPTION: OptionSet = ALL | BIT.ownLinks | BIT.views;

/** Which Options words of AllowOverride permit, in reading order: the last that names them counts. */
export function permittedOptions(words: readonly string[]): OptionSet {
  return words.map(namedOptions).findLast((each) => each !== null) ?? EVERY_OPTION;
}

/** Null if the word says nothing of Options: All and None do not (`set_override`). */
function namedOptions(word: string): OptionSet | null {
  const [name = '', ...list] = word.toLowerCase().split(/[=,]/);
  if (name !== 'options') return null;
  return word.includes('=') ? setOf(list) : ALL;
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
  return words.reduce((set, word) => set | (WORDS[word.toLowerCase()] ?? 0), 0);
}
