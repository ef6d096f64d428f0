import type { FilePatch, Piece } from '../patch/index.ts';
import { linesAfter } from './take-lines.ts';

/** Whole lines of the original and what stands in their place; lines carry their line ending, either list may be empty. */
export interface LineChange {
  /** Byte offsets in the original: the start of a line, and the start of the first line behind. */
  readonly start: number;
  readonly end: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** A place in both texts: byte offsets in the original and in the new text. */
interface Place {
  readonly old: number;
  readonly new: number;
}

interface Region {
  readonly start: Place;
  readonly end: Place;
}

/** The lines that made pieces touch, in file order: known from the pieces, not searched for. */
export function changedLines(patch: FilePatch): LineChange[] {
  const changes = findRegions(patch).map((region) => trimCommon(toLineChange(patch, region)));
  return joinTouching(changes.filter(isChange)).filter(isChange);
}

function findRegions(patch: FilePatch): Region[] {
  const regions: Region[] = [];
  let shift = 0;
  for (const [index, piece] of patch.pieces.entries()) {
    if (piece.type === 'kept') continue;
    const start = { old: piece.replaces.start, new: piece.replaces.start + shift };
    const end = { old: piece.replaces.end, new: start.new + piece.text.length };
    const lineStart = widenStart(patch, start, keptLength(patch.pieces[index - 1]));
    const lineEnd = widenEnd(patch, end, keptLength(patch.pieces[index + 1]));
    if (lineStart === null) regions.push({ start: regions.pop()!.start, end: lineEnd });
    else regions.push({ start: lineStart, end: lineEnd });
    shift = end.new - end.old;
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
  return isLineStart(patch, place) ? place : null;
}

/** Stays if a line starts there in both texts, else goes on behind the next line ending among the `kept` bytes. */
function widenEnd(patch: FilePatch, at: Place, kept: number): Place {
  if (isLineStart(patch, at)) return at;
  const newline = patch.before.slice(at.old, at.old + kept).indexOf('\n');
  const tail = newline === -1 ? kept : newline + 1;
  return { old: at.old + tail, new: at.new + tail };
}

function isLineStart({ before, after }: FilePatch, at: Place): boolean {
  return (at.old === 0 || before[at.old - 1] === '\n') && (at.new === 0 || after[at.new - 1] === '\n');
}

function toLineChange({ before, after }: FilePatch, { start, end }: Region): LineChange {
  return {
    start: start.old,
    end: end.old,
    removed: splitLines(before.slice(start.old, end.old)),
    added: splitLines(after.slice(start.new, end.new)),
  };
}

function isChange({ removed, added }: LineChange): boolean {
  return removed.length > 0 || added.length > 0;
}

/** Without the lines at its start and end that are the same in both texts. */
function trimCommon({ start, end, removed, added }: LineChange): LineChange {
  const shorter = Math.min(removed.length, added.length);
  let head = 0;
  while (head < shorter && removed[head] === added[head]) head++;
  let tail = 0;
  while (tail < shorter - head && removed.at(-1 - tail) === added.at(-1 - tail)) tail++;
  return {
    start: start + byteLength(removed.slice(0, head)),
    end: end - byteLength(removed.slice(removed.length - tail)),
    removed: removed.slice(head, removed.length - tail),
    added: added.slice(head, added.length - tail),
  };
}

/** Changes with no line between them are one: diffs put all removed lines before the added ones. */
function joinTouching(changes: readonly LineChange[]): LineChange[] {
  const groups: LineChange[][] = [];
  for (const change of changes) {
    const last = groups.at(-1);
    if (last?.at(-1)?.end === change.start) last.push(change);
    else groups.push([change]);
  }
  return groups.map((group) => (group.length === 1 ? group[0]! : joined(group)));
}

function joined(group: readonly LineChange[]): LineChange {
  return trimCommon({
    start: group[0]!.start,
    end: group.at(-1)!.end,
    removed: group.flatMap(({ removed }) => removed),
    added: group.flatMap(({ added }) => added),
  });
}

function byteLength(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length, 0);
}

function splitLines(text: string): string[] {
  return linesAfter(text, 0, Infinity, text.length);
}
