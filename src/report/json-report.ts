import type { ConfigtestResult } from '../configtest/index.ts';
import type { Unknown } from '../model/index.ts';
import type { Provenance } from '../patch/index.ts';
import type { Position } from '../text/index.ts';
import type { Applicability, Level } from '../transform/index.ts';

/** Raised when a field goes away or changes its meaning; new fields may come at any time. */
export const JSON_REPORT_VERSION = 1;

/**
 * What `--format json` prints: one JSON document in UTF-8. schema/report-1.json says the same for other programs.
 *
 * Offsets count bytes from 0 and spans are half-open; lines and columns count from 1, as an editor does.
 * `before` and `after` are bytes of a configuration file in the encoding named by `encoding`: each character
 * U+0000..U+00FF stands for one byte, whatever the file's own encoding is. All other strings are text.
 */
export interface JsonReport {
  readonly version: typeof JSON_REPORT_VERSION;
  readonly tool: { readonly name: 'httpd-codemod'; readonly version: string };
  readonly encoding: 'latin1';
  /** What was done with the result: `show` and `check` write nothing. */
  readonly mode: 'show' | 'check' | 'write' | 'out';
  readonly exitCode: number;
  /** One for each PATH, in the order given; empty if the input could not be read. */
  readonly migrations: readonly JsonMigration[];
  /** What the 2.4 server said of the result, in the order in which it was asked; [] if it was not. */
  readonly configtest: readonly JsonCheck[];
  /** Why nothing was done (exit code 2); null if something was. */
  readonly failure: string | null;
}

export type JsonCheck = ConfigtestResult & {
  /** PATH as given. */
  readonly path: string;
};

export interface JsonMigration {
  /** PATH as given. */
  readonly path: string;
  readonly kind: 'server' | 'htaccess' | 'fragment';
  readonly layout: string;
  /** Real path of the file the server starts from; null for loose .htaccess files and a folder of snippets. */
  readonly entry: string | null;
  /** Whether a part of a server was read in the server of `entry`, or alone; null for what is no part. */
  readonly readAs: 'in-server' | 'alone' | null;
  readonly serverRoot: string;
  readonly filesRead: number;
  /** Whose 2.4 the result is for, and why that one ('' where it was named). */
  readonly target: JsonTarget;
  /** Whose rules the original follows: a tree of 2.4 stays as it is. */
  readonly writtenFor: '2.2' | '2.4';
  /** Only files that change, in path order. */
  readonly files: readonly JsonFile[];
  readonly links: readonly JsonLink[];
  readonly findings: readonly JsonFinding[];
  /** Findings that comments of the configuration silence; they count for nothing. */
  readonly silenced: readonly JsonSilenced[];
  /** What the tree does not say and answers depend on. */
  readonly unknowns: readonly Unknown[];
  /** Not empty: the result would answer these differently, and nothing is written (exit code 4). */
  readonly refused: readonly JsonDifference[];
}

export interface JsonTarget {
  readonly name: string;
  readonly version: string;
  readonly why: string;
}

export interface JsonFile {
  readonly path: string;
  /** Another path than `path` where the file is renamed. */
  readonly newPath: string;
  /** The transform that renames it, and why; null where it keeps its name. */
  readonly renamedBy: Provenance | null;
  /** Whether the file is not there before. */
  readonly isNew: boolean;
  /** In file order; they never overlap. Making all of them in `path` gives the new file. */
  readonly edits: readonly JsonEdit[];
}

export interface JsonEdit extends JsonSpan {
  /** The bytes replaced; '' for an insertion. */
  readonly before: string;
  readonly after: string;
  /** The transforms that made the new text, and why. */
  readonly by: readonly Provenance[];
}

/** A stretch of the file as it was. */
export interface JsonSpan {
  readonly start: number;
  readonly end: number;
  readonly startPosition: Position;
  readonly endPosition: Position;
}

export interface JsonLink {
  readonly type: 'link' | 'unlink';
  readonly path: string;
  /** What the link leads to; null for `unlink`. */
  readonly target: string | null;
  readonly by: Provenance;
}

export interface JsonFinding {
  readonly transform: string;
  readonly messageId: string;
  readonly level: Level;
  readonly message: string;
  readonly path: string;
  /** Null if it is about the file as a whole. */
  readonly span: { readonly start: number; readonly end: number } | null;
  readonly position: Position | null;
  readonly applicability: Applicability | null;
  readonly fixTitle: string | null;
  readonly applied: boolean;
  /** 2.4 does not start with the line; absent: this is not known of it. */
  readonly refusedAtStart?: true;
}

export interface JsonSilenced extends JsonFinding {
  /** The comment: its line in the same file, and the reason it gives ('' for none). */
  readonly silencedBy: { readonly line: number; readonly reason: string };
}

export interface JsonDifference {
  readonly path: string;
  readonly position: Position | null;
  readonly message: string;
}
