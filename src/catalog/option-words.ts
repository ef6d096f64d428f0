/** What the words of Options stand for: the bits of http_core.h (OPT_INDEXES and the like). */
export const OPTION = {
  indexes: 1,
  includes: 2,
  followSymLinks: 4,
  execCgi: 8,
  includesExec: 32,
  followOwner: 64,
  multiViews: 128,
} as const;

/** Options All, which is also what 2.2 starts from; MultiViews and SymLinksIfOwnerMatch are not part of it. */
export const OPTIONS_ALL =
  OPTION.indexes | OPTION.includes | OPTION.includesExec | OPTION.followSymLinks | OPTION.execCgi;

/** By the word in lower case (`set_options`, server/core.c). */
export const OPTION_WORDS: ReadonlyMap<string, number> = new Map([
  ['indexes', OPTION.indexes],
  ['includes', OPTION.includes | OPTION.includesExec],
  ['includesnoexec', OPTION.includes],
  ['followsymlinks', OPTION.followSymLinks],
  ['symlinksifownermatch', OPTION.followOwner],
  ['execcgi', OPTION.execCgi],
  ['multiviews', OPTION.multiViews],
  ['runscripts', OPTION.multiViews | OPTION.execCgi],
  ['none', 0],
  ['all', OPTIONS_ALL],
]);

/** The words after `Options=` in AllowOverride: those that are read, which stand before the first that is no option (`set_allow_opts`, server/core.c). */
export function readPermitted(list: string): {
  readonly permitted: readonly string[];
  readonly odd: string | null;
} {
  const words = list.split(',').filter((word) => word !== '');
  const at = words.findIndex((word) => !OPTION_WORDS.has(word.toLowerCase()));
  return at === -1 ? { permitted: words, odd: null } : { permitted: words.slice(0, at), odd: words[at]! };
}
