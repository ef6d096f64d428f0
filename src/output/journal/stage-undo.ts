import type { Copying, FileSystem } from '../file-system.ts';
import { dirname } from 'node:path';
import { isInside } from '../diff-base.ts';
import { errorCode, systemProblem } from '../system-error.ts';
import type { WriteProblem } from '../write-result.ts';
import { isOnMountOf } from './is-on-mount-of.ts';
import { standing } from './look-at-entry.ts';
import { parentMaker } from './parent-maker.ts';
import type { MakeParents } from './parent-maker.ts';
import { besidePlace, migratedPlace, newPlace, originalPlace } from './run-places.ts';
import { NO_HARD_LINK } from './switch-all.ts';
import type { Switch } from './switch-all.ts';
import { syncPaths } from './sync-paths.ts';
import type { Entry, Run } from './types.ts';

interface Stage {
  readonly fileSystem: FileSystem;
  readonly run: Run;
  readonly makeParents: MakeParents;
  readonly copies: Copying[];
}

interface Draft {
  readonly entry: Entry;
  readonly staged: string | null;
  readonly kept: string | null;
}

/**
 * Lays the originals where one rename puts them back, as second names of the kept ones, which stay until all is done. The latest change
 * comes first. Paths that hold what they held are left out: of an undo that was stopped, those that it had put back.
 */
export function stageUndo(fileSystem: FileSystem, run: Run): Switch[] | WriteProblem {
  const parents = new Set<string>();
  const stage: Stage = { fileSystem, run, makeParents: parentMaker(fileSystem, run, parents), copies: [] };
  const drafts: Draft[] = [];
  for (const entry of run.journal.entries.toReversed()) {
    try {
      if (standing(fileSystem, entry) === 'new') drafts.push(layOld(stage, entry));
    } catch (error) {
      return systemProblem(entry.path, 'lay its original beside it', error);
    }
  }
  try {
    fileSystem.copyWhole(stage.copies);
    const files = stage.copies.map(({ to }) => to).filter((path) => fileSystem.lstat(path).isFile());
    // Of second names nothing need last: an undo that loses them begins again.
    if (files.length > 0) syncPaths(fileSystem, [...files, ...parents]);
    return drafts.map((draft) => readySwitch(fileSystem, draft));
  } catch (error) {
    return systemProblem(run.folder, 'lay the originals beside the files', error);
  }
}

function layOld(stage: Stage, entry: Entry): Draft {
  const { fileSystem, run } = stage;
  const isNear = isOnMountOf(fileSystem, run, dirname(entry.path));
  const kept =
    entry.new === null ? null : isNear ? migratedPlace(run, entry.path) : besidePlace(run, entry, 'old');
  if (kept !== null) layLink(stage, entry.path, kept);
  if (entry.old === null) return { entry, staged: null, kept };
  const whole: Entry = { path: entry.path, old: entry.old, new: entry.new };
  const staged = isNear ? newPlace(run, whole) : besidePlace(run, whole, 'new');
  const original = originalPlace(fileSystem, run, entry);
  stage.makeParents(staged);
  removeIfThere(fileSystem, staged);
  if (isNear || !isInside(original, run.folder)) layLink(stage, original, staged);
  else stage.copies.push({ from: original, to: staged });
  return { entry, staged, kept };
}

function layLink(stage: Stage, from: string, to: string): void {
  stage.makeParents(to);
  removeIfThere(stage.fileSystem, to);
  try {
    stage.fileSystem.hardLink(from, to);
  } catch (error) {
    if (!NO_HARD_LINK.has(errorCode(error))) throw error;
    stage.copies.push({ from, to });
  }
}

/** What a stopped try has left. */
function removeIfThere(fileSystem: FileSystem, path: string): void {
  try {
    fileSystem.unlink(path);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}

function readySwitch(fileSystem: FileSystem, { entry, staged, kept }: Draft): Switch {
  const { path, old: to, new: from } = entry;
  const seen = from === null ? null : fileSystem.lstat(path);
  const laid = staged === null ? null : fileSystem.lstat(staged);
  return { path, from, to, staged, kept, seen, laid };
}
