import { posix } from 'node:path';
import type { Occurrence, Scope, ServerModel } from '../../model/index.ts';
import { encodePath, withoutSlash } from '../sections/paths.ts';
import type { Version } from '../sections/worlds.ts';
import { sectionAround, sectionPrefix } from './mapping-lines.ts';
import { moduleMapping } from './module-mappings.ts';
import type { PrefixLine } from './prefix-text.ts';
import type { RewriteConfig } from './rewrite-config.ts';
import { mergeRewriteConfigs, readRewriteConfig, REWRITE_DIRECTIVES } from './rewrite-config.ts';
import { flatMap } from '../../text/index.ts';

/** A line that puts a text in the place of a prefix, or of what a pattern matches. The target `!` takes addresses out again. */
export type TriedLine = { readonly line: Occurrence } & (
  | ({ readonly type: 'prefix' } & PrefixLine)
  | { readonly type: 'pattern'; readonly pattern: string; readonly to: string }
);

/** How the lines of a server are read. */
export interface MapReading {
  /** Which server reads them. */
  readonly version: Version;
  /** What a folder, by its whole path, is called. */
  readonly folder: (path: string) => string;
  /** Lines that are taken to fit no address. */
  readonly leftOut?: ReadonlySet<Occurrence>;
}

/** The lines by which one server leads addresses, as the translate_name hooks try them: group by group, in each the first that fits. */
export interface TriedLines {
  readonly version: Version;
  /** A path as the server completes it (`ap_server_root_relative`). */
  readonly absolute: (path: string) => string;
  /** The rules of the server, those that it inherits included. */
  readonly rewriting: RewriteConfig;
  readonly maps: readonly Occurrence[];
  readonly serverRoot: string;
  /** Directives of third-party modules that answer by themselves, or lead anywhere. */
  readonly modules: readonly Occurrence[];
  readonly proxies: readonly TriedLine[];
  readonly redirects: readonly Redirection[];
  readonly aliases: readonly TriedLine[];
  /** UserDir: those of the virtual host count alone, if it has any. */
  readonly homes: readonly Occurrence[];
  /** Folders made of the host's name: the line for programs, then the one for all else. */
  readonly named: readonly Occurrence[];
  /** DocumentRoot and ServerPath: the last counts. */
  readonly roots: readonly Occurrence[];
  readonly serverPaths: readonly Occurrence[];
  /** DocumentRoot without a slash at its end; of loose .htaccess files the folder that they were found in. */
  readonly root: string;
}

/** DOCUMENT_LOCATION, below the prefix that the server was built with: the default of DocumentRoot. */
export const BUILT_IN_ROOT = 'htdocs';

/** @param own of the virtual host, or of the main server, which inherits nothing */
export function triedLines(
  own: readonly Occurrence[],
  inherited: readonly Occurrence[],
  model: ServerModel,
  reading: MapReading,
): TriedLines {
  return new LazyLines(own, inherited, model, reading);
}

/** What leads whole folders is read at once; the rest when one request is followed. */
class LazyLines implements TriedLines {
  readonly version: Version;
  readonly absolute: (path: string) => string;
  readonly serverRoot: string;
  readonly modules: readonly Occurrence[];
  readonly proxies: readonly TriedLine[];
  readonly aliases: readonly TriedLine[];
  readonly roots: readonly Occurrence[];
  readonly serverPaths: readonly Occurrence[];
  readonly root: string;
  readonly #own: readonly Occurrence[];
  readonly #inherited: readonly Occurrence[];
  #rewriting: RewriteConfig | undefined;
  #redirects: readonly Redirection[] | undefined;
  #maps: readonly Occurrence[] | undefined;
  #homes: readonly Occurrence[] | undefined;
  #named: readonly Occurrence[] | undefined;

  constructor(
    own: readonly Occurrence[],
    inherited: readonly Occurrence[],
    { kind, statedRoot }: ServerModel,
    { version, folder }: MapReading,
  ) {
    this.#own = own;
    this.#inherited = inherited;
    this.version = version;
    const serverRoot = encodePath(statedRoot);
    const absolute = (path: string) => folder(path.startsWith('/') ? path : `${serverRoot}/${path}`);
    this.serverRoot = serverRoot;
    this.absolute = absolute;
    // The virtual host's before the main server's (merge_alias_config, mod_alias.c).
    const all = [...own, ...inherited];
    this.modules = all.filter((line) => moduleMapping(line.name) !== null);
    this.proxies = proxyLines(inherited, own, version);
    this.aliases = aliasLines(all, absolute);
    this.roots = [...inherited, ...own].filter(({ name }) => name === 'documentroot');
    this.serverPaths = own.filter(({ name }) => name === 'serverpath');
    const unsaid = kind === 'htaccess' ? serverRoot : BUILT_IN_ROOT;
    this.root = withoutSlash(posix.normalize(absolute(this.roots.at(-1)?.args[0] ?? unsaid)));
  }

  get rewriting(): RewriteConfig {
    return (this.#rewriting ??= serverRewriting(this.#own, this.#inherited));
  }

  get redirects(): readonly Redirection[] {
    return (this.#redirects ??= [...this.#own, ...this.#inherited]
      .filter(isRedirection)
      .map(readRedirection));
  }

  get maps(): readonly Occurrence[] {
    // The main server's where its rules are handed down, before those of the host (config_server_merge, mod_rewrite.c).
    const all = () => [...this.#inherited, ...this.#own];
    return (this.#maps ??= all().filter(({ name }) => name === 'rewritemap'));
  }

  get homes(): readonly Occurrence[] {
    return (this.#homes ??= homeLines(this.#own, this.#inherited));
  }

  get named(): readonly Occurrence[] {
    return (this.#named ??= namedLines(this.#own, this.#inherited));
  }
}

function homeLines(...servers: readonly (readonly Occurrence[])[]): readonly Occurrence[] {
  const homes = servers.map((lines) => lines.filter(({ name }) => name === 'userdir'));
  return homes.find((lines) => lines.length > 0) ?? [];
}

function namedLines(own: readonly Occurrence[], inherited: readonly Occurrence[]): readonly Occurrence[] {
  return flatMap(['virtualscriptalias', 'virtualdocumentroot'], (directive) => {
    const isOfKind = ({ name }: Occurrence) => name === directive || name === `${directive}ip`;
    return own.findLast(isOfKind) ?? inherited.findLast(isOfKind) ?? [];
  });
}

/** A host without any line of mod_rewrite has no rules (`hook_uri2file`). Rules in a Location are of the folder kind. */
function serverRewriting(own: readonly Occurrence[], inherited: readonly Occurrence[]): RewriteConfig {
  const ofRewriting = ({ name }: Occurrence) => REWRITE_DIRECTIVES.some((each) => each === name);
  const read = (lines: readonly Occurrence[]) =>
    readRewriteConfig(lines.filter((line) => ofRewriting(line) && sectionAround(line) === null));
  return own.some(ofRewriting) ? mergeRewriteConfigs(read(inherited), read(own)) : read(own);
}

/** ProxyPass and ProxyPassMatch, in the order in which the server tries them. @param inherited those of the main server */
function proxyLines(
  inherited: readonly Occurrence[],
  own: readonly Occurrence[],
  version: Version,
): TriedLine[] {
  // merge_proxy_config (mod_proxy.c) puts the main server's first.
  const all = [...inherited, ...own].filter(({ name }) => /^proxypass(?:match)?$/.test(name));
  return flatMap(inProxyOrder(all, version), (line) => readProxyLine(line, version) ?? []);
}

/** In 2.4 lines in Locations go first, the last section's before all (proxy_trans, mod_proxy.c); in 2.2 all are one list. */
function inProxyOrder(all: readonly Occurrence[], version: Version): readonly Occurrence[] {
  if (version === '2.2') return all;
  const isInside = (line: Occurrence) => sectionAround(line) !== null;
  return [...all.filter(isInside).toReversed(), ...all.filter((line) => !isInside(line))];
}

/** `ProxyPassMatch PATTERN URL`, `ProxyPass ~ PATTERN URL`; what a line in a section is for is the section's path. */
export function readProxyLine(line: Occurrence, version: Version): TriedLine | null {
  const section = sectionAround(line);
  const words = [...sectionPrefix(section), ...line.args];
  const isMarked = words[0] === '~';
  const [from, to] = isMarked ? words.slice(1) : words;
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

/** Alias and its kin, then those of modules that are asked after mod_alias. */
function aliasLines(all: readonly Occurrence[], absolute: (path: string) => string): TriedLine[] {
  return flatMap([ALIAS, SCRIPT], (names) =>
    flatMap(all, (line) => (names.test(line.name) ? (readAliasLine(line, absolute) ?? []) : [])),
  );
}

const ALIAS = /^(?:script)?alias(?:match)?$/;
const SCRIPT = /^wsgiscriptalias(?:match)?$/;

/** An Alias with one word is 2.4's, in a Location. What a pattern makes is made absolute once it is filled. */
export function readAliasLine(line: Occurrence, absolute: (path: string) => string): TriedLine | null {
  const { name, args } = line;
  const [from, to] = args.length === 1 ? [...sectionPrefix(sectionAround(line)), ...args] : args;
  if (from === undefined || to === undefined) return null;
  return name.endsWith('match')
    ? { type: 'pattern', pattern: from, to, line }
    : { type: 'prefix', prefix: from, to: absolute(to), line };
}

/** A line of mod_alias that answers by itself. */
export interface Redirection {
  readonly line: Occurrence;
  readonly status: number;
  readonly isPattern: boolean;
  readonly from: string;
  readonly to: string;
}

const REDIRECT_WORDS: Readonly<Record<string, number>> = {
  permanent: 301,
  temp: 302,
  seeother: 303,
  gone: 410,
};

function isRedirection({ name }: Occurrence): boolean {
  return /^redirect(?:match|permanent|temp)?$/.test(name);
}

export function readRedirection(line: Occurrence): Redirection {
  const { name, args } = line;
  const [first = ''] = args;
  const word = /^\d{3}$/.test(first) ? Number(first) : REDIRECT_WORDS[first.toLowerCase()];
  const [from = '', to = ''] = word === undefined ? args : args.slice(1);
  const status = word ?? (name === 'redirectpermanent' ? 301 : 302);
  return { line, status, isPattern: name === 'redirectmatch', from, to };
}
