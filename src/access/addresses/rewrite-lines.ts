import type { Scope } from '../../model/index.ts';
import { isUrl, fnmatch } from '../../model/index.ts';
import { folderPath } from '../folders/paths.ts';
import type { Work } from '../work.ts';
import type { OwnLines } from './own-lines.ts';
import type { AddressTest, Fitting, FolderTest, OpaqueLine, ProxyingLine } from './pattern-lines.ts';
import {
  ANY_FOLDER,
  fittingNear,
  fittingPattern,
  fixedStart,
  madeOf,
  proxiedStart,
} from './pattern-lines.ts';
import type { WrittenRule } from './read-line.ts';
import { takesPathOff } from './read-line.ts';
import { addressText } from '../hosts/host-choice.ts';
import { namesOf } from '../hosts/host-names.ts';

/** What the rewrite rules of one server make of addresses. */
interface RewriteLines {
  /** Rules that make a path. */
  readonly leading: readonly OpaqueLine[];
  /** Those after which a server may be asked that can't be told. */
  readonly proxying: readonly ProxyingLine[];
  /** Whether one may make another address and leave it to those behind it, which fit whatever it is. */
  readonly makesAnother: AddressTest;
}

const NO_RULES: RewriteLines = { leading: [], proxying: [], makesAnother: () => false };

/** @param folders all that DocumentRoot may be, as the server reads them */
export function rewriteLines(
  own: OwnLines,
  inherited: OwnLines | null,
  folders: readonly string[],
  server: Scope,
  main: Scope,
): RewriteLines {
  const rules = countingRules(own, inherited);
  const hasProxyPass = own.of('proxy').length + (inherited?.of('proxy').length ?? 0) > 0;
  // By itself, or by a ProxyPass for what it makes.
  const mayProxy = (rule: WrittenRule) => isProxyRule(rule) || (passesThrough(rule) && hasProxyPass);
  // Most hosts have rules that redirect, and no others.
  if (!rules.some((rule) => mayProxy(rule) || pathMade(rule, server, main) !== null)) return NO_RULES;
  const { rules: fitting, makesAnother } = fittingRules(rules);
  const roots = folders.map(folderPath);
  const isStripped = own.of('server path').some(takesPathOff);
  return {
    makesAnother,
    leading: fitting.flatMap(({ rule, fits, starts }) => {
      const target = pathMade(rule, server, main);
      if (target === null) return [];
      return roots.map((root) => ({
        fits,
        starts,
        leadsTo: rewrittenTo(rule, target, root, isStripped),
        by: rule.line,
      }));
    }),
    proxying: fitting.flatMap(({ rule, fits, starts }) => {
      const start = isProxyRule(rule) ? proxiedStart(rule.target) : '';
      return mayProxy(rule) ? [{ fits, starts, start, by: rule.line }] : [];
    }),
  };
}

/**
 * A virtual host has the main server's rewrite rules, too, if what is said there, or on the host, hands them down
 * (config_server_merge, mod_rewrite.c).
 */
function countingRules(own: OwnLines, inherited: OwnLines | null): readonly WrittenRule[] {
  if (inherited === null || inherited.rules.length === 0) return own.rules;
  return handsDown(own) || handsDown(inherited) ? [...own.rules, ...inherited.rules] : own.rules;
}

function handsDown(lines: OwnLines): boolean {
  return lines
    .of('rewriting')
    .some(({ name, args }) => name === 'rewriteoptions' && args.some((arg) => /^inherit/i.test(arg)));
}

/** What a rewrite rule makes of addresses, as written; null where that is no path on this server. */
export function pathMade(rule: WrittenRule, server: Scope, main: Scope): string | null {
  const { target, flags } = rule;
  if (target === '-' || isProxyRule(rule)) return null;
  if (!isUrl(target)) return target;
  return flags.has('R') ? null : ownPath(target, server, main);
}

/**
 * A path is one of the file system if its first folder exists there, else it is below DocumentRoot (less ServerPath); with [PT] it is an
 * address again.
 */
function rewrittenTo(rule: WrittenRule, target: string, root: string, isStripped: boolean): FolderTest {
  const start = fixedStart(target);
  const isAnywhere = passesThrough(rule) || !start.startsWith('/');
  const below = isStripped ? '/' : start;
  return isAnywhere ? ANY_FOLDER : madeOf(rule.pattern, rule.target, start, root + below);
}

interface FittingRule extends Fitting {
  readonly rule: WrittenRule;
}

interface FittingRules {
  readonly rules: readonly FittingRule[];
  readonly makesAnother: AddressTest;
}

/** The rewrite rules, in order: any of them may fit what one before it made, and with [N] one behind it, too. `starts` is of what it fits by itself. */
function fittingRules(rules: readonly WrittenRule[]): FittingRules {
  const tests = rules.map((rule, at) => ({
    ...fittingPattern(rule.pattern, rule.flags.has('NC')),
    rule,
    at,
  }));
  const making = tests.filter(({ rule }) => makesMore(rule));
  const isRepeated = rules.some(({ flags }) => flags.has('N'));
  const firstMaking = (address: string, work: Work): number | null =>
    fittingNear(making, address).find(({ fits }) => fits(address, work))?.at ?? null;
  let last: { readonly address: string; readonly made: number | null } | null = null;
  const madeAt = (address: string, work: Work): number | null => {
    if (last?.address !== address) last = { address, made: firstMaking(address, work) };
    return last.made;
  };
  const fitsAt =
    ({ fits, at }: (typeof tests)[number]): AddressTest =>
    (address, work) => {
      const made = madeAt(address, work);
      return (made !== null && (isRepeated || made < at)) || fits(address, work);
    };
  return {
    rules: tests.map((each) => ({ rule: each.rule, starts: each.starts, fits: fitsAt(each) })),
    makesAnother: (address, work) => madeAt(address, work) !== null,
  };
}

/** Whether a rule makes another address and leaves it to those behind it. */
function makesMore({ target, flags }: WrittenRule): boolean {
  return target !== '-' && !['L', 'P', 'PT', 'F', 'G'].some((name) => flags.has(name));
}

function isProxyRule({ flags }: WrittenRule): boolean {
  return flags.has('P');
}

function passesThrough({ flags }: WrittenRule): boolean {
  return flags.has('PT');
}

/**
 * The path of a URL that a rewrite rule makes ('' for none), if it may be one of the server itself: that is no redirect (`reduce_uri`,
 * mod_rewrite.c). Null: it is none. Ports are not looked at.
 * @param url as written: `http://%{HTTP_HOST}/x`
 */
export function ownPath(url: string, server: Scope, main: Scope): string | null {
  const [, scheme = '', host = '', path = ''] = /^(https?):\/\/([^/:]*)(?::\d+)?(.*)/is.exec(url) ?? [];
  if (scheme === '' || (scheme.toLowerCase() === 'https' && !mayHaveTls([server, main]))) return null;
  return mayBeNameOf(server, host.toLowerCase()) ? path : null;
}

function mayHaveTls(servers: readonly Scope[]): boolean {
  const engines = servers.flatMap(({ items }) => items.filter(({ name }) => name === 'sslengine'));
  return engines.some(({ args }) => args[0]?.toLowerCase() !== 'off');
}

/** Without a ServerName it is called as the machine is. */
function mayBeNameOf(server: Scope, host: string): boolean {
  if (/[$%]/.test(host) || !server.items.some(({ name }) => name === 'servername')) return true;
  const isAddress =
    server.kind === 'virtualhost' && server.args.some((text) => addressText({ text }) === host);
  return isAddress || namesOf(server).some((name) => fnmatch(name, host));
}
