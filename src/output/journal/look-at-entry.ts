import type { FileSystem } from '../file-system.ts';
import { errorCode } from '../system-error.ts';
import { fileVersion } from './changes.ts';
import type { Entry, Run, Version } from './types.ts';

/** What is at a path now: a version, nothing, or something that no run writes (a folder, a device). */
export function look(fileSystem: FileSystem, path: string): Version | null | 'other' {
  try {
    const stat = fileSystem.lstat(path);
    if (stat.isSymbolicLink()) return { type: 'link', target: fileSystem.readlink(path) };
    if (!stat.isFile()) return 'other';
    const read = fileSystem.read(path);
    return fileVersion(read.text, read.stat);
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return null;
    throw error;
  }
}

/** `old`: as before the run; `new`: as the run makes it. */
export type EntryState = 'old' | 'new' | 'other';

/** By bytes, so that it holds for copies. */
export function stateOf(entry: Entry, now: Version | null | 'other'): EntryState {
  if (hasBytesOf(now, entry.new)) return 'new';
  return hasBytesOf(now, entry.old) ? 'old' : 'other';
}

/** An entry, and what is at its path. */
export interface Surveyed {
  readonly entry: Entry;
  readonly now: Version | null | 'other';
  readonly state: EntryState;
}

/** Looks at every path of a run. */
export function survey(fileSystem: FileSystem, { journal }: Run): Surveyed[] {
  return journal.entries.map((entry) => {
    const now = look(fileSystem, entry.path);
    return { entry, now, state: stateOf(entry, now) };
  });
}

export function hasBytesOf(now: Version | null | 'other', wanted: Version | null): boolean {
  if (now === null || wanted === null || now === 'other') return now === wanted;
  if (now.type === 'link') return wanted.type === 'link' && now.target === wanted.target;
  return wanted.type === 'file' && now.sha256 === wanted.sha256;
}
