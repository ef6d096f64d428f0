import type { Change } from './types.ts';

/** A line that is only before, only after, or in both. */
export interface DiffLine {
  readonly sign: '-' | '+' | ' ';
  readonly text: string;
}

/** A change as it is shown: its lines, and what is said in words instead of lines. */
export interface ShownChange {
  readonly lines: readonly DiffLine[];
  readonly note: string;
}

/** `(no line)` and `(nothing)` are no lines; any other text in parentheses says that the lines stay, and what is done. */
export function showChange({ before, after }: Change): ShownChange {
  const isWords = /^\(.*\)$/.test(after) && !/^\(no lines?\)$/.test(after);
  const old = linesOf(before);
  if (isWords) return { lines: old.map((text) => ({ sign: ' ', text })), note: after.slice(1, -1) };
  return { lines: diffLines(old, linesOf(after)), note: '' };
}

function linesOf(text: string): readonly string[] {
  return /^\((?:no lines?|nothing)\)$/.test(text) ? [] : text.split('\n');
}

/** By their longest common subsequence; examples have a dozen lines. */
function diffLines(old: readonly string[], now: readonly string[]): readonly DiffLine[] {
  const common = commonLengths(old, now);
  const lines: DiffLine[] = [];
  let [at, to] = [0, 0];
  while (at < old.length || to < now.length) {
    const [removed, added] = [old[at], now[to]];
    if (removed !== undefined && removed === added) {
      lines.push({ sign: ' ', text: removed });
      at += 1;
      to += 1;
    } else if (removed !== undefined && lengthAt(common, at + 1, to) >= lengthAt(common, at, to + 1)) {
      lines.push({ sign: '-', text: removed });
      at += 1;
    } else {
      lines.push({ sign: '+', text: added ?? '' });
      to += 1;
    }
  }
  return lines;
}

/** [i][j]: how many lines old from i and now from j have in common. */
function commonLengths(old: readonly string[], now: readonly string[]): readonly number[][] {
  const lengths = Array.from({ length: old.length + 1 }, () => Array<number>(now.length + 1).fill(0));
  for (let at = old.length - 1; at >= 0; at--) {
    for (let to = now.length - 1; to >= 0; to--) {
      lengths[at]![to] =
        old[at] === now[to]
          ? lengthAt(lengths, at + 1, to + 1) + 1
          : Math.max(lengthAt(lengths, at + 1, to), lengthAt(lengths, at, to + 1));
    }
  }
  return lengths;
}

function lengthAt(lengths: readonly number[][], at: number, to: number): number {
  return lengths[at]?.[to] ?? -1;
}
