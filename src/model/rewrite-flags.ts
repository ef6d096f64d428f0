import { rememberSome } from '../text/index.ts';

const LONG_NAMES: Readonly<Record<string, string>> = {
  BACKREFESCAPING: 'B',
  BACKREFERNOPLUS: 'BNP',
  HANDLER: 'H',
  TYPE: 'T',
  FORBIDDEN: 'F',
  GONE: 'G',
  REDIRECT: 'R',
  LAST: 'L',
  PROXY: 'P',
  PASSTHROUGH: 'PT',
  ENV: 'E',
  NEXT: 'N',
  NOCASE: 'NC',
  CHAIN: 'C',
  SKIP: 'S',
  NOSUBREQ: 'NS',
};

/** As a tree has few texts of flags, on many rules; none of them is long. */
const MOST_KNOWN = 1_000;
const LONGEST_KNOWN = 40;

type RewriteFlags = ReadonlyMap<string, readonly string[]>;

/** Upper case long or short names of a rule's flags to their values: `F`, `L`, `E` (several: the values in order). */
export function readRewriteFlags(text: string): RewriteFlags {
  return text.length > LONGEST_KNOWN ? readFlags(text) : flagsOf(text);
}

const flagsOf = rememberSome(MOST_KNOWN, readFlags);

function readFlags(text: string): RewriteFlags {
  const flags = new Map<string, readonly string[]>();
  const inner = /^\[(.*)\]$/.exec(text)?.[1] ?? '';
  for (const part of inner.split(',')) {
    const [, written = '', value = ''] = /^\s*(\w*)\s*(?:=(.*))?$/s.exec(part) ?? [];
    const name = LONG_NAMES[written.toUpperCase()] ?? written.toUpperCase();
    if (name !== '') flags.set(name, [...(flags.get(name) ?? []), value.trim()]);
    // The last rule, and that of a request that it is led on to, too.
    if (name === 'END') flags.set('L', []);
  }
  return flags;
}

const REDIRECT_WORDS: Readonly<Record<string, number>> = { permanent: 301, seeother: 303 };

/**
 * What a rewrite rule answers by itself; null if it makes another address of this server.
 * @param flags as `readRewriteFlags` has them
 * @param made what it makes of the address, or the text that this is made of
 */
export function ruleStatus(flags: RewriteFlags, made: string): number | null {
  if (flags.has('F')) return 403;
  if (flags.has('G')) return 410;
  const redirect = flags.get('R')?.at(-1);
  if (redirect !== undefined) {
    const status = REDIRECT_WORDS[redirect.toLowerCase()] ?? (Number(redirect) || 302);
    // Nothing is redirected to where it is (`apply_rewrite_rule`, mod_rewrite.c).
    return made === '-' && status >= 300 && status < 400 ? null : status;
  }
  return isUrl(made) && !flags.has('P') ? 302 : null;
}

export function isUrl(text: string): boolean {
  return /^\w+:\/\//.test(text);
}

/** Variables that mod_rewrite has since 2.4 (`lookup_variable`, mod_rewrite.c); names are read in any case. */
const SINCE_24 =
  /(?<!\\)%\{(?:LA-[UF]:)?(?:CONN_REMOTE_ADDR|CONTEXT_DOCUMENT_ROOT|CONTEXT_PREFIX|IPV6|REQUEST_SCHEME|SSL:SSL_(?:SESSION_RESUMED|SRP_\w+|(?:CLIENT|SERVER)_SAN_\w+|CLIENT_CERT_RFC4523_CEA|CLIENTHELLO_\w+))\}/gi;

/** A text of mod_rewrite as 2.2 takes it: it puts nothing where it does not know the variable. */
export function withoutNewVariables(text: string): string {
  if (!text.includes('%{')) return text;
  const made = text.replace(SINCE_24, '');
  // A hyphen alone would leave the address as it is.
  return made === '-' && text !== '-' ? '\\-' : made;
}
