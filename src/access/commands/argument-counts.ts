import type { ArgumentKind } from '../../catalog/index.ts';
import type { Occurrence } from '../../model/index.ts';

type Count = readonly [least: number, most: number, complaint: string];

/** How many words `invoke_cmd` takes (server/config.c). AP_INIT_NO_ARGS makes a command of RAW_ARGS: any may stand there. */
const COUNTS: Partial<Record<ArgumentKind, Count>> = {
  TAKE1: [1, 1, 'takes one argument'],
  TAKE2: [2, 2, 'takes two arguments'],
  TAKE3: [3, 3, 'takes three arguments'],
  TAKE12: [1, 2, 'takes 1-2 arguments'],
  TAKE23: [2, 3, 'takes two or three arguments'],
  TAKE123: [1, 3, 'takes one, two or three arguments'],
  ITERATE2: [2, Infinity, 'requires at least two arguments'],
};

/** 2.2 and the first 2.4 call the command for none. */
const ITERATE: Count = [1, Infinity, 'requires at least one argument'];

/** What is wrong with how many words the line has; null for nothing. */
export function argumentsError(
  { args, node }: Occurrence,
  kind: ArgumentKind | null,
  version: '2.2' | '2.4',
): string | null {
  const name = node.name.value;
  if (kind === null) return null;
  if (kind === 'FLAG') return /^(?:on|off)$/i.test(args[0] ?? '') ? null : `${name} must be On or Off`;
  const count = kind === 'ITERATE' && version === '2.4' ? ITERATE : COUNTS[kind];
  if (count === undefined) return null;
  const [least, most, complaint] = count;
  // None of them may be empty, but for those that are read one by one: these end there.
  const isMissing = args.length < least || args.slice(0, kind === 'ITERATE2' ? 1 : least).includes('');
  return isMissing || args.length > most ? `${name} ${complaint}` : null;
}
