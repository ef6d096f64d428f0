import type { Copying, FileSystem } from '../file-system.ts';
import { dirname } from 'node:path';
import { errorCode, systemProblem } from '../system-error.ts';
import type { WriteProblem } from '../write-result.ts';
import { layEach } from './lay-each.ts';
import { mountProblem, isOnMountOf } from './mount-problem.ts';
import { hasBytesOf, look, stateOf } from './look-at-entry.ts';
import type { Surveyed } from './look-at-entry.ts';
import { parentMaker } from './made-folders.ts';
import type { MakeParents } from './made-folders.ts';
import { besidePlace, migratedPlace, newPlace, oldPlace, originalPlace } from './run-places.ts';
import { NO_HARD_LINK } from './switch-all.ts';
import type { Switch } from './switch-all.ts';
import { syncPaths } from './sync-paths.ts';
import type { Entry, Run } from './types.ts';

interface Stage {
  readonly fileSystem: FileSystem;
  readonly run: Run;
  readonly makeParents: MakeParents;
  readonly copies: Copying[];
  /** Second names of what is copied, made when it is. */
  readonly twins: Copying[];
  /** Originals that are kept only now. */
  readonly keptAgain: string[];
  readonly hasTwins: boolean;
  /** By folder. */
  readonly isNear: Map<string, boolean>;
}

interface Draft {
  readonly entry: Entry;
  readonly staged: string | null;
  readonly kept: string | null;
}

/**
 * Lays the originals where one rename puts them back, as second names of the kept ones, which stay until all is done. The latest change
 * comes first. Paths that hold what they held are left out: of an undo that was stopped, those that it had put back. What stands
 * against it comes instead of switches.
 */
export function stageUndo(
  fileSystem: FileSystem,
  run: Run,
  survey: readonly Surveyed[],
): readonly (Switch | WriteProblem)[] {
  const parents = new Set<string>();
  const stage: Stage = {
    fileSystem,
    run,
    makeParents: parentMaker(fileSystem, run, parents),
    copies: [],
    twins: [],
    keptAgain: [],
    hasTwins: run.journal.entries.some(({ twin }) => twin !== undefined),
    isNear: new Map(),
  };
  const replaced = survey.filter(({ state }) => state === 'new').toReversed();
  const { places, problems } = layEach(fileSystem, replaced, {
    lay: ({ entry }) => layOld(stage, entry),
    pathsOf: ({ entry: { path } }) => ({ path, from: path }),
    attempt: 'write its original beside it',
  });
  if (problems.length > 0) return problems;
  try {
    fileSystem.copyWhole(stage.copies);
    for (const { from, to } of stage.twins) fileSystem.hardLink(from, to);
    const files = stage.copies.map(({ to }) => to).filter((path) => fileSystem.lstat(path).isFile());
    // Of other second names nothing need last: an undo that loses them begins again.
    if (files.length + stage.keptAgain.length > 0) syncPaths(fileSystem, parents, files);
    return places.map((draft) => readySwitch(fileSystem, draft));
  } catch (error) {
    return [systemProblem(run.folder, 'write the originals beside the files', error)];
  }
}

function layOld(stage: Stage, entry: Entry): Draft {
  const isNear = isNearFolder(stage, dirname(entry.path));
  const kept = entry.new === null ? null : keptPlace(stage.run, entry, isNear);
  if (kept !== null) layLink(stage, entry.path, kept);
  if (entry.old === null) return { entry, staged: null, kept };
  const staged = stagedPlace(stage.run, entry, isNear);
  stage.makeParents(staged);
  if (isNear) layLink(stage, keptOriginal(stage, entry), staged);
  else layFar(stage, entry, staged);
  return { entry, staged, kept };
}

function isNearFolder({ isNear, fileSystem, run }: Stage, folder: string): boolean {
  const near = isNear.get(folder) ?? isOnMountOf(fileSystem, run, folder);
  isNear.set(folder, near);
  return near;
}

function keptPlace(run: Run, entry: Entry, isNear: boolean): string {
  return isNear ? migratedPlace(run, entry.path) : besidePlace(run, entry, 'now');
}

/** Named for the path itself, whatever the file that is there now was named for. */
function stagedPlace(run: Run, { path, old, new: next }: Entry, isNear: boolean): string {
  const entry: Entry = { path, old, new: next };
  return isNear ? newPlace(run, entry) : besidePlace(run, entry, 'new');
}

/** On another mount: the original itself, if the write was stopped before it was done; else a copy of the copy, once for each file. */
function layFar(stage: Stage, entry: Entry, staged: string): void {
  const { fileSystem, run } = stage;
  const beside = besidePlace(run, entry, 'old');
  const twin = twinOf(stage, entry);
  fileSystem.removeTree(staged);
  if (hasBytesOf(look(fileSystem, beside), entry.old)) layLink(stage, beside, staged);
  else if (twin !== null) stage.twins.push({ from: twin, to: staged });
  else stage.copies.push({ from: originalPlace(fileSystem, run, entry), to: staged });
}

/** Another name of the same file that is back already, or the place where the first one is laid; null if this is the first. */
function twinOf({ fileSystem, run, hasTwins }: Stage, { path, twin }: Entry): string | null {
  const first = twin ?? path;
  if (!hasTwins) return null;
  const names = run.journal.entries.filter(
    (one) => one.twin === first || (one.path === first && first !== path),
  );
  const back = names.find((one) => one.path !== path && stateOf(one, look(fileSystem, one.path)) === 'old');
  if (back !== undefined) return back.path;
  const firstEntry = names.find((one) => one.path === first);
  return firstEntry === undefined ? null : stagedPlace(run, firstEntry, false);
}

/**
 * Of a file that only got another name nothing was kept. It is now: that its new name goes might last through a power failure,
 * and that its old one comes might not.
 */
function keptOriginal(stage: Stage, entry: Entry): string {
  const { fileSystem, run } = stage;
  const place = oldPlace(run, entry.path);
  const original = originalPlace(fileSystem, run, entry);
  if (original === place) return place;
  layLink(stage, original, place);
  stage.keptAgain.push(place);
  return place;
}

function layLink(stage: Stage, from: string, to: string): void {
  stage.makeParents(to);
  try {
    stage.fileSystem.hardLink(from, to);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') {
      // What a stopped try has left.
      stage.fileSystem.unlink(to);
      layLink(stage, from, to);
    } else if (!NO_HARD_LINK.has(errorCode(error)) || mountProblem(stage.fileSystem, from, error) !== null)
      throw error;
    else stage.copies.push({ from, to });
  }
}

function readySwitch(fileSystem: FileSystem, { entry, staged, kept }: Draft): Switch {
  const { path, old: to, new: from } = entry;
  const seen = from === null ? null : fileSystem.lstat(path);
  const laid = staged === null ? null : fileSystem.lstat(staged);
  return { path, from, to, staged, kept, seen, laid };
}
