import { count } from '../../text/index.ts';
import type { TemplateEngine } from '../../syntax/index.ts';
import { decideGuard } from '../guards/decide-guard.ts';
import type { Decision } from '../guards/decide-guard.ts';
import type { Occurrence, Scope } from '../types.ts';
import type { ModelFileDraft, ScopeDraft } from './drafts.ts';
import { takeEffect } from './effects.ts';
import type { LineOccurrence } from './line-occurrence.ts';
import type { Reading, Surroundings } from './reading.ts';

// A model that is made after an edit has most files as the one before had them. What was read of a file is taken over from that one where
// nothing but its own text decides what it is read as, and what is asked by its guards.

/** A guard's question, and how it was decided. */
export interface AskedGuard extends Decision {
  readonly kind: string;
  readonly args: readonly string[];
  readonly engine: TemplateEngine;
}

/** What one file of the main server was read as. */
export interface Piece {
  readonly file: ModelFileDraft;
  /** Those outside of all others in it. */
  readonly items: readonly (Occurrence | Scope)[];
  readonly asked: readonly AskedGuard[];
}

/** By real path. */
export type Pieces = Map<string, Piece>;

/** How far all had come when a file was begun. */
export interface FileStart {
  readonly file: ModelFileDraft;
  readonly scope: ScopeDraft;
  readonly items: number;
  readonly asked: number;
  readonly marks: string;
}

export function startFile(file: ModelFileDraft, { scope }: Surroundings, reading: Reading): FileStart {
  return {
    file,
    scope,
    items: scope.items.length,
    asked: reading.asked.length,
    marks: marksOf(reading),
  };
}

/** Keeps what was read of the file, unless it did anything to what is read after it, or took from what was read before. */
export function endFile({ file, scope, items, asked, marks }: FileStart, reading: Reading): void {
  if (isFirstOfMain(file, scope) && marksOf(reading) === marks) {
    const piece = { file, items: scope.items.slice(items), asked: reading.asked.slice(asked) };
    reading.pieces.set(file.path, piece);
  }
  reading.asked.length = asked;
}

/** What the lines of a file may change besides the scope that they stand in. */
function marksOf(reading: Reading): string {
  const { turns, commentedModules, problems, unknowns, told, expandable } = reading;
  const lists = [commentedModules, problems, unknowns].map(({ length }) => length);
  return [turns, ...lists, told.size, expandable].join(' ');
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
  if (!isFirstOfMain(file, around.scope) || !piece.asked.every((each) => isDecidedAlike(each, reading)))
    return false;
  count('files taken over from the model before');
  for (const item of piece.items) {
    around.scope.items.push(item);
    place(item, around.scope, around, reading);
  }
  reading.pieces.set(file.path, piece);
  return true;
}

function isUnguarded({ guards, on22, on24 }: Surroundings): boolean {
  return guards.length === 0 && on22 === 'yes' && on24 === 'yes';
}

function isDecidedAlike({ kind, args, engine, on22, on24 }: AskedGuard, reading: Reading): boolean {
  const now = decideGuard(kind, args, reading, engine);
  return now.on22 === on22 && now.on24 === on24;
}

/** Gives the item its place in this model, and all that is in it. */
function place(item: Occurrence | Scope, parent: ScopeDraft, around: Surroundings, reading: Reading): void {
  if (item.type === 'occurrence') {
    (item as LineOccurrence).move(reading.seq++, parent);
    takeEffect(item, around, reading);
    return;
  }
  const scope = item as ScopeDraft;
  scope.seq = reading.seq++;
  scope.parent = parent;
  if (scope.kind !== 'virtualhost') scope.server = parent.server;
  noteScope(scope, reading);
  for (const child of scope.items) place(child, scope, around, reading);
}

/** What is kept of sections besides their place. */
export function noteScope(scope: Scope, { virtualHosts, served }: Reading): void {
  if (scope.kind === 'virtualhost') virtualHosts.push(scope);
  if (scope.kind === 'directory') served.push(scope);
}
