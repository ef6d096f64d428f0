import { applyEdits, checkMemory, flatMap, ownCopy, sortEdits, trimmed } from '../text/index.ts';
import type { Span, TextEdit } from '../text/index.ts';
import { EditConflictError } from './edit-conflict-error.ts';
import { joinPieces, pieceLength } from './join-pieces.ts';
import type { MadePiece } from './join-pieces.ts';
import type { FilePatch, Provenance } from './types.ts';

/** An edit of a patch's current text, and who makes it. */
export type PatchEdit = TextEdit & { readonly by: Provenance };

/** A stretch of the current text that is not, or will not be, the original's: a made piece, or an edit. */
interface Change {
  /** In the current text. */
  readonly span: Span;
  readonly made: MadePiece | null;
  readonly edit: PatchEdit | null;
}

/**
 * The patch with the edits made, all at once, on its current text (`patch.after`). Where an edit meets text that an
 * earlier one made, the two become one made piece that carries the provenance of both; where it brings
 * the original's bytes back, they are kept bytes again.
 * @throws EditConflictError if two of the edits overlap; RangeError if one leaves the text.
 */
export function editPatch(patch: FilePatch, edits: readonly PatchEdit[]): FilePatch {
  const sorted = sortEdits(edits);
  refuseConflicts(patch, sorted);
  const made = coalesce(patch.before, composeMade(patch, sorted)).map((piece): MadePiece => ({
    ...piece,
    text: ownCopy(piece.text),
  }));
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

/** All made pieces after the edits: earlier ones and edits, overlapping ones merged, in file order. */
function composeMade(patch: FilePatch, sorted: readonly PatchEdit[]): MadePiece[] {
  const result: MadePiece[] = [];
  // What must be added to an offset of the current text, behind the last made piece, to get the original's.
  let shift = 0;
  for (const group of groupOverlapping(listChanges(patch, sorted))) {
    checkMemory();
    const end = group.reduce((last, change) => Math.max(last, change.span.end), 0);
    const span = { start: group[0]!.span.start, end };
    const start = span.start + shift;
    for (const { made, span: at } of group) if (made !== null) shift = made.replaces.end - at.end;
    result.push({
      type: 'made',
      text: editSlice(patch.after, span, group),
      replaces: { start, end: end + shift },
      by: provenanceOf(group),
    });
  }
  return result;
}

/** Made pieces and edits by place. At one offset: deletions made earlier, insertions, then what has a length. */
function listChanges(patch: FilePatch, sorted: readonly PatchEdit[]): Change[] {
  const changes: Change[] = [];
  let at = 0;
  for (const piece of patch.pieces) {
    const end = at + pieceLength(piece);
    if (piece.type === 'made') changes.push({ span: { start: at, end }, made: piece, edit: null });
    at = end;
  }
  for (const edit of sorted) changes.push({ span: edit.span, made: null, edit });
  return changes.toSorted((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
}

function groupOverlapping(changes: readonly Change[]): Change[][] {
  const groups: Change[][] = [];
  let end = -1;
  for (const change of changes) {
    if (change.span.start < end) groups.at(-1)!.push(change);
    else groups.push([change]);
    end = Math.max(end, change.span.end);
  }
  return groups;
}

function editSlice(text: string, span: Span, group: readonly Change[]): string {
  const edits = flatMap(group, ({ edit }) => (edit === null ? [] : [edit]));
  const moved = edits.map(({ span: { start, end }, text: replacement }) => ({
    span: { start: start - span.start, end: end - span.start },
    text: replacement,
  }));
  return applyEdits(text.slice(span.start, span.end), moved);
}

/** Without made pieces that change nothing; neighbours by the same transform and for the same reason are one. */
function coalesce(before: string, made: readonly MadePiece[]): MadePiece[] {
  const changes = (piece: MadePiece): boolean =>
    piece.text !== before.slice(piece.replaces.start, piece.replaces.end);
  const result: MadePiece[] = [];
  for (const piece of made.filter(changes)) {
    const last = result.at(-1);
    if (
      last !== undefined &&
      last.replaces.end === piece.replaces.start &&
      sameProvenance(last.by, piece.by)
    ) {
      const replaces = { start: last.replaces.start, end: piece.replaces.end };
      result[result.length - 1] = { ...last, text: last.text + piece.text, replaces };
    } else {
      result.push(piece);
    }
  }
  return result.filter(changes);
}

function provenanceOf(group: readonly Change[]): readonly Provenance[] {
  const all = flatMap(group, ({ made, edit }) => made?.by ?? (edit === null ? [] : [edit.by]));
  return trimmed(all.filter((by, index) => all.findIndex((other) => isSame(other, by)) === index));
}

function sameProvenance(a: readonly Provenance[], b: readonly Provenance[]): boolean {
  return a.length === b.length && a.every((by, index) => isSame(by, b[index]!));
}

function isSame(a: Provenance, b: Provenance): boolean {
  return a.transform === b.transform && a.title === b.title;
}
