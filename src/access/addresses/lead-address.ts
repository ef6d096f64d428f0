import { posix } from 'node:path';
import type { Occurrence } from '../../model/index.ts';
import { isUrl } from '../../model/index.ts';
import { hasScheme } from '../commands/alias-words.ts';
import { isRedirectStatus } from '../commands/statuses.ts';
import { drivePath, isPathAtOrBelow, plainPath, withoutDrivePath } from '../folders/paths.ts';
import type { AddressMap } from './address-map.ts';
import type { HostFacts } from './host-folder.ts';
import { hostFile, restBehindCgi } from './host-folder.ts';
import { answeredPrefix } from './module-mappings.ts';
import { fillGroups, matchText } from './sample-text.ts';
import { mappedText, restBehind } from './prefix-table.ts';
import type { RewriteSurroundings } from './meets-rule.ts';
import type { Rewritten } from './rewrite-address.ts';
import { BAD_REQUEST, rewriteAddress } from './rewrite-address.ts';
import type { LookUp } from './rewrite-maps.ts';
import { rewriteMaps } from './rewrite-maps.ts';
import type { Redirection, TriedLine } from './read-line.ts';
import { isFilledIn } from './read-line.ts';
import type { TriedLines } from './tried-lines.ts';
import type { KnownFiles } from './user-folder.ts';
import { homeLine, userFolder } from './user-folder.ts';

/** What an address stands for. */
export type Target =
  /** A file, what follows its name included. */
  | { readonly type: 'file'; readonly path: string }
  | { readonly type: 'proxy'; readonly url: string }
  /** Redirected, or refused by a rewrite rule, before any access rule is asked. */
  | { readonly type: 'answered'; readonly status: number }
  /** It can't be followed to a file from the configuration. */
  | { readonly type: 'unknown' };

export interface Led {
  readonly target: Target;
  /** As Location sections see it: another than asked for after [PT]. */
  readonly address: string;
  /** The line that decided; null for DocumentRoot's default. */
  readonly by: Occurrence | null;
  readonly rewritten: Rewritten;
}

/** What is known of the request and of the files that are served. */
export type LeadSurroundings = Omit<RewriteSurroundings, 'lookUp' | 'version'> &
  KnownFiles & {
    readonly host: HostFacts;
    /** Whether the rules of the server count. */
    readonly isRewritten: boolean;
  };

type Plain = Pick<Led, 'target' | 'by'>;

/**
 * Leads one address as the map has it, line by line, in the order of the translate_name hooks: mod_rewrite, ProxyPass, mod_alias, UserDir,
 * DocumentRoot.
 */
export function leadAddress({ lines }: AddressMap, address: string, around: LeadSurroundings): Led {
  const { rewriting } = lines;
  const rules = around.isRewritten ? rewriting.rules : [];
  const rewritten = rewriteAddress(address, rules, {
    ...around,
    lookUp: mapsOf(lines, around),
    version: lines.version,
  });
  if (rewritten.isUnknown) return { target: { type: 'unknown' }, address, by: rewritten.by, rewritten };
  if (rewritten.by === null) {
    return { ...leadPlain(lines, address, around), address, rewritten };
  }
  if (rewritten.passesThrough && rewritten.status === null && rewritten.address.startsWith('/')) {
    return { ...leadPlain(lines, rewritten.address, around), address: rewritten.address, rewritten };
  }
  return { target: rewrittenTarget(rewritten, lines, around), address, by: rewritten.by, rewritten };
}

/** The maps that rules of the server, and of its folders, look into. */
export function mapsOf({ maps, complete }: TriedLines, files: KnownFiles): LookUp {
  return rewriteMaps(maps, files, complete);
}

function leadPlain(lines: TriedLines, address: string, around: LeadSurroundings): Plain {
  const module = lines.modules.find((line) => isAnswered(line, address));
  if (module !== undefined) return { target: { type: 'unknown' }, by: module };
  return (
    proxied(lines, address) ??
    redirected(lines, address) ??
    aliased(lines, address) ??
    named(lines, address, around) ?? {
      target: { type: 'file', path: belowRoot(lines, address) },
      by: lines.roots.at(-1) ?? null,
    }
  );
}

function proxied({ proxies, version }: TriedLines, address: string): Plain | null {
  for (const each of proxies) {
    const url = made(each, address, version);
    if (url !== null) {
      return each.to === '!' ? null : { target: { type: 'proxy', url }, by: each.line };
    }
  }
  return null;
}

function redirected({ redirects, version }: TriedLines, address: string): Plain | null {
  const met = redirects.find((each) => isRedirected(each, address));
  if (met === undefined) return null;
  // 2.2 sends what a line of the server makes as it is.
  const status = version === '2.2' ? met.status : redirectedStatus(met, address, version);
  return { target: { type: 'answered', status }, by: met.line };
}

function isRedirected(redirection: Redirection, address: string): boolean {
  const { scope } = redirection.line;
  // In a section it is of the folder kind.
  return scope === scope.server && fitsRedirection(redirection, address);
}

/** `try_alias_list` (mod_alias.c). */
export function fitsRedirection({ isPattern, from }: Redirection, address: string): boolean {
  return isPattern ? isMatch(from, address) : restBehind(address, from) !== null;
}

/** A redirection to what is neither a URL nor a path is answered with 500 (`translate_alias_redir` and `fixup_redir`, mod_alias.c). */
export function redirectedStatus(
  { status, isPattern, from, to }: Redirection,
  address: string,
  version: TriedLines['version'],
): number {
  if (!isRedirectStatus(status) || !isPattern) return status;
  const match = matchText(from, address);
  const target = match === null || match === 'unreadable' ? to : fillGroups(to, match, version);
  return target.startsWith('/') || hasScheme(target) || target.includes('${') ? status : 500;
}

function aliased({ aliases, version, complete }: TriedLines, address: string): Plain | null {
  for (const each of aliases) {
    const path = made(each, address, version);
    if (path !== null && isFilledIn(each)) return { target: { type: 'unknown' }, by: each.line };
    // What a pattern puts in may be a `..`, which is taken out.
    const whole = path === null || each.type === 'prefix' ? path : complete(path);
    if (whole !== null) return { target: { type: 'file', path: posix.normalize(whole) }, by: each.line };
  }
  return null;
}

/** Folders of users and of hosts. */
function named(
  { homes, named: hosts, root }: TriedLines,
  address: string,
  around: LeadSurroundings,
): Plain | null {
  const home = userFolder(homes, address, around, isOnDrive(root));
  if (home !== null) return { target: home, by: homeLine(homes) ?? null };
  const isForProgram = ({ name }: Occurrence) => name.startsWith('virtualscriptalias');
  const line = hosts.find((each) => !isForProgram(each) || restBehindCgi(address) !== null);
  if (line === undefined) return null;
  const path = hostFile(line.name, line.args[0] ?? '', address, around.host);
  const target: Target = path === null ? { type: 'unknown' } : { type: 'file', path: posix.normalize(path) };
  return { target, by: line };
}

function made(line: TriedLine, address: string, version: TriedLines['version']): string | null {
  if (line.type === 'prefix') return mappedText(address, line);
  const match = matchText(line.pattern, address);
  return match === null || match === 'unreadable' ? null : fillGroups(line.to, match, version);
}

function isMatch(pattern: string, address: string): boolean {
  const match = matchText(pattern, address);
  return match !== null && match !== 'unreadable';
}

/** Whether a module may answer by itself, or lead anywhere. */
function isAnswered(line: Occurrence, address: string): boolean {
  const prefix = answeredPrefix(line);
  return prefix !== null && isPathAtOrBelow(plainPath(address), prefix);
}

/** ServerPath is taken off first (`ap_core_translate`, server/core.c). */
function belowRoot({ serverPaths, root }: TriedLines, address: string): string {
  const prefix = serverPaths.at(-1)?.args[0] ?? '';
  return mappedText(address, { prefix, to: `${root}/` }) ?? root + address;
}

/** Only Windows has a document root that begins so. */
function isOnDrive(root: string): boolean {
  return withoutDrivePath(root) !== root;
}

function rewrittenTarget(
  { address, status, isProxied }: Rewritten,
  lines: TriedLines,
  { kindOf }: KnownFiles,
): Target {
  if (status !== null) return { type: 'answered', status };
  if (isProxied) return { type: 'proxy', url: address };
  const onDrive = isOnDrive(lines.root) ? drivePath(address) : address;
  if (onDrive !== address) return { type: 'file', path: posix.normalize(onDrive) };
  if (!address.startsWith('/') && !isUrl(address)) return { type: 'answered', status: BAD_REQUEST };
  // prefix_stat: a path of the file system if its first folder is there, else below DocumentRoot.
  const first = /^\/[^/]*/.exec(address)?.[0] ?? '/';
  const isThere = lines.root.startsWith(`${first}/`) || kindOf(first) === 'folder';
  return {
    type: 'file',
    path: posix.normalize(isThere && first !== '/' ? address : belowRoot(lines, address)),
  };
}
