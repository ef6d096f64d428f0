import { posix } from 'node:path';
import { decodePath } from '../../model/index.ts';
import type { Occurrence, Scope, ServerModel, TreeReader } from '../../model/index.ts';
import type { Kind, KnownFiles } from '../addresses/index.ts';
import { completePath, drivePath, encodePath } from '../folders/paths.ts';
import type { ServerIdentity } from './server-user.ts';
import { mayOpen, serverUser } from './server-user.ts';

/** The served files as the server names them, in bytes of the configuration. A tree that was copied without them still has its rules. */
export interface FileView extends KnownFiles {
  isLink(path: string): boolean;
  /** Of what a folder holds; none if it can't be read here. */
  namesIn(folder: string): readonly string[];
  /** Whether the server's user may read the file, or go through the folder; null: not known, since that user is not. */
  mayOpen(path: string, wish: 'read' | 'search'): boolean | null;
}

/** Nothing is known of any file: a snippet, or a tree whose files lie elsewhere. */
export const NO_FILES: FileView = {
  kindOf: () => 'unknown',
  isLink: () => false,
  namesIn: () => [],
  mayOpen: () => true,
  textOf: () => null,
};

/**
 * The files of the tree's machine, seen through the reader that the model was built with. In a copy (statedRoot is not
 * where the tree lies) only what the copy holds is looked at.
 */
export function fileView(model: ServerModel, reader: TreeReader): FileView {
  const place = placeIn(model);
  const isServed = servedFolders(model);
  const isCopy = model.statedRoot !== model.serverRoot;
  const known = new Map<string, Kind>();
  let user: ServerIdentity | null | undefined;
  const identity = () => (user === undefined ? (user = serverUser(model, reader)) : user);
  const look = (path: string): Kind => {
    const at = place(path);
    if (at === null) return 'unknown';
    const kind = reader.kindOf(at);
    if (kind === 'folder' || kind === 'file') return kind;
    if (kind === 'special') return 'file';
    return isServed(path) && !(isCopy && leadsAway(reader, at)) ? 'nothing' : 'unknown';
  };
  return {
    kindOf(path) {
      const kind = known.get(path) ?? look(path);
      if (known.size < MOST_REMEMBERED) known.set(path, kind);
      return kind;
    },
    isLink(path) {
      const at = place(path);
      return at !== null && reader.readLink(at) !== null;
    },
    namesIn(folder) {
      const at = place(folder);
      return at === null ? [] : (reader.list(at) ?? []).map(({ name }) => encodePath(name));
    },
    mayOpen(path, wish) {
      const at = place(path);
      // How the top of a copy was made says nothing of the server's.
      if (at === null || (isCopy && !at.startsWith(`${model.serverRoot}/`))) return true;
      const permissions = reader.permissionsOf?.(at) ?? null;
      return permissions === null || mayOpen(identity(), permissions, wish);
    },
    textOf(path) {
      const at = place(path);
      const read = at === null ? null : reader.readFile(at);
      return read !== null && 'text' in read ? read.text : null;
    },
  };
}

/** A link whose target may be there where the copy was made. */
function leadsAway(reader: TreeReader, at: string): boolean {
  return reader.readLink(at)?.startsWith('/') === true;
}

/**
 * Whether what is not there at a path can be said not to exist. A copy of a tree may hold the one folder beside its configuration and
 * not the other: there it is so below its document roots only.
 */
function servedFolders(model: ServerModel): (path: string) => boolean {
  const { statedRoot, serverRoot } = model;
  if (statedRoot === serverRoot) return () => true;
  const roots = documentRoots(model).flatMap(({ args }) => args);
  const folders = roots.map((root) => posix.resolve(completePath(root, model)));
  return (path) => folders.some((folder) => path.startsWith(folder === '/' ? folder : `${folder}/`));
}

/** The DocumentRoot lines of the main server and of the virtual hosts. */
export function documentRoots({ main, virtualHosts }: ServerModel): Occurrence[] {
  const isRoot = (item: Occurrence | Scope): item is Occurrence =>
    item.type === 'occurrence' && item.name === 'documentroot';
  return [main, ...virtualHosts].flatMap(({ items }) => items.filter(isRoot));
}

/** A log may ask for millions of paths. */
const MOST_REMEMBERED = 50_000;

/** Where a path of the server lies on this machine; null if nowhere. */
function placeIn({ statedRoot, serverRoot }: ServerModel): (path: string) => string | null {
  if (statedRoot === serverRoot) return decodePath;
  const [from, to] = widest(drivePath(statedRoot), serverRoot);
  return (asked) => {
    const path = drivePath(decodePath(asked));
    if (path !== from && !path.startsWith(from === '/' ? from : `${from}/`)) return null;
    return posix.join(to, path.slice(from.length));
  };
}

/** The widest pair of folders that says the same: `/etc/httpd` at `/backup/etc/httpd` is `/` at `/backup`. */
function widest(from: string, to: string): [string, string] {
  const isSameName = posix.basename(from) === posix.basename(to) && from !== '/' && to !== '/';
  return isSameName ? widest(posix.dirname(from), posix.dirname(to)) : [from, to];
}
