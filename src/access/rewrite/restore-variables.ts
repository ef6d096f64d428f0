import type { AccessContainer, AccessLine, AccessSection } from '../sections/types.ts';
import { isContainer } from '../sections/types.ts';

/** A line of the result with variables as the author wrote them, in place of their values. */
export type RestoreVariables = (line: string) => string;

/** The same for the lines that are written into these sections. */
export type RestoreIn = (sections: readonly AccessSection[]) => RestoreVariables;

export const AS_IT_IS: RestoreVariables = (line) => line;

export const NO_VARIABLES: RestoreIn = () => AS_IT_IS;

/**
 * Values decide what is written, and are not written themselves: whoever sets the variable goes on setting it, and it may hold what is
 * not meant for the file. Whether the line still says the same is for the proof to see, which puts the values in again.
 */
export function restoreVariables(all: readonly AccessSection[]): RestoreIn {
  if (!all.some(({ entries }) => entries.some(hasVariable))) return NO_VARIABLES;
  const known = new Map<string, string>();
  for (const { values, written } of all.flatMap(wordsOf)) {
    const text = values.join(' ');
    const isPlain = values.every((value) => /^[^\s"'\\]+$/.test(value));
    if (written !== null && isPlain && !known.has(text)) known.set(text, written);
  }
  if (known.size === 0) return NO_VARIABLES;
  const longestFirst = [...known].toSorted(([a], [b]) => b.length - a.length);
  return (sections) => {
    const words = sections.flatMap(wordsOf);
    // What a section writes out itself, and not by the variable, only happens to be the same.
    const literal = new Set(words.filter(({ written }) => written === null).flatMap(({ values }) => values));
    const mine = new Set(words.flatMap(({ written }) => written ?? []));
    const meant = longestFirst.filter(([value, written]) => mine.has(written) || !literal.has(value));
    return (line) =>
      /^\t*Require (?!all |expr )/.test(line)
        ? meant.reduce((text, [value, written]) => putBack(text, value, written), line)
        : line;
  };
}

function putBack(line: string, value: string, written: string): string {
  return `${line} `.replaceAll(` ${value} `, () => ` ${written} `).slice(0, -1);
}

function hasVariable(entry: AccessLine | AccessContainer): boolean {
  return isContainer(entry)
    ? entry.children.some(hasVariable)
    : (entry.occurrence.expanded?.words.length ?? 0) > 0;
}

interface LineWord {
  /** Null for one without a variable. */
  readonly written: string | null;
  readonly values: readonly string[];
}

function wordsOf({ entries }: AccessSection): readonly LineWord[] {
  return entries.flatMap(entryWords);
}

function entryWords(entry: AccessLine | AccessContainer): readonly LineWord[] {
  if (isContainer(entry)) return entry.children.flatMap(entryWords);
  const expanded: readonly LineWord[] = entry.occurrence.expanded?.words ?? [];
  const values = new Set(expanded.flatMap((word) => word.values));
  const plain = entry.args.filter((word) => !values.has(word));
  const words = [...expanded, ...plain.map((word) => ({ written: null, values: [word] }))];
  return entry.name === 'require' ? words : words.map(withoutEnv);
}

/** `env=${NAME}` in an Allow line is `Require env ${NAME}`. */
function withoutEnv({ written, values: [first = '', ...more] }: LineWord): LineWord {
  const prefix = /^env=!?/i.exec(first)?.[0] ?? '';
  const isShared = written === null || written.toLowerCase().startsWith(prefix.toLowerCase());
  const cut = isShared ? prefix.length : 0;
  return { written: written?.slice(cut) ?? null, values: [first.slice(cut), ...more] };
}
