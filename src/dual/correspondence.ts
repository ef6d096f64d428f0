import type { Span, TextEdit } from '../text/index.ts';

/** Which bytes of an old text stand in a new one, and where. */
export interface Correspondence {
  /** Whether all bytes of the span stand in the new text, next to each other. */
  isWhole(span: Span): boolean;
  /** Where the byte of the old text stands in the new one; if it is gone, where what replaces it begins. */
  offset(old: number): number;
}

/** @param edits those that make the new text of the old one; none overlap */
export function correspondence(edits: readonly TextEdit[]): Correspondence {
  const sorted = edits.toSorted((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
  const shifts: number[] = [0];
  for (const { span, text } of sorted)
    shifts.push((shifts.at(-1) ?? 0) + text.length - (span.end - span.start));
  /** How many edits end at or before the offset: no later one begins before an earlier one ends. */
  const behind = (offset: number): number => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle] as TextEdit).span.end <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    offset: (old) => {
      const index = behind(old);
      const next = sorted[index];
      const inside = next !== undefined && next.span.start < old ? next.span.start : old;
      return inside + (shifts[index] ?? 0);
    },
    isWhole: ({ start, end }) => {
      for (let index = behind(start); index < sorted.length; index++) {
        const { span } = sorted[index] as TextEdit;
        if (span.start >= end) return true;
        if (span.end > start) return false;
      }
      return true;
    },
  };
}
