import type { Stats } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Copying, FileSystem } from '../file-system.ts';
import { isInside } from '../diff-base.ts';
import { errorCode, systemProblem } from '../system-error.ts';
import type { WriteNote, WriteProblem } from '../write-result.ts';
import type { Change } from './changes.ts';
import { layEach } from './lay-each.ts';
import { mountProblem, isOnMountOf } from './mount-problem.ts';
import { parentMaker } from './made-folders.ts';
import type { MakeParents } from './made-folders.ts';
import { besidePlace, newPlace, oldPlace } from './run-places.ts';
import { readySwitch } from './ready-switch.ts';
import type { Places } from './ready-switch.ts';
import { NO_HARD_LINK } from './switch-all.ts';
import type { Switch } from './switch-all.ts';
import { syncPaths } from './sync-paths.ts';
import type { Run } from './types.ts';

/** What staging has come to so far. */
interface Stage {
  readonly fileSystem: FileSystem;
  readonly run: Run;
  readonly makeParents: MakeParents;
  /** By folder: whether files can be renamed to it from the run's folder. */
  readonly isNear: Map<string, boolean>;
  /** What was kept, and the new files that get its attributes: not from the tree, where it may be another file by now. */
  readonly attributes: Copying[];
  /** Originals that can't be kept by a second name. */
  readonly copies: Copying[];
  /** New files of files with several names, by `device:inode`. */
  readonly shared: Map<string, { readonly place: string; readonly text: string }>;
}

/** What is to be switched; what stands against it comes instead, or among it. */
export interface StagedWrite {
  readonly switches: readonly (Switch | WriteProblem)[];
  readonly notes: readonly WriteNote[];
}

/** Lays all new files, and keeps all old ones, so that they last through a power failure. The tree is not changed by this. */
export function stageWrite(fileSystem: FileSystem, run: Run, changes: readonly Change[]): StagedWrite {
  const parents = new Set<string>();
  const makeParents = parentMaker(fileSystem, run, parents);
  const maps = { isNear: new Map(), attributes: [], copies: [], shared: new Map() };
  const stage: Stage = { fileSystem, run, makeParents, ...maps };
  const { places, problems } = layEach(fileSystem, changes, {
    lay: (change): Places => ({ staged: layNew(stage, change), kept: keepOld(stage, change) }),
    pathsOf: ({ entry: { path, from = path } }) => ({ path, from }),
    attempt: 'write the new text beside it',
  });
  if (problems.length > 0) return { switches: problems, notes: [] };
  try {
    const refusal = fileSystem.copyWhole(stage.copies);
    fileSystem.copyAttributes(stage.attributes);
    const copied = stage.copies.map(({ to }) => to).filter((path) => isFile(fileSystem, path));
    const laid = stage.attributes.map(({ to }) => to);
    // Of what comes the bytes must last, and the place need not: without it nothing has changed.
    const folders = [...parents].filter((path) => !isInside(path, join(run.folder, 'new')));
    syncPaths(fileSystem, folders, [...laid, ...copied]);
    const switches = changes.map((change, at) => readySwitch(fileSystem, run, change, places[at]!));
    return { switches, notes: refusal === null ? [] : [missesAttributes(run, refusal)] };
  } catch (error) {
    const problem = systemProblem(run.folder, 'keep the originals and write the new texts', error);
    return { switches: [problem], notes: [] };
  }
}

function missesAttributes({ folder }: Run, cause: string): WriteNote {
  const message = `did not take all extended attributes of the originals, so undo can't give them back (${cause})`;
  return { path: dirname(dirname(folder)), message };
}

function layNew(stage: Stage, change: Change): string | null {
  const { fileSystem } = stage;
  const { entry, text, seen, like } = change;
  if (entry.new === null) return null;
  const place = isNear(stage, entry.path) ? newPlace(stage.run, entry) : besidePlace(stage.run, entry, 'new');
  stage.makeParents(place);
  if (entry.new.type === 'link') fileSystem.symlink(entry.new.target, place);
  else if (text === null) linkOrCopy(stage, entry.from ?? entry.path, place);
  else if (like !== undefined && seen !== null) layLike(stage, place, text, like, seen);
  else if (seen !== null) layFile(stage, { place, text, seen, from: entry.from ?? entry.path });
  return place;
}

interface NewFile {
  readonly place: string;
  readonly text: string;
  readonly seen: Stats;
  readonly from: string;
}

/** Names of one file (hard links) that are all rewritten stay names of one file. */
function layFile(stage: Stage, file: NewFile): void {
  const { place, text, seen, from } = file;
  const inode = `${seen.dev}:${seen.ino}`;
  const first = seen.nlink > 1 ? stage.shared.get(inode) : undefined;
  if (first?.text === text) {
    stage.fileSystem.hardLink(first.place, place);
    return;
  }
  if (seen.nlink > 1) stage.shared.set(inode, { place, text });
  createLike(stage.fileSystem, place, text, seen);
  stage.attributes.push({ from: keptPlace(stage, from), to: place });
}

/** A second name of the other file, beside the new one until all is done: whatever has that path by then, its attributes are these. */
function layLike(stage: Stage, place: string, text: string, like: string, seen: Stats): void {
  createLike(stage.fileSystem, place, text, seen);
  linkOrCopy(stage, like, `${place}.like`);
  stage.attributes.push({ from: `${place}.like`, to: place });
}

function createLike(fileSystem: FileSystem, place: string, text: string, like: Stats): void {
  const fd = fileSystem.create(place);
  try {
    fileSystem.write(fd, text);
    const made = fileSystem.fstat(fd);
    // Owner first: chown(2) takes the set-id bits away.
    if (made.uid !== like.uid || made.gid !== like.gid) giveTo(fileSystem, fd, like);
    fileSystem.setMode(fd, like.mode & 0o7777);
  } finally {
    fileSystem.close(fd);
  }
}

/** Only root may give a file to anybody, and others to no group but their own. */
function giveTo(fileSystem: FileSystem, fd: number, { uid, gid }: Stats): void {
  try {
    fileSystem.setOwner(fd, uid, gid);
  } catch (error) {
    if (errorCode(error) !== 'EPERM') throw error;
    throw new Error(
      `it belongs to user ${uid} and group ${gid}, and this user can't make a file that does (EPERM); run this as root`,
      { cause: error },
    );
  }
}

/**
 * A second name of the old file keeps all that it is, takes no space, and is put back by one rename. On another mount the
 * history gets a copy, and a second name beside the file serves until the run is done.
 */
function keepOld(stage: Stage, { entry }: Change): string | null {
  if (entry.old === null) return null;
  const kept = keptPlace(stage, entry.path);
  stage.makeParents(kept);
  linkOrCopy(stage, entry.path, kept);
  const place = oldPlace(stage.run, entry.path);
  if (kept === place) return kept;
  stage.makeParents(place);
  stage.copies.push({ from: entry.path, to: place });
  return kept;
}

function keptPlace(stage: Stage, path: string): string {
  return isNear(stage, path) ? oldPlace(stage.run, path) : besidePlace(stage.run, { path }, 'old');
}

function linkOrCopy(stage: Stage, path: string, place: string): void {
  try {
    stage.fileSystem.hardLink(path, place);
  } catch (error) {
    if (!NO_HARD_LINK.has(errorCode(error)) || mountProblem(stage.fileSystem, path, error) !== null)
      throw error;
    stage.copies.push({ from: path, to: place });
  }
}

function isNear(stage: Stage, path: string): boolean {
  const folder = dirname(path);
  const known = stage.isNear.get(folder);
  if (known !== undefined) return known;
  const near = isOnMountOf(stage.fileSystem, stage.run, folder);
  stage.isNear.set(folder, near);
  return near;
}

/** A symbolic link can't be synced: its folder has all of it. */
function isFile(fileSystem: FileSystem, path: string): boolean {
  return fileSystem.lstat(path).isFile();
}
