import { hash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { nodeFileSystem } from '../file-system.ts';
import type { FileSystem } from '../file-system.ts';
import { errorCode } from '../system-error.ts';
import { realProcesses } from './holder.ts';
import type { Processes } from './holder.ts';
import { parseJournal } from './parse-journal.ts';
import { stateFolder } from './state-folder.ts';
import type { Shelf } from './state-folder.ts';
import type { Journal, Run } from './types.ts';

/** The runs written down in one state folder, and what they are read and changed with. */
export interface Ledger {
  readonly fileSystem: FileSystem;
  /** Absolute; need not be there yet. */
  readonly folder: string;
  readonly processes: Processes;
  readonly now: () => Date;
  /** Whether the file system is one of `inHeldFolders` already. */
  readonly isHeld?: true;
}

/** This user's own. */
export function openLedger(): Ledger {
  return {
    fileSystem: nodeFileSystem,
    folder: stateFolder(),
    processes: realProcesses,
    now: () => new Date(),
  };
}

export const JOURNAL = 'journal.json';

/**
 * All runs of a shelf, oldest first. Folders without a readable journal are none: a run gets its name last.
 * @param mayCount by a journal's text: those that do not are left out unread, which takes a tenth of the time
 */
export function listRuns(ledger: Ledger, shelf: Shelf, mayCount?: (text: string) => boolean): Run[] {
  return runIds(ledger, shelf).flatMap((id) => {
    const run = readRun(ledger, shelf, id, mayCount);
    return run === null ? [] : [run];
  });
}

export function runIds({ fileSystem, folder }: Ledger, shelf: Shelf): string[] {
  try {
    return fileSystem
      .list(join(folder, shelf))
      .filter((name) => /^\d{6}-/.test(name))
      .toSorted();
  } catch (error) {
    // ENOENT: nothing was ever written. EACCES: another user's, whose runs are not ours to know.
    if (NO_RUNS.has(errorCode(error))) return [];
    throw error;
  }
}

const NO_RUNS = new Set(['ENOENT', 'ENOTDIR', 'EACCES']);

/** Null if another process has moved it meanwhile, or what is there is no journal of this program, or none that counts. */
export function readRun(
  { fileSystem, folder }: Ledger,
  shelf: Shelf,
  id: string,
  mayCount: (text: string) => boolean = () => true,
): Run | null {
  const place = join(folder, shelf, id);
  try {
    const { text } = fileSystem.read(join(place, JOURNAL));
    const journal = mayCount(text) ? parseJournal(text) : null;
    return journal === null ? null : { id, folder: place, journal };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/**
 * A name that sorts behind all others, whatever the clock says, and that nobody else takes at the same time. It says of which tree the run is,
 * so that a long history need not be read for that.
 */
export function nextId(ledger: Ledger, { paths }: Journal): string {
  const last = [...runIds(ledger, 'history'), ...runIds(ledger, 'pending')].map((id) =>
    Number(id.slice(0, 6)),
  );
  const number = Math.max(0, ...last) + 1;
  return `${String(number).padStart(6, '0')}-${treeKey(paths)}${randomBytes(6).toString('hex')}`;
}

/** Equal for runs of the same PATHs. Null: see `readRun`. */
export function treeKeyOf(ledger: Ledger, shelf: Shelf, id: string): string | null {
  const inName = /^\d{6}-([0-9a-f]{12})[0-9a-f]{12}$/.exec(id)?.[1];
  // Older programs named runs without it.
  const run = inName === undefined ? readRun(ledger, shelf, id) : null;
  return inName ?? (run && treeKey(run.journal.paths));
}

function treeKey(paths: readonly string[]): string {
  return hash('sha256', paths.join('\0')).slice(0, 12);
}

/** Puts a run on another shelf, in one step; the folder's new place. */
export function shelve({ fileSystem, folder }: Ledger, run: Run, shelf: Shelf): Run {
  const place = join(folder, shelf, run.id);
  fileSystem.rename(run.folder, place);
  return { ...run, folder: place };
}

/** The journal as it is written: Latin-1, one character for each byte of UTF-8, so that any path comes back. */
export function printJournal(journal: Journal): string {
  return `${printJson(journal)}\n`;
}

/** How a text stands in a printed journal, and with it any that begins so. */
export function printedStart(text: string): string {
  return printJson(text).slice(0, -1);
}

function printJson(value: unknown): string {
  return Buffer.from(JSON.stringify(value), 'utf8').toString('latin1');
}
