import type { Occurrence, Scope } from '../../model/index.ts';
import type { AccessLine, AccessSection } from '../sections/types.ts';
import type { ContractShape } from '../states/intended-state.ts';
import type { MisspeltLine } from '../sections/misspelt-line.ts';
import type { Candidate } from './candidate.ts';
import { NO_VARIABLES, type RestoreIn } from './restore-variables.ts';

/** What happens to one piece of text. */
export interface UnitPlan {
  /** The sections that are this text. */
  readonly sections: readonly AccessSection[];
  /** What stands in the place of the old lines. */
  readonly candidate: Candidate;
  /** Old lines that go. */
  readonly remove: readonly AccessLine[];
  /** Contract rows whose shape its own lines have and whose meaning is in force for some requests. */
  readonly shapes: readonly ContractShape[];
  /** Whether 2.2 answers all requests that come to it with 500: a .htaccess file that says what it may not, or says it wrong. */
  readonly isRefused: boolean;
  /** The line for which it answers 500, if it is one that it does not take as it is written. */
  readonly misspelt: MisspeltLine | null;
  /** Else the line for which it does, since AllowOverride does not permit it. */
  readonly forbidden: Occurrence | Scope | null;
  /** Whether it affects Require lines that nobody is ever asked for: Satisfy any, and host rules that let everybody in. */
  readonly asksNobody: boolean;
}

/** Why the access rules of a tree are not converted. */
export const REFUSAL_REASONS = [
  'no-exact-tree',
  'module-order',
  'third-party-order',
  'auth-type-none',
  'auth-type-unserved',
  'auth-type-bare',
  'template',
  'other-branch',
  'too-many-guards',
  'too-much-work',
] as const;

/** A section for which nothing was found that is right for all its requests. */
export interface Refusal {
  readonly section: AccessSection;
  readonly reason: (typeof REFUSAL_REASONS)[number] | 'not-known';
  /** What would have to hold where, as far as that is known. */
  readonly wanted: readonly WantedRules[];
}

/** Rules that would be right for some of the requests that reach a section. */
export interface WantedRules {
  readonly host: string | null;
  readonly folder: string | null;
  readonly address: string | null;
  readonly fileName: string | null;
  /** What the URLs begin with that they are proxied to; null for files, and where that is not known. */
  readonly proxied: string | null;
  /** The patterns that have an answer there, and which. */
  readonly patterns: ReadonlyMap<string, boolean>;
  readonly lines: readonly string[];
}

/** What an AllowOverride line is to permit besides. */
export interface OverrideExtension {
  readonly line: AccessLine;
  /** By AllowOverrideList; [] where the line itself gets a class. */
  readonly names: readonly string[];
  /** AuthConfig, of which Require is in 2.4, where a list can't be taken back further in. */
  readonly byClass: boolean;
  /** Folders inside whose .htaccess files 2.2 refused: silently that would permit what they say. */
  readonly refusedFolders: readonly string[];
}

export interface RewritePlan {
  readonly units: readonly UnitPlan[];
  /** For each new line. */
  readonly restore: RestoreIn;
  /** Not empty: nothing may be rewritten, for a tree is converted whole or not at all; of a template, what meets these. */
  readonly refusals: readonly Refusal[];
  /** AllowOverride lines that get an AllowOverrideList beside them, or another class. */
  readonly extendOverride: readonly OverrideExtension[];
  /** Variables that the new lines tell virtual hosts apart by, to be set in them. */
  readonly flags: readonly { readonly host: Scope; readonly flag: string }[];
}

/** Nothing is rewritten. */
export function refusedPlan(refusals: readonly Refusal[]): RewritePlan {
  return { units: [], restore: NO_VARIABLES, refusals, extendOverride: [], flags: [] };
}
