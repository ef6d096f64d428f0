import type { MethodDifference } from './compare-answers.ts';
import type { Comparison } from './decide.ts';
import type { Version } from '../sections/worlds.ts';
import type { Login, UserLine } from '../states/login.ts';
import { DBM_GROUPS, isBasicOrDigest, isNameless, neededLine, providersOf } from '../states/login.ts';
import { finalState24 } from '../states/walk-state.ts';
import type { RequireTree } from '../policy/index.ts';
import type { JointState } from './walk-both.ts';

/** What is looked up where in one tree. */
export interface UserNames {
  /** How a file is called, so that what is the same has the same name. */
  file(path: string): string;
  /** The lines of a provider that the tree defines (`<AuthnProviderAlias file staff>`); null for others. */
  alias(provider: string): { readonly provider: string; readonly lines: readonly UserLine[] } | null;
}

export interface LoginNames {
  readonly before: UserNames;
  readonly after: UserNames;
}

/**
 * Where a user is asked for in 2.2, what 2.4 does differently about credentials: it looks them up somewhere else, or cannot ask for
 * them. Null if it does the same, or no user is asked for.
 */
export function loginDifference(
  { pair, logins }: JointState,
  comparison: Comparison,
  names: LoginNames,
): MethodDifference | null {
  const [was, is] = [isNameless(logins.before), isNameless(logins.after)];
  const asked24 = providersIn(finalState24(pair.after).tree);
  const before = [usersOf(logins.before, names.before), ...groupsOf(logins.before, asked24, '2.2')].join(
    '; ',
  );
  const after = [usersOf(logins.after, names.after), ...groupsOf(logins.after, asked24, '2.4')].join('; ');
  // Without an AuthName it does not matter where they would be looked up.
  if (was === is && (was || before === after)) return null;
  const asked = comparison.asksForUser(pair.before);
  if (asked === null) return null;
  const { method, without, as } = asked;
  if (was !== is) {
    const [then, now] = was
      ? (['serverError', 'unauthorized'] as const)
      : (['unauthorized', 'serverError'] as const);
    return { method, witness: without, before: then, after: now };
  }
  return as === null
    ? null
    : { method, witness: as, before: 'pass', after: 'unauthorized', login: { before, after } };
}

/** Where credentials are looked up, in words. */
function usersOf(login: Login, names: UserNames): string {
  const type = login.type?.toLowerCase() ?? 'none';
  if (!isBasicOrDigest(login)) return `AuthType ${type}`;
  // A digest is made of the realm, too.
  const realm = type === 'digest' ? ` for the realm ${login.name}` : '';
  const places = providersOf(login).map((name) => {
    const { provider, lines } = names.alias(name) ?? { provider: name, lines: login.users[name] ?? [] };
    return placeOf(provider, lines, names);
  });
  return places.join(', then ') + realm;
}

function placeOf(provider: string, lines: readonly UserLine[], { file }: UserNames): string {
  if (provider === 'file') {
    const path = lines.at(-1)?.[1];
    return path === undefined ? 'no AuthUserFile' : file(path);
  }
  if (provider === 'ldap') return ['ldap', ...directoryWords(lines)].join(' ');
  const words = lines.flatMap(([name, ...args]) => (name === 'authdbmuserfile' ? args.map(file) : args));
  return [provider, ...words].join(' ');
}

/** Where and how mod_authnz_ldap looks a user up, and as whom it takes who is found; what is the default is left out. */
function directoryWords(lines: readonly UserLine[]): string[] {
  return [
    ...lines.flatMap(([name, ...args]) => (DIRECTORY_LINES.has(name) ? args : [])),
    ...settings(lines, [
      ['authldapbindauthoritative', 'on'],
      ['authldapdereferencealiases', 'always'],
      ['authldapremoteuserisdn', 'off'],
      ['authldapremoteuserattribute', ''],
    ]),
  ];
}

const DIRECTORY_LINES: ReadonlySet<string> = new Set(['authldapurl', 'authldapbinddn']);

/** `authldapremoteuserisdn on` of lines that say another value than the default. */
function settings(lines: readonly UserLine[], defaults: readonly (readonly [string, string])[]): string[] {
  return defaults.flatMap(([name, byDefault]) => {
    const value = lines.findLast((line) => line[0] === name)?.[1]?.toLowerCase() ?? byDefault;
    return value === byDefault ? [] : [`${name} ${value}`];
  });
}

/** What 2.4 asks of users: a line that 2.2 never came to may be gone. */
function providersIn(tree: RequireTree | null): ReadonlySet<string> {
  if (tree === null) return new Set();
  return tree.type === 'leaf'
    ? new Set([tree.provider])
    : new Set(tree.children.flatMap((child) => [...providersIn(child)]));
}

/** How it is found out who is in a group, or is an entry, that these providers of 2.4 ask for. */
function groupsOf({ users }: Login, asked: ReadonlySet<string>, version: Version): string[] {
  const ldap = users['ldap'] ?? [];
  const hasDirectory = neededLine('ldap', ldap) === null;
  const asksGroup = hasDirectory && asked.has('ldap-group');
  const asksEntry = hasDirectory && (asked.has('ldap-dn') || asked.has('ldap-filter'));
  const ofDbm = asked.has('dbm-group') || asked.has('dbm-file-group');
  return [
    ...(asksGroup ? [`groups by ${groupWords(ldap, version)}`] : []),
    ...(asksEntry ? settings(ldap, [['authldapcomparednonserver', 'off']]) : []),
    ...(ofDbm ? settings(users[DBM_GROUPS] ?? [], [['authzdbmtype', 'default']]) : []),
  ];
}

/** Groups within groups count in 2.4 alone, ten levels deep by default (mod_authnz_ldap.c). */
function groupWords(lines: readonly UserLine[], version: Version): string {
  const names = lines.flatMap(([name, ...args]) => (name === 'authldapgroupattribute' ? args : []));
  const attributes = names.length === 0 ? ['member', 'uniqueMember'] : names;
  const depth = lines.findLast(([name]) => name === 'authldapmaxsubgroupdepth')?.[1] ?? '10';
  const isNested = version === '2.4' && Number(depth) !== 0;
  return [
    [...new Set(attributes.map((name) => name.toLowerCase()))].toSorted().join(' or '),
    ...settings(lines, [['authldapgroupattributeisdn', 'on']]),
    ...(isNested ? ['in groups within the group, too'] : []),
  ].join(', ');
}
