import type { Node } from '../../syntax/index.ts';
import type { GuardState } from '../guards/decide-guard.ts';
import type { IncludeTarget } from '../include/resolve-include.ts';
import type { Places } from '../paths/places.ts';
import type { CommentedModule, ModelProblem, ModuleLine, Occurrence, Scope } from '../types.ts';
import type { Unknown, Assumptions } from '../unknown.ts';
import type { ValueNames } from './value-names.ts';
import type { Welcome } from './welcome.ts';
import type { IncludeLineDraft, ModelFileDraft, ScopeDraft } from './drafts.ts';
import type { DecidedGuards } from './decided-guards.ts';
import type { FileTable } from './file-table.ts';
import type { Asked, FileStart, Pieces } from './pieces.ts';
import type { Surroundings } from './surroundings.ts';

/** All that is known, and all that has been found, while files are read in the server's order. */
export interface Reading extends GuardState {
  readonly places: Places;
  readonly files: FileTable;
  /** False for a fragment: where its Include lines lead is its server's affair. */
  readonly followsIncludes: boolean;
  /** Where an absolute path of an Include line leads. */
  readonly resolveInclude: (path: string) => IncludeTarget;
  readonly assumptions: Assumptions;
  /** ServerRoot as the lines read so far state it. */
  root: string;
  /** The place in the reading order of the next line. */
  seq: number;
  readonly virtualHosts: Scope[];
  readonly moduleLines: ModuleLine[];
  readonly commentedModules: CommentedModule[];
  readonly includes: IncludeLineDraft[];
  /** What the search for .htaccess files goes by: lines that map addresses to folders, and Directory sections. */
  readonly served: (Occurrence | Scope)[];
  /** AllowOverride, AllowOverrideList and AccessFileName lines. */
  readonly overrides: Occurrence[];
  readonly problems: ModelProblem[];
  readonly unknowns: Unknown[];
  /** What was said already: once is enough for a variable, and for a line that is read twice. */
  readonly told: Set<string>;
  /** Which files of Include lines are taken in. */
  readonly welcome: Welcome;
  /** Lines that may still be gone through again, in files that are included more than once. */
  repeatable: number;
  /** Lines that variables may still be put into. */
  expandable: number;
  readonly valueNames: ValueNames;
  /** How often a line changed what the lines after it mean: loaded a module, defined a name, included a file ... */
  turns: number;
  decided: DecidedGuards;
  /** What an earlier model read of each file, as far as it may be taken over; what was is gone from there. */
  readonly earlier: Pieces;
  /** The same of this model. */
  readonly pieces: Pieces;
  /** By the lines of the file that is being read. */
  readonly asked: Asked[];
  /** What is still to be read, the next at the end: nested sections and files must not nest calls. */
  readonly pending: Task[];
}

export type Task =
  | Lines
  | IncludedFile
  | { readonly type: 'opened'; readonly file: ModelFileDraft; readonly around: Surroundings }
  | { readonly type: 'end'; readonly start: FileStart };

/** The lines of a file or of a section. */
export interface Lines {
  readonly type: 'nodes';
  readonly nodes: readonly Node[];
  next: number;
  readonly around: Surroundings;
  /** The scope that is complete when all of them were read. */
  readonly completes: ScopeDraft | null;
}

/** One of the files of an Include line. */
export interface IncludedFile {
  readonly type: 'file';
  readonly path: string;
  readonly line: IncludeLineDraft;
  /** `path:line` of that and of the Include lines that led to it, outermost first. */
  readonly places: readonly string[];
  readonly around: Surroundings;
}
