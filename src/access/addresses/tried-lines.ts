import { posix } from 'node:path';
import type { Occurrence, ServerModel } from '../../model/index.ts';
import { namesNoHostFolder } from '../../model/index.ts';
import { completePath, encodePath, withoutSlash } from '../folders/paths.ts';
import type { Version } from '../sections/worlds.ts';
import type { MappingKind } from './mapping-lines.ts';
import { sectionAround } from './mapping-lines.ts';
import type { LineReading, OwnLines } from './own-lines.ts';
import type { Redirection, TriedLine } from './read-line.ts';
import { readRedirection } from './read-line.ts';
import type { RewriteConfig } from './rewrite-config.ts';
import { mergeRewriteConfigs } from './rewrite-config.ts';
import { flatMap, joined } from '../../text/index.ts';
import { namesUsers } from './user-folder.ts';

/** How the lines of a server are read. */
export interface MapReading {
  /** Which server reads them. */
  readonly version: Version;
  /** What a folder, by its whole path, is called. */
  readonly folder: (path: string) => string;
}

/** The lines by which one server leads addresses, as the translate_name hooks try them: group by group, in each the first that fits. */
export interface TriedLines {
  readonly version: Version;
  /** See `completePath`. */
  readonly complete: (path: string) => string;
  /** The rules of the server, those that it inherits included. */
  readonly rewriting: RewriteConfig;
  readonly maps: readonly Occurrence[];
  /** Directives of third-party modules that answer by themselves, or lead anywhere. */
  readonly modules: readonly Occurrence[];
  readonly proxies: readonly TriedLine[];
  readonly redirects: readonly Redirection[];
  readonly aliases: readonly TriedLine[];
  /** UserDir: what is on for all, and the folders, a virtual host inherits; of users by name it has its own, if it has any line (`merge_userdir_config`). */
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

/** What is the same for all servers of a tree. */
export interface TreeReading extends LineReading {
  /** DocumentRoot where none is written. */
  readonly defaultRoot: string;
}

export function treeReading(model: ServerModel, { version, folder }: MapReading): TreeReading {
  return {
    version,
    complete: (path) => folder(completePath(path, model)),
    defaultRoot: model.kind === 'htaccess' ? encodePath(model.statedRoot) : BUILT_IN_ROOT,
  };
}

/** @param inherited those of the main server, which inherits nothing itself */
export function triedLines(own: OwnLines, inherited: OwnLines | null, reading: TreeReading): TriedLines {
  return new LazyLines(own, inherited, reading);
}

/** Each group is put together when it is first asked for: few hosts are asked for all. */
class LazyLines implements TriedLines {
  readonly #own: OwnLines;
  readonly #inherited: OwnLines | null;
  readonly #reading: TreeReading;
  #rewriting: RewriteConfig | undefined;
  #proxies: readonly TriedLine[] | undefined;
  #redirects: readonly Redirection[] | undefined;
  #aliases: readonly TriedLine[] | undefined;
  #named: readonly Occurrence[] | undefined;
  #root: string | undefined;

  constructor(own: OwnLines, inherited: OwnLines | null, reading: TreeReading) {
    this.#own = own;
    this.#inherited = inherited;
    this.#reading = reading;
  }

  get version(): Version {
    return this.#reading.version;
  }

  get complete(): TriedLines['complete'] {
    return this.#reading.complete;
  }

  get rewriting(): RewriteConfig {
    return (this.#rewriting ??= rewritingOf(this.#own, this.#inherited));
  }

  get maps(): readonly Occurrence[] {
    // The main server's where its rules are handed down, before those of the host (config_server_merge, mod_rewrite.c).
    return this.#inheritedFirst('rewrite map');
  }

  get modules(): readonly Occurrence[] {
    return this.#ownFirst('module');
  }

  get proxies(): readonly TriedLine[] {
    return (this.#proxies ??= inProxyOrder(this.#allProxies, this.version));
  }

  get #allProxies(): readonly TriedLine[] {
    // merge_proxy_config (mod_proxy.c) puts the main server's first.
    return this.#inherited === null ? this.#own.proxies : joined(this.#inherited.proxies, this.#own.proxies);
  }

  get redirects(): readonly Redirection[] {
    return (this.#redirects ??= this.#ownFirst('redirect').map(readRedirection));
  }

  get aliases(): readonly TriedLine[] {
    return (this.#aliases ??= inAliasOrder(aliasesOf(this.#own, this.#inherited), this.version));
  }

  get homes(): readonly Occurrence[] {
    const own = this.#own.of('home');
    const inherited = this.#inherited?.of('home') ?? [];
    return own.length > 0 ? [...inherited.filter((line) => !namesUsers(line)), ...own] : inherited;
  }

  get named(): readonly Occurrence[] {
    return (this.#named ??= namedLines(this.#own.of('named'), this.#inherited?.of('named') ?? []));
  }

  get roots(): readonly Occurrence[] {
    return this.#inheritedFirst('root');
  }

  get serverPaths(): readonly Occurrence[] {
    return this.#own.of('server path');
  }

  get root(): string {
    const { complete, defaultRoot: unsaidRoot } = this.#reading;
    const written = () => this.roots.at(-1)?.args[0] ?? unsaidRoot;
    return (this.#root ??= withoutSlash(posix.normalize(complete(written()))));
  }

  #ownFirst(kind: MappingKind): readonly Occurrence[] {
    return joined(this.#own.of(kind), this.#inherited?.of(kind) ?? []);
  }

  #inheritedFirst(kind: MappingKind): readonly Occurrence[] {
    return joined(this.#inherited?.of(kind) ?? [], this.#own.of(kind));
  }
}

/** See `serversWithRewriting`. */
function rewritingOf(own: OwnLines, inherited: OwnLines | null): RewriteConfig {
  if (inherited === null || !own.hasRewriting) return own.rewriting;
  return mergeRewriteConfigs(inherited.rewriting, own.rewriting);
}

/** The virtual host's before the main server's (merge_alias_config, mod_alias.c). */
function aliasesOf(own: OwnLines, inherited: OwnLines | null): readonly TriedLine[] {
  if (inherited === null) return joined(own.aliases, own.scripts);
  return joined(joined(own.aliases, inherited.aliases), joined(own.scripts, inherited.scripts));
}

/** In 2.4 those in Locations go first, the last section's before all (`translate_alias_redir`, mod_alias.c). */
function inAliasOrder(all: readonly TriedLine[], version: Version): readonly TriedLine[] {
  const isInside = ({ line }: TriedLine) => sectionAround(line) !== null;
  if (version === '2.2' || !all.some(isInside)) return all;
  const inside = all.filter(isInside).toSorted((a, b) => b.line.seq - a.line.seq);
  return [...inside, ...all.filter((each) => !isInside(each))];
}

function namedLines(own: readonly Occurrence[], inherited: readonly Occurrence[]): readonly Occurrence[] {
  return flatMap(['virtualscriptalias', 'virtualdocumentroot'], (directive) => {
    const isOfKind = ({ name }: Occurrence) => name === directive || name === `${directive}ip`;
    const line = own.findLast(isOfKind) ?? inherited.findLast(isOfKind);
    return line === undefined || namesNoHostFolder(line.args) ? [] : line;
  });
}

/** In 2.4 lines in Locations go first, the last section's before all (proxy_trans, mod_proxy.c); in 2.2 all are one list. */
function inProxyOrder(all: readonly TriedLine[], version: Version): readonly TriedLine[] {
  if (version === '2.2' || all.length === 0) return all;
  const isInside = ({ line }: TriedLine) => sectionAround(line) !== null;
  return [...all.filter(isInside).toReversed(), ...all.filter((each) => !isInside(each))];
}
