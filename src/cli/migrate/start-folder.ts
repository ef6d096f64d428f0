import { realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Migration } from '../../migrate/index.ts';

/** The folder that a PATH stands for, symbolic links resolved: itself, or the one its main file lies in. */
export function startFolder(path: string, { model: { entry }, part }: Migration): string {
  if (isFolder(path)) return realpathSync.native(path);
  return dirname(part?.type === 'in-server' ? realpathSync(path) : (entry ?? resolve(path)));
}

export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
