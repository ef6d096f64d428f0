import type { Span } from '../text/index.ts';

/** Lines of one text that others stand for in another, at offset `at` there. */
export interface LineEdit {
  readonly replaces: Span;
  readonly text: string;
  readonly at: number;
}

/** Above so many pairs of lines the middle of two texts is one edit. */
const MOST_PAIRS = 4_000_000;

/** What leads from one text to the other, line by line. */
export function lineEdits(before: string, after: string): LineEdit[] {
  const old = splitLines(before);
  const now = splitLines(after);
  let head = 0;
  while (head < Math.min(old.length, now.length) && old[head] === now[head]) head++;
  let tail = 0;
  const most = Math.min(old.length, now.length) - head;
  while (tail < most && old.at(-1 - tail) === now.at(-1 - tail)) tail++;
  const pairs = commonPairs(old.slice(head, old.length - tail), now.slice(head, now.length - tail));
  const kept = [
    ...Array.from({ length: head }, (_, at) => [at, at] as const),
    ...pairs.map(([a, b]) => [a + head, b + head] as const),
    ...Array.from({ length: tail }, (_, at) => [old.length - tail + at, now.length - tail + at] as const),
  ];
  return gapsBetween(kept, old, now);
}

function gapsBetween(
  kept: readonly (readonly [number, number])[],
  old: readonly string[],
  now: readonly string[],
): LineEdit[] {
  const oldStarts = startsOf(old);
  const nowStarts = startsOf(now);
  const edits: LineEdit[] = [];
  let [a, b] = [0, 0];
  for (const [nextOld, nextNow] of [...kept, [old.length, now.length] as const]) {
    if (nextOld > a || nextNow > b) {
      const replaces = { start: oldStarts[a] ?? 0, end: oldStarts[nextOld] ?? 0 };
      edits.push({ replaces, text: now.slice(b, nextNow).join(''), at: nowStarts[b] ?? 0 });
    }
    [a, b] = [nextOld + 1, nextNow + 1];
  }
  return edits;
}

/** The longest common subsequence, as pairs of indexes. */
function commonPairs(old: readonly string[], now: readonly string[]): [number, number][] {
  if (old.length * now.length > MOST_PAIRS) return [];
  const width = now.length + 1;
  const lengths = new Uint32Array((old.length + 1) * width);
  for (let a = old.length - 1; a >= 0; a--) {
    for (let b = now.length - 1; b >= 0; b--) {
      lengths[a * width + b] =
        old[a] === now[b]
          ? (lengths[(a + 1) * width + b + 1] ?? 0) + 1
          : Math.max(lengths[(a + 1) * width + b] ?? 0, lengths[a * width + b + 1] ?? 0);
    }
  }
  const pairs: [number, number][] = [];
  for (let a = 0, b = 0; a < old.length && b < now.length;) {
    if (old[a] === now[b]) pairs.push([a++, b++]);
    else if ((lengths[(a + 1) * width + b] ?? 0) >= (lengths[a * width + b + 1] ?? 0)) a++;
    else b++;
  }
  return pairs;
}

function splitLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** Offset of each line, and of the end. */
function startsOf(lines: readonly string[]): number[] {
  let at = 0;
  return [0, ...lines.map((line) => (at += line.length))];
}
