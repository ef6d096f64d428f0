import type { StructuredPatchHunk } from 'diff';
import type { FilePatch } from '../patch/index.ts';
import { changedLines } from './changed-lines.ts';
import type { LineChange } from './changed-lines.ts';
import { countLines, hasAtMost, linesAfter, linesBefore } from './take-lines.ts';

const NO_NEWLINE = '\\ No newline at end of file';

/** The hunks of a file's unified diff, with up to `context` unchanged lines around each change. */
export function makeHunks(patch: FilePatch, context: number): StructuredPatchHunk[] {
  const { before } = patch;
  const hunks: StructuredPatchHunk[] = [];
  // Line numbers of `at` in both texts, counted from 1.
  let at = 0;
  let oldLine = 1;
  let newLine = 1;
  for (const group of groupByContext(before, changedLines(patch), context)) {
    const lead = linesBefore(before, group[0]!.start, context);
    const skipped = countLines(before, at, group[0]!.start) - lead.length;
    const hunk = fillHunk(before, group, lead, context);
    hunks.push({ oldStart: oldLine + skipped, newStart: newLine + skipped, ...hunk });
    oldLine += skipped + hunk.oldLines;
    newLine += skipped + hunk.newLines;
    at = hunk.end;
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

interface HunkBody {
  readonly oldLines: number;
  readonly newLines: number;
  readonly lines: string[];
  /** Offset in the original behind the hunk's last line. */
  readonly end: number;
}

function fillHunk(
  before: string,
  group: readonly LineChange[],
  lead: readonly string[],
  context: number,
): HunkBody {
  const lines: string[] = [];
  const count = { ' ': 0, '-': 0, '+': 0 };
  const push = (mark: ' ' | '-' | '+', texts: readonly string[]): void => {
    count[mark] += texts.length;
    for (const text of texts) {
      if (text.endsWith('\n')) lines.push(mark + text.slice(0, -1));
      else lines.push(mark + text, NO_NEWLINE);
    }
  };
  push(' ', lead);
  let end = 0;
  for (const [index, change] of group.entries()) {
    push('-', change.removed);
    push('+', change.added);
    const next = group[index + 1];
    const following =
      next === undefined
        ? linesAfter(before, change.end, context, before.length)
        : linesAfter(before, change.end, 2 * context, next.start);
    push(' ', following);
    end = following.reduce((sum, line) => sum + line.length, change.end);
  }
  return { oldLines: count[' '] + count['-'], newLines: count[' '] + count['+'], lines, end };
}
