import type { Occurrence, Scope } from '../../model/index.ts';
import { readRewriteFlags } from '../../model/index.ts';
import { isRedirectStatus, STATUS_WORDS } from '../commands/statuses.ts';
import { escapePattern } from '../../pattern/index.ts';
import type { Version } from '../sections/worlds.ts';
import { sectionAround, sectionPrefix } from './mapping-lines.ts';
import type { PrefixLine } from './prefix-table.ts';

/** A line that puts a text in the place of a prefix, or of what a pattern matches. The target `!` takes addresses out again. */
export type TriedLine = { readonly line: Occurrence } & (
  | ({ readonly type: 'prefix' } & PrefixLine)
  | { readonly type: 'pattern'; readonly pattern: string; readonly to: string }
);

/** `ProxyPassMatch PATTERN URL`, `ProxyPass ~ PATTERN URL`; what a line in a section is for is the section's path. */
export function readProxyLine(line: Occurrence, version: Version): TriedLine | null {
  const section = sectionAround(line);
  const words = section === null ? line.args : sectionPrefix(section).concat(line.args);
  const isMarked = words[0] === '~';
  const from = words[isMarked ? 1 : 0];
  const to = words[isMarked ? 2 : 1];
  if (from === undefined || to === undefined) return null;
  if (isMarked || line.name === 'proxypassmatch' || isPatternOf(section, to, version)) {
    return { type: 'pattern', pattern: from, to, line };
  }
  // A section's pattern that is taken for a prefix is one that no address has.
  return section?.kind === 'locationmatch' ? null : { type: 'prefix', prefix: from, to, line };
}

/** 2.4 takes the pattern of a section for one if something is put into the URL (add_pass, mod_proxy.c). */
function isPatternOf(section: Scope | null, to: string, version: Version): boolean {
  return section?.kind === 'locationmatch' && version === '2.4' && to.includes('$');
}

/** An Alias with one word is 2.4's, in a Location. What a pattern makes is completed once it is filled. */
export function readAliasLine(line: Occurrence, complete: (path: string) => string): TriedLine | null {
  const { name, args } = line;
  const section = sectionAround(line);
  const [from, to] = args.length === 1 ? [...sectionPrefix(section), ...args] : args;
  if (from === undefined || to === undefined) return null;
  if (name.endsWith('match')) return { type: 'pattern', pattern: from, to, line };
  const isForPattern = section?.kind === 'locationmatch';
  const isWhole = args.length === 1 && (isForPattern || !putsIn(to)) && !preservesPath(line.scope);
  if (!isWhole) return { type: 'prefix', prefix: from, to: complete(to), line };
  const pattern = isForPattern ? from : prefixPattern(from);
  return { type: 'pattern', pattern, to, line };
}

/** Whether what an Alias in a Location leads to is an expression, which is not read here (`add_alias_internal`, mod_alias.c). */
export function isFilledIn({ line, to }: TriedLine): boolean {
  return line.args.length === 1 && putsIn(to);
}

function putsIn(to: string): boolean {
  return /[$&%\\]/.test(to);
}

/** Whether what comes behind the path of the section is put behind that of the Alias; else all addresses lead to one place (`try_alias`). */
function preservesPath(scope: Scope): boolean {
  const line = scope.items.findLast(
    (item) => item.type === 'occurrence' && item.name === 'aliaspreservepath' && item.on24 !== 'no',
  );
  if (line?.type === 'occurrence') return line.args[0]?.toLowerCase() === 'on';
  return scope.parent !== null && preservesPath(scope.parent);
}

function prefixPattern(path: string): string {
  return `^${escapePattern(path)}${path.endsWith('/') ? '' : '(?:/|$)'}`;
}

/** A RewriteRule, whatever conditions stand before it. */
export interface WrittenRule {
  readonly line: Occurrence;
  /** The words, as written. */
  readonly pattern: string;
  readonly target: string;
  /** See `readRewriteFlags`. */
  readonly flags: ReadonlyMap<string, readonly string[]>;
}

export function readRewriteRule(line: Occurrence): WrittenRule {
  // By index: of each of many lines its words are taken so for a tenth of what an iterator takes.
  const { args } = line;
  return { line, pattern: args[0] ?? '', target: args[1] ?? '-', flags: readRewriteFlags(args[2] ?? '') };
}

/** A line of mod_alias that answers by itself. */
export interface Redirection {
  readonly line: Occurrence;
  readonly status: number;
  /** Of a section or .htaccess file, for whatever meets it: since 2.4.19, where the path is left out. */
  readonly isForAll: boolean;
  readonly isPattern: boolean;
  /** '' where it is for all. */
  readonly from: string;
  /** An expression where it is for all. */
  readonly to: string;
}

export function readRedirection(line: Occurrence): Redirection {
  const { name, args } = line;
  const [first = ''] = args;
  const word = /^\d{3}$/.test(first) ? Number(first) : STATUS_WORDS[first.toLowerCase()];
  const words = word === undefined ? args : args.slice(1);
  const status = word ?? (name === 'redirectpermanent' ? 301 : 302);
  // add_redirect_internal (mod_alias.c) counts the words, RedirectMatch's as well: an empty one is a path that no address has.
  const isForAll = words.length === (isRedirectStatus(status) ? 1 : 0);
  const [from = '', to = ''] = isForAll ? ['', ...words] : words;
  return { line, status, isForAll, isPattern: name === 'redirectmatch' && !isForAll, from, to };
}

/** Whether a ServerPath line takes anything off an address (`ap_core_translate`, server/core.c): a lone slash does not. */
export function takesPathOff({ args }: Occurrence): boolean {
  return args[0] !== '/';
}
