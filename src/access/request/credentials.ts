import type { LoginFailure } from '../policy/index.ts';
import type { Occurrence } from '../../model/index.ts';
import { authnAliases } from '../sections/authn-aliases.ts';
import { context22Of } from '../sections/server-contexts.ts';
import type { Login, UserLine } from '../states/login.ts';
import { isBasicOrDigest, leavesUsers, neededLine, providersOf } from '../states/login.ts';
import type { ConcreteRequest } from './concrete-request.ts';
import { completePath } from '../folders/paths.ts';
import { whyClosed, whyNoDatabase } from './login-sources.ts';
import type { Recorder } from './recorder.ts';
import type { RequestTree } from './request-tree.ts';
import { rememberWeakly } from '../../text/index.ts';
import type { Dialect } from '../../syntax/index.ts';
import { groupMembers, usersIn } from '../sections/login-files.ts';
import type { FileView } from './file-view.ts';

/** Whether credentials sent are good in the area that asks for them, as far as the configuration and its user files tell. */
export interface Credentials {
  /** Whose; null: nobody's. */
  readonly user: string | null;
  /** Why credentials that were sent do not count; null if they do, or none were sent. */
  readonly note: string | null;
  /** Whether any are sent, good or bad, in the way that the area asks for. */
  readonly isSent: boolean;
}

/** The user is taken to have the right password, wherever a user file does not say that there is no such user. */
export function credentialsIn(request: ConcreteRequest, tree: RequestTree, { login }: Recorder): Credentials {
  const { user, scheme } = request;
  const type = login.type?.toLowerCase() ?? 'basic';
  const isOther = scheme !== null && scheme !== type;
  const isSent = !isOther && (user !== null || scheme !== null);
  if (user === null) return { user: null, note: null, isSent };
  if (isOther) {
    return { user: null, note: `the area asks for ${type} credentials, not for ${scheme} ones`, isSent };
  }
  const note = unknownUser(user, login, tree);
  if (note !== null) return { user: null, note, isSent };
  const missing = leavesUsers(login) ? missingUsers(login, user, tree) : null;
  if (missing !== null) return { user: null, note: missing, isSent };
  return { user, note: null, isSent };
}

/** Where the user is not, if no provider has it; null: one has it, or may have it. */
export function unknownUser(user: string, login: Login, tree: RequestTree): string | null {
  const missing = providersOf(login).map((name) => absence(user, name, login, tree));
  return missing.some((path) => path === null) ? null : `${user} is not in ${missing.join(', ')}`;
}

/** Where the provider looks for the user and finds nobody; null if the user is there, or that can't be told. */
function absence(user: string, provider: string, login: Login, tree: RequestTree): string | null {
  if (provider === 'anon') return isGuest(user, login.users['anon'] ?? []) ? null : 'Anonymous';
  return fileWithout(user, provider, userFile(login), tree);
}

/** mod_authn_anon.c. @param lines `anonymous guest visitor`, `anonymous_nouserid on` */
function isGuest(user: string, lines: readonly UserLine[]): boolean {
  const lowerCase = lines.map((line) => line.map((word) => word.toLowerCase()));
  if (user === '') return lowerCase.some(([name, value]) => name === 'anonymous_nouserid' && value === 'on');
  const guests = lowerCase.flatMap(([name, ...names]) => (name === 'anonymous' ? names : []));
  return guests.includes('*') || guests.includes(user.toLowerCase());
}

/** AuthUserFile; null if there is none. */
function userFile({ users }: Login): string | null {
  return users['file']?.at(-1)?.[1] ?? null;
}

/** What goes wrong where credentials are asked for; null: nothing. */
export function loginFailure(
  { login, walk }: Recorder,
  user: string | null,
  tree: RequestTree,
): LoginFailure | null {
  const isForm = login.type?.toLowerCase() === 'form';
  if (!isBasicOrDigest(login) && !isForm) return null;
  if (login.name === null) return 'nameless';
  if (isForm && user === null) return null;
  if (!leavesUsers(login)) return missingUsers(login, user, tree) === null ? null : 'no-users';
  if (answersTheRest(walk, tree)) return null;
  const isFound = user === null || unknownUser(user, login, tree) === null;
  return isFound && missingUsers(login, user, tree) === null ? null : 'no-users';
}

/** AuthFormLoginRequiredLocation, where it counts (`authenticate_form_authn`, mod_auth_form.c). */
export function loginPage({ login, lines }: Recorder): Occurrence | null {
  if (login.type?.toLowerCase() !== 'form') return null;
  return lines('authformloginrequiredlocation').at(-1) ?? null;
}

/** Whether mod_authn_default answers 401 to whom the other modules leave; 2.4 answers 500 (AH00027). */
function answersTheRest(walk: Recorder['walk'], { model, version }: RequestTree): boolean {
  const { authnDefault } = walk.inForce().state.auth;
  return version === '2.2' && context22Of(model).authnDefault && (authnDefault?.authoritative ?? true);
}

/**
 * Why users can't be looked up: a provider lacks a directive, or has a file that the server can't open; null: none is met. The first provider that does
 * not say "no such user" ends the search, with an error, too (`authenticate_basic_user`, mod_auth_basic.c).
 * @param user null: nobody, or somebody with a wrong password
 */
export function missingUsers(login: Login, user: string | null, tree: RequestTree): string | null {
  for (const name of providersOf(login)) {
    const missing = neededLine(name, login.users[name.toLowerCase()] ?? []);
    if (missing !== null) return `there is no ${missing}`;
    const why = whyUnasked(name, login, tree);
    if (why !== null) return why;
    if (user === null || absence(user, name, login, tree) === null) return null;
  }
  return null;
}

/** Why a provider can't be asked; null: it can, or that is not known. */
function whyUnasked(provider: string, login: Login, tree: RequestTree): string | null {
  const file = fileOf(provider, userFile(login), tree);
  if (file !== null) return whyClosed(file, 'text', 'users', tree);
  const dbm = dbmFileOf(provider, login, tree);
  if (dbm !== null) return whyClosed(dbm, 'dbm', 'users', tree);
  return provider === 'dbd' ? whyNoDatabase(tree) : null;
}

/** The text file of a provider in which the user is not; null if the user is there, or that can't be told. */
function fileWithout(user: string, provider: string, own: string | null, tree: RequestTree): string | null {
  const file = fileOf(provider, own, tree);
  if (file === null) return null;
  const path = completePath(file, tree.model);
  return isInUserFile(user, path, tree.files, tree.version) === false ? file : null;
}

/** Where a provider looks users up, if that is a text file. @param own AuthUserFile */
function fileOf(provider: string, own: string | null, tree: RequestTree): string | null {
  return provider.toLowerCase() === 'file' ? own : fileOfAlias(provider, tree);
}

/** The line by which mod_authnz_ldap takes a user for somebody of another name than was typed; null if none does. */
export function renamingLine({ login }: Recorder, tree: RequestTree): string | null {
  const asked = new Set(providersOf(login));
  const ofAliases = authnAliases(tree.model)
    .filter(({ provider, name }) => provider === 'ldap' && asked.has(name))
    .flatMap((alias) => alias.lines.map(({ name, args }): UserLine => [name, ...args]));
  const lines = [...(asked.has('ldap') ? (login.users['ldap'] ?? []) : []), ...ofAliases];
  if (lines.some(([name]) => name === 'authldapremoteuserattribute')) return 'AuthLDAPRemoteUserAttribute';
  const isDn = lines.some(([name, value]) => name === 'authldapremoteuserisdn' && /^on$/i.test(value ?? ''));
  return isDn ? 'AuthLDAPRemoteUserIsDN' : null;
}

/** `<AuthnProviderAlias file NAME>` with its AuthUserFile. */
function fileOfAlias(name: string, tree: RequestTree): string | null {
  return wordOfAlias(name, 'file', 'authuserfile', tree);
}

/** Where a provider looks users up, if that is a DBM file. */
function dbmFileOf(provider: string, { users }: Login, tree: RequestTree): string | null {
  const own = users['dbm']?.findLast(([name]) => name === 'authdbmuserfile')?.[1] ?? null;
  return provider === 'dbm' ? own : wordOfAlias(provider, 'dbm', 'authdbmuserfile', tree);
}

function wordOfAlias(name: string, provider: string, line: string, { model }: RequestTree): string | null {
  const alias = authnAliases(model).findLast((each) => each.name === name);
  if (alias?.provider !== provider) return null;
  return alias.lines.findLast((each) => each.name === line)?.args[0] ?? null;
}

/** Whether the user is in a group of a text file; null if it can't be read here. */
export function isInGroup(
  user: string,
  group: string,
  path: string,
  files: FileView,
  version: Dialect,
): boolean | null {
  const members = groupsOf(files)(path, version);
  return members === null ? null : (members.get(group.toLowerCase())?.has(user) ?? false);
}

/** Whether the user has a line in a text file of passwords; null if it can't be read here. */
function isInUserFile(user: string, path: string, files: FileView, version: Dialect): boolean | null {
  const users = usersOf(files)(path, version);
  return users === null ? null : users.has(user);
}

/** The users of a text file of passwords, by its path; null if it can't be read here. Each is read once. */
export const usersOf = rememberWeakly((files: FileView) => readOnce(files, usersIn));
/** The members of each group of a text file. */
export const groupsOf = rememberWeakly((files: FileView) => readOnce(files, groupMembers));

/** What each version reads in a file, which many requests ask for; null if it can't be read here. */
function readOnce<T>(
  files: FileView,
  read: (text: string, version: Dialect) => T,
): (path: string, version: Dialect) => T | null {
  const known = new Map<string, T | null>();
  return (path, version) => {
    const key = `${version} ${path}`;
    let found = known.get(key);
    if (found === undefined) {
      const text = files.textOf(path);
      known.set(key, (found = text === null ? null : read(text, version)));
    }
    return found;
  };
}
