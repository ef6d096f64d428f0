import type { ArgumentKind } from '../../catalog/index.ts';
import type { Occurrence } from '../../model/index.ts';
import { writtenName } from './written-name.ts';

/** How many words `invoke_cmd` takes. */
const COUNTS: Partial<Record<ArgumentKind, readonly [least: number, most: number, said: string]>> = {
  NO_ARGS: [0, 0, 'takes no arguments'],
  TAKE1: [1, 1, 'takes one argument'],
  TAKE2: [2, 2, 'takes two arguments'],
  TAKE3: [3, 3, 'takes three arguments'],
  TAKE12: [1, 2, 'takes 1-2 arguments'],
  TAKE23: [2, 3, 'takes two or three arguments'],
  TAKE123: [1, 3, 'takes one, two or three arguments'],
  ITERATE2: [2, Infinity, 'requires at least two arguments'],
};

/** What is wrong with how many words the line has; null for nothing. */
export function argumentsError(line: Occurrence, kind: ArgumentKind | null): string | null {
  const { args } = line;
  const name = writtenName(line);
  if (kind === null) return null;
  if (kind === 'FLAG') return /^(?:on|off)$/i.test(args[0] ?? '') ? null : `${name} must be On or Off`;
  const count = COUNTS[kind];
  if (count === undefined) return null;
  const [least, most, said] = count;
  // None of them may be empty, but for those that are read one by one: these end there.
  const isMissing = args.length < least || args.slice(0, kind === 'ITERATE2' ? 1 : least).includes('');
  return isMissing || args.length > most ? `${name} ${said}` : null;
}
