import type { Occurrence } from '../../model/index.ts';
import { patternTokens } from '../../pattern/index.ts';
import { portablePattern } from '../../text/index.ts';
import type { Version } from '../sections/worlds.ts';

/** A line, other than the access rules, by which it depends where a request leads or whether it is refused. */
export interface RouteLine {
  readonly line: Occurrence;
  /** Lines of one list are tried in their order. */
  readonly list:
    | 'proxy'
    | 'redirect'
    | 'alias'
    | 'script'
    | 'rewrite'
    | 'userdir'
    | 'virtual'
    | 'root'
    | 'index'
    | 'other';
  /**
   * `leads`: to a folder, or to a proxied address; `answers`: with a redirect; `refuses`: with 403, 410 or the like; `guards`: asks for
   * more than the access rules do (SSLRequire); `opens`: lets requests reach what they did not (ProxyRequests).
   */
  readonly role: 'leads' | 'answers' | 'refuses' | 'guards' | 'opens';
  /** What it means, the same for lines that mean the same. */
  readonly key: string;
  /** A rule whose outcome decides what the rules behind it see. */
  readonly hasEffectOnNext?: boolean;
}

/** Characters that mean something in a pattern. */
const SPECIAL = /[\\^$.|?*+()[\]{}]/;

/** The pattern without what can be written in two ways: `[-]`, `\-` and `-` are one. Equal texts match alike. */
export function canonicalPattern(pattern: string): string {
  return patternTokens(portablePattern(pattern))
    .map((token) => {
      const literal = /^\[([^\\^\]])\]$/.exec(token)?.[1] ?? /^\\([^a-z0-9])$/i.exec(token)?.[1];
      if (literal === undefined) return token;
      return SPECIAL.test(literal) ? `\\${literal}` : literal;
    })
    .join('');
}

/** The same where nothing is made of what the groups match: all patterns that match any text are one. */
export function canonicalTest(pattern: string): string {
  const isAny = pattern !== '^$' && /^\^?(?:\.\*|\(\.\*\))?\$?$/.test(pattern);
  return isAny ? '^' : canonicalPattern(pattern);
}

/** Stands for a group of the pattern in a target, before its number: no text has it. */
export const GROUP = '\u0001';

/** What a pattern is replaced by, as that version fills it in (ap_pregsub, server/util.c): `&` is all of it to 2.2. */
export function canonicalReplacement(text: string, version: Version): string {
  const parts = version === '2.2' ? /\\([$&])|\$(\d)|&/g : /\\(.)|\$(\d)/gs;
  return text.replace(
    parts,
    (_, escaped?: string, digit?: string) => escaped ?? `${GROUP}${Number(digit ?? 0)}`,
  );
}
