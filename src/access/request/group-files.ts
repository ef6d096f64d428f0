import { splitWords } from '../policy/index.ts';
import type { FileView } from './file-view.ts';

/** Whether the user is in a group of a text file (`groups_for_user`, mod_authz_groupfile.c); null if it can't be read here. */
export function isInGroup(user: string, group: string, path: string, files: FileView): boolean | null {
  const text = files.textOf(path);
  if (text === null) return null;
  return text.split(/\r?\n/).some((line) => {
    const colon = line.indexOf(':');
    if (line.startsWith('#') || colon === -1 || line.slice(0, colon).trim() !== group) return false;
    return splitWords(line.slice(colon + 1)).includes(user);
  });
}

/** Whether the user has a line in a text file of passwords; null if it can't be read here. */
export function isInUserFile(user: string, path: string, files: FileView): boolean | null {
  const text = files.textOf(path);
  if (text === null) return null;
  // Comments and empty lines are passed over (mod_authn_file.c): an empty line has no user of that name.
  return text.split(/\r?\n/).some((line) => !/^(?:#|$)/.test(line) && line.split(':')[0] === user);
}
