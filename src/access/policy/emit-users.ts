import { findTags } from '../../syntax/index.ts';
import type { AuthState } from './auth-state.ts';
import { authorize22, type LiveTest } from './authorize22.ts';
import { joinWords, splitWords, takeWord } from './config-words.ts';
import type { Dropped } from './emit-tree.ts';
import { type RequireContainer, requireLeaf, type RequireTree, anyOf } from './require-tree.ts';
import type { RequireEntry, State22, AuthzModule, Context22 } from './state22.ts';
import { escapeString } from './string-expression.ts';

/** Asks everybody for credentials and lets nobody in: what 2.2 does where no module answers for the Require lines. */
const NOBODY: RequireContainer = {
  type: 'all',
  children: [requireLeaf('valid-user', ''), requireLeaf('valid-user', '', true)],
};

/** The tree of the Require lines of one method: in the author's order, without those that 2.2's modules never came to. */
export function emitUsers(
  entries: readonly RequireEntry[],
  { auth }: State22,
  context: Context22,
): { tree: RequireTree; dropped: Dropped[] } {
  const { tests } = authorize22(entries, auth, context);
  const dead = entries.filter((entry) => tests.every((test) => test.entry !== entry));
  const leaves = entries.flatMap((entry) => tests.filter((test) => test.entry === entry)).map(leafFor);
  return {
    tree: leaves.length === 0 ? NOBODY : anyOf(leaves),
    dropped: dead.map(({ text }) =>
      isOf24(text)
        ? { directive: 'Require', text, why: LINE_OF_24, isOf24: true }
        : { directive: 'Require', text, why: whyDead(takeWord(text).word.toLowerCase(), auth, context) },
    ),
  };
}

function isOf24(text: string): boolean {
  const word = takeWord(text).word.toLowerCase();
  return (
    word === 'not' || ['all', 'env', 'expr', 'method', 'ip', 'host', 'local', 'forward-dns'].includes(word)
  );
}

const LINE_OF_24 =
  '2.2 does not know this requirement. If 2.4 should obey it, write it again after the migration';

/** The modules of 2.2 that serve a word, by what AuthzModule calls them; those of LDAP are told by their start. */
const SERVED_BY: Readonly<Record<string, readonly AuthzModule[]>> = {
  user: ['user'],
  'valid-user': ['user'],
  group: ['groupfile', 'dbm'],
  'file-owner': ['owner'],
  'file-group': ['owner'],
};

function whyDead(word: string, { groupfile, dbm, ldap }: AuthState, { authzModules }: Context22): string {
  const isLdap = word.startsWith('ldap-');
  const modules = isLdap ? (['ldap'] as const) : (SERVED_BY[word] ?? []);
  if (modules.length === 0) return '2.2 does not know this requirement';
  if (!modules.some((module) => authzModules.includes(module))) {
    const names = modules.map((module) => (module === 'ldap' ? 'mod_authnz_ldap' : `mod_authz_${module}`));
    return `${names.join(' or ')} is not loaded. If it should be, the copy is not complete`;
  }
  if (isLdap && (ldap?.file ?? null) === null) return 'no AuthLDAPURL is set here';
  const hasGroups = (groupfile?.file ?? null) !== null || (dbm?.file ?? null) !== null;
  if (word.endsWith('group') && !isLdap && !hasGroups)
    return 'no AuthGroupFile is set here, so nobody is in a group';
  return 'another module had decided before it';
}

function leafFor({ provider, args }: LiveTest): RequireTree {
  return requireLeaf(provider, argumentsFor(provider, args));
}

/** The arguments as 2.4 must read them to see what 2.2 saw: they are expressions there. */
function argumentsFor(provider: string, args: string): string {
  // Not a byte of a template's tag is ours.
  if (findTags(args).length > 0) return args.trimEnd();
  switch (provider) {
    case 'user':
    case 'group':
      return escapeString(plainWords(args.trimEnd()));
    case 'valid-user':
    case 'file-owner':
    case 'file-group':
    case 'dbm-file-group':
      return '';
    default:
      return escapeString(args.trimEnd());
  }
}

/** 2.4 ends its list at an empty word, 2.2 does not. The blanks of continued lines are not kept either. */
function plainWords(args: string): string {
  const words = splitWords(args);
  const isPlain = !words.includes('') && !/[^\S ]| {2}/.test(args);
  return isPlain ? args : joinWords(words.filter((word) => word !== ''));
}
