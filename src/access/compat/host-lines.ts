import type { HostLine, HostRecord, MethodSet, SatisfySlots } from '../policy/index.ts';
import { asWritten, classifyAllowWord, isAllMethods, joinWords } from '../policy/index.ts';

/** The Order, Allow and Deny lines of a record; a tab at the start is one level. Words that 2.4 refuses are left out. */
export function hostLines({ orders, allow, deny }: HostRecord): string[] {
  const limitable: LimitableLine[] = [
    ...orders.map(({ value, methods }) => ({ methods, line: `Order ${value}` })),
    ...listLines('Deny', deny),
    ...listLines('Allow', allow),
  ];
  // Without a line of its own the section would go on with what it inherits.
  return limitable.length === 0 ? ['Order deny,allow'] : limited(limitable);
}

/** The Satisfy lines. */
export function satisfyLines(slots: SatisfySlots): string[] {
  return limited(slots.map(({ value, methods }) => ({ methods, line: `Satisfy ${value}` })));
}

/** Whether 2.4 takes the word in Allow and Deny; one that it refuses meant nothing in 2.2 (a comment, most often). */
export function isTakenBy24(word: string): boolean {
  return classifyAllowWord(word, '2.4').kind !== 'error' || classifyAllowWord(word, '2.2').kind === 'error';
}

interface LimitableLine {
  readonly methods: MethodSet;
  readonly line: string;
}

function listLines(name: 'Allow' | 'Deny', lines: readonly HostLine[]): LimitableLine[] {
  return lines.flatMap(({ words, methods }) => {
    const taken = words.filter(isTakenBy24);
    return taken.length === 0 ? [] : [{ methods, line: `${name} from ${asWritten(joinWords(taken))}` }];
  });
}

/** Neighbours for the same methods share one Limit. */
function limited(lines: readonly LimitableLine[]): string[] {
  return lines.flatMap(({ methods, line }, i) => {
    if (isAllMethods(methods)) return [line];
    const key = JSON.stringify(methods);
    const opens = JSON.stringify(lines[i - 1]?.methods) !== key;
    const closes = JSON.stringify(lines[i + 1]?.methods) !== key;
    const name = methods.type === 'only' ? 'Limit' : 'LimitExcept';
    return [
      ...(opens ? [`<${name} ${methods.names.join(' ')}>`] : []),
      `\t${line}`,
      ...(closes ? [`</${name}>`] : []),
    ];
  });
}
