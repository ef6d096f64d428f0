import { findPlaceholders } from '../../syntax/index.ts';
import type { Placeholder } from '../../syntax/index.ts';
import { untilEmpty } from '../../text/index.ts';
import { parseRequireIp } from './address.ts';
import type { AuthState } from './auth-state.ts';
import type { Formula } from './bdd.ts';
import { clientWords, matchWords, putInAmong } from './client-words.ts';
import { joinWords, splitWords } from './config-words.ts';
import { canonicalMethod } from './method-set.ts';
import { readPutIn } from './put-in-word.ts';
import type { RequestAtoms } from './request-atoms.ts';
import type { RequireLeaf } from './require-tree.ts';
import { evaluateString } from './string-expression.ts';
import { userTestFormula } from './user-tests.ts';

/** What a leaf asks about. */
export interface LeafQuestion {
  readonly atoms: RequestAtoms;
  readonly auth: AuthState;
  readonly method: string;
  /** Whether credentials were found good already, or nobody looked at any yet. */
  readonly user: 'checked' | 'none yet';
}

/** Where the line is met; `needsUser` where it says DENIED_NO_USER in place of DENIED. */
export interface LeafAnswer {
  readonly granted: Formula;
  readonly needsUser: boolean;
}

type Provider = (question: LeafQuestion, args: string) => Formula;

/** The test whether the client's address is the one at which it reached the server (local_check_authorization, mod_authz_host.c). */
export const FROM_ITSELF = "local (the server's own address)";

/** The providers that do not ask for a user. */
const PROVIDERS: Readonly<Record<string, Provider>> = {
  all: ({ atoms: { bdd } }, args) => (args.toLowerCase() === 'granted' ? bdd.yes : bdd.no),
  env: ({ atoms }, args) =>
    atoms.bdd.any(
      untilEmpty(splitWords(args)).map((name) =>
        readPutIn(name) === null ? atoms.env(name) : putInAmong(atoms, splitWords(name)),
      ),
    ),
  method: ({ atoms: { bdd }, method }, args) =>
    splitWords(args).map(canonicalMethod).includes(canonicalMethod(method)) ? bdd.yes : bdd.no,
  /** Of a text that is not known. */
  host: ({ atoms }, args) => atoms.opaque(`host ${args}`),
  'forward-dns': forwardDnsProvider,
  local: ({ atoms }) => atoms.bdd.or(atoms.address(OWN_NETS), atoms.opaque(FROM_ITSELF)),
};

const OWN_NETS = ['127.0.0.0/8', '::1'].flatMap((word) => {
  const parsed = parseRequireIp(word);
  return 'net' in parsed ? [parsed.net] : [];
});

/** What a provider answers (its negation and its methods are the caller's business). */
export function evaluateLeaf(question: LeafQuestion, leaf: RequireLeaf): LeafAnswer {
  const { atoms, auth, user } = question;
  const { provider, args } = leaf;
  const words = clientWords(leaf);
  if (words !== null) return { granted: matchWords(atoms, words), needsUser: false };
  if (provider === 'expr') return evaluateExpression(question, args);
  const test = Object.hasOwn(PROVIDERS, provider) ? PROVIDERS[provider] : undefined;
  if (test) return { granted: test(question, args), needsUser: false };
  if (user === 'none yet') return { granted: atoms.bdd.no, needsUser: true };
  const placeholders = findPlaceholders(args);
  // What is put in is the same for both servers, whatever it is.
  if (placeholders.length > 0) {
    const around = evaluateAround(args, placeholders);
    return { granted: userTestFormula(atoms, provider, around, auth), needsUser: false };
  }
  const text = evaluateString(args);
  const granted =
    text === null
      ? atoms.userTest(`${provider} ${args}`)
      : userTestFormula(atoms, provider, untilEmptyWord(provider, text), auth);
  return { granted, needsUser: false };
}

/** The text with its placeholders as they are written: a backslash in one is its engine's. */
function evaluateAround(args: string, placeholders: readonly Placeholder[]): string {
  let [done, rest] = ['', args];
  for (const { text } of placeholders) {
    const at = rest.indexOf(text);
    const before = rest.slice(0, at);
    done += (evaluateString(before) ?? before) + text;
    rest = rest.slice(at + text.length);
  }
  return done + (evaluateString(rest) ?? rest);
}

/** `Require user "" alice` ends at its empty word. */
function untilEmptyWord(provider: string, text: string): string {
  return provider === 'user' || provider === 'group' ? joinWords(untilEmpty(splitWords(text))) : text;
}

function forwardDnsProvider({ atoms }: LeafQuestion, args: string): Formula {
  const text = evaluateString(args);
  if (text === null) return atoms.opaque(`forward-dns ${args}`);
  const names = untilEmpty(splitWords(text.replace(/#.*/s, '')));
  return atoms.bdd.any(names.map((name) => atoms.opaque(`forward-dns ${name.toLowerCase()}`)));
}

/**
 * `Require expr`. One that reads REMOTE_USER asks for a user while it is false (`expr_check_authorization`), and may be
 * another thing once there is one.
 */
function evaluateExpression({ atoms, user }: LeafQuestion, args: string): LeafAnswer {
  const text = /^"(.*)"$/s.exec(args)?.[1] ?? args;
  const wantsUser = /\bREMOTE_USER\b/i.test(text);
  if (!wantsUser) return { granted: atoms.opaque(`expr ${text}`), needsUser: false };
  const granted =
    user === 'checked' ? atoms.userTest(`expr ${text}`) : atoms.opaque(`expr ${text} (no user yet)`);
  return { granted, needsUser: true };
}
