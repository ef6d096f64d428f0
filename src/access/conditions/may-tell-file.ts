import { posix } from 'node:path';
import { fnmatch } from '../../model/index.ts';
import { matchRegexText } from '../chains/index.ts';
import type { PatternTest } from './clause.ts';
import { namePatternIn } from './name-patterns.ts';
import { addressOfPattern, nameOfPattern, wildcardOfPattern } from './path-patterns.ts';

/** Whether a pattern may match a folder, with the slash at its end, and not the file of one of these names in it, or the other way round. */
export function mayTellFile({ pattern }: PatternTest, names: readonly string[]): boolean {
  const above = addressOfPattern(pattern) ?? wildcardOfPattern(pattern);
  if (above !== null) return names.some((name) => fnmatch(posix.basename(above), name));
  const start = plainStart(pattern);
  if (start !== null) {
    const tail = start.slice(start.lastIndexOf('/') + 1);
    return tail !== '' && names.some((name) => name.startsWith(tail));
  }
  const ofName = namePatternIn(pattern);
  return names.some((name) => {
    if (ofName !== null) return matchRegexText(ofName, name) !== 'never';
    return nameOfPattern(pattern) === null || nameOfPattern(pattern) === name;
  });
}

/** What a pattern that asks for a beginning and nothing else writes out. */
function plainStart(pattern: string): string | null {
  const written = /^\^((?:[^\\^$.*+?()[\]{}|]|\\\W)*)$/.exec(pattern)?.[1];
  return written?.replace(/\\(\W)/g, '$1') ?? null;
}
