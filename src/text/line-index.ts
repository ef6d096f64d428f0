/** Where an editor would put the cursor: both counted from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** The bytes of a UTF-8 byte order mark. */
export const BOM = '\u00ef\u00bb\u00bf';
const UTF8_SEQUENCE =
  /[\u00c2-\u00df][\u0080-\u00bf]|[\u00e0-\u00ef][\u0080-\u00bf]{2}|[\u00f0-\u00f4][\u0080-\u00bf]{3}/g;

/**
 * The line and column of a byte offset as an editor counts them: lines end at LF, a UTF-8 sequence is one
 * column (a byte that is no valid UTF-8 is one column too), a byte order mark is none.
 */
export function positionAt(text: string, offset: number): Position {
  const lineStart = offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
  return { line: countLines(text, lineStart), column: columnAt(text, lineStart, offset) };
}

/** The column of an offset in the line that begins at `lineStart`. */
function columnAt(text: string, lineStart: number, offset: number): number {
  let before = text.slice(lineStart, offset);
  if (lineStart === 0 && before.startsWith(BOM)) before = before.slice(BOM.length);
  return before.replace(UTF8_SEQUENCE, '.').length + 1;
}

function countLines(text: string, end: number): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}

/** Looks up many positions in one text: the line starts are found once, each lookup is a binary search. */
export interface LineIndex {
  /** Lines of the text; what follows a last LF counts as a line, as in an editor. At least 1. */
  readonly lineCount: number;
  /** Line and column of an offset, as `positionAt` gives them; an offset outside of the text is moved to its nearest end. */
  position(offset: number): Position;
  /** Offset of the first byte of a line counted from 1; a line outside of the text is moved to its nearest end. */
  lineStart(line: number): number;
}

export function lineIndex(text: string): LineIndex {
  const starts = lineStarts(text);
  const columnOf = columnsOf(text);
  const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);
  const lineOf = (offset: number) => {
    let low = 0;
    for (let high = starts.length; high - low > 1;) {
      const middle = (low + high) >>> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle;
    }
    return low;
  };
  return {
    lineCount: starts.length,
    position(offset) {
      const at = clamp(offset, 0, text.length);
      const line = lineOf(at);
      return { line: line + 1, column: columnOf(starts[line]!, at) };
    },
    lineStart: (line) => starts[clamp(line, 1, starts.length) - 1]!,
  };
}

/** Line and column of offsets that never fall: the text is gone through once, and nothing is kept of it. */
export function risingPositions(text: string): (offset: number) => Position {
  const columnOf = columnsOf(text);
  let line = 1;
  let start = 0;
  let newline = text.indexOf('\n');
  return (offset) => {
    const at = Math.min(Math.max(offset, 0), text.length);
    while (newline !== -1 && newline < at) {
      line++;
      start = newline + 1;
      newline = text.indexOf('\n', start);
    }
    return { line, column: columnOf(start, at) };
  };
}

/** The columns of offsets in lines; goes on from the one before: there may be thousands in a line of megabytes. */
function columnsOf(text: string): (lineStart: number, offset: number) => number {
  let lastStart = 0;
  let lastAt = 0;
  let lastColumn = 1;
  return (lineStart, at) => {
    const isBehind = lastStart === lineStart && lineStart < lastAt && lastAt <= at;
    const column = isBehind ? lastColumn + columnAt(text, lastAt, at) - 1 : columnAt(text, lineStart, at);
    // In the middle of a UTF-8 sequence there is nothing to go on from.
    if (/[\u0080-\u00bf]/.test(text.charAt(at))) return column;
    lastStart = lineStart;
    lastAt = at;
    lastColumn = column;
    return column;
  };
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
