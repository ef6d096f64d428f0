import type { Occurrence, Scope } from '../../model/index.ts';
import { isUrl, readRewriteFlags } from '../../model/index.ts';
import { rememberWeakly } from '../../text/index.ts';
import { joinComponents } from '../sections/paths.ts';
import type { Work } from '../work.ts';
import { ownPath } from './own-url.ts';
import type { AddressTest, FolderTest, OpaqueLine, ProxyingLine } from './pattern-lines.ts';
import { ANY_FOLDER, fixedStart, madeOf, patternTest, proxiedStart } from './pattern-lines.ts';

/** What the rewrite rules of one server make of addresses. */
export interface RewriteLines {
  /** Rules that make a path. @param roots all folders that DocumentRoot may be */
  leading(roots: readonly (readonly string[])[]): OpaqueLine[];
  /** Those after which a server may be asked that can't be told. */
  readonly proxying: readonly ProxyingLine[];
}

export function rewriteLines(
  own: readonly Occurrence[],
  all: readonly Occurrence[],
  server: Scope,
  main: Scope,
): RewriteLines {
  const rules = fittingRules(all.some(inheritsRules) ? all : own);
  const isStripped = own.some(({ name }) => name === 'serverpath');
  return {
    leading: (roots) =>
      rules.flatMap(({ line, fits }) => {
        const target = pathMade(line, server, main);
        if (target === null) return [];
        return roots.map((root) => ({
          fits,
          leadsTo: rewrittenTo(line, target, root, isStripped),
          by: line,
        }));
      }),
    proxying: rules.flatMap(({ line, fits }) => {
      const start = isProxyRule(line) ? proxiedStart(line.args[1] ?? '') : '';
      return mayProxy(line, all) ? [{ fits, start, by: line }] : [];
    }),
  };
}

/**
 * Whether a virtual host has the main server's rewrite rules, too: what is said there of that is handed down
 * (config_server_merge, mod_rewrite.c).
 */
function inheritsRules(line: Occurrence): boolean {
  return line.name === 'rewriteoptions' && line.args.some((arg) => /^inherit/i.test(arg));
}

/** What a rewrite rule makes of addresses, as written; null where that is no path on this server. */
export function pathMade(line: Occurrence, server: Scope, main: Scope): string | null {
  const target = line.args[1] ?? '-';
  if (target === '-' || isProxyRule(line)) return null;
  if (!isUrl(target)) return target;
  return hasFlag(line, 'R') ? null : ownPath(target, server, main);
}

/**
 * A path is one of the file system if its first folder exists there, else it is below DocumentRoot (less ServerPath); with [PT] it is an
 * address again.
 */
function rewrittenTo(
  line: Occurrence,
  target: string,
  root: readonly string[],
  isStripped: boolean,
): FolderTest {
  const start = fixedStart(target);
  const isAnywhere = passesThrough(line) || !start.startsWith('/');
  const below = isStripped ? '/' : start;
  return isAnywhere
    ? ANY_FOLDER
    : madeOf(line.args[0] ?? '', line.args[1] ?? '', start, joinComponents(root) + below);
}

export function passesThrough(line: Occurrence): boolean {
  return hasFlag(line, 'PT');
}

interface FittingRule {
  readonly line: Occurrence;
  readonly fits: AddressTest;
}

/** The rewrite rules, in order: any of them may fit what one before it made, and with [N] one behind it, too. */
function fittingRules(lines: readonly Occurrence[]): FittingRule[] {
  const rules = lines
    .filter(({ name }) => name === 'rewriterule')
    .map((line) => ({
      line,
      fits: patternTest(line.args[0] ?? '', hasFlag(line, 'NC')),
      makesMore: makesMore(line),
    }));
  const isRepeated = rules.some(({ line }) => hasFlag(line, 'N'));
  let last: { readonly address: readonly string[]; readonly found: readonly boolean[] } | null = null;
  const fitting = (address: readonly string[], work: Work): readonly boolean[] => {
    let isChanged = isRepeated && rules.some((rule) => rule.makesMore && rule.fits(address, work));
    return rules.map((rule) => {
      const isFit = isChanged || rule.fits(address, work);
      isChanged ||= isFit && rule.makesMore;
      return isFit;
    });
  };
  const fitsAt =
    (at: number): AddressTest =>
    (address, work) => {
      if (last?.address !== address) last = { address, found: fitting(address, work) };
      return last.found[at] ?? false;
    };
  return rules.map(({ line }, at) => ({ line, fits: fitsAt(at) }));
}

/** Whether a rule makes another address and leaves it to those behind it. */
function makesMore(line: Occurrence): boolean {
  return line.args[1] !== '-' && !['L', 'P', 'PT', 'F', 'G'].some((name) => hasFlag(line, name));
}

/** By itself, or by a ProxyPass for what it makes. */
function mayProxy(line: Occurrence, all: readonly Occurrence[]): boolean {
  return isProxyRule(line) || (passesThrough(line) && all.some(({ name }) => name.startsWith('proxypass')));
}

function isProxyRule(line: Occurrence): boolean {
  return hasFlag(line, 'P');
}

function hasFlag(line: Occurrence, name: string): boolean {
  return flagsOf(line).has(name);
}

const flagsOf = rememberWeakly(({ args }: Occurrence) => readRewriteFlags(args[2] ?? ''));
