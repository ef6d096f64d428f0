import type { FilePatch, PatchSet, Piece } from '../patch/index.ts';
import { rememberWeakly } from '../text/index.ts';

/**
 * Lines of a result that stand for no line of the original, as they are written -> how many places have them; most first. One that went
 * from another file into a new one has only moved.
 */
export const newLines = rememberWeakly(({ files }: PatchSet): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  const gone = files.some(isNew) ? goneLines(files) : null;
  for (const file of files) {
    let at = 0;
    for (const piece of file.pieces) {
      if (piece.type === 'kept') {
        at += piece.span.end - piece.span.start;
        continue;
      }
      for (const line of linesOf(file, piece, at)) {
        const left = (isNew(file) && gone?.get(line)) || 0;
        if (left > 0) gone?.set(line, left - 1);
        else counts.set(line, (counts.get(line) ?? 0) + 1);
      }
      at += piece.text.length;
    }
  }
  return new Map([...counts].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)));
});

const isNew = ({ madeLike }: FilePatch): boolean => madeLike !== undefined;

/** Which lines stood in the files before, and how often more than they do now. */
function goneLines(files: PatchSet['files']): Map<string, number> {
  const counts = new Map<string, number>();
  const count = (text: string, step: number) => {
    for (const part of text.split('\n')) {
      const line = part.trim();
      const name = nameOf(line);
      if (name !== null) counts.set(shown(name, line), (counts.get(shown(name, line)) ?? 0) + step);
    }
  };
  for (const file of files.filter((each) => !isNew(each))) {
    count(file.before, 1);
    count(file.after, -1);
  }
  return counts;
}

type MadePiece = Extract<Piece, { type: 'made' }>;

/** @param at where the piece stands in the new text */
function linesOf({ before, after }: FilePatch, { text, replaces }: MadePiece, at: number): readonly string[] {
  if (text === '') return NONE;
  const standsForOld = HAS_LINE.test(before.slice(replaces.start, replaces.end));
  if (standsForOld && !MAY_HAVE_NO_OLD.test(text)) return NONE;
  const isWhole = after.slice(at === 0 ? 0 : after.lastIndexOf('\n', at - 1) + 1, at).trim() === '';
  const lines = text.split('\n').map((line) => line.trim());
  // What goes on with a line of the original is no line of its own.
  return (isWhole ? lines : lines.slice(1)).flatMap((line) => {
    const name = nameOf(line);
    return name === null || (standsForOld && !HAS_NO_OLD.has(name)) ? [] : [shown(name, line)];
  });
}

const NONE: readonly string[] = [];

/** Written among others in the place of lines of 2.2, and says what none of those did. */
const HAS_NO_OLD: ReadonlySet<string> = new Set(['authmerging']);
const MAY_HAVE_NO_OLD = /authmerging/i;

/** Whether some line has a name (`nameOf`). */
const HAS_LINE = /(?:^|\n)\s*<?[A-Za-z]/;

/** Where a module lies is of no interest. */
function shown(name: string, line: string): string {
  return name === 'loadmodule' ? line.split(/\s+/).slice(0, 2).join(' ') : line;
}

/** In lower case; null for a comment, a blank line, the end of a section. */
function nameOf(line: string): string | null {
  return /^<?([A-Za-z]\w*)/.exec(line)?.[1]?.toLowerCase() ?? null;
}
