import type { Permissions, ServerModel, TreeReader } from '../../model/index.ts';
import { occurrencesOf } from '../../model/index.ts';

/** As whom the server opens files, once it has started as root. */
export interface ServerUser {
  readonly uid: number;
  readonly groups: readonly number[];
}

/** `unknown`: the names of User and Group are another system's. */
export type ServerIdentity = ServerUser | 'unknown';

/** Null: there is no User line, and the server runs as whoever starts it. Names are looked up where the tree is in its place. */
export function serverUser(model: ServerModel, reader: TreeReader): ServerIdentity | null {
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
export function mayOpen(
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
