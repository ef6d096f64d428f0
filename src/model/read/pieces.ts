import { count } from '../../text/index.ts';
import type { TemplateEngine } from '../../syntax/index.ts';
import type { Decision } from '../guards/decide-guard.ts';
import type { Occurrence, Scope } from '../types.ts';
import { decideHere } from './reading.ts';
import type { ModelFileDraft } from './drafts.ts';
import type { Reading } from './reading.ts';
import type { Passage, Surroundings } from './surroundings.ts';

// A model that is made after an edit has most files as the one before had them. What was read of a file is taken over from that one where
// nothing but its own text decides what it is read as, and what is asked by its guards.

/** What was asked of all that stands before a line, and the answer: how a guard was decided, the value of a variable. */
export type Asked = AskedGuard | AskedVariable;

interface AskedGuard extends Decision {
  readonly type: 'guard';
  readonly kind: string;
  readonly args: readonly string[];
  readonly engine: TemplateEngine;
}

interface AskedVariable {
  readonly type: 'variable';
  readonly name: string;
  readonly value: string | undefined;
}

/** What the lines of a file, besides what they say themselves, are listed in. */
type Lists = {
  readonly [List in 'virtualHosts' | 'served' | 'overrides' | 'asked']: Readonly<Reading[List]>;
};

/** What one file of the main server was read as. */
export interface Piece extends Lists {
  readonly file: ModelFileDraft;
  readonly passage: Passage;
  /** Those outside of all others in it. */
  readonly items: readonly (Occurrence | Scope)[];
  /** How many places of the reading order it takes. */
  readonly length: number;
}

/** By real path. */
export type Pieces = Map<string, Piece>;

/** How far all had come when a file was begun. */
export interface FileStart {
  readonly file: ModelFileDraft;
  readonly passage: Passage;
  readonly items: number;
  /** A file that guards keep from a server says other things than the same file without them. */
  readonly isUnguarded: boolean;
  readonly listed: { readonly [List in keyof Lists]: number };
  readonly marks: number;
}

export function startFile(file: ModelFileDraft, around: Surroundings, reading: Reading): FileStart {
  const { passage } = around;
  const { virtualHosts, served, overrides, asked } = reading;
  return {
    file,
    passage,
    items: passage.scope.items.length,
    isUnguarded: isUnguarded(around),
    listed: {
      virtualHosts: virtualHosts.length,
      served: served.length,
      overrides: overrides.length,
      asked: asked.length,
    },
    marks: marksOf(reading),
  };
}

/** Keeps what was read of the file, unless it did anything to what is read after it, or took from what was read before. */
export function endFile(start: FileStart, reading: Reading): void {
  const { file, passage, items, listed, marks } = start;
  const { virtualHosts, served, overrides, asked } = reading;
  if (start.isUnguarded && isFirstOfMain(file, passage.scope) && marksOf(reading) === marks) {
    reading.pieces.set(file.path, {
      file,
      passage,
      items: passage.scope.items.slice(items),
      virtualHosts: listedSince(listed.virtualHosts, virtualHosts),
      served: listedSince(listed.served, served),
      overrides: listedSince(listed.overrides, overrides),
      asked: listedSince(listed.asked, asked),
      length: reading.seq - passage.start,
    });
  }
  asked.length = listed.asked;
}

const NOTHING: readonly never[] = [];

/** One list for all files that have nothing in it. */
function listedSince<T>(start: number, list: readonly T[]): readonly T[] {
  return start === list.length ? NOTHING : list.slice(start);
}

/** What the lines of a file may change besides the lists that are taken over with it; all of it only grows. */
function marksOf({ turns, commentedModules, problems, unknowns, reported }: Reading): number {
  return turns + commentedModules.length + problems.length + unknowns.length + reported.size;
}

function isFirstOfMain({ role, reachedBy }: ModelFileDraft, { kind }: Scope): boolean {
  return role === 'config' && kind === 'server' && reachedBy.length === 1;
}

/** Takes over what an earlier model read of the file, if it would be read alike: the lines are this model's then. */
export function takeOver(file: ModelFileDraft, around: Surroundings, reading: Reading): boolean {
  const piece = reading.earlier.get(file.path);
  // Used up, or of no use.
  reading.earlier.delete(file.path);
  if (piece === undefined || piece.file !== file || !isUnguarded(around)) return false;
  if (!isFirstOfMain(file, around.innermost)) return false;
  if (!piece.asked.every((each) => isAnsweredAlike(each, reading))) return false;
  count('files taken over from the model before');
  piece.passage.replace(around.passage);
  reading.seq += piece.length;
  append(around.innermost.items, piece.items);
  append(reading.virtualHosts, piece.virtualHosts);
  append(reading.served, piece.served);
  append(reading.overrides, piece.overrides);
  reading.pieces.set(file.path, piece);
  return true;
}

function isUnguarded({ guardsInside, truths: { on22, on24 } }: Surroundings): boolean {
  return guardsInside.length === 0 && on22 === 'yes' && on24 === 'yes';
}

function isAnsweredAlike(asked: Asked, reading: Reading): boolean {
  if (asked.type === 'variable') return reading.defines.valueOf(asked.name) === asked.value;
  const { on22, on24 } = decideHere(asked.kind, asked.args, asked.engine, reading);
  return on22 === asked.on22 && on24 === asked.on24;
}

function append<T>(list: T[], more: readonly T[]): void {
  for (const each of more) list.push(each);
}
