import { hasPlaceholder } from '../../syntax/index.ts';
import type { AuthState, GroupSource } from './auth-state.ts';
import type { Formula } from './bdd.ts';
import { splitWords, takeWord } from './config-words.ts';
import type { RequestAtoms } from './request-atoms.ts';

/** The providers of 2.4 that ask for a user, and what they ask. Others that nobody knows are taken to ask for one too. */
const USER_TESTS: Readonly<Record<string, UserTest>> = {
  'valid-user': ({ atoms }) => atoms.validUser,
  user: ({ atoms, text }) =>
    // Who is named by what is put in may be anybody who is named elsewhere.
    hasPlaceholder(text)
      ? atoms.userTest(`user ${text}`)
      : atoms.bdd.any(namesIn(text).map((name) => atoms.user(name))),
  group: (question) => groupTest(question, question.auth.groupfile, 'group', namesIn(question.text)),
  'dbm-group': (question) => groupTest(question, question.auth.dbm, 'dbm-group', whiteWords(question.text)),
  'file-group': (question) => groupTest(question, question.auth.groupfile, 'file-group', ['']),
  'dbm-file-group': (question) => groupTest(question, question.auth.dbm, 'dbm-file-group', ['']),
  'file-owner': ({ atoms }) => atoms.userTest('file-owner'),
};

interface Question {
  readonly atoms: RequestAtoms;
  readonly auth: AuthState;
  readonly text: string;
}

type UserTest = (question: Question) => Formula;

/**
 * Which users meet a line.
 * @param provider as 2.4 calls it
 * @param text the arguments as the provider sees them
 */
export function userTestFormula(
  atoms: RequestAtoms,
  provider: string,
  text: string,
  auth: AuthState,
): Formula {
  if (provider.startsWith('ldap-')) {
    return groupTest({ atoms, auth, text }, auth.ldap, provider, [text.trim()]);
  }
  const test = Object.hasOwn(USER_TESTS, provider) ? USER_TESTS[provider] : undefined;
  return test ? test({ atoms, auth, text }) : atoms.userTest(`${provider} ${text}`.trim());
}

/** Nobody is in a group if no file says so: 2.2's modules decline, 2.4's providers deny. */
function groupTest(
  { atoms }: Question,
  source: GroupSource | null,
  provider: string,
  names: readonly string[],
): Formula {
  const file = source?.file ?? null;
  if (file === null) return atoms.bdd.no;
  return atoms.bdd.any(names.map((name) => atoms.userTest(`${`${provider} ${name}`.trim()} in ${file}`)));
}

/** Nobody has an empty name, and no group has. */
function namesIn(text: string): string[] {
  return splitWords(text).filter((name) => name !== '');
}

/** mod_authz_dbm takes its words with `ap_getword_white`: quotes are part of a name. */
function whiteWords(text: string): string[] {
  const { word, rest } = takeWord(text);
  return word === '' ? [] : [word, ...whiteWords(rest)];
}
