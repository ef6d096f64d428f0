import { createHash } from 'node:crypto';
import type { Scenario, ScenarioRequest } from './scenario.ts';

// What the servers looked up and a configuration does not tell: passwords, DBM files, whose file it is.

const PASSWORDS: Readonly<Record<string, string>> = {
  alice: 'wonder-1',
  bob: 'builder-2',
  carol: 'singer-3',
  daemon: 'd-1',
  games: 'g-1',
  'mary ann': 'm-1',
  mary: 'm-2',
  visitor: 'v-1',
};

/** Whether the password is the user's, where the user is known. */
export function isGood(
  { id, stored }: Scenario,
  { user = '', password = '', path }: ScenarioRequest,
): boolean {
  if (id.startsWith('m-anon') && !(user in PASSWORDS)) return isMail(id, path, password);
  const kept = Object.values(stored ?? {}).find((users) => user in users)?.[user];
  // The first provider that knows the user decides: DBM files and databases stand before text files here.
  if (kept?.startsWith('{SHA}') === true) return kept === `{SHA}${sha1(password)}`;
  return PASSWORDS[user] === password;
}

/** What Anonymous_MustGiveEmail and Anonymous_VerifyEmail ask of the password, in each folder of the two scenarios. */
function isMail(id: string, path: string, password: string): boolean {
  if (id === 'm-anon' && path.startsWith('/pub/')) return true;
  return id === 'm-anon' && path.startsWith('/a/b/') ? password.includes('@') : password !== '';
}

function sha1(text: string): string {
  return createHash('sha1').update(text).digest('base64');
}

/** Whether a test of the user holds: `file-owner`, `dbm-group staff in FILE`; null for others. */
export function isMet(
  test: string,
  { stored, owners, files }: Scenario,
  { user = '', path }: ScenarioRequest,
): boolean | null {
  const [, group] = /^dbm-group (.*) in /.exec(test) ?? [];
  if (group !== undefined) return stored?.['conf/groups']?.[user]?.split(',').includes(group) === true;
  const [owner, ownerGroup] = (owners?.[`htdocs${path}`] ?? 'root:root').split(':');
  if (test === 'file-owner') return user === owner;
  if (!test.startsWith('file-group in ')) return null;
  const line = files['conf/htgroup']?.split('\n').find((each) => each.startsWith(`${ownerGroup}:`));
  return line?.split(/[:\s]+/).includes(user, 1) === true;
}
