import { dirname } from 'node:path';
import { groupBy } from '../../text/index.ts';
import { isInside } from '../diff-base.ts';
import { livingHolder } from './hold-run.ts';
import { inHeldFolders } from './in-held-folders.ts';
import { listRuns, printedStart, runIds } from './ledger.ts';
import type { Ledger } from './ledger.ts';
import { isUndone } from './undo-mark.ts';
import { describeStopped, isSettled } from './settle-stopped.ts';
import type { Stopped } from './settle-stopped.ts';
import type { Shelf } from './state-folder.ts';
import type { Run } from './types.ts';

/**
 * Whether a path (real and absolute) is of the tree of a run: a folder that it changed something in, a file that it read or changed, or
 * anything below what it was asked for.
 */
function concerns(run: Run, path: string): boolean {
  const files = [...filesOf(run), ...run.journal.paths];
  return files.some((file) => isInside(file, path)) || isAskedFor(run, path);
}

function isAskedFor({ journal }: Pick<Run, 'journal'>, path: string): boolean {
  return journal.paths.some((asked) => isInside(path, asked));
}

/** Whether a run is on the tree of these paths, and has not merely read a file of it for another tree. */
export function isRunOf({ journal }: Run, paths: readonly string[]): boolean {
  const places = [...journal.paths, ...journal.entries.map((entry) => entry.path)];
  return paths.some((path) => isAskedFor({ journal }, path) || places.some((place) => isInside(place, path)));
}

/** The runs on the tree of these paths itself that are on their way, or done and not undone. */
export function ownRuns(ledger: Ledger, paths: readonly string[], history?: readonly Run[]): Run[] {
  const all = [...doneRuns(ledger, paths, history), ...pendingRuns(ledger, paths)];
  return all.filter((run) => isRunOf(run, paths));
}

/** The runs of a shelf on the tree of these paths (real and absolute), oldest first. */
export function runsOnTree(ledger: Ledger, shelf: Shelf, paths: readonly string[]): Run[] {
  // A journal that concerns a path has one in it that begins so, or a folder above it.
  const above = new Set(paths.flatMap(foldersAbove));
  const mayConcern = holdsAny([
    ...paths.map(printedStart),
    ...[...above].map((folder) => `${printedStart(folder)}"`),
  ]);
  return listRuns(ledger, shelf, mayConcern).filter((run) => paths.some((path) => concerns(run, path)));
}

/** Whether a text holds one of these: thousands of paths are asked of thousands of journals, and most have not even the start of one. */
function holdsAny(wanted: readonly string[]): (text: string) => boolean {
  const groups = [...groupBy(wanted, (one) => one.split('/', 3).join('/')).values()].map((group) => ({
    start: commonStart(group),
    group,
  }));
  return (text) =>
    groups.some(({ start, group }) => text.includes(start) && group.some((one) => text.includes(one)));
}

function commonStart(texts: readonly [string, ...string[]]): string {
  const sorted = texts.toSorted();
  const [first, last] = [sorted[0]!, sorted.at(-1)!];
  let length = 0;
  while (length < first.length && first[length] === last[length]) length++;
  return first.slice(0, length);
}

function foldersAbove(path: string): string[] {
  const folder = dirname(path);
  return folder === path ? [] : [folder, ...foldersAbove(folder)];
}

/** Runs that were killed half way, with what there is to decide about: neither old tree nor new. */
export function interruptedRuns(ledger: Ledger, paths: readonly string[]): Stopped[] {
  const left = pendingRuns(ledger, paths).filter((run) => livingHolder(ledger, run) === null);
  return inHeldFolders(ledger, (held) => left.map((run) => describeStopped(held, run))).filter(
    (stopped) => !isSettled(stopped),
  );
}

/**
 * The run to undo: the latest of the tree that is not undone, and before all others one that is on its way. Of a folder in which several
 * trees lie, that of each.
 */
export function runsToUndo(ledger: Ledger, paths: readonly string[], history?: readonly Run[]): Run[] {
  const pending = pendingRuns(ledger, paths);
  const all = [...doneRuns(ledger, paths, history), ...pending];
  // Servers may share files by links: a run that has only read a file here is of this tree if no other is.
  const own = all.filter((run) => isRunOf(run, paths));
  const ofTree = own.length > 0 ? own : all;
  const onTheirWay = ofTree.filter((run) => pending.includes(run));
  const runs = onTheirWay.length > 0 ? onTheirWay : ofTree;
  const isOfTree = (run: Run): boolean => paths.some((path) => isAskedFor(run, path));
  return runs.some(isOfTree) ? runs.slice(-1) : latestOfEachTree(runs);
}

function latestOfEachTree(runs: readonly Run[]): Run[] {
  const found: Run[] = [];
  for (const run of runs.toReversed()) if (!found.some((later) => areOfOneTree(run, later))) found.push(run);
  return found;
}

/** One was asked for in what the other was asked for, or one file was read for both: parts of one server. */
function areOfOneTree(one: Run, other: Run): boolean {
  const isWithin = (inner: Run, outer: Run) => inner.journal.paths.some((path) => isAskedFor(outer, path));
  const read = new Set(filesOf(one));
  return isWithin(one, other) || isWithin(other, one) || filesOf(other).some((path) => read.has(path));
}

/** The files that a run has changed, and those that it has read beside them. */
function filesOf({ journal: { entries, read } }: Run): string[] {
  return [...entries.map(({ path }) => path), ...read];
}

/**
 * Runs of the tree that are done and were not undone, oldest first.
 * @param history all that are done, where they were read already
 */
export function doneRuns(ledger: Ledger, paths: readonly string[], history?: readonly Run[]): Run[] {
  const ofTree =
    history?.filter((run) => paths.some((path) => concerns(run, path))) ??
    runsOnTree(ledger, 'history', paths);
  return ofTree.filter((run) => !isUndone(ledger.fileSystem, run));
}

/** Runs of the tree that are not done, whether a process works on them or not. */
export function pendingRuns(ledger: Ledger, paths: readonly string[]): Run[] {
  if (runIds(ledger, 'pending').length === 0) return [];
  return runsOnTree(ledger, 'pending', paths);
}
