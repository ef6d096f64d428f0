import type { Stats } from 'node:fs';
import type { FileSystem } from '../file-system.ts';
import type { WriteProblem } from '../write-result.ts';
import type { Change } from './changes.ts';
import { hasBytesOf, look } from './look-at-entry.ts';
import { isSame } from './switch-all.ts';
import type { Switch } from './switch-all.ts';
import { oldPlace } from './run-places.ts';
import type { Run, Version } from './types.ts';

export interface Places {
  readonly staged: string | null;
  readonly kept: string | null;
}

/** The switch that a change has become, if what was kept is what was checked, and what was laid is as it must be. */
export function readySwitch(
  fileSystem: FileSystem,
  run: Run,
  { entry, seen }: Change,
  { staged, kept }: Places,
): Switch | WriteProblem {
  const { path, old: from, new: to } = entry;
  const laid = staged === null ? null : fileSystem.lstat(staged);
  if (laid !== null && to?.type === 'file' && !hasOwnerAndMode(laid, to)) return notAsTheOld(path);
  const parts = { path, from, to, staged, kept, laid };
  if (from === null || kept === null || seen === null) return { ...parts, seen: null };
  const history = oldPlace(run, path);
  const isNear = kept === history;
  if (isNear && isSame(fileSystem, kept, seen)) return { ...parts, seen };
  // A copy, or a file system that gives a file another number when it is first touched (overlayfs).
  const isKept = hasBytesOf(look(fileSystem, history), from) && hasBytesOf(look(fileSystem, path), from);
  const now = fileSystem.lstat(path);
  const isAsItWas = isKept && (from.type === 'link' || hasOwnerAndMode(now, from));
  return isAsItWas ? { ...parts, seen: now } : changedSince(path);
}

function hasOwnerAndMode(laid: Stats, to: Extract<Version, { type: 'file' }>): boolean {
  return laid.uid === to.uid && laid.gid === to.gid && (laid.mode & 0o7777) === to.mode;
}

function notAsTheOld(path: string): WriteProblem {
  return { path, code: 'system', message: 'the new file could not be given owner and mode of the old one' };
}

function changedSince(path: string): WriteProblem {
  return { path, code: 'changed', message: 'was changed by somebody else since it was read' };
}
