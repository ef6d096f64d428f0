import { posix } from 'node:path';
import type { Occurrence, Scope, ServerModel, TreeReader, Permissions } from '../../model/index.ts';
import { decodePath, occurrencesOf } from '../../model/index.ts';
import type { Kind, KnownFiles } from '../addresses/index.ts';
import { completePath, drivePath, encodePath, isOfWindows } from '../folders/paths.ts';
import { findInEitherCase } from './true-names.ts';

/** The served files as the server names them, in bytes of the configuration. A tree that was copied without them still has its rules. */
export interface FileView extends KnownFiles {
  /** The last name of the path as it is on the disk: Windows finds it in either case. */
  nameOf(path: string): string;
  isLink(path: string): boolean;
  /** Whether a link belongs to the owner of what it leads to (SymLinksIfOwnerMatch); null: not known, as copies may not keep owners. */
  isOwnLink(path: string): boolean | null;
  /** Of what a folder holds; none if it can't be read here. */
  namesIn(folder: string): readonly string[];
  /** Whether the server's user may read the file, or go through the folder; null: not known, since that user is not. */
  mayOpen(path: string, wish: 'read' | 'search'): boolean | null;
}

/** Nothing is known of any file: a snippet, or a tree whose files lie elsewhere. */
export const NO_FILES: FileView = {
  kindOf: () => 'unknown',
  nameOf: posix.basename,
  isLink: () => false,
  isOwnLink: () => null,
  namesIn: () => [],
  mayOpen: () => true,
  textOf: () => null,
};

/**
 * The files of the tree's machine, seen through the reader that the model was built with. In a copy (statedRoot is not
 * where the tree lies) only what the copy holds is looked at.
 */
export function fileView(model: ServerModel, reader: TreeReader): FileView {
  const place = placeIn(model, reader);
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
    nameOf(path) {
      const at = place(path);
      const found = at === null ? '' : encodePath(posix.basename(at));
      const asked = posix.basename(path);
      // The top of a copy may be called as it likes.
      return found.toLowerCase() === asked.toLowerCase() ? found : asked;
    },
    isLink(path) {
      const at = place(path);
      return at !== null && reader.readLink(at) !== null;
    },
    isOwnLink(path) {
      const at = isCopy ? null : place(path);
      const owner = at === null ? null : (reader.linkOwner?.(at) ?? null);
      const target = at === null ? null : (reader.permissionsOf?.(at) ?? null);
      return owner === null || target === null ? null : owner === target.owner;
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
function placeIn(
  { statedRoot, serverRoot }: ServerModel,
  reader: TreeReader,
): (path: string) => string | null {
  if (statedRoot === serverRoot) return decodePath;
  const isWindows = isOfWindows({ statedRoot });
  const [from, to] = widest(drivePath(statedRoot), serverRoot);
  return (asked) => {
    const path = drivePath(decodePath(asked));
    if (path !== from && !path.startsWith(from === '/' ? from : `${from}/`)) return null;
    const at = posix.join(to, path.slice(from.length));
    return isWindows ? findInEitherCase(at, reader) : at;
  };
}

/** The widest pair of folders that says the same: `/etc/httpd` at `/backup/etc/httpd` is `/` at `/backup`. */
function widest(from: string, to: string): [string, string] {
  const isSameName = posix.basename(from) === posix.basename(to) && from !== '/' && to !== '/';
  return isSameName ? widest(posix.dirname(from), posix.dirname(to)) : [from, to];
}

/** As whom the server opens files, once it has started as root. */
interface ServerUser {
  readonly uid: number;
  readonly groups: readonly number[];
}

/** `unknown`: the names of User and Group are another system's. */
type ServerIdentity = ServerUser | 'unknown';

/** Null: there is no User line, and the server runs as whoever starts it. Names are looked up where the tree is in its place. */
function serverUser(model: ServerModel, reader: TreeReader): ServerIdentity | null {
  const [user, group] = (['user', 'group'] as const).map(
    (name) => occurrencesOf(model, name).at(-1)?.args[0],
  );
  if (user === undefined) return null;
  const isHere = model.statedRoot === model.serverRoot;
  const people = isHere ? table(reader, '/etc/passwd') : [];
  const groups = isHere ? table(reader, '/etc/group') : [];
  const person = people.find(([name]) => name === user);
  const uid = numberOf(user) ?? Number(person?.[2] ?? Number.NaN);
  const gid =
    group === undefined
      ? Number(person?.[3] ?? Number.NaN)
      : (numberOf(group) ?? Number(groups.find(([name]) => name === group)?.[2] ?? Number.NaN));
  if (Number.isNaN(uid) || Number.isNaN(gid)) return 'unknown';
  // initgroups (unixd_setup_child, os/unix/unixd.c of 2.2; modules/arch/unix/mod_unixd.c)
  const name = person?.[0] ?? people.find(([, , id]) => Number(id) === uid)?.[0];
  const more = groups.filter(
    ([, , , members = '']) => name !== undefined && members.split(',').includes(name),
  );
  return { uid, groups: [gid, ...more.map(([, , id]) => Number(id))] };
}

function numberOf(word: string): number | null {
  return /^#\d+$/.test(word) ? Number(word.slice(1)) : null;
}

function table(reader: TreeReader, path: string): readonly (readonly string[])[] {
  const read = reader.readFile(path);
  return 'failure' in read ? [] : read.text.split('\n').map((line) => line.split(':'));
}

/** Whether the user may read a file, or go through a folder; null: not known. */
function mayOpen(
  identity: ServerIdentity | null,
  { mode, owner, group }: Permissions,
  wish: 'read' | 'search',
): boolean | null {
  const bit = wish === 'read' ? 4 : 1;
  const grants = (shift: number): boolean => ((mode >> shift) & bit) !== 0;
  if (identity === null) return true;
  if (identity === 'unknown') return grants(0) && grants(3) && grants(6) ? true : null;
  if (identity.uid === 0) return true;
  if (identity.uid === owner) return grants(6);
  return grants(identity.groups.includes(group) ? 3 : 0);
}
