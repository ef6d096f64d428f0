import type { Dialect } from '../../syntax/index.ts';
import { groupMembers, usersIn } from '../sections/login-files.ts';
import type { FileView } from './file-view.ts';

/** Whether the user is in a group of a text file; null if it can't be read here. */
export function isInGroup(
  user: string,
  group: string,
  path: string,
  files: FileView,
  version: Dialect,
): boolean | null {
  const text = files.textOf(path);
  return text === null ? null : (groupMembers(text, version).get(group.toLowerCase())?.has(user) ?? false);
}

/** Whether the user has a line in a text file of passwords; null if it can't be read here. */
export function isInUserFile(user: string, path: string, files: FileView, version: Dialect): boolean | null {
  const text = files.textOf(path);
  return text === null ? null : usersIn(text, version).has(user);
}
