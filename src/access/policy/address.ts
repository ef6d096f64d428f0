import type { PutIn } from './put-in-word.ts';
import { readPutIn } from './put-in-word.ts';
import { rememberSome } from '../../text/index.ts';
import { parseSubnet } from './subnet.ts';

/**
 * A set of client addresses: those whose bits under `mask` equal `bits`. A net covers its own family only.
 * Bytes in network order, 4 or 16; `bits` has no bit outside of `mask`; the mask need not be contiguous.
 */
export interface Net {
  readonly family: 4 | 6;
  readonly bits: readonly number[];
  readonly mask: readonly number[];
}

/** What a word of `Allow from` or `Deny from` means. */
export type AllowWord =
  | { readonly kind: 'all' }
  /** Variable set, or not set. Names are compared without regard to case. */
  | { readonly kind: 'env' | 'env-not'; readonly name: string }
  | { readonly kind: 'net'; readonly net: Net }
  | { readonly kind: 'host'; readonly name: string }
  /** What an engine puts in, of one kind. */
  | { readonly kind: 'put in'; readonly putIn: PutIn }
  /** Accepted, matches nobody. */
  | { readonly kind: 'dead'; readonly why: string }
  /** The server refuses the line. */
  | { readonly kind: 'error'; readonly why: string };

/**
 * The word as `allow_cmd` reads it, its tests in its order: mod_authz_host.c of 2.2, mod_access_compat.c of 2.4 (which
 * also refuses a `#`). A text that no host can be called is `dead`: a reverse lookup never gives it.
 */
export function classifyAllowWord(word: string, server: '2.2' | '2.4' = '2.2'): AllowWord {
  return (server === '2.2' ? words22 : words24)(word);
}

const MOST_WORDS = 10_000;
const words22 = rememberSome(MOST_WORDS, (word) => readAllowWord(word, '2.2'));
const words24 = rememberSome(MOST_WORDS, (word) => readAllowWord(word, '2.4'));

function readAllowWord(word: string, server: '2.2' | '2.4'): AllowWord {
  const putIn = readPutIn(word);
  if (putIn !== null) return { kind: 'put in', putIn };
  const lower = word.toLowerCase();
  if (lower.startsWith('env=!')) return envWord('env-not', word.slice(5));
  if (lower.startsWith('env=')) return envWord('env', word.slice(4));
  if (lower === 'all') return { kind: 'all' };
  const subnet = parseSubnet(word);
  if (typeof subnet !== 'string') return { kind: 'net', net: subnet };
  if (subnet !== 'no address') return { kind: 'error', why: subnet };
  if (word.includes('/')) return { kind: 'error', why: 'an IP address was expected' };
  if (server === '2.4' && word.includes('#')) return { kind: 'error', why: 'no comments are allowed here' };
  return hostWord(word);
}

/** A word of `Require ip` (`ip_parse_config`, mod_authz_host.c of 2.4). */
export function parseRequireIp(word: string): { readonly net: Net } | { readonly error: string } {
  const subnet = parseSubnet(word);
  if (typeof subnet !== 'string') return { net: subnet };
  return { error: `ip address '${word}' appears to be invalid` };
}

/** No variable has an empty name: `env=` is never true, `env=!` always. */
function envWord(kind: 'env' | 'env-not', name: string): AllowWord {
  if (name !== '') return { kind, name };
  return kind === 'env' ? { kind: 'dead', why: 'it names no variable' } : { kind: 'all' };
}

/** In files of many packages. There is no top-level domain of that name (https://data.iana.org/TLD/tlds-alpha-by-domain.txt). */
const NONE = 'the servers take it for a host name; here it is taken to mean nobody';

function hostWord(word: string): AllowWord {
  if (word === '') return { kind: 'dead', why: 'it is empty' };
  if (/^\.?none$/i.test(word)) return { kind: 'dead', why: NONE };
  const strange = /[^A-Za-z0-9._-]/.exec(word)?.[0];
  if (strange === undefined) return { kind: 'host', name: word };
  return { kind: 'dead', why: `it is taken for a host name, and no host name has a '${strange}'` };
}
