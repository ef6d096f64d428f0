/** What a path held or is to hold; whose bytes they are is told by their hash. */
export type Version =
  | {
      readonly type: 'file';
      readonly sha256: string;
      readonly mode: number;
      readonly uid: number;
      readonly gid: number;
    }
  | { readonly type: 'link'; readonly target: string };

/** One path that changes: `old` is null where something is made, `new` where it goes. Both false of neither. */
export interface Entry {
  readonly path: string;
  /** For a file that gets a new name: the one it had. */
  readonly from?: string;
  /** For a file with several names: the first of those that change, where that is another. */
  readonly twin?: string;
  readonly old: Version | null;
  readonly new: Version | null;
}

/** What is written down, and lasts, before anything of the tree changes. */
export interface Journal {
  readonly version: 1;
  /** ISO 8601. */
  readonly started: string;
  /** PATHs of the command line, real and absolute. */
  readonly paths: readonly string[];
  /** Other files that were read: any of them names this run, too. */
  readonly read: readonly string[];
  readonly entries: readonly Entry[];
  /** Folders that are made, outer ones first; absent if none is. */
  readonly made?: readonly string[];
  /** Of the folders in which something changes: what their times were before. Journals of older programs lack them. */
  readonly folders?: readonly FolderTime[];
  /** What was told when the run was done, and is left for a person. Journals of older programs lack it. */
  readonly open?: readonly OpenPoint[];
  /** The run whose tree this one wrote anew: what that one left open, this one knows better. */
  readonly replaces?: string;
}

/** A finding that a person is to settle, as it was told. */
export interface OpenPoint {
  readonly transform: string;
  readonly messageId: string;
  readonly level: 'error' | 'warning' | 'info';
  readonly message: string;
  /** The file as the run left it. */
  readonly path: string;
  readonly line: number | null;
  readonly column: number | null;
  /** The line that the finding is about, as the run left it: while it stands, the cause does. Null: about more than a line. */
  readonly text: string | null;
  readonly applicability: 'safe' | 'review' | 'manual' | null;
  readonly fixTitle: string | null;
  readonly applied: boolean;
  readonly isListed: boolean;
  readonly isUnsetDefault: boolean;
}

/** When a name in a folder last came or went. */
export interface FolderTime {
  readonly path: string;
  readonly mtimeMs: number;
}

/** One rewrite of a tree: a folder of the state folder with the journal, the originals (`old/`), and new files on their way (`new/`). */
export interface Run {
  readonly id: string;
  readonly folder: string;
  readonly journal: Journal;
}
