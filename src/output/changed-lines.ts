import type { FilePatch, Piece } from '../patch/index.ts';

/** Whole lines of the original and what stands in their place; either may be none. */
export interface LineChange {
  /** Byte offsets in the original: the start of a line, and the start of the first line behind. */
  readonly start: number;
  readonly end: number;
  /** The same in the new text. */
  readonly newStart: number;
  readonly newEnd: number;
}

/** A place in both texts: byte offsets in the original and in the new text. */
interface Place {
  readonly old: number;
  readonly new: number;
}

/** The lines that made pieces touch, in file order: known from the pieces, not searched for. */
export function changedLines(patch: FilePatch): LineChange[] {
  return withoutCommon(patch, joinTouching(withoutCommon(patch, findRegions(patch))));
}

function findRegions(patch: FilePatch): LineChange[] {
  const { pieces } = patch;
  const regions: LineChange[] = [];
  let shift = 0;
  for (let index = 0; index < pieces.length; index++) {
    const piece = pieces[index]!;
    if (piece.type === 'kept') continue;
    const { start, end } = piece.replaces;
    const newEnd = start + shift + piece.text.length;
    const from = widenStart(patch, { old: start, new: start + shift }, keptLength(pieces[index - 1]));
    const to = widenEnd(patch, { old: end, new: newEnd }, keptLength(pieces[index + 1]));
    const first = from === null ? regions.pop()! : { start: from.old, newStart: from.new };
    regions.push({ start: first.start, end: to.old, newStart: first.newStart, newEnd: to.new });
    shift = newEnd - end;
  }
  return regions;
}

function keptLength(piece: Piece | undefined): number {
  return piece?.type === 'kept' ? piece.span.end - piece.span.start : 0;
}

/** Back over at most `kept` bytes to a line's start in both texts; null if the made piece before shares the line. */
function widenStart(patch: FilePatch, at: Place, kept: number): Place | null {
  // No farther than is asked for: a line of megabytes may have changed in thousands of places.
  const lead = kept - 1 - patch.before.slice(at.old - kept, at.old).lastIndexOf('\n');
  const place = { old: at.old - lead, new: at.new - lead };
  return isLineStart(patch, place.old, place.new) ? place : null;
}

/** Stays if a line starts there in both texts, else goes on behind the next line ending among the `kept` bytes. */
function widenEnd(patch: FilePatch, at: Place, kept: number): Place {
  if (isLineStart(patch, at.old, at.new)) return at;
  const newline = patch.before.slice(at.old, at.old + kept).indexOf('\n');
  const tail = newline === -1 ? kept : newline + 1;
  return { old: at.old + tail, new: at.new + tail };
}

/** @param newAt the same place in the new text */
function isLineStart({ before, after }: FilePatch, at: number, newAt: number): boolean {
  return (at === 0 || before[at - 1] === '\n') && (newAt === 0 || after[newAt - 1] === '\n');
}

/** The changes without the lines at their starts and ends that are the same in both texts, and none that changes nothing. */
function withoutCommon(patch: FilePatch, changes: readonly LineChange[]): LineChange[] {
  return changes.map((change) => trimEnd(patch, trimStart(patch, change))).filter(isChange);
}

function isChange({ start, end, newStart, newEnd }: LineChange): boolean {
  return end > start || newEnd > newStart;
}

function trimStart({ before, after }: FilePatch, change: LineChange): LineChange {
  const { start, end, newStart, newEnd } = change;
  const most = shorter(change);
  let same = 0;
  while (same < most && before[start + same] === after[newStart + same]) same++;
  while (same > 0 && before[start + same - 1] !== '\n') same--;
  return same === 0 ? change : { start: start + same, end, newStart: newStart + same, newEnd };
}

function trimEnd(patch: FilePatch, change: LineChange): LineChange {
  const { before, after } = patch;
  const { start, end, newStart, newEnd } = change;
  const most = shorter(change);
  let same = 0;
  while (same < most && before[end - 1 - same] === after[newEnd - 1 - same]) same++;
  while (same > 0 && !isLineStart(patch, end - same, newEnd - same)) same--;
  return same === 0 ? change : { start, end: end - same, newStart, newEnd: newEnd - same };
}

function shorter({ start, end, newStart, newEnd }: LineChange): number {
  return Math.min(end - start, newEnd - newStart);
}

/** Changes with no line between them are one: diffs put all removed lines before the added ones. */
function joinTouching(changes: readonly LineChange[]): LineChange[] {
  const joined: LineChange[] = [];
  for (const change of changes) {
    const last = joined.at(-1);
    if (last?.end !== change.start) joined.push(change);
    else joined[joined.length - 1] = { ...change, start: last.start, newStart: last.newStart };
  }
  return joined;
}
