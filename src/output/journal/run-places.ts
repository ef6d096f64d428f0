import { basename, dirname, join } from 'node:path';
import { isThere } from '../file-system.ts';
import type { FileSystem } from '../file-system.ts';
import { LOCK } from './lock-folders.ts';
import type { Entry, Journal, Run } from './types.ts';

// A run's folder mirrors the tree, so that a person finds a file in it, too: old/etc/httpd/conf/httpd.conf.

/** Where the original is kept. */
export function oldPlace(run: Run, path: string): string {
  return join(run.folder, 'old', path);
}

/**
 * Where the original is found: kept, or, of a file that only got another name, under that name. Of such a file nothing is kept once
 * the run is done: a second name would follow every change that is made to it.
 */
export function originalPlace(fileSystem: FileSystem, run: Run, entry: Entry): string {
  const place = oldPlace(run, entry.path);
  return isThere(fileSystem, place) ? place : (movedTo(run, entry) ?? place);
}

/** The new name of a file that has no other change; null for all others. */
export function movedTo({ journal }: Run, { path, old, new: next }: Entry): string | null {
  if (next !== null || old?.type !== 'file') return null;
  const made = journal.entries.find(({ from }) => from === path);
  return made?.new?.type === 'file' && made.new.sha256 === old.sha256 ? made.path : null;
}

/** Where what comes next is laid until it takes its place. Named for the file whose attributes it gets. */
export function newPlace(run: Run, { path, from }: Entry): string {
  return join(run.folder, 'new', from ?? path);
}

/**
 * For a folder on another mount than the run's, from which nothing can be renamed to it: what was there, what comes, and, while an
 * undo is on its way, what is there now, in the lock of the folder.
 */
export function besidePlace(
  run: Run,
  { path, from }: Pick<Entry, 'path' | 'from'>,
  which: 'old' | 'new' | 'now',
): string {
  return join(dirname(path), LOCK, run.id, which, basename(from ?? path));
}

/** Where the migrated file is kept while an undo is on its way, to be able to take that back. */
export function migratedPlace(run: Run, path: string): string {
  return join(run.folder, 'migrated', path);
}

/** The folders in which a run changes something, those that it makes included. */
export function foldersOf({ entries, made = [] }: Pick<Journal, 'entries' | 'made'>): string[] {
  return [...new Set([...entries.map(({ path }) => path), ...made].map((path) => dirname(path)))];
}

/** Those of them that are there: what a run makes is not, before it begins and when it was undone. */
export function foldersThere(fileSystem: FileSystem, journal: Journal): string[] {
  const made = new Set(journal.made);
  return foldersOf(journal).filter((folder) => !made.has(folder) || isThere(fileSystem, folder));
}
