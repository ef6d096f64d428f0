import type { FilePatch, PatchSet, Piece } from '../patch/index.ts';

/** Lines of a result that stand for no line of the original, as they are written -> how many places have them; most first. */
export function newLines({ files }: PatchSet): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const file of files) {
    let at = 0;
    for (const piece of file.pieces) {
      const lines = piece.type === 'made' ? linesOf(file, piece, at) : [];
      for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
      at += piece.type === 'made' ? piece.text.length : piece.span.end - piece.span.start;
    }
  }
  return new Map([...counts].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)));
}

type MadePiece = Extract<Piece, { type: 'made' }>;

/** @param at where the piece stands in the new text */
function linesOf({ before, after }: FilePatch, { text, replaces }: MadePiece, at: number): string[] {
  const replaced = before.slice(replaces.start, replaces.end);
  const standsForOld = replaced.split('\n').some((line) => nameOf(line.trim()) !== null);
  const isWhole = after.slice(at === 0 ? 0 : after.lastIndexOf('\n', at - 1) + 1, at).trim() === '';
  const lines = text.split('\n').map((line) => line.trim());
  // What goes on with a line of the original is no line of its own.
  return (isWhole ? lines : lines.slice(1)).flatMap((line) => {
    const name = nameOf(line);
    return name === null || (standsForOld && !HAS_NO_OLD.has(name)) ? [] : [shown(name, line)];
  });
}

/** Written among others in the place of lines of 2.2, and says what none of those did. */
const HAS_NO_OLD: ReadonlySet<string> = new Set(['authmerging']);

/** Where a module lies is of no interest. */
function shown(name: string, line: string): string {
  return name === 'loadmodule' ? line.split(/\s+/).slice(0, 2).join(' ') : line;
}

/** In lower case; null for a comment, a blank line, the end of a section. */
function nameOf(line: string): string | null {
  return /^<?([A-Za-z]\w*)/.exec(line)?.[1]?.toLowerCase() ?? null;
}
