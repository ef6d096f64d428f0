import type { FilePatch } from '../patch/index.ts';
import type { LineChange } from './changed-lines.ts';
import { changedLines } from './changed-lines.ts';

/** What the package diff prints. Its own type would make the declarations of this package ask for that one. */
export interface Hunk {
  oldStart: number;
  oldLines: number;
  newStart: number;
  newLines: number;
  lines: string[];
}

const NO_NEWLINE = '\\ No newline at end of file';

/** The hunks of a file's unified diff, with up to `context` unchanged lines around each change. */
export function makeHunks(patch: FilePatch, context: number): Hunk[] {
  const { before } = patch;
  const hunks: Hunk[] = [];
  // Line numbers of `at` in both texts, counted from 1.
  let at = 0;
  let oldLine = 1;
  let newLine = 1;
  for (const group of groupByContext(before, changedLines(patch), context)) {
    const start = startBefore(before, group[0]!.start, context);
    const skipped = countLines(before, at, start);
    const hunk: Hunk = {
      oldStart: oldLine + skipped,
      newStart: newLine + skipped,
      oldLines: 0,
      newLines: 0,
      lines: [],
    };
    at = fillHunk(hunk, patch, group, { start, context });
    hunks.push(hunk);
    oldLine = hunk.oldStart + hunk.oldLines;
    newLine = hunk.newStart + hunk.newLines;
  }
  return hunks;
}

/** Changes whose contexts would meet or overlap go into one hunk. */
function groupByContext(before: string, changes: readonly LineChange[], context: number): LineChange[][] {
  const groups: LineChange[][] = [];
  for (const change of changes) {
    const last = groups.at(-1)?.at(-1);
    if (last !== undefined && hasAtMost(before, last.end, change.start, 2 * context)) {
      groups.at(-1)!.push(change);
    } else {
      groups.push([change]);
    }
  }
  return groups;
}

/** @returns the offset in the original behind the hunk's last line */
function fillHunk(
  hunk: Hunk,
  { before, after }: FilePatch,
  group: readonly LineChange[],
  { start, context }: { readonly start: number; readonly context: number },
): number {
  let at = start;
  for (const change of group) {
    addLines(hunk, ' ', before, at, change.start);
    addLines(hunk, '-', before, change.start, change.end);
    addLines(hunk, '+', after, change.newStart, change.newEnd);
    at = change.end;
  }
  return addLines(hunk, ' ', before, at, before.length, context);
}

/** Up to `most` lines between two offsets. @returns where they end */
function addLines(
  hunk: Hunk,
  mark: ' ' | '-' | '+',
  text: string,
  from: number,
  to: number,
  most = Infinity,
): number {
  let at = from;
  for (let left = most; at < to && left > 0; left--) {
    const newline = text.indexOf('\n', at);
    if (newline === -1) hunk.lines.push(mark + text.slice(at), NO_NEWLINE);
    else hunk.lines.push(mark + text.slice(at, newline));
    at = newline === -1 ? text.length : newline + 1;
    if (mark !== '+') hunk.oldLines++;
    if (mark !== '-') hunk.newLines++;
  }
  return at;
}

// Lines end at LF only, as for every diff tool, and carry it; the last one of a text may have none.

/** Where up to `most` lines begin that end at `to`. */
function startBefore(text: string, to: number, most: number): number {
  let start = to;
  for (let left = most; left > 0 && start > 0; left--) {
    start = start < 2 ? 0 : text.lastIndexOf('\n', start - 2) + 1;
  }
  return start;
}

/** Whether no more than `most` lines start between the offsets. */
function hasAtMost(text: string, from: number, to: number, most: number): boolean {
  let start = from;
  for (let left = most; left > 0 && start < to; left--) {
    const newline = text.indexOf('\n', start);
    if (newline === -1) return true;
    start = newline + 1;
  }
  return start >= to;
}

/** How many line feeds there are between the offsets. */
function countLines(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
