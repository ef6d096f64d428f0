import type { Unknown } from '../model/index.ts';
import type { ChangeFacts, JsonTarget, Task } from '../report/index.ts';
import type { Position } from '../text/index.ts';
import type { Applicability, Level } from '../transform/index.ts';

/**
 * All that a report tells, as plain data: every format is made of this and of nothing else. Strings are text that may be shown: control
 * characters of configuration files are made visible. Paths are as the user would type them.
 */
export interface ReportData {
  readonly tool: { readonly name: 'httpd-codemod'; readonly version: string };
  /** When it was made: ISO 8601, UTC. */
  readonly made: string;
  /** What was typed, so that it can be typed again. */
  readonly command: string;
  readonly mode: 'show' | 'check' | 'write' | 'out';
  readonly exitCode: number;
  readonly verdict: Verdict;
  /** One for each PATH. */
  readonly trees: readonly TreeReport[];
  /** Why nothing was done; null if something was. */
  readonly failure: string | null;
}

/** What a reader has to know first. */
export interface Verdict {
  readonly kind: 'good' | 'decide' | 'stop';
  /** A sentence. */
  readonly text: string;
}

export interface TreeReport {
  readonly path: string;
  readonly entry: string | null;
  readonly kind: 'server' | 'htaccess' | 'fragment';
  readonly layout: string;
  readonly serverRoot: string;
  readonly target: JsonTarget;
  readonly filesRead: number;
  readonly writtenFor: '2.2' | '2.4';
  readonly counts: ReportCounts;
  /** What changes, as the summary on a terminal says it. */
  readonly changes: ChangeFacts;
  /** Made while it is gone through, each time anew: their hunks are the largest part of a report. */
  readonly files: Iterable<FileReport>;
  readonly links: readonly LinkReport[];
  /** What changes files or speaks, most edits first. */
  readonly rules: readonly RuleReport[];
  readonly findings: readonly FindingReport[];
  readonly unknowns: readonly Unknown[];
  readonly refused: readonly RefusalReport[];
  readonly proof: ProofReport;
  readonly access: AccessReport;
  readonly includes: readonly IncludeNode[];
  readonly merges: readonly MergeReport[];
}

export interface ReportCounts {
  readonly filesChanged: number;
  readonly edits: number;
  readonly error: number;
  readonly warning: number;
  readonly info: number;
  readonly heldBack: number;
  readonly silenced: number;
}

export interface FileReport {
  readonly path: string;
  /** The same with whatever is in its name, for programs that look it up: not fit to be shown. */
  readonly realPath: string;
  /** Another than `path` where the file is renamed. */
  readonly newPath: string;
  readonly renamedBy: Reason | null;
  /** Not there before. */
  readonly isNew: boolean;
  readonly added: number;
  readonly removed: number;
  readonly hunks: readonly HunkReport[];
  /** In file order. */
  readonly edits: readonly EditReport[];
}

/** Who changed something, and why. */
export interface Reason {
  readonly rule: string;
  readonly title: string;
}

export interface HunkReport {
  /** The number of its first line, before and after. */
  readonly oldStart: number;
  readonly newStart: number;
  /** ` `, `-` or `+`, then the line. */
  readonly lines: readonly string[];
  readonly reasons: readonly Reason[];
}

/** Lines and columns count from 1; a column is a character (a Unicode code point). */
export interface EditReport {
  readonly start: Position;
  readonly end: Position;
  /** What stands there afterwards, its line ends kept. */
  readonly text: string;
  readonly by: readonly Reason[];
}

export interface LinkReport {
  readonly type: 'link' | 'unlink';
  readonly path: string;
  readonly target: string | null;
  readonly by: Reason;
}

export interface RuleReport {
  readonly id: string;
  readonly title: string;
  readonly does: string;
  readonly why: string;
  readonly link: string;
  readonly edits: number;
  /** Whether its edits stand and fall together: the access rules of a tree. */
  readonly isWhole: boolean;
}

export interface FindingReport {
  readonly rule: string;
  readonly messageId: string;
  readonly level: Level;
  readonly message: string;
  readonly path: string;
  /** As of a FileReport. */
  readonly realPath: string;
  readonly position: Position | null;
  readonly applicability: Applicability | null;
  readonly fixTitle: string | null;
  readonly applied: boolean;
  /** Waits for `--apply review`. */
  readonly isHeldBack: boolean;
  /** What a reader is to do about it. */
  readonly task: Task;
  /** The comment that silences it; null where none does. */
  readonly silencedBy: { readonly line: number; readonly reason: string } | null;
}

export interface RefusalReport {
  readonly path: string;
  /** As of a FileReport. */
  readonly realPath: string;
  readonly position: Position | null;
  readonly message: string;
}

export interface ProofReport {
  readonly state: 'proven' | 'as-far-as-known' | 'refused' | 'not-made';
  /** A sentence. */
  readonly text: string;
}

export interface AccessReport {
  /** Why there is no list; null where there is one. */
  readonly missing: string | null;
  /** Kinds of requests that were compared. */
  readonly compared: number;
  readonly rules: readonly AccessRule[];
}

/** The rules in force at some places, before and after. */
export interface AccessRule {
  readonly before: RuleText;
  readonly after: RuleText;
  readonly lets: 'nobody' | 'some' | 'everybody';
  /** A request that is answered differently; null where both servers answer alike. */
  readonly difference: string | null;
  /** The first ones. */
  readonly places: readonly AccessPlace[];
  readonly count: number;
}

export interface RuleText {
  readonly words: readonly string[];
  readonly lines: readonly string[];
}

export interface AccessPlace {
  readonly where: string;
  /** The section that decides, and where it stands; null where none does. */
  readonly section: { readonly title: string; readonly place: string } | null;
}

export interface IncludeNode {
  readonly path: string;
  readonly isChanged: boolean;
  /** Its own Include lines are listed where it was read first. */
  readonly isAgain: boolean;
  readonly includes: readonly IncludeReport[];
}

export interface IncludeReport {
  readonly line: number;
  readonly text: string;
  /** Why it leads to no file; '' where it does. */
  readonly note: string;
  readonly files: readonly IncludeNode[];
}

/** One of the walks of a request, and the sections that it meets there, in the order in which they are merged. */
export interface MergeReport {
  readonly walk: 'directory' | 'pattern' | 'files' | 'location';
  readonly sections: readonly MergedReport[];
}

export interface MergedReport {
  readonly title: string;
  readonly place: string;
  /** The virtual host; null for the main server. */
  readonly host: string | null;
  readonly lines: readonly string[];
}
