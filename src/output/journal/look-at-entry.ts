import type { FileSystem } from '../file-system.ts';
import { errorCode } from '../system-error.ts';
import { fileVersion } from './changes.ts';
import type { Entry, Version } from './types.ts';

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

/** Whether a path is as it was before the run or as the run makes it; by bytes, so that it holds for copies. */
export function standing(fileSystem: FileSystem, entry: Entry): 'old' | 'new' | 'other' {
  const now = look(fileSystem, entry.path);
  if (hasBytesOf(now, entry.new)) return 'new';
  return hasBytesOf(now, entry.old) ? 'old' : 'other';
}

export function hasBytesOf(now: Version | null | 'other', wanted: Version | null): boolean {
  if (now === null || wanted === null || now === 'other') return now === wanted;
  if (now.type === 'link') return wanted.type === 'link' && now.target === wanted.target;
  return wanted.type === 'file' && now.sha256 === wanted.sha256;
}
