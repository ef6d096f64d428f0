import type { FileSystem } from '../file-system.ts';
import type { WriteProblem } from '../write-result.ts';
import { hasBytesOf, look } from './look-at-entry.ts';
import type { Surveyed } from './look-at-entry.ts';
import { originalPlace } from './run-places.ts';
import type { Entry, Run, Version } from './types.ts';

/** All that stands against undoing a run: what somebody has changed since would be lost. */
export function findObstacles(
  fileSystem: FileSystem,
  run: Run,
  surveyed: readonly Surveyed[],
): WriteProblem[] {
  return surveyed.flatMap((one) => {
    const message = obstacle(fileSystem, run, one);
    return message === null ? [] : [{ path: one.entry.path, code: 'changed', message }];
  });
}

function obstacle(fileSystem: FileSystem, run: Run, { entry, now, standing }: Surveyed): string | null {
  if (standing === 'other') return changedSince(now, entry);
  if (standing === 'old') return null;
  return changedAttributes(now, entry.new) ?? lostOriginal(fileSystem, run, entry);
}

function changedSince(now: Version | null | 'other', entry: Entry): string {
  if (now === null) return 'was removed since';
  if (entry.new === null) return 'was made anew since';
  if (now === 'other' || now.type !== entry.new.type) return 'has become something else since';
  return 'was changed since';
}

function changedAttributes(now: Version | null | 'other', wanted: Version | null): string | null {
  if (now === null || now === 'other' || now.type !== 'file' || wanted?.type !== 'file') return null;
  if (now.mode !== wanted.mode) {
    return `had its mode changed since, from ${octal(wanted.mode)} to ${octal(now.mode)}`;
  }
  if (now.uid === wanted.uid && now.gid === wanted.gid) return null;
  return `had its owner changed since, from ${wanted.uid}:${wanted.gid} to ${now.uid}:${now.gid}`;
}

function octal(mode: number): string {
  return mode.toString(8).padStart(4, '0');
}

function lostOriginal(fileSystem: FileSystem, run: Run, entry: Entry): string | null {
  const { old } = entry;
  if (old === null) return null;
  const kept = look(fileSystem, originalPlace(fileSystem, run, entry));
  if (hasBytesOf(kept, old)) return null;
  if (kept === null) return "can't be given back: its original is gone";
  return "can't be given back: its original was changed since, through another of its names (a hard link)";
}
