import {
  applyEdits,
  checkMemory,
  flatMap,
  rememberSome,
  rememberWeakly,
  sortEdits,
  trimmed,
} from '../text/index.ts';
import type { Span, TextEdit } from '../text/index.ts';
import { EditConflictError } from './edit-conflict-error.ts';
import { joinPieces, pieceLength } from './pieces.ts';
import type { MadePiece } from './pieces.ts';
import type { FilePatch, Provenance } from './types.ts';

/** An edit of a patch's current text, and who makes it. */
export type PatchEdit = TextEdit & { readonly by: Provenance };

/** A made piece at its place in the current text. */
interface PlacedPiece {
  readonly span: Span;
  readonly made: MadePiece;
}

/** A stretch of the current text that is not, or will not be, the original's. */
type Change = PlacedPiece | PatchEdit;

/**
 * The patch with the edits made, all at once, on its current text (`patch.after`). Where an edit meets text that an
 * earlier one made, the two become one made piece that carries the provenance of both; where it brings
 * the original's bytes back, they are kept bytes again.
 * @throws EditConflictError if two of the edits overlap; RangeError if one leaves the text.
 */
export function editPatch(patch: FilePatch, edits: readonly PatchEdit[]): FilePatch {
  const edited = makeEdits(patch, edits);
  const last = edits.at(-1);
  const ends = lineEndsGained(edited);
  if (ends === null || last === undefined) return edited;
  return makeEdits(edited, [{ span: ends, text: '', by: last.by }]);
}

/**
 * The line ends with which a text ends whose original had none: what took out the original's last line left that of the line before,
 * and what wrote it anew may have brought one.
 */
function lineEndsGained({ before, after }: FilePatch): Span | null {
  if (before === '' || before.endsWith('\n')) return null;
  let start = after.length;
  while (after[start - 1] === '\n') start -= after[start - 2] === '\r' ? 2 : 1;
  // After a backslash it ends no line.
  return start === after.length || after[start - 1] === '\\' ? null : { start, end: after.length };
}

function makeEdits(patch: FilePatch, edits: readonly PatchEdit[]): FilePatch {
  const sorted = sortEdits(edits);
  refuseConflicts(patch, sorted);
  const made = coalesce(patch.before, composeMade(patch, sorted));
  return { ...patch, pieces: joinPieces(patch.before, made), after: applyEdits(patch.after, sorted) };
}

function refuseConflicts(patch: FilePatch, sorted: readonly PatchEdit[]): void {
  let last: PatchEdit | null = null;
  for (const edit of sorted) {
    if (last !== null && edit.span.start < last.span.end) throw new EditConflictError(patch.path, last, edit);
    if (edit.span.start < 0 || edit.span.end < edit.span.start || edit.span.end > patch.after.length) {
      throw new RangeError(
        `internal error: ${edit.by.transform}: bytes ${edit.span.start}-${edit.span.end} lie outside of ${patch.path}`,
      );
    }
    last = edit;
  }
}

/** All made pieces after the edits: earlier ones and edits, overlapping ones merged, in file order, and none that changes nothing. */
function composeMade(patch: FilePatch, sorted: readonly PatchEdit[]): MadePiece[] {
  const changes = listChanges(patch, sorted);
  const result: MadePiece[] = [];
  // What must be added to an offset of the current text, behind the last made piece, to get the original's.
  let shift = 0;
  for (let at = 0; at < changes.length;) {
    checkMemory();
    const next = endOfGroup(changes, at);
    const first = changes[at]!;
    if (next > at + 1) {
      const group = changes.slice(at, next);
      const start = first.span.start + shift;
      shift = shiftBehind(group, shift);
      const piece = mergedPiece(patch, group, { start, shift });
      if (changesText(patch.before, piece)) result.push(piece);
    } else if ('made' in first) {
      result.push(first.made);
      shift = shiftBehind([first], shift);
    } else {
      const piece = pieceOfEdit(first, shift);
      if (changesText(patch.before, piece)) result.push(piece);
    }
    at = next;
  }
  return result;
}

/** Made pieces and edits by place. At one offset: deletions made earlier, insertions, then what has a length. */
function listChanges(patch: FilePatch, sorted: readonly PatchEdit[]): Change[] {
  const changes: Change[] = [];
  let at = 0;
  let next = 0;
  for (const piece of patch.pieces) {
    const start = at;
    at += pieceLength(piece);
    if (piece.type !== 'made') continue;
    const span = { start, end: at };
    while (next < sorted.length && isBefore(sorted[next]!.span, span)) changes.push(sorted[next++]!);
    changes.push({ span, made: piece });
  }
  while (next < sorted.length) changes.push(sorted[next++]!);
  return changes;
}

function isBefore(a: Span, b: Span): boolean {
  return a.start < b.start || (a.start === b.start && a.end < b.end);
}

/** Where the changes end that overlap one another, from this one on. */
function endOfGroup(changes: readonly Change[], first: number): number {
  let { end } = changes[first]!.span;
  let next = first + 1;
  while (next < changes.length && changes[next]!.span.start < end) {
    end = Math.max(end, changes[next]!.span.end);
    next++;
  }
  return next;
}

function shiftBehind(group: readonly Change[], shift: number): number {
  const last = group.findLast((change) => 'made' in change);
  return last === undefined || !('made' in last) ? shift : last.made.replaces.end - last.span.end;
}

/** Most edits meet no text that an earlier one made. */
function pieceOfEdit({ span, text, by }: PatchEdit, shift: number): MadePiece {
  const replaces = shift === 0 ? span : { start: span.start + shift, end: span.end + shift };
  return { type: 'made', text: sharedCopy(text), replaces, by: aloneBy(by) };
}

/** In many files the same is written. */
const sharedCopy = rememberSome(1000, (copy) => copy);

/** Few authors make many edits: these share the list of them. */
const aloneBy = rememberWeakly((by: Provenance): readonly Provenance[] => [by]);

function mergedPiece(
  patch: FilePatch,
  group: readonly Change[],
  { start, shift }: { readonly start: number; readonly shift: number },
): MadePiece {
  const end = group.reduce((last, change) => Math.max(last, change.span.end), 0);
  const text = sharedCopy(editSlice(patch.after, { start: group[0]!.span.start, end }, group));
  return { type: 'made', text, replaces: { start, end: end + shift }, by: provenanceOf(group) };
}

function editSlice(text: string, span: Span, group: readonly Change[]): string {
  const moved = flatMap(group, (change): TextEdit | readonly TextEdit[] => {
    if ('made' in change) return [];
    const { start, end } = change.span;
    return { span: { start: start - span.start, end: end - span.start }, text: change.text };
  });
  return applyEdits(text.slice(span.start, span.end), moved);
}

/** Neighbours by the same transform and for the same reason are one, unless they change nothing together. */
function coalesce(before: string, made: readonly MadePiece[]): MadePiece[] {
  const result: MadePiece[] = [];
  for (let from = 0, to = 0; from < made.length; from = to) {
    for (to = from + 1; to < made.length && areOne(made[to - 1]!, made[to]!); to++);
    const piece = to === from + 1 ? made[from]! : joined(made.slice(from, to));
    if (to === from + 1 || changesText(before, piece)) result.push(piece);
  }
  return result;
}

function areOne(last: MadePiece, next: MadePiece): boolean {
  return last.replaces.end === next.replaces.start && sameProvenance(last.by, next.by);
}

function joined(neighbours: readonly MadePiece[]): MadePiece {
  const first = neighbours[0]!;
  const replaces = { start: first.replaces.start, end: neighbours.at(-1)!.replaces.end };
  return { ...first, text: sharedCopy(neighbours.map(({ text }) => text).join('')), replaces };
}

function changesText(before: string, { text, replaces: { start, end } }: MadePiece): boolean {
  return text.length !== end - start || !before.startsWith(text, start);
}

function provenanceOf(group: readonly Change[]): readonly Provenance[] {
  const all = flatMap(group, (change) => ('made' in change ? change.made.by : change.by));
  return trimmed(all.filter((by, index) => all.findIndex((other) => isSame(other, by)) === index));
}

function sameProvenance(a: readonly Provenance[], b: readonly Provenance[]): boolean {
  return a === b || (a.length === b.length && a.every((by, index) => isSame(by, b[index]!)));
}

function isSame(a: Provenance, b: Provenance): boolean {
  return a.transform === b.transform && a.title === b.title;
}
