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
export function columnAt(text: string, lineStart: number, offset: number): number {
  let before = text.slice(lineStart, offset);
  if (lineStart === 0 && before.startsWith(BOM)) before = before.slice(BOM.length);
  return before.replace(UTF8_SEQUENCE, '.').length + 1;
}

function countLines(text: string, end: number): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}
