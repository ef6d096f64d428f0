import { posix } from 'node:path';
import { MORE_MEMORY } from '../read/tree-size.ts';
import { isLossy } from '../../text/index.ts';
import type { ReadFailure, TreeReader } from '../reader/index.ts';
import type { ModelFailure } from '../request.ts';

/** Why what was asked for has no model, as people say it. */
export function readFailure(
  path: string,
  failure: ReadFailure | 'too-many-lines',
  reader: TreeReader,
): ModelFailure {
  if (failure === 'special') {
    const message = `${path} is a device, pipe or socket, not a configuration file.`;
    return { type: 'failure', code: 'not-configuration', message, path };
  }
  if (failure === 'too-large') {
    const message = `${path} is larger than 64 MiB, the most that is read of one file.`;
    return { type: 'failure', code: 'too-large', message, path };
  }
  if (failure === 'too-many-lines') {
    const message = `${path} has more lines, or words in them, than can be read. ${MORE_MEMORY}`;
    return { type: 'failure', code: 'too-large', message, path };
  }
  if (failure !== 'missing' && !isLossy(path)) return notPermitted(path);
  const closed = closedAround(path, reader);
  if (closed !== null) return notPermitted(closed);
  const why = lostBytes(path) ?? deadLink(path, reader) ?? `${path} does not exist`;
  return { type: 'failure', code: 'missing', message: `${why}.`, path };
}

function notPermitted(path: string): ModelFailure {
  const message = `${path} may not be read: permission denied. Run this as a user who may read it, such as root.`;
  return { type: 'failure', code: 'unreadable', message, path };
}

/** The folder around the path that this user can't look into, so that nobody can say whether it is there; null if there is none. */
function closedAround(path: string, reader: TreeReader): string | null {
  const folder = posix.dirname(path);
  const kind = reader.kindOf(folder);
  if (kind === null) return folder === path ? null : closedAround(folder, reader);
  return kind === 'folder' && reader.list(folder) === null ? folder : null;
}

/**
 * Why a path that was typed is not found, where that is it: in the place of bytes that are not UTF-8 the runtime puts a character of
 * its own. Null else.
 */
export function lostBytes(path: string): string | null {
  if (!isLossy(path)) return null;
  return `${path} can't be opened: there are bytes in its name that are not UTF-8, and they get lost. Give the folder around it, or a symbolic link to it`;
}

/** Where a link is that leads nowhere, or in a circle, as people say it; null if there is none. */
function deadLink(path: string, reader: TreeReader): string | null {
  const target = reader.readLink(path);
  return target === null
    ? null
    : `${path} is a symbolic link to ${target}, which leads nowhere. Copy what it should lead to, or correct the link`;
}
