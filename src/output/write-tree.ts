import { dirname } from 'node:path';
import type { PatchSet } from '../patch/index.ts';
import type { CheckedStep } from './check-step.ts';
import { checkStep, checkUnchanged } from './check-step.ts';
import type { Change } from './journal/changes.ts';
import { changesOf } from './journal/changes.ts';
import { clearRun, completeRun } from './journal/clear-run.ts';
import { timesOf } from './journal/folder-times.ts';
import { beginRun } from './journal/hold-run.ts';
import { inHeldFolders } from './journal/in-held-folders.ts';
import { makeFolders } from './journal/made-folders.ts';
import type { Ledger } from './journal/ledger.ts';
import { openLedger } from './journal/ledger.ts';
import { lockFolders } from './journal/lock-folders.ts';
import { pruneHistory } from './journal/prune-history.ts';
import { foldersOf } from './journal/run-places.ts';
import { settleStopped } from './journal/settle-stopped.ts';
import { stageWrite } from './journal/stage-write.ts';
import { openStateFolder } from './journal/state-folder.ts';
import { isSwitch, switchAll } from './journal/switch-all.ts';
import type { OpenPoint, Run } from './journal/types.ts';
import type { WriteStep } from './plan-write.ts';
import { planWrite } from './plan-write.ts';
import { systemProblem } from './system-error.ts';
import { dropSamePlaces } from './same-places.ts';
import type { WriteNote, WriteProblem, WriteResult } from './write-result.ts';
import { isProblem } from './write-result.ts';
import type { Stats } from 'node:fs';

export interface WriteOptions {
  readonly ledger?: Ledger;
  /** What was asked for, real and absolute: `undo` finds the run by it, too. */
  readonly paths?: readonly string[];
  /** One of many runs: whoever makes them shortens the history when they are done. */
  readonly isOneOfMany?: boolean;
  /** Whatever else was read, by path: what is written is right only beside these texts; null: not compared again. */
  readonly read?: ReadonlyMap<string, string | null>;
  /** What the run leaves for a person. */
  readonly open?: readonly OpenPoint[];
  /** The run that this one takes the place of. */
  readonly replaces?: string;
}

/**
 * Writes the patch set over the files it was made from: all of it or nothing, and so that `undoRun` gives the old tree back. Each
 * file must still hold the bytes that were read, and so must those that were read and do not change. What comes is laid aside with owner, mode, ACL, extended attributes and
 * label of what goes, what goes is kept, a journal says so, and all that is on the disk before the first file changes;
 * each then takes its place by a rename: at every moment each path is the old file or the new one. Killed
 * at any instant it leaves the old tree, the new one, or a run that `interruptedRuns` tells of.
 *
 * Synchronous, so no signal handler of this process comes in between.
 *
 * A file with several names (hard links) is replaced too, since writing into it could be cut off half way and would change
 * copies made by `cp -al`: names that are all in the patch set stay linked, others keep the old text and are noted.
 */
export function writeInPlace(patchSet: PatchSet, options: WriteOptions = {}): WriteResult {
  const { steps, problems } = planWrite(patchSet);
  if (problems.length > 0) return { type: 'refused', problems };
  if (steps.length === 0) return { type: 'written', paths: [], notes: [], run: null };
  return inHeldFolders(options.ledger ?? openLedger(), (ledger) => writeSteps(ledger, steps, options));
}

function writeSteps(ledger: Ledger, steps: readonly WriteStep[], options: WriteOptions): WriteResult {
  const unusable = readyLedger(ledger);
  if (unusable !== null) return { type: 'refused', problems: [unusable] };
  const checked = checkSteps(ledger, steps);
  if (!isAllChecked(checked)) return { type: 'refused', problems: checked.filter(isProblem) };
  const places = dropSamePlaces(ledger.fileSystem, checked);
  if (!isAllChecked(places)) return { type: 'refused', problems: places.filter(isProblem) };
  const made = places.flatMap(({ type, path }) => (type === 'folder' ? [path] : []));
  const written = writeChanges(ledger, changesOf(places), made, options);
  if (written.type !== 'written') return written;
  return {
    ...written,
    paths: steps.flatMap(writtenPath),
    notes: [...noteHardLinks(places), ...written.notes],
  };
}

function readyLedger(ledger: Ledger): WriteProblem | null {
  const problem = openStateFolder(ledger.fileSystem, ledger.folder);
  if (problem !== null) return problem;
  try {
    settleStopped(ledger);
    return null;
  } catch (error) {
    return systemProblem(ledger.folder, 'clean up after a run that was stopped', error);
  }
}

function checkSteps({ fileSystem }: Ledger, steps: readonly WriteStep[]): (CheckedStep | WriteProblem)[] {
  const pathsOf = (type: WriteStep['type']) =>
    new Set(steps.filter((step) => step.type === type).map(({ path }) => path));
  const room = { freed: pathsOf('unlink'), folders: pathsOf('folder') };
  return steps.map((step) => checkStep(fileSystem, step, room));
}

function isAllChecked(checked: readonly (CheckedStep | WriteProblem)[]): checked is CheckedStep[] {
  return !checked.some(isProblem);
}

function writeChanges(
  ledger: Ledger,
  changes: readonly Change[],
  made: readonly string[],
  options: WriteOptions,
): WriteResult {
  const entries = changes.map(({ entry }) => entry);
  const changed = new Set(entries.map(({ path }) => path));
  const paths = options.paths ?? [];
  const beside = [...(options.read ?? [])].filter(([path]) => !changed.has(path));
  const read = beside.map(([path]) => path);
  let run: Run;
  try {
    const started = ledger.now().toISOString();
    const tree = { entries, ...(made.length > 0 && { made }) };
    const folders = timesOf(ledger.fileSystem, tree);
    const { open, replaces } = options;
    const left = { ...(open && { open }), ...(replaces !== undefined && { replaces }) };
    run = beginRun(ledger, { version: 1, started, paths, read, ...tree, folders, ...left });
  } catch (error) {
    return { type: 'refused', problems: [systemProblem(ledger.folder, 'write the journal', error)] };
  }
  const { problems, notes: noted } = attemptRun(ledger, run, changes, beside);
  if (problems === null) {
    const completed = completeRun(ledger, run, true);
    const pruned = options.isOneOfMany === true ? [] : pruneHistory(ledger);
    const notes = [...noted, ...completed, ...pruned];
    return { type: 'written', paths: [], notes, run: run.id };
  }
  // It stays pending, and this process, which holds it, ends.
  if (problems.some(({ code }) => code === 'not-restored')) return { type: 'broken', problems };
  return { type: 'refused', problems: [...problems, ...clearRun(ledger, run)] };
}

interface Attempt {
  /** Null if all is written. */
  readonly problems: readonly WriteProblem[] | null;
  readonly notes: readonly WriteNote[];
}

function attemptRun(
  ledger: Ledger,
  run: Run,
  changes: readonly Change[],
  beside: readonly (readonly [path: string, text: string | null])[],
): Attempt {
  try {
    const locked = makeFolders(ledger.fileSystem, run) ?? lockFolders(ledger, run, foldersOf(run.journal));
    if (locked !== null) return { problems: [locked], notes: [] };
    // Behind the locks: while they were read, an undo or another run may have been at work on them.
    const seen = beside.map(([path, text]) =>
      text === null ? {} : checkUnchanged(ledger.fileSystem, path, text),
    );
    const moved = seen.filter(isProblem);
    if (moved.length > 0) return { problems: moved, notes: [] };
    const { switches, notes } = stageWrite(ledger.fileSystem, run, changes);
    if (!switches.every(isSwitch)) return { problems: switches.filter(isProblem), notes };
    return { problems: switchAll(ledger, switches), notes };
  } catch (error) {
    const path = run.journal.entries[0]?.path ?? run.folder;
    return { problems: [systemProblem(dirname(path), 'prepare the write', error)], notes: [] };
  }
}

function writtenPath(step: WriteStep): string[] {
  if (step.type === 'folder') return [];
  return [step.type === 'rename' ? step.newPath : step.path];
}

/** Renaming gives a name a new file: other names of the old one, outside of the patch set, keep the old text. */
function noteHardLinks(checked: readonly CheckedStep[]): WriteNote[] {
  const changing = checked.flatMap((step) => ('before' in step && step.after !== step.before ? [step] : []));
  const names = new Map<string, number>();
  for (const { seen } of changing) names.set(inode(seen), (names.get(inode(seen)) ?? 0) + 1);
  return changing.flatMap(({ path, seen }) => {
    const others = seen.nlink - names.get(inode(seen))!;
    if (others <= 0) return [];
    return [
      {
        path,
        message: `had ${others} more ${others === 1 ? 'name' : 'names'} (hard links), which keep the old text`,
      },
    ];
  });
}

function inode({ dev, ino }: Stats): string {
  return `${dev}:${ino}`;
}
