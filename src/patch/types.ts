import type { Span } from '../text/index.ts';

/** Who made an edit and why; carried from the transform to every view of the result. */
export interface Provenance {
  /** The transform's id. */
  readonly transform: string;
  /** The fix's title: a verb phrase. */
  readonly title: string;
}

/**
 * A stretch of a file's new text. `kept`: bytes of the original, by their span there. `made`: new bytes,
 * standing where the original's bytes `replaces` stood (an empty span for an insertion).
 */
export type Piece =
  | { readonly type: 'kept'; readonly span: Span }
  | {
      readonly type: 'made';
      readonly text: string;
      readonly replaces: Span;
      readonly by: readonly Provenance[];
    };

/** One file: its old bytes and how the new ones are made of them. Pieces are in order and cover the original whole. */
export interface FilePatch {
  readonly path: string;
  /** The path after the migration, where a file is renamed. */
  readonly newPath: string;
  /** Who gave it that, if it is another. */
  readonly renamedBy?: Provenance;
  /** A file that is not there before (`before` is empty): the one whose owner, mode and label it gets. */
  readonly madeLike?: string;
  readonly before: string;
  readonly pieces: readonly Piece[];
  readonly after: string;
  /** What the file was when it was read, so that a later change by somebody else is noticed; null for text that came from no file. */
  readonly stat: { readonly mtimeMs: number; readonly size: number } | null;
}

/** A symbolic link to make or to remove (Debian's mods-enabled). */
export type LinkPatch =
  | { readonly type: 'link'; readonly path: string; readonly target: string; readonly by: Provenance }
  | {
      readonly type: 'unlink';
      readonly path: string;
      /** What it points at, where that is known: a diff has no other way to say which link goes. */
      readonly target?: string;
      readonly by: Provenance;
    };

/** All that a migration would change: pure data; diff, in-place rewrite and reports are views of it. */
export interface PatchSet {
  /** Only files that change, in path order. */
  readonly files: readonly FilePatch[];
  readonly links: readonly LinkPatch[];
  /** Folders that are not there before, outer ones first. */
  readonly folders?: readonly string[];
}
