import type { Node, TemplateEngine, Section } from '../../syntax/index.ts';
import type { GuardState, Decision } from '../guards/decide-guard.ts';
import { decideGuard } from '../guards/decide-guard.ts';
import type { IncludeTarget } from '../include/resolve-include.ts';
import type { CommentedModule, ModelProblem, ModuleLine, Occurrence, Scope, Guard, Truth } from '../types.ts';
import type { Unknown, Assumptions } from '../unknown.ts';
import { DEFINED_VALUE } from '../unknown.ts';
import type { IncludeLineDraft, ModelFileDraft, ScopeDraft } from './drafts.ts';
import type { FileTable } from './file-table.ts';
import type { Asked, FileStart, Pieces } from './pieces.ts';
import type { Surroundings, Welcome } from './surroundings.ts';
import { isNegated, nameAsked } from '../guards/guard-test.ts';

/** All that is known, and all that has been found, while files are read in the server's order. */
export interface Reading extends GuardState {
  readonly files: FileTable;
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
  readonly reported: Set<string>;
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

type Task =
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

/** How guards were decided where the reading is. */
interface DecidedGuards {
  /** What `turns` of the reading was: the answers hold as long as it is that. */
  readonly turns: number;
  /** By the list of arguments, which is the same for most guards that ask the same. */
  readonly byArgs: Map<readonly string[], Decided>;
}

interface Decided {
  readonly kind: string;
  readonly engine: TemplateEngine;
  readonly decision: Decision;
}

/** More lists than that are no longer those of a few questions that all hosts ask. */
const MOST = 1000;

/** What `decideGuard` says here; the same guard of thousands of hosts is decided once. */
export function decideHere(
  kind: string,
  args: readonly string[],
  engine: TemplateEngine,
  reading: Reading,
): Decision {
  const { turns } = reading;
  if (reading.decided.turns !== turns || reading.decided.byArgs.size >= MOST) {
    reading.decided = { turns, byArgs: new Map() };
  }
  const { byArgs } = reading.decided;
  const known = byArgs.get(args);
  if (known?.kind === kind && known.engine === engine) return known.decision;
  const decision = decideGuard(kind, args, reading, engine);
  byArgs.set(args, { kind, engine, decision });
  return decision;
}

/** Where the lines stand that define names which ask for values: of each, the guards around it. */
type ValueNames = Map<string, (readonly Section[])[]>;

export function noteValueName(names: ValueNames, name: string, { scope, guards, on24 }: Occurrence): void {
  if (on24 === 'no' || !name.startsWith(DEFINED_VALUE)) return;
  names.set(name, [...(names.get(name) ?? []), guardsAround(scope, guards)]);
}

/**
 * Whether the value is defined for all that is read here: by a line in the same guards, though nobody knows whether they hold. Null for other
 * names, and where nothing defines it so.
 */
export function isValueDefined(
  names: ValueNames,
  test: string,
  scope: Scope,
  guards: readonly Guard[],
): Truth | null {
  if (!asksForValue(test)) return null;
  const name = nameAsked({ test });
  const around = new Set(guardsAround(scope, guards));
  const isMet = (names.get(name) ?? []).some((needed) => needed.every((node) => around.has(node)));
  if (!isMet) return null;
  return isNegated({ test }) ? 'no' : 'yes';
}

/** Whether what decides the test is which lines stand before it. */
export function asksForValue(test: string): boolean {
  return nameAsked({ test }).startsWith(DEFINED_VALUE);
}

function guardsAround(scope: Scope, guards: readonly Guard[]): Section[] {
  const nodes = guards.map(({ node }) => node);
  for (let at: Scope | null = scope; at !== null; at = at.parent) {
    nodes.push(...at.guards.map(({ node }) => node));
  }
  return nodes;
}
