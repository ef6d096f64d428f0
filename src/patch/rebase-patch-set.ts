import { buildPatchSet } from './build-patch-set.ts';
import { joinPieces } from './join-pieces.ts';
import { lineEdits } from './line-edits.ts';
import type { FilePatch, LinkPatch, PatchSet, Provenance } from './types.ts';

/**
 * A patch set of some originals, made one of the files as they are now.
 * @param back what leads from the files as they are to those originals
 * @param made files that are there now and were not then
 */
export function rebasePatchSet(patchSet: PatchSet, back: PatchSet, made: readonly FilePatch[]): PatchSet {
  const now = new Map([...back.files, ...made].map((file) => [file.newPath, file]));
  const done = new Set(patchSet.files.map(({ path }) => path));
  const rebased = patchSet.files.map((file) => {
    const current = now.get(file.path);
    return current === undefined ? file : rebaseFile(file, current);
  });
  const reverted = back.files.filter(({ newPath }) => !done.has(newPath));
  return buildPatchSet([...rebased, ...reverted], rebaseLinks(patchSet.links, back.links));
}

function rebaseFile(file: FilePatch, { path, before, stat }: FilePatch): FilePatch {
  const { renamedBy, newPath, after } = file;
  const made = lineEdits(before, after).map(({ replaces, text, at }) => ({
    type: 'made' as const,
    text,
    replaces,
    by: authorsOf(file, at, at + text.length),
  }));
  const rename = path !== newPath && renamedBy !== undefined ? { renamedBy } : {};
  return { path, newPath, before, pieces: joinPieces(before, made), after, stat, ...rename };
}

/** Who made the stretch of the new text, or took something away at it. */
function authorsOf({ pieces }: FilePatch, start: number, end: number): readonly Provenance[] {
  const inside = new Map<string, Provenance>();
  const beside = new Map<string, Provenance>();
  let at = 0;
  for (const piece of pieces) {
    const next = at + (piece.type === 'made' ? piece.text.length : piece.span.end - piece.span.start);
    const found = at < end && next > start ? inside : at <= end && next >= start ? beside : null;
    if (piece.type === 'made') for (const by of piece.by) found?.set(`${by.transform} ${by.title}`, by);
    at = next;
  }
  const authors = [...(inside.size > 0 ? inside : beside).values()];
  return authors.length > 0 ? authors : [{ transform: 'undo', title: 'Give the original back' }];
}

/** Without what was done already; with what is to be taken back. */
function rebaseLinks(wanted: readonly LinkPatch[], back: readonly LinkPatch[]): LinkPatch[] {
  const isOpposite = (one: LinkPatch, other: LinkPatch) => one.path === other.path && one.type !== other.type;
  const left = wanted.filter((link) => !back.some((other) => isOpposite(link, other)));
  const reverted = back.filter((link) => !wanted.some((other) => isOpposite(link, other)));
  return [...left, ...reverted];
}
