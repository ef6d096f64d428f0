import { rememberSome } from '../../text/index.ts';
import { parseRequireIp } from './address.ts';
import { splitWords, takeConfWord } from './config-words.ts';
import { readPutIn } from './put-in-word.ts';
import { ALL_METHODS, isAllMethods, type MethodSet } from './method-set.ts';
import type { RequireLeaf } from './require-tree.ts';

/** The authorization providers of 2.4's own modules. Names are compared with regard to case. */
const PROVIDERS: ReadonlySet<string> = new Set(
  (
    'all env expr method ip host forward-dns local user valid-user group file-group file-owner dbm-group ' +
    'dbm-file-group dbd-group dbd-login dbd-logout ldap-user ldap-group ldap-dn ldap-attribute ldap-filter'
  ).split(' '),
);

/** Whether a 2.4 server can have the provider from its own modules. */
export function isKnownProvider(name: string): boolean {
  return PROVIDERS.has(name);
}

/**
 * A 2.4 `Require` line (`add_authz_provider`, mod_authz_core.c) from the text behind the directive's name (continuations
 * resolved, quotes kept), or what the server says against it. A provider that no module of httpd's own has is taken as it
 * is: a module of others, or `<AuthzProviderAlias>`, may have it.
 */
export function parseRequire(text: string, methods: MethodSet = ALL_METHODS): ReadRequire {
  return isAllMethods(methods) ? forAllMethods(text) : readRequire(text, methods);
}

type ReadRequire = RequireLeaf | { readonly error: string };

const MOST_LINES = 5_000;

/** One object for lines of the same text: whatever is known of it, or made of it, is so for all of them. */
const forAllMethods = rememberSome(MOST_LINES, (text) => readRequire(text, ALL_METHODS));

function readRequire(text: string, methods: MethodSet): ReadRequire {
  const first = takeConfWord(text.trim());
  const negated = first.word.toLowerCase() === 'not';
  const { word: provider, rest: args } = negated ? takeConfWord(first.rest) : first;
  const error = provider === '' ? 'Unknown Authz provider: ' : argumentsError(provider, args);
  return error === null ? { type: 'leaf', provider, args, negated, methods } : { error };
}

/** What the provider's own parser refuses. */
function argumentsError(provider: string, args: string): string | null {
  if (provider === 'all' && !/^(?:granted|denied)$/i.test(args)) {
    return "Argument for 'Require all' must be 'granted' or 'denied'";
  }
  if (provider === 'ip') return addressesError(splitWords(args));
  return null;
}

function addressesError(words: readonly string[]): string | null {
  if (words.length === 0) return "'require ip' requires an argument";
  for (const word of words.filter((each) => readPutIn(each) === null)) {
    const parsed = parseRequireIp(word);
    if ('error' in parsed) return parsed.error;
  }
  return null;
}
