import type { StartNames } from '../types.ts';

/** Says of every name that is not given that it is not (`-D '!*'`). */
const ALL_OTHERS = '*';

/**
 * The names of `-D NAME`, and those of `-D !NAME`, with which the server is not started: written as in `<IfDefine !NAME>`.
 * @param shown the names that the tree's own start script gives
 */
export function readStartNames(words: readonly string[], shown: readonly string[] = []): StartNames {
  const notGiven = words.flatMap((word) => (word.startsWith('!') ? [word.slice(1)] : []));
  const given = words.filter((word) => !word.startsWith('!'));
  return {
    defines: [...new Set([...given, ...shown.filter((name) => !notGiven.includes(name))])],
    notDefined: notGiven.filter((name) => name !== ALL_OTHERS),
    isComplete: notGiven.includes(ALL_OTHERS),
  };
}
