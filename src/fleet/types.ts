import type { OpenPoint } from '../output/index.ts';
import type { FilePatch, LinkPatch, Provenance } from '../patch/index.ts';
import type { FindingCounts, JsonMigration, JsonTarget } from '../report/index.ts';
import type { AllMentions } from './mentions.ts';
import type { Step } from './trace.ts';

/** One server of a run over many. */
export interface FleetServer {
  /** As given: on the command line, in the list, or found in the repository. */
  readonly name: string;
  /** Absolute; no folder on the way to it is a link. */
  readonly path: string;
  /** Whose 2.4, where the list says so; null: as for all. */
  readonly target: string | null;
}

/** What is kept in memory of a tree: the rest is in the store. */
export interface TreeSummary {
  /** By which the store knows the rest; null where there is none, since the tree could not be read. */
  readonly id: string | null;
  /** As for one server that is shown: `--check` makes 1 of 0 and 3 where there are changes. */
  readonly exitCode: number;
  /** Why nothing came of it; the frame's folder stands in it as `fromFramedJson` reads it. */
  readonly failure: string | null;
  readonly target: JsonTarget;
  readonly filesRead: number;
  readonly filesChanged: number;
  readonly edits: number;
  readonly findings: FindingCounts;
  /** It is 2.4's already: what an earlier run left to be settled may count. */
  readonly isFor24: boolean;
  /** Servers with the same one are changed alike, values that are carried over aside, and have the same to be settled. */
  readonly change: string;
  /** With values. */
  readonly variant: string;
  /** Paths (real) that change outside of the frame: other servers may share them. */
  readonly shared: readonly string[];
}

/** A file's changes, without what stays: its old text must be what it was (`before`, a digest). */
export interface StoredFile extends Omit<FilePatch, 'before' | 'pieces' | 'after' | 'stat'> {
  readonly before: string;
  readonly made: readonly StoredEdit[];
}

export interface StoredEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly by: readonly Provenance[];
}

/** All that is kept of a tree on the disk. */
export interface TreeDetail {
  readonly report: JsonMigration;
  readonly files: readonly StoredFile[];
  readonly links: readonly LinkPatch[];
  /** That are made. */
  readonly folders: readonly string[];
  /** What is left for a person when it is written. */
  readonly open: readonly OpenPoint[];
  /** What was read: real paths, with digests of the texts that are there. */
  readonly read: readonly (readonly [path: string, digest: string])[];
  /** The run that wrote it while fixes were held back, and that this one takes the place of. */
  readonly replaces: string | null;
  /** Its part of a report, where one is asked for: data of the room that makes reports. */
  readonly shown?: unknown;
}

/** What came of working on a tree; its detail is in the store. */
export interface WorkedTree {
  readonly summary: TreeSummary;
  readonly mentions: AllMentions;
  /** Null if it must not be taken for any other tree's, nor for this one's later. */
  readonly steps: readonly Step[] | null;
}
