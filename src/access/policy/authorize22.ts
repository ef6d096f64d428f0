import type { AuthState } from './auth-state.ts';
import { takeWord } from './config-words.ts';
import { isKnownProvider } from './parse-require.ts';
import type { RequireEntry, Context22 } from './state22.ts';

/** A test that 2.2 makes of a user, for one Require line. */
export interface LiveTest {
  readonly entry: RequireEntry;
  /** The provider of 2.4 that makes the same test. */
  readonly provider: string;
  /** What the line says behind its first word. */
  readonly args: string;
}

/** What the auth_checker hooks of 2.2 do with a user whose credentials are good. */
export interface Authorization22 {
  /** The user passes who meets one of these. */
  readonly tests: readonly LiveTest[];
  /** What all others get: 401, or 500 if every module declines. */
  readonly otherwise: 'unauthorized' | 'serverError';
}

/**
 * Which of the Require lines are alternatives: the hooks run in order until a module is met or refuses, and a module
 * that found a line of its kind refuses unless its `...Authoritative` is off. The lines have one method in common.
 */
export function authorize22(
  entries: readonly RequireEntry[],
  auth: AuthState,
  context: Context22,
): Authorization22 {
  const lines = entries.map((entry) => ({ entry, ...takeWord(entry.text) }));
  if (context.hasShibboleth === true && auth.type?.toLowerCase() === SHIBBOLETH)
    return { tests: lines.flatMap(shibbolethTest), otherwise: 'unauthorized' };
  const tests: LiveTest[] = [];
  let hasFileGroup = false;
  for (const module of context.authzModules) {
    const verdict: ModuleVerdict = CHECKERS[module]({ lines, auth, hasFileGroup });
    hasFileGroup ||= verdict.hasFileGroup === true;
    const isAsked = verdict.tests.length > 0 && (module === 'groupfile' || module === 'dbm');
    if (isAsked && context.cannotOpen?.(module, auth[module]?.file ?? '') === true) {
      return { tests, otherwise: 'serverError' };
    }
    tests.push(...verdict.tests);
    if (verdict.refuses) return { tests, otherwise: 'unauthorized' };
  }
  const refuses = context.authzDefault && (auth.authzDefault?.authoritative ?? true);
  return { tests, otherwise: refuses ? 'unauthorized' : (context.declined ?? 'serverError') };
}

/** The AuthType of mod_shib. */
const SHIBBOLETH = 'shibboleth';

/** What Require says to mod_shib in either version (ShibCompatWith24 has those of 2.4 in 2.2). */
const SHIBBOLETH_WORDS: ReadonlySet<string> = new Set([
  'valid-user',
  'user',
  'group',
  'shibboleth',
  'shib-session',
  'shib-user',
  'shib-attr',
  'shib-plugin',
  'authnContextClassRef',
  'authnContextDeclRef',
]);

/**
 * mod_shib answers before all others (APR_HOOK_FIRST), and takes all lines as alternatives: any word of no other meaning is the name of an
 * attribute, for which 2.4 has `shib-attr` (htAccessControl::authorized, mod_shib.cpp).
 */
function shibbolethTest({ entry, word, rest }: Line): LiveTest[] {
  if (SHIBBOLETH_WORDS.has(word)) return [{ entry, provider: word, args: rest }];
  return isForeignWord(word) ? [{ entry, provider: 'shib-attr', args: `${word} ${rest}` }] : [];
}

interface Line {
  readonly entry: RequireEntry;
  readonly word: string;
  readonly rest: string;
}

interface Question {
  readonly lines: readonly Line[];
  readonly auth: AuthState;
  /** mod_authz_owner has left the file's group for the group modules. */
  readonly hasFileGroup: boolean;
}

interface ModuleVerdict {
  readonly tests: readonly LiveTest[];
  /** Whether a user who meets none of the tests is refused here. */
  readonly refuses: boolean;
  readonly hasFileGroup?: boolean;
}

const DECLINES: ModuleVerdict = { tests: [], refuses: false };

const CHECKERS = {
  user: checkUser,
  groupfile: checkGroupFile,
  dbm: checkDbm,
  owner: checkOwner,
  ldap: checkLdap,
  foreign: (question: Question): ModuleVerdict => checkForeign(question, true),
  'foreign-declining': (question: Question): ModuleVerdict => checkForeign(question, false),
};

function liveTest({ entry, rest }: Line, provider: string): LiveTest {
  return { entry, provider, args: rest };
}

/** mod_authz_user.c: the words are compared without regard to case; `valid-user` ends the matter. */
function checkUser({ lines, auth }: Question): ModuleVerdict {
  const tests = lines.flatMap((line) => {
    const word = line.word.toLowerCase();
    return word === 'user' || word === 'valid-user' ? [liveTest(line, word)] : [];
  });
  return { tests, refuses: tests.length > 0 && (auth.user?.authoritative ?? true) };
}

function checkGroupFile(question: Question): ModuleVerdict {
  return checkGroups(question, question.auth.groupfile, 'group', 'file-group');
}

function checkDbm(question: Question): ModuleVerdict {
  return checkGroups(question, question.auth.dbm, 'dbm-group', 'dbm-file-group');
}

/** mod_authz_groupfile.c and mod_authz_dbm.c: a `file-group` that is not met ends the matter if authoritative. */
function checkGroups(
  { lines, hasFileGroup }: Question,
  source: AuthState['groupfile'],
  group: string,
  fileGroup: string,
): ModuleVerdict {
  if (source === null || source.file === null) return DECLINES;
  const tests: LiveTest[] = [];
  for (const line of lines) {
    const word = line.word.toLowerCase();
    if (word === 'group') tests.push(liveTest(line, group));
    if (word !== 'file-group' || !hasFileGroup) continue;
    tests.push(liveTest(line, fileGroup));
    if (source.authoritative) break;
  }
  return { tests, refuses: tests.length > 0 && source.authoritative };
}

/**
 * mod_authz_owner.c: the words are compared with regard to case. `file-group` only finds the file's group for the
 * modules behind it (taken as found here); authoritative, the kind of the first line is the only one looked at.
 */
function checkOwner({ lines, auth }: Question): ModuleVerdict {
  const isAuthoritative = auth.owner?.authoritative ?? true;
  const own = lines.filter(({ word }) => word === 'file-owner' || word === 'file-group');
  const looked = isAuthoritative ? own.filter(({ word }) => word === own[0]?.word) : own;
  const owners = looked.filter(({ word }) => word === 'file-owner');
  const hasFileGroup = owners.length < looked.length;
  return {
    tests: owners.map((line) => liveTest(line, 'file-owner')),
    refuses: isAuthoritative && owners.length > 0,
    hasFileGroup,
  };
}

/** Whatever no module of httpd's own serves, in either version. */
function checkForeign({ lines }: Question, isAuthoritative: boolean): ModuleVerdict {
  const tests = lines.filter(({ word }) => isForeignWord(word)).map((line) => liveTest(line, line.word));
  return { tests, refuses: isAuthoritative && tests.length > 0 };
}

/** Whether only a third-party module can serve the first word of a Require line. */
export function isForeignWord(word: string): boolean {
  const lower = word.toLowerCase();
  return word !== '' && lower !== 'not' && !lower.startsWith('ldap-') && !isKnownProvider(lower);
}

/** mod_authnz_ldap.c: any word that starts with `ldap-`, with regard to case, makes it answer. */
function checkLdap({ lines, auth: { ldap } }: Question): ModuleVerdict {
  const own = lines.filter(({ word }) => word.startsWith('ldap-'));
  if (ldap === null || ldap.file === null || own.length === 0) return DECLINES;
  const tests = own.filter(({ word }) => isKnownProvider(word)).map((line) => liveTest(line, line.word));
  return { tests, refuses: ldap.authoritative };
}
