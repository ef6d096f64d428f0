import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import type { FileSystem } from '../file-system.ts';
import { systemProblem } from '../system-error.ts';
import type { WriteProblem } from '../write-result.ts';
import { syncPath } from './sync-paths.ts';

/**
 * Where journals and originals are kept: outside of the trees, since a server reads or serves whatever lies in them.
 * By the XDG base directory specification; root's is in /var/lib, whatever HOME sudo leaves.
 */
export function stateFolder(
  environment: Readonly<Record<string, string | undefined>> = process.env,
  uid: number | undefined = process.geteuid?.(),
): string {
  const base = environment['XDG_STATE_HOME'];
  if (base !== undefined && isAbsolute(base)) return join(base, 'httpd-codemod');
  return uid === 0 ? '/var/lib/httpd-codemod' : join(homeFolder(), '.local/state/httpd-codemod');
}

/** The root of all for a user whom nobody has given a name or HOME, as containers start programs. */
function homeFolder(): string {
  try {
    return homedir();
  } catch {
    return '/';
  }
}

/** Runs on their way, those that are done, those to be deleted. Each change of state is one rename from one into another. */
const SHELVES = ['pending', 'history', 'discard'] as const;
export type Shelf = (typeof SHELVES)[number];

/** Makes the folder if need be, readable for its owner alone; a sentence if it can't be had, or is somebody else's. */
export function openStateFolder(fileSystem: FileSystem, folder: string): WriteProblem | null {
  try {
    const made = SHELVES.map((shelf) => fileSystem.makeFolder(join(folder, shelf)));
    if (made[0] !== undefined) syncUpTo(fileSystem, folder, made[0]);
    const { mode, uid } = fileSystem.lstat(folder);
    if ((mode & 0o022) === 0 && uid === (process.geteuid?.() ?? uid)) return null;
    const message = 'keeps the originals, and so must belong to you and be writable by nobody else';
    return { path: folder, code: 'state', message };
  } catch (error) {
    const { message } = systemProblem(folder, 'keep a journal here', error);
    return {
      path: folder,
      code: 'state',
      message: `${message}; set XDG_STATE_HOME to a folder that you may write to`,
    };
  }
}

/** Makes the new folders last: each is a name in the folder above it, up to the one that was there before. */
function syncUpTo(fileSystem: FileSystem, folder: string, outermost: string): void {
  const last = dirname(outermost);
  for (let at = folder; ; at = dirname(at)) {
    syncPath(fileSystem, at);
    if (at === last) return;
  }
}
