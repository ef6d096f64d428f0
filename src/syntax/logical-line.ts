import { skipSpace, trimEnd } from './white-space.ts';

/** Whose reading rules hold where 2.2 and 2.4 read the same bytes differently. */
export type Dialect = '2.2' | '2.4';

/** What the server reads as one line: physical lines joined by continuations, white space cut from both ends. */
export interface LogicalLine {
  /** Offset behind the line ending of its last physical line. */
  readonly end: number;
  /** Offset before that line ending. */
  readonly contentEnd: number;
  readonly text: string;
  /** 2.2 only: longer than what it reads as one line, which ends here, within a physical line; the rest is the next line. */
  readonly overlong: boolean;
  /** Ends in two backslashes: 2.2 drops the last one and does not continue the line. */
  readonly doubleBackslash: boolean;
  /** A continuation, and behind it nothing but the end of the file. */
  readonly continuedPastEnd: boolean;
  /** Where its characters come from, in order; one part unless there are continuations. */
  readonly parts: readonly Part[];
}

interface Part {
  /** Index in `text` (may be negative: white space that was cut off). */
  readonly index: number;
  /** Offset in the file of the character at `index`. */
  readonly offset: number;
}

interface Piece {
  readonly offset: number;
  content: string;
}

interface PhysicalLine extends Piece {
  /** Offset before the line ending. */
  readonly contentEnd: number;
  /** Offset behind it. */
  readonly end: number;
  /** Ends at a NUL, at the end of the file or where it is too long: no backslash continues it. */
  readonly cut: boolean;
  readonly overlong: boolean;
}

/** The most bytes that 2.2 reads as one line, line ending included (MAX_STRING_LEN - 1, include/httpd.h). */
export const LONGEST_LINE_22 = 8191;

const CRLF_LENGTH = 2;
const LF = '\n';
const CR = 13;
const BACKSLASH = 92;

/**
 * Reads the logical line that begins at `start` (ap_cfg_getline, server/util.c): a backslash before LF or CR LF
 * joins the next line, comments included; a NUL ends what is read of its physical line, continuation and all. 2.2 reads into a
 * buffer of fixed size: what does not fit is the next line.
 */
export function readLogicalLine(text: string, start: number, dialect: Dialect): LogicalLine {
  const first = readPhysicalLine(text, start, roomOf(dialect));
  return mayContinue(first) ? readContinued(text, first, dialect) : join([first], first, false, false);
}

/** The lines of any text that the server reads so (files of groups and of passwords, too), white space cut from both ends. */
export function* logicalLines(text: string, dialect: Dialect): Generator<LogicalLine> {
  for (let at = 0; at < text.length;) {
    const line = readLogicalLine(text, at, dialect);
    yield line;
    at = line.end;
  }
}

function roomOf(dialect: Dialect): number {
  return dialect === '2.2' ? LONGEST_LINE_22 : Infinity;
}

function readPhysicalLine(text: string, offset: number, room: number): PhysicalLine {
  // To look for the end of an overlong line once for each of its pieces would take quadratic time.
  const inReach = room === Infinity ? text : text.slice(0, offset + Math.max(room, 1) + CRLF_LENGTH);
  const lf = inReach.indexOf(LF, offset);
  if (lf === -1 && inReach.length < text.length) return readOverlongLine(text, offset, room);
  const hasCr = lf > offset && text.charCodeAt(lf - 1) === CR;
  const contentEnd = lf === -1 ? text.length : hasCr ? lf - 1 : lf;
  const end = lf === -1 ? text.length : lf + 1;
  const isContinued = text.charCodeAt(contentEnd - 1) === BACKSLASH;
  // Where only the line ending is too much, what follows is an empty line.
  if ((isContinued ? end : contentEnd) - offset > room) return readOverlongLine(text, offset, room);
  const whole = text.slice(offset, contentEnd);
  const nul = whole.indexOf('\0');
  const content = nul === -1 ? whole : whole.slice(0, nul);
  return { offset, content, contentEnd, end, cut: nul !== -1 || lf === -1, overlong: false };
}

function readOverlongLine(text: string, offset: number, room: number): PhysicalLine {
  const end = offset + Math.max(room, 1);
  const [content = ''] = text.slice(offset, end).split('\0', 1);
  return { offset, content, contentEnd: end, end, cut: true, overlong: true };
}

function mayContinue({ content, cut }: PhysicalLine): boolean {
  return !cut && content.charCodeAt(content.length - 1) === BACKSLASH;
}

function readContinued(text: string, first: PhysicalLine, dialect: Dialect): LogicalLine {
  const pieces: Piece[] = [first];
  let room = roomOf(dialect);
  for (let line = first; ; line = readPhysicalLine(text, line.end, room)) {
    if (line !== first && line.content !== '') pieces.push(line);
    const ending = line.cut ? 'plain' : endingOf(pieces, dialect);
    if (ending !== 'continued') return join(pieces, line, ending === 'escaped', false);
    if (line.end === text.length) return join(pieces, line, false, true);
    room -= line.content.length;
  }
}

/**
 * How what was read so far ends; takes off the backslash that the server takes off. 2.4 looks back over the start of an
 * empty physical line: a backslash that an earlier `\\` left continues that one, too. (In 2.2 none is left.)
 */
function endingOf(pieces: Piece[], dialect: Dialect): 'plain' | 'continued' | 'escaped' {
  const last = pieces.at(-1)!;
  const { content } = last;
  if (content.charCodeAt(content.length - 1) !== BACKSLASH) return 'plain';
  last.content = content.slice(0, -1);
  if (last.content === '' && pieces.length > 1) pieces.pop();
  const escaped = content.charCodeAt(content.length - 2) === BACKSLASH;
  return dialect === '2.2' && escaped ? 'escaped' : 'continued';
}

function join(
  pieces: readonly Piece[],
  { end, contentEnd, overlong }: PhysicalLine,
  doubleBackslash: boolean,
  continuedPastEnd: boolean,
): LogicalLine {
  const whole = pieces.length === 1 ? pieces[0]!.content : pieces.map((piece) => piece.content).join('');
  const from = skipSpace(whole, 0, whole.length);
  const parts: Part[] = [];
  // Not `-from`, which is no whole number to the engine where it is -0: places reckoned from it would each be an object of their own.
  let index = 0 - from;
  for (const { offset, content } of pieces) {
    parts.push({ index, offset });
    index += content.length;
  }
  const text = whole.slice(from, trimEnd(whole, from, whole.length));
  return { end, contentEnd, text, overlong, doubleBackslash, continuedPastEnd, parts };
}

/** A line with another one behind it that is a part of it. @param start of that one, whose blanks count */
export function joinedLine(line: LogicalLine, text: string, start: number, dialect: Dialect): LogicalLine {
  const { end, contentEnd } = readLogicalLine(text, start, dialect);
  const parts = [...line.parts, { index: line.text.length, offset: start }];
  return { ...line, end, contentEnd, text: line.text + text.slice(start, contentEnd).trimEnd(), parts };
}

/** The offset in the file of the character at `index` of the line's text. */
export function offsetOf(line: LogicalLine, index: number): number {
  let low = 0;
  for (let high = line.parts.length; high - low > 1;) {
    const middle = (low + high) >>> 1;
    if (line.parts[middle]!.index <= index) low = middle;
    else high = middle;
  }
  const part = line.parts[low]!;
  return part.offset + index - part.index;
}

/** The offset in the file behind the character before `index`: continuations that follow it do not count. */
export function offsetBehind(line: LogicalLine, index: number): number {
  if (index === 0) return offsetOf(line, 0);
  // The backslash that 2.2 drops belongs to the last word: left alone it would continue the line.
  const dropped = line.doubleBackslash && index === line.text.length ? 1 : 0;
  return offsetOf(line, index - 1) + 1 + dropped;
}
