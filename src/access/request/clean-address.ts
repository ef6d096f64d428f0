import type { Version } from '../sections/worlds.ts';
import type { ServerLines } from './server-lines.ts';

/** An address as the server goes on with it, or the status it gives up with before anything is checked. */
export type CleanAddress = { readonly address: string } | { readonly status: 400 | 404 };

/** AllowEncodedSlashes: whether `%2F` is refused, a slash, or stays as it is. A virtual host does not take it over (`merge_core_dir_configs`). */
export type EncodedSlashes = 'off' | 'on' | 'nodecode';

export function encodedSlashesOf({ own }: Pick<ServerLines, 'own'>): EncodedSlashes {
  const word = own('allowencodedslashes').at(-1)?.args[0]?.toLowerCase();
  return word === 'on' || word === 'nodecode' ? word : 'off';
}

/** What `ap_parse_uri` makes of the path of a request: a `//` at the start would be taken for a host. */
export function withoutFirstSlashes(path: string): string {
  return path.replace(/^\/+/, '/');
}

/**
 * The path of a request with %-escapes resolved (`ap_unescape_url`) and `.` and `..` taken out (`ap_getparents` of 2.2,
 * `ap_normalize_path` of 2.4, which also merges slashes: MergeSlashes). Bytes as Latin-1.
 */
export function cleanAddress(
  path: string,
  version: Version,
  mergesSlashes: boolean,
  slashes: EncodedSlashes = 'off',
): CleanAddress {
  if (!path.startsWith('/')) return { status: 400 };
  const text = withoutFirstSlashes(path);
  if (/%(?![0-9a-f]{2})/i.test(text)) return { status: 400 };
  if (/%00/.test(text) || (slashes === 'off' && /%2f/i.test(text))) return { status: 404 };
  const plain = text.replace(/%([0-9a-f]{2})/gi, (escape, hex: string) =>
    slashes === 'nodecode' && /2f/i.test(hex) ? escape : String.fromCharCode(Number.parseInt(hex, 16)),
  );
  const merged = version === '2.4' && mergesSlashes ? plain.replace(/\/{2,}/g, '/') : plain;
  const parts: string[] = [];
  for (const part of merged.slice(1).split('/')) {
    if (part === '..') {
      if (parts.length === 0) return { status: 400 };
      parts.pop();
    } else if (part !== '.') parts.push(part);
  }
  const endsInDots = /\/\.{1,2}$/.test(merged);
  return { address: `/${parts.join('/')}${endsInDots && parts.length > 0 ? '/' : ''}` };
}
