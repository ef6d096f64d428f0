import { buildPatchSet } from './patch-set.ts';
import { joinPieces } from './pieces.ts';
import type { FilePatch, LinkPatch, PatchSet, Provenance } from './types.ts';
import type { Span } from '../text/index.ts';

/**
 * A patch set of some originals, made one of the files as they are now.
 * @param back what leads from the files as they are to those originals
 * @param made files that are there now and were not then
 */
export function rebasePatchSet(patchSet: PatchSet, back: PatchSet, made: readonly FilePatch[]): PatchSet {
  const now = new Map([...back.files, ...made].map((file) => [file.newPath, file]));
  const done = new Set(patchSet.files.map(({ path }) => path));
  const rebased = patchSet.files.map((file) => {
    const current = now.get(file.path);
    return current === undefined ? file : rebaseFile(file, current);
  });
  const reverted = back.files.filter(({ newPath }) => !done.has(newPath));
  return buildPatchSet([...rebased, ...reverted], rebaseLinks(patchSet.links, back.links));
}

function rebaseFile(file: FilePatch, { path, before, stat }: FilePatch): FilePatch {
  const { renamedBy, newPath, after } = file;
  const made = lineEdits(before, after).map(({ replaces, text, at }) => ({
    type: 'made' as const,
    text,
    replaces,
    by: authorsOf(file, at, at + text.length),
  }));
  const rename = path !== newPath && renamedBy !== undefined ? { renamedBy } : {};
  return { path, newPath, before, pieces: joinPieces(before, made), after, stat, ...rename };
}

/** Who made the stretch of the new text, or took something away at it. */
function authorsOf({ pieces }: FilePatch, start: number, end: number): readonly Provenance[] {
  const inside = new Map<string, Provenance>();
  const beside = new Map<string, Provenance>();
  let at = 0;
  for (const piece of pieces) {
    const next = at + (piece.type === 'made' ? piece.text.length : piece.span.end - piece.span.start);
    const found = at < end && next > start ? inside : at <= end && next >= start ? beside : null;
    if (piece.type === 'made') for (const by of piece.by) found?.set(`${by.transform} ${by.title}`, by);
    at = next;
  }
  const authors = [...(inside.size > 0 ? inside : beside).values()];
  return authors.length > 0 ? authors : [{ transform: 'undo', title: 'Give the original back' }];
}

/** Without what was done already; with what is to be taken back. */
function rebaseLinks(wanted: readonly LinkPatch[], back: readonly LinkPatch[]): LinkPatch[] {
  const isOpposite = (one: LinkPatch, other: LinkPatch) => one.path === other.path && one.type !== other.type;
  const left = wanted.filter((link) => !back.some((other) => isOpposite(link, other)));
  const reverted = back.filter((link) => !wanted.some((other) => isOpposite(link, other)));
  return [...left, ...reverted];
}

/** Lines of one text that others stand for in another, at offset `at` there. */
interface LineEdit {
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
