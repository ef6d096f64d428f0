import { editPatch, startPatch } from '../patch/index.ts';
import type { FilePatch, PatchEdit, Piece, Provenance } from '../patch/index.ts';
import { insertBefore, parse } from '../syntax/index.ts';
import type { Document } from '../syntax/index.ts';
import type { Span } from '../text/index.ts';
import { alignDocuments, correspondence } from './align.ts';
import type { Stretch } from './align.ts';
import { guardEdits, GUARD_LINES } from './guard-edits.ts';
import type { GuardKind } from './guard-edits.ts';

/** A stretch that one version reads so and the other so. */
export interface GuardedStretch {
  readonly kind: GuardKind;
  /** Where it begins in the original. */
  readonly at: number;
}

export interface DualFile {
  readonly patch: FilePatch;
  readonly guards: readonly GuardedStretch[];
}

/** A place where the texts differ, as far as the choice of a guard asks for it. */
export interface GuardQuestion {
  /** Those that wrote the new lines. */
  readonly transforms: readonly string[];
  /** Offset in the original. */
  readonly oldOffset: number;
  /** Offset in the migrated text. */
  readonly newOffset: number;
}

/**
 * Which guard parts new lines from old ones. `unread`: 2.2 does not read the place at all, so that they need none; `kept`: 2.4 does not, and the
 * old lines stay.
 */
export type ChooseGuard = (question: GuardQuestion) => GuardKind | 'unread' | 'kept';

/** Lines that both versions read, to come before the line or section of the original that holds the offset. */
export interface Prelude {
  readonly at: number;
  readonly lines: readonly string[];
}

/**
 * One text that 2.2 reads as the original and 2.4 as the migrated file: what differs stands twice, in guards. Nothing of the
 * original is taken away or changed.
 */
export function dualPatch(
  patch: FilePatch,
  chooseGuard: ChooseGuard,
  prelude: Prelude | null = null,
): DualFile {
  const { path, before, after, stat } = patch;
  const edits = editsOf(patch);
  const old = parse({ path, text: before });
  const fresh = parse({ path, text: after });
  const same = correspondence(edits);
  const guards: GuardedStretch[] = [];
  const made = alignDocuments(old, fresh, same).flatMap((stretch) => {
    const own = editsAt(edits, stretch);
    const by = own.flatMap((edit) => edit.by);
    const oldOffset = stretch.old[0]?.span.start ?? stretch.at;
    const kind = chooseGuard({
      transforms: [...new Set(by.map(({ transform }) => transform))],
      oldOffset,
      newOffset: stretch.new[0]?.span.start ?? same.offset(stretch.at),
    });
    if (kind === 'kept') return [];
    if (kind === 'unread') return ownedBy(by[0], own);
    guards.push({ kind, at: oldOffset });
    return ownedBy(by[0], guardEdits(old, fresh, stretch, GUARD_LINES[kind]));
  });
  const first = prelude === null ? [] : ownedBy(undefined, preludeEdits(old, prelude));
  return { patch: editPatch(startPatch(path, before, stat), [...first, ...made]), guards };
}

const OWN: Provenance = { transform: 'dual', title: 'Write for both versions' };

function ownedBy(by: Provenance = OWN, edits: readonly Omit<PatchEdit, 'by'>[]): PatchEdit[] {
  return edits.map((edit) => ({ ...edit, by }));
}

function preludeEdits(document: Document, { at, lines }: Prelude): Omit<PatchEdit, 'by'>[] {
  const node = document.children.find(({ span }) => span.end > at);
  return node === undefined ? [] : insertBefore(document, node, lines);
}

interface OwnedEdit {
  readonly span: Span;
  readonly text: string;
  readonly by: readonly Provenance[];
}

function editsOf({ pieces }: FilePatch): OwnedEdit[] {
  return pieces
    .filter((piece): piece is Extract<Piece, { type: 'made' }> => piece.type === 'made')
    .map(({ replaces, text, by }) => ({ span: replaces, text, by }));
}

/** Those that meet the stretch. Edits come in file order and none overlap. */
function editsAt(edits: readonly OwnedEdit[], { old, at }: Stretch): OwnedEdit[] {
  const from = old[0]?.span.start ?? at;
  const to = old.at(-1)?.span.end ?? at;
  let [low, high] = [0, edits.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((edits[middle] as OwnedEdit).span.end < from) low = middle + 1;
    else high = middle;
  }
  const found: OwnedEdit[] = [];
  for (let edit = edits[low]; edit !== undefined && edit.span.start <= to; edit = edits[++low]) {
    found.push(edit);
  }
  return found;
}
