import { logicalLines, type Dialect } from '../../syntax/index.ts';
import { splitWords } from '../policy/index.ts';

/**
 * Who is in which group by a text file of groups (`groups_for_user`, mod_authz_groupfile.c). Names of groups are in lower case: they are
 * looked up in a table, which does not tell case apart.
 */
export function groupMembers(text: string, version: Dialect): Map<string, Set<string>> {
  const groups = new Map<string, Set<string>>();
  for (const { text: line } of logicalLines(text, version)) {
    const colon = line.indexOf(':');
    if (line.startsWith('#') || colon === -1) continue;
    const name = line.slice(0, colon).trim().toLowerCase();
    const members = groups.get(name) ?? new Set<string>();
    for (const user of splitWords(line.slice(colon + 1))) members.add(user);
    groups.set(name, members);
  }
  return groups;
}

/** What apr_dbm appends to the name of a file, by its kind. */
export const DBM_ENDINGS = ['', '.pag', '.dir', '.db'] as const;

/** Who has a line in a text file of passwords, with what stands behind the name there: the first line counts (`check_password`, mod_authn_file.c). */
export function usersIn(text: string, version: Dialect): ReadonlyMap<string, string> {
  const users = new Map<string, string>();
  // Both have a buffer of 8192 bytes. 2.4 ends reading where a line does not fit (ap_cfg_getline answers APR_ENOSPC).
  for (const { text: line, overlong } of logicalLines(text, '2.2')) {
    if (overlong && version === '2.4') break;
    if (line.startsWith('#') || line === '') continue;
    const [name = '', password = ''] = line.split(':');
    if (!users.has(name)) users.set(name, password);
  }
  return users;
}
