import type { Stats } from 'node:fs';
import { readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describeError } from '../../output/index.ts';

const SETTINGS_FILE = '.httpd-codemod.json';

export interface FoundSettings {
  readonly path: string;
  readonly text: string;
}

/**
 * The settings file at a PATH or in the nearest folder above it; null if there is none, a sentence if it is not to be trusted. Looked at
 * before it is opened: a FIFO would never answer, and root is not told what to do by the folders of others.
 */
export function findSettings(path: string): FoundSettings | string | null {
  const from = isFolder(path) ? resolve(path) : dirname(resolve(path));
  for (const folder of foldersUp(from)) {
    const place = join(folder, SETTINGS_FILE);
    const stat = look(place);
    if (stat === null) continue;
    if (!stat.isFile()) return `${place}: not a file. ${AWAY}`;
    return isOwn(stat.uid) ? readFile(place, place) : `${place}: belongs to another user. ${AWAY}`;
  }
  return null;
}

/** The file of `--config`: named by the user, and so trusted. */
export function openSettings(path: string): FoundSettings | string {
  return readFile(resolve(path), `--config ${path}`);
}

const AWAY = 'To use it, give --config FILE; to ignore it, --no-config';

function readFile(path: string, name: string): FoundSettings | string {
  try {
    return { path, text: readFileSync(path, 'utf8') };
  } catch (error) {
    return `${name}: ${describeError(error)}`;
  }
}

function isOwn(owner: number): boolean {
  return process.geteuid === undefined || owner === process.geteuid() || owner === 0;
}

function isFolder(path: string): boolean {
  return look(path)?.isDirectory() === true;
}

/** Null also where this user may not look: settings that can't be seen are none. */
function look(path: string): Stats | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}

function foldersUp(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...foldersUp(parent)];
}
