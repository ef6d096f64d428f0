import { realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { ServerModel } from '../../model/index.ts';

/** The folder that a PATH stands for, symbolic links resolved: itself, or the one its main file lies in. */
export function startFolder(path: string, { entry }: ServerModel): string {
  return isFolder(path) ? realpathSync(path) : dirname(entry ?? resolve(path));
}

export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
