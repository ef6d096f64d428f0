import { isFilledIn } from '../placeholders.ts';
import { lineIndex, rememberWeakly } from '../../text/index.ts';
import { decodePath, resolvePath } from '../paths/config-path.ts';
import type { ModelFile, Occurrence } from '../types.ts';
import type { IncludeLineDraft } from './drafts.ts';
import type { IncludeFailure } from './include-problem.ts';
import { describeFailure, isUnread } from './include-problem.ts';
import type { IncludedFile, Reading } from './reading.ts';
import type { Surroundings } from './surroundings.ts';
import { Passage, PlainSurroundings } from './surroundings.ts';
import { openPlace } from './open-place.ts';
import { linesOf } from './tree-size.ts';
import type { Unknown } from '../unknown.ts';

/** Include lines within Include lines that are followed: AP_MAX_INCLUDE_DEPTH of server/core.c. */
const DEEPEST_INCLUDE = 128;
/** What going through a file once more costs at least, in lines, so that a swarm of empty files ends too. */
const LEAST_COST = 16;

/** Finds the files of an Include line and queues them, to be read before the line below it. */
export function startInclude(occurrence: Occurrence, around: Surroundings, reading: Reading): void {
  const written = occurrence.args[0] ?? '';
  const path = resolvePath(reading.root, decodePath(written));
  const line: IncludeLineDraft = { occurrence, path, files: [], names: [], outcome: 'read' };
  reading.includes.push(line);
  if (written === '') return fail('unknown', path, line, reading);
  if (!reading.followsIncludes) return fail('alone', written, line, reading);
  if (hasUnknown(written, occurrence)) {
    const open = around.truths.on22 !== 'no' ? openPlace(occurrence, written, 'include') : null;
    if (open !== null) reading.unknowns.push(open);
    return fail('unknown', path, line, reading);
  }
  if (around.passage.places.length >= DEEPEST_INCLUDE) return fail('too-deep', path, line, reading);
  const { paths, failure } = reading.resolveInclude(path);
  if (failure !== null) fail(failure, path, line, reading);
  if (paths.length === 0) return;
  const places = around.passage.places.concat(`${occurrence.file.path}:${lineOf(occurrence)}`);
  for (let index = paths.length - 1; index >= 0; index--) {
    reading.pending.push({ type: 'file', path: paths[index]!, line, places, around });
  }
}

/** Opens a file of an Include line: its lines come next, in the scope and the guards of the line. */
export function enterFile({ path, line, places, around }: IncludedFile, reading: Reading): void {
  const file = reading.files.open(path, 'config', reading.welcome);
  if ('failure' in file) return fail(file.failure, path, line, reading);
  if (isLostLink(file)) {
    reading.modules.leaveOpen(line.path);
    return void reading.unknowns.push(lostLink(file, path));
  }
  if (isBeingRead(file, around.passage)) return fail('cycle', path, line, reading);
  if (file.reachedBy.length > 0) {
    reading.repeatable -= Math.max(linesOf(file.source.text), LEAST_COST);
    if (reading.repeatable < 0) return fail('too-deep', path, line, reading);
  }
  file.reachedBy = file.reachedBy.length === 0 ? [places] : file.reachedBy.concat([places]);
  line.files.push(file);
  line.names.push(path);
  const passage = new Passage(file, around.passage, places, around.innermost, reading.seq);
  const inFile = new PlainSurroundings(passage, null, around.guardsInside, around.truths, around.depth);
  reading.pending.push({ type: 'opened', file, around: inFile });
}

function fail(failure: IncludeFailure, path: string, line: IncludeLineDraft, reading: Reading): void {
  const { outcome, problem } = describeFailure(failure, path, line);
  line.outcome = outcome;
  if (isUnread(line)) reading.modules.leaveOpen(line.path);
  else if (outcome === 'no-match') reading.modules.findNothing(line.path);
  if (problem === null) return;
  const key = `${problem.code} ${problem.path} ${problem.offset} ${problem.message}`;
  if (reading.reported.has(key)) return;
  reading.reported.add(key);
  // The server had the file, or it would not have started: what it says is unknown, and may bear on who gets in.
  const wasThere = outcome === 'outside' || (outcome === 'missing' && line.occurrence.on22 === 'yes');
  if (!wasThere || problem.level === 'info') return void reading.problems.push(problem);
  // Where the ServerRoot is put in, no copy lacks the file: nobody knows where it is.
  const open = openPlace(line.occurrence, path, 'include');
  const { code: _, level: __, ...place } = problem;
  reading.unknowns.push(open ?? { ...place, kind: 'context', subject: path, below: null, bearing: 'access' });
}

/** A variable without a value, or an argument of the Macro around the line. */
function hasUnknown(written: string, { scope, file }: Occurrence): boolean {
  if (isFilledIn(written, { file })) return true;
  return scope.name === 'macro' && scope.args.slice(1).some((name) => name !== '' && written.includes(name));
}

function isBeingRead(file: ModelFile, passage: Passage): boolean {
  for (let at: Passage | null = passage; at !== null; at = at.parent) if (at.file === file) return true;
  return false;
}

const lineIndexOf = rememberWeakly(({ source }: ModelFile) => lineIndex(source.text));

function lineOf({ file, node }: Occurrence): number {
  return lineIndexOf(file).position(node.name.span.start).line;
}

/**
 * Whether the file holds a path and nothing else, as what was a symbolic link does after a copy by a tool that makes none: git without
 * core.symlinks, some archives and file shares. No server starts with such a line.
 */
function isLostLink({ source }: ModelFile): boolean {
  return source.text.length < LONGEST_PATH && /^\.{0,2}\/[^\s<>"'|]+\n?$/.test(source.text);
}

/** PATH_MAX of Linux. */
const LONGEST_PATH = 4096;

/** @param name by which it is included */
function lostLink({ path }: ModelFile, name: string): Unknown {
  const message =
    'This file holds nothing but a path, as a symbolic link does in a copy that was made without links. What it led to is not read and not ' +
    'migrated. Copy the tree with its links (tar, rsync -a, git with core.symlinks), and migrate that.';
  return { kind: 'context', path, offset: null, subject: name, below: null, message, bearing: 'access' };
}
