import { isLimit, isRequireContainer } from '../../model/index.ts';
import type { Occurrence, Scope } from '../../model/index.ts';
import { AUTHORITATIVE, isOfLogin, LDAP_RECORD_LINES, USER_LINES } from '../sections/access-directives.ts';
import type { Version, World } from '../sections/worlds.ts';
import { isLive, rememberPerWorld } from '../sections/worlds.ts';

/**
 * What decides whose credentials are good, of one section or merged. Null: the section sets nothing of it. Modules without a merge
 * function are taken over whole.
 */
export interface Login {
  /** AuthType as written. */
  readonly type: string | null;
  /** AuthName: without one the server answers 500 where it needs credentials (mod_auth_basic.c, mod_auth_digest.c). */
  readonly name: string | null;
  /** AuthBasicProvider; [] where the module's record was set by another line. */
  readonly basic: readonly string[] | null;
  /** AuthDigestProvider likewise. */
  readonly digest: readonly string[] | null;
  /** AuthFormProvider likewise (2.4). */
  readonly form: readonly string[] | null;
  /** AuthBasicAuthoritative; null: not set. */
  readonly isAuthoritative: boolean | null;
  /** What the lines of each provider's module say, by provider, passwords left out; those of mod_authz_dbm by `dbm-group`. */
  readonly users: Readonly<Record<string, readonly UserLine[]>>;
}

/** The directive without which a provider answers with an error, whoever asks. */
const NEEDED_LINES: Readonly<Record<string, string>> = {
  file: 'AuthUserFile',
  dbm: 'AuthDBMUserFile',
  dbd: 'AuthDBDUserPWQuery',
  ldap: 'AuthLDAPURL',
};

/** The directive that the provider needs and none of these lines is; null if it has what it needs, or nobody knows what that is. */
export function neededLine(provider: string, lines: readonly UserLine[]): string | null {
  const needed = NEEDED_LINES[provider.toLowerCase()];
  return needed === undefined || lines.some(([name]) => name === needed.toLowerCase()) ? null : needed;
}

/** The words of a line, its name in lower case. */
export type UserLine = readonly [name: string, ...args: string[]];

export const NO_LOGIN: Login = {
  type: null,
  name: null,
  basic: null,
  digest: null,
  form: null,
  isAuthoritative: null,
  users: {},
};

export const ownLogin22 = rememberPerWorld(({ scope }, world): Login => loginOf(scope, '2.2', world));
export const ownLogin24 = rememberPerWorld(({ scope }, world): Login => loginOf(scope, '2.4', world));

/** In 2.4 mod_auth_basic and mod_auth_form have a merge function; in 2.2 a section with any line of mod_auth_basic starts anew. */
export function mergeLogin(outer: Login, inner: Login, version: Version): Login {
  if (inner === NO_LOGIN) return outer;
  const basic = version === '2.4' && inner.basic?.length === 0 ? outer.basic : inner.basic;
  return {
    type: inner.type ?? outer.type,
    name: inner.name ?? outer.name,
    basic: basic ?? outer.basic,
    digest: inner.digest ?? outer.digest,
    form: inner.form?.length === 0 ? outer.form : (inner.form ?? outer.form),
    isAuthoritative:
      version === '2.4' || inner.basic === null
        ? (inner.isAuthoritative ?? outer.isAuthoritative)
        : inner.isAuthoritative,
    users: { ...outer.users, ...inner.users },
  };
}

/** The providers that are asked, in order. */
export function providersOf(login: Login): readonly string[] {
  const type = login.type?.toLowerCase();
  const providers = type === 'digest' || type === 'form' ? login[type] : login.basic;
  return providers === null || providers.length === 0 ? ['file'] : providers;
}

/** Whether mod_auth_basic leaves users whom it does not find, and errors, to other modules (`authenticate_basic_user`). */
export function leavesUsers({ type, isAuthoritative }: Login): boolean {
  return type?.toLowerCase() === 'basic' && isAuthoritative === false;
}

/** Whether the server answers 500 for want of an AuthName, where it asks for credentials. */
export function isNameless(login: Login): boolean {
  return login.name === null && isBasicOrDigest(login);
}

/** Credentials come in headers, and these modules look at them. */
export function isBasicOrDigest({ type }: Login): boolean {
  return /^(?:basic|digest)$/i.test(type ?? '');
}

function loginOf(scope: Scope, version: Version, world: World): Login {
  const lines = loginLines(scope, version, world);
  if (lines.length === 0) return NO_LOGIN;
  const last = (name: string) => lines.findLast((line) => line.name === name)?.args[0] ?? null;
  const users: Record<string, UserLine[]> = {};
  for (const { name, args } of lines) {
    const provider = USER_LINES[name];
    if (name === LOGS_GUESTS || (name === 'anonymous' && listed(args).length === 0)) users['anon'] ??= [];
    else if (provider !== undefined) (users[provider] ??= []).push([name, ...listed(args)]);
    const record = LDAP_RECORD_LINES.has(name) ? 'ldap' : DBM_GROUP_LINES.has(name) ? DBM_GROUPS : null;
    if (record === null || provider !== undefined) continue;
    const own = (users[record] ??= []);
    if (!name.endsWith('password') && !AUTHORITATIVE.has(name)) own.push([name, ...listed(args)]);
  }
  return {
    type: last('authtype'),
    name: last('authname'),
    basic: providersIn(lines, 'authbasic'),
    digest: providersIn(lines, 'authdigest'),
    form: providersIn(lines, 'authform'),
    isAuthoritative: isOn(last('authbasicauthoritative')),
    users,
  };
}

function isOn(value: string | null): boolean | null {
  return value === null ? null : value.toLowerCase() !== 'off';
}

/** Null if the section has no line of the module. */
function providersIn(lines: readonly Occurrence[], module: string): readonly string[] | null {
  const own = lines.filter(({ name }) => name.startsWith(module));
  // Each line adds to the list.
  const providerLines = own.filter(({ name }) => name === `${module}provider`);
  return own.length === 0 ? null : providerLines.flatMap(({ args }) => listed(args));
}

/** The words of a list: it ends at an empty one (ITERATE, server/config.c). */
function listed(args: readonly string[]): readonly string[] {
  const end = args.indexOf('');
  return end < 0 ? args : args.slice(0, end);
}

/** The lines of a section that say whose credentials are good. */
export function loginLines(scope: Scope, version: Version, world: World): Occurrence[] {
  return scope.items.flatMap((item) => {
    if (!isLive(item.guards, version, world)) return [];
    if (item.type === 'occurrence') return countsForLogin(item.name, version) ? [item] : [];
    return isInside(item) ? loginLines(item, version, world) : [];
  });
}

function countsForLogin(name: string, version: Version): boolean {
  if (AUTHORITATIVE.has(name) && version === '2.4') return false;
  if (name.startsWith('authform')) return version === '2.4';
  return isOfLogin(name) || name === LOGS_GUESTS || LDAP_RECORD_LINES.has(name) || DBM_GROUP_LINES.has(name);
}

/** Lets nobody in, but begins mod_authn_anon's record of the section anew, as each of its lines does. */
const LOGS_GUESTS = 'anonymous_logemail';

/** What mod_authz_dbm says is kept by. */
export const DBM_GROUPS = 'dbm-group';

/** A section takes over all of them or none. */
const DBM_GROUP_LINES: ReadonlySet<string> = new Set([
  'authdbmgroupfile',
  'authzdbmtype',
  'authzdbmauthoritative',
]);

/** Sections in a section, whose lines of this kind count for the one around them. */
function isInside(section: Scope): boolean {
  return isLimit(section) || isRequireContainer(section.name);
}
