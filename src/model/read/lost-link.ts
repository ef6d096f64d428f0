import type { ModelFile } from '../types.ts';
import type { Unknown } from '../unknown.ts';

/**
 * Whether the file holds a path and nothing else, as what was a symbolic link does after a copy by a tool that makes none: git without
 * core.symlinks, some archives and file shares. No server starts with such a line.
 */
export function isLostLink({ source }: ModelFile): boolean {
  return source.text.length < LONGEST_PATH && /^\.{0,2}\/[^\s<>"'|]+\n?$/.test(source.text);
}

/** PATH_MAX of Linux. */
const LONGEST_PATH = 4096;

/** @param name by which it is included */
export function lostLink({ path }: ModelFile, name: string): Unknown {
  const message =
    'This file holds nothing but a path, as a symbolic link does in a copy that was made without links. What it led to is not read and not ' +
    'migrated. Copy the tree with its links (tar, rsync -a, git with core.symlinks), and migrate that.';
  return { kind: 'context', path, offset: null, subject: name, below: null, message, bearing: 'access' };
}
