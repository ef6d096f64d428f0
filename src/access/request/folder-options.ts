import { OPTION, OPTION_WORDS } from '../../catalog/index.ts';
import type { Occurrence } from '../../model/index.ts';
import type { Version } from '../sections/worlds.ts';

/** The Options that affect statuses. */
export interface FolderOptions {
  readonly followsLinks: boolean;
  readonly followsOwnLinks: boolean;
  readonly lists: boolean;
  readonly multiViews: boolean;
  /** ExecCGI. */
  readonly runsScripts: boolean;
}

const NONE: FolderOptions = {
  followsLinks: false,
  followsOwnLinks: false,
  lists: false,
  multiViews: false,
  runsScripts: false,
};

/** Options All is 2.2's default, FollowSymLinks 2.4's (server/core.c). */
export const DEFAULT_OPTIONS: Readonly<Record<Version, FolderOptions>> = {
  '2.2': { ...NONE, followsLinks: true, lists: true, runsScripts: true },
  '2.4': { ...NONE, followsLinks: true },
};

const BITS: readonly (readonly [keyof FolderOptions, number])[] = [
  ['followsLinks', OPTION.followSymLinks],
  ['followsOwnLinks', OPTION.followOwner],
  ['lists', OPTION.indexes],
  ['multiViews', OPTION.multiViews],
  ['runsScripts', OPTION.execCgi],
];

/** What is in force behind one more Options line: words with a sign change it, words without replace it. */
export function mergeOptions(outer: FolderOptions, { args }: Occurrence): FolderOptions {
  return args.reduce((options, arg, index) => {
    const isSigned = /^[+-]/.test(arg);
    const word = (isSigned ? arg.slice(1) : arg).toLowerCase();
    const start = !isSigned && index === 0 ? NONE : options;
    if (word === 'none') return NONE;
    const bits = OPTION_WORDS.get(word) ?? 0;
    const said = BITS.filter(([, bit]) => (bits & bit) !== 0).map(([name]) => [name, !arg.startsWith('-')]);
    return { ...start, ...Object.fromEntries(said) };
  }, outer);
}
