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
  /** Accepted, matches nobody. */
  | { readonly kind: 'dead'; readonly why: string }
  /** The server refuses the line. */
  | { readonly kind: 'error'; readonly why: string };

/** `allow_cmd` of mod_authz_host (2.2) and mod_access_compat (2.4, which also refuses a `#`). */
export function classifyAllowWord(_word: string, _server: '2.2' | '2.4' = '2.2'): AllowWord {
  throw new Error('in work');
}

/** A word of `Require ip`; an error is what the server says. */
export function parseRequireIp(_word: string): { net: Net } | { error: string } {
  throw new Error('in work');
}
