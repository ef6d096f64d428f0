import { posix } from 'node:path';
import type { Occurrence, ServerModel } from '../../model/index.ts';
import {
  answeredPrefix,
  mappedText,
  MODULE_MAPPINGS,
  restBehind,
  sectionAround,
  sectionPrefix,
} from '../addresses/index.ts';
import { isAtOrBelow, pathComponents } from '../sections/paths.ts';
import type { Version } from '../sections/worlds.ts';
import type { FileView } from './file-view.ts';
import { fillGroups, matchText } from './pattern-text.ts';
import type { RewriteSurroundings, Rewritten } from './rewrite-address.ts';
import { rewriteAddress } from './rewrite-address.ts';
import type { RewriteConfig } from './rewrite-config.ts';
import { mergeRewriteConfigs, readRewriteConfig, REWRITE_DIRECTIVES } from './rewrite-config.ts';
import type { ServerLines } from './server-lines.ts';
import { isAtTop, lastValue } from './server-lines.ts';
import { userFolder } from './user-folder.ts';

/** What an address stands for. */
export type Target =
  /** A file, what follows its name included. */
  | { readonly type: 'file'; readonly path: string }
  | { readonly type: 'proxy'; readonly url: string }
  /** Redirected, or refused by a rewrite rule, before any access rule is asked. */
  | { readonly type: 'answered'; readonly status: number }
  /** It can't be followed to a file from the configuration. */
  | { readonly type: 'unknown' };

export interface Mapped {
  readonly target: Target;
  /** As Location sections see it: another than asked for after [PT]. */
  readonly address: string;
  /** The line that decided; null for DocumentRoot's default. */
  readonly by: Occurrence | null;
  readonly rewritten: Rewritten | null;
}

/** How one server maps addresses: the lines in the order in which they are tried. */
export interface AddressMapper {
  map(address: string, around: RewriteSurroundings): Mapped;
  readonly documentRoot: string;
}

/** DOCUMENT_LOCATION, below the prefix that the server was built with. */
const BUILT_IN_ROOT = 'htdocs';

/**
 * As the translate_name hooks do: mod_rewrite, ProxyPass, Alias and its kin with Redirect (the virtual host's before the main
 * server's), UserDir, DocumentRoot.
 */
export function addressMapper(
  lines: ServerLines,
  model: ServerModel,
  version: Version,
  files: FileView,
): AddressMapper {
  // ap_server_root_relative takes out `..`, which a pattern may have put in.
  const complete = (path: string) => posix.normalize(rootRelative(path, model.statedRoot));
  // Loose .htaccess files: the folder they were found in is the site.
  const unsaid = model.kind === 'htaccess' ? model.statedRoot : BUILT_IN_ROOT;
  const documentRoot = withoutSlash(complete(lastValue(lines, 'documentroot') ?? unsaid));
  // merge_proxy_config (mod_proxy.c) puts the main server's first, merge_alias_config (mod_alias.c) the virtual host's.
  const proxies = [...lines.inherited(...PROXY_LINES), ...lines.own(...PROXY_LINES)];
  const redirects = [...lines.own(...REDIRECT_LINES), ...lines.inherited(...REDIRECT_LINES)];
  const aliases = [...lines.own(...ALIAS_LINES), ...lines.inherited(...ALIAS_LINES)];
  const scripts = [...lines.own(...SCRIPT_LINES), ...lines.inherited(...SCRIPT_LINES)];
  const modules = [...lines.own(...MODULE_MAPPINGS), ...lines.inherited(...MODULE_MAPPINGS)];
  const folders = lines.own('userdir').length > 0 ? lines.own('userdir') : lines.inherited('userdir');
  const isVirtual = [...lines.own(...VIRTUAL_LINES), ...lines.inherited(...VIRTUAL_LINES)];
  const rewriting = serverRewriting(lines);
  const serverPath = lines.own('serverpath').at(-1)?.args[0] ?? '';
  /** ServerPath is taken off first (`ap_core_translate`, server/core.c). */
  const rootPath = (address: string) =>
    mappedText(address, { prefix: serverPath, to: `${documentRoot}/` }) ?? documentRoot + address;

  const mapPlain = (address: string): Omit<Mapped, 'address' | 'rewritten'> => {
    const module = modules.find((line) => isAnswered(line, address));
    if (module !== undefined) return { target: { type: 'unknown' }, by: module };
    for (const line of proxies) {
      const url = proxied(line, address, version);
      if (url === null) continue;
      if (url === '!') break;
      return { target: { type: 'proxy', url }, by: line };
    }
    for (const line of redirects) {
      const status = redirected(line, address);
      if (status !== null) return { target: { type: 'answered', status }, by: line };
    }
    for (const line of [...aliases, ...scripts]) {
      const path = aliased(line, address, version);
      if (path !== null) return { target: { type: 'file', path: complete(path) }, by: line };
    }
    const home = userFolder(folders, address, files);
    if (home !== null) return { target: home, by: folders[0] ?? null };
    const [virtual] = isVirtual;
    if (virtual !== undefined) return { target: { type: 'unknown' }, by: virtual };
    return { target: { type: 'file', path: rootPath(address) }, by: lastLine(lines, 'documentroot') };
  };

  return {
    documentRoot,
    map(address, around) {
      const rewritten = rewriting.isOn === true ? rewriteAddress(address, rewriting.rules, around) : null;
      if (rewritten === null || rewritten.by === null) return { ...mapPlain(address), address, rewritten };
      if (rewritten.passesThrough && rewritten.status === null) {
        return { ...mapPlain(rewritten.address), address: rewritten.address, rewritten };
      }
      const target = rewrittenTarget(rewritten, documentRoot, rootPath, files);
      return { target, address, by: rewritten.by, rewritten };
    },
  };
}

const PROXY_LINES = ['proxypass', 'proxypassmatch'];
const ALIAS_LINES = ['alias', 'aliasmatch', 'scriptalias', 'scriptaliasmatch'];
const SCRIPT_LINES = ['wsgiscriptalias', 'wsgiscriptaliasmatch'];
const REDIRECT_LINES = ['redirect', 'redirectmatch', 'redirectpermanent', 'redirecttemp'];
const VIRTUAL_LINES = [
  'virtualdocumentroot',
  'virtualdocumentrootip',
  'virtualscriptalias',
  'virtualscriptaliasip',
];

function lastLine(lines: ServerLines, name: string): Occurrence | null {
  return lines.own(name).at(-1) ?? lines.inherited(name).at(-1) ?? null;
}

/** A host without any line of mod_rewrite has no rules (`hook_uri2file`). Rules in a Location are of the folder kind. */
function serverRewriting(lines: ServerLines): RewriteConfig {
  const own = readRewriteConfig(lines.own(...REWRITE_DIRECTIVES).filter(isAtTop));
  if (lines.own(...REWRITE_DIRECTIVES).length === 0) return own;
  const ofMain = readRewriteConfig(lines.inherited(...REWRITE_DIRECTIVES).filter(isAtTop));
  return mergeRewriteConfigs(ofMain, own);
}

function rewrittenTarget(
  { address, status, isProxied }: Rewritten,
  root: string,
  rootPath: (address: string) => string,
  files: FileView,
): Target {
  if (status !== null) return { type: 'answered', status };
  if (isProxied) return { type: 'proxy', url: address };
  // prefix_stat: a path of the file system if its first folder is there, else below DocumentRoot.
  const first = /^\/[^/]*/.exec(address)?.[0] ?? '/';
  const isThere = root.startsWith(`${first}/`) || files.kindOf(first) === 'folder';
  return { type: 'file', path: posix.normalize(isThere && first !== '/' ? address : rootPath(address)) };
}

/** As ap_server_root_relative. */
export function rootRelative(path: string, serverRoot: string): string {
  return path.startsWith('/') ? path : posix.join(serverRoot, path);
}

export function withoutSlash(path: string): string {
  return path.length > 1 ? path.replace(/\/+$/, '') : path;
}

/** Whether a module may answer by itself, or lead anywhere. */
function isAnswered(line: Occurrence, address: string): boolean {
  const prefix = answeredPrefix(line);
  return prefix !== null && isAtOrBelow(pathComponents(address), prefix);
}

function proxied(line: Occurrence, address: string, version: Version): string | null {
  const { name, args } = line;
  const section = sectionAround(line);
  const [first, to, more] = [...sectionPrefix(section), ...args];
  const isMarked = first === '~';
  const [from, url] = isMarked ? [to, more] : [first, to];
  if (from === undefined || url === undefined) return null;
  if (isMarked || name === 'proxypassmatch') return byPattern(from, url, address, version);
  // A section's pattern is taken for a prefix, which no address has: by 2.4 too, if nothing is put into the URL.
  const isPlain = version === '2.2' || !url.includes('$');
  if (section?.kind === 'locationmatch') return isPlain ? null : byPattern(from, url, address, version);
  const made = mappedText(address, { prefix: from, to: url });
  return made !== null && url === '!' ? '!' : made;
}

function byPattern(pattern: string, to: string, address: string, version: Version): string | null {
  const match = matchText(pattern, address);
  return match === null || match === 'unreadable' ? null : fillGroups(to, match, version);
}

function isMatch(pattern: string, address: string): boolean {
  const match = matchText(pattern, address);
  return match !== null && match !== 'unreadable';
}

function aliased({ name, args }: Occurrence, address: string, version: Version): string | null {
  const [from, to] = args;
  if (from === undefined || to === undefined) return null;
  if (name.endsWith('match')) return byPattern(from, to, address, version);
  return mappedText(address, { prefix: from, to });
}

const REDIRECT_WORDS: Readonly<Record<string, number>> = {
  permanent: 301,
  temp: 302,
  seeother: 303,
  gone: 410,
};

function redirected(line: Occurrence, address: string): number | null {
  if (!isAtTop(line)) return null;
  const { name, args } = line;
  const [first = ''] = args;
  const word = /^\d{3}$/.test(first) ? Number(first) : REDIRECT_WORDS[first.toLowerCase()];
  const from = word === undefined ? first : (args[1] ?? '');
  const isMet = name === 'redirectmatch' ? isMatch(from, address) : restBehind(address, from) !== null;
  return !isMet ? null : (word ?? (name === 'redirectpermanent' ? 301 : 302));
}
