// Two servers in small, 2.2 and 2.4, that answer one request from the texts of a tree, step by step as the C files do it
// (ap_process_request_internal, ap_directory_walk, ap_file_walk, ap_location_walk; merge functions of the modules). Written
// apart from the engine on purpose: it shares nothing with it, not even the reader. Knows the vocabulary of random-trees.ts only.
import { mergeSections, type Config } from './reference-merge.ts';
import { decide, type Status } from './reference-decide.ts';
import { parseConfig, type Line } from './reference-parse.ts';
import type { Tree } from './random-trees.ts';
import { ROOT } from './random-trees.ts';

export type Version = '2.2' | '2.4';

export interface ReferenceRequest {
  /** ServerName. */
  readonly host: string;
  readonly path: string;
  readonly method: string;
  readonly from: string;
  /** Null: no good credentials. */
  readonly user: string | null;
  readonly isBot: boolean;
}

/** Answers requests to a tree as that version, started with -D for the defines, does: 200 stands for whatever the handler says. */
export function startReference(
  version: Version,
  tree: Tree,
  defines: readonly string[] = [],
): (request: ReferenceRequest) => Status {
  const isMet = (kind: string, test: string): boolean =>
    kind === 'ifdefine' ? defines.includes(test) : hasModule(version, test);
  const main = parseConfig(tree[`${ROOT}/httpd.conf`] ?? '', isMet);
  const htaccess = new Map(
    Object.entries(tree)
      .filter(([path]) => path.endsWith('/.htaccess'))
      .map(([path, text]) => [path.slice(0, -'/.htaccess'.length), parseConfig(text, isMet)]),
  );
  const files = new Set(Object.keys(tree));
  return (request) => answer({ version, main, htaccess, files }, request);
}

function hasModule(version: Version, name: string): boolean {
  return name === 'mod_authz_core.c' ? version === '2.4' : name !== 'mod_access.c';
}

interface Server {
  readonly version: Version;
  readonly main: readonly Line[];
  readonly htaccess: ReadonlyMap<string, readonly Line[]>;
  readonly files: ReadonlySet<string>;
}

function answer(server: Server, request: ReferenceRequest): Status {
  const { version } = server;
  const hosts = server.main.filter(({ name }) => name === '<virtualhost');
  const named = hosts.find(({ children }) => valueOf(children, 'servername') === request.host);
  const host = named ?? hosts[0];
  const sections = [...server.main.filter(({ name }) => name !== '<virtualhost'), ...(host?.children ?? [])];
  const root = valueOf(host?.children ?? [], 'documentroot') ?? valueOf(server.main, 'documentroot') ?? '';
  const uri = request.path.split('?')[0] ?? '/';
  const target = proxiedTo(uri, server.main);
  const found =
    target === null
      ? fileSections(server, sections, fileOf(uri, root, server.main))
      : proxySections(sections, target);
  if (found === 500) return 500;
  const { filename, directory, ofFiles } = found;
  const ofLocations = sections.filter((line) => matchesLocation(line, uri));
  const config: Config = mergeSections(version, [
    mergeSections(version, directory),
    ...(ofFiles.length === 0 ? [] : [mergeSections(version, ofFiles)]),
    ...(ofLocations.length === 0 ? [] : [mergeSections(version, ofLocations)]),
  ]);
  const flags = (host?.children ?? [])
    .filter(({ name }) => name === 'setenvif')
    .map(({ args }) => args[2] ?? '');
  const loaded = server.main.filter(({ name }) => name === 'loadmodule').map(({ args }) => args[0] ?? '');
  return decide(version, config, {
    ...request,
    uri,
    filename,
    flags,
    loaded,
    exists: (path) => isThere(path, server),
  });
}

/** What the walks before that of the Locations meet. */
interface FoundSections {
  readonly filename: string;
  readonly directory: readonly Line[];
  readonly ofFiles: readonly Line[];
}

function fileSections(server: Server, sections: readonly Line[], filename: string): FoundSections | 500 {
  const walked = directoryWalk(server, sections, filename.replace(/\/$/, ''));
  if (walked === 500) return 500;
  // What is behind a file, or behind the first folder that is not there, is text behind the file's name.
  const full = walked.isFolder ? filename : walked.end;
  const patterns = sections
    .filter(({ name }) => name === '<directorymatch')
    .toSorted((a, b) => slashes(a) - slashes(b))
    .filter(({ args }) => regex(args[0] ?? '', server.version === '2.2').test(full));
  const directory = [...walked.met, ...patterns];
  const last = full.slice(full.lastIndexOf('/') + 1);
  const inFolders = directory.flatMap(({ children }) => children);
  return {
    filename: full,
    directory,
    ofFiles: [...sections, ...inFolders].filter((line) => matchesFile(line, last)),
  };
}

/** proxy_walk of mod_proxy.c. */
function proxySections(sections: readonly Line[], target: string): FoundSections {
  const directory = sections.filter(({ name, args }) => {
    const [text = ''] = args;
    if (name === '<proxymatch') return regex(text).test(target);
    if (name !== '<proxy') return false;
    return text.includes('*') ? wildcard(text, '.').test(target) : target.startsWith(text);
  });
  return { filename: `proxy:${target}`, directory, ofFiles: [] };
}

/** Null: no ProxyPass takes the address. */
function proxiedTo(uri: string, main: readonly Line[]): string | null {
  for (const { name, args } of main) {
    const [prefix = '', to = ''] = args;
    if (name !== 'proxypass' || !(uri === prefix || uri.startsWith(`${prefix}/`))) continue;
    return to === '!' ? null : to + uri.slice(prefix.length);
  }
  return null;
}

/** The Aliases that every random tree has, those that some have, then DocumentRoot. */
function fileOf(uri: string, root: string, main: readonly Line[]): string {
  if (main.some(({ name }) => name === 'userdir')) {
    const home = /^\/~(\w+)(.*)$/.exec(uri);
    if (home !== null) return `/home/${home[1] ?? ''}/public_html${home[2] ?? ''}`;
    const matched = /^\/am\/(.*)$/.exec(uri);
    if (matched !== null) return `${ROOT}/alt/${matched[1] ?? ''}`;
  }
  if (/^\/alt\/b(?=\/|$)/.test(uri)) return `${ROOT}/htdocs/a/b${uri.slice('/alt/b'.length)}`;
  return /^\/alt(?=\/|$)/.test(uri) ? `${ROOT}${uri}` : root + uri;
}

function isThere(path: string, { files }: Server): boolean {
  return [...files].some((file) => file === path || file.startsWith(`${path}/`));
}

interface Walked {
  /** Sections and .htaccess files in the order met. */
  readonly met: readonly Line[];
  readonly isFolder: boolean;
  /** Up to where the path is one of the file system, and the first component that is not there. */
  readonly end: string;
}

interface Override {
  readonly classes: string;
  readonly names: readonly string[];
}

/** Component by component to the first that is no folder; a file counts as one (FollowSymLinks). */
function directoryWalk(
  { version, main, files, htaccess }: Server,
  sections: readonly Line[],
  path: string,
): Walked | 500 {
  const met: Line[] = [];
  const knowsOldLines = main.some(
    ({ name, args }) => name === 'loadmodule' && args[0] === 'access_compat_module',
  );
  const parts = path.split('/').slice(1);
  let override: Override = { classes: version === '2.2' ? 'all' : 'unset', names: [] };
  for (let depth = 0; depth <= parts.length; depth++) {
    const at = `/${parts.slice(0, depth).join('/')}`;
    const isFolder = at === '/' || [...files].some((file) => file.startsWith(`${at}/`));
    if (!isFolder && !files.has(at)) return { met, isFolder: false, end: at };
    for (const section of sections.filter((line) => matchesFolder(line, at, depth))) {
      met.push(section);
      override = mergeOverride(override, section.children);
    }
    if (!isFolder) return { met, isFolder: false, end: at };
    const file = htaccess.get(at);
    if (file === undefined || (override.classes === 'none' && override.names.length === 0)) continue;
    if (!isPermitted(file, override)) return 500;
    if (version === '2.4' && !knowsOldLines && hasOldLines(file)) return 500;
    met.push({ name: '<htaccess', args: [], children: file });
  }
  return { met, isFolder: true, end: path };
}

/** AllowOverride and AllowOverrideList are inherited apart. */
function mergeOverride(outer: Override, children: readonly Line[]): Override {
  const said = children
    .findLast(({ name }) => name === 'allowoverride')
    ?.args.join(' ')
    .toLowerCase();
  const listed = children.findLast(({ name }) => name === 'allowoverridelist')?.args;
  const names = listed?.map((name) => name.toLowerCase()).filter((name) => name !== 'none');
  return { classes: said ?? outer.classes, names: names ?? outer.names };
}

function hasOldLines(lines: readonly Line[]): boolean {
  return lines.some(
    ({ name, children }) =>
      /^(order|allow|deny|satisfy|authz\w+authoritative)$/.test(name) || hasOldLines(children),
  );
}

function isPermitted(lines: readonly Line[], override: Override): boolean {
  const { classes, names } = override;
  return lines.every(({ name, children }) => {
    if (classes === 'all' || names.includes(name)) return isPermitted(children, override);
    const isOfLimit = /^(order|allow|deny)$/.test(name) || name.startsWith('<limit');
    if (isOfLimit) return classes.startsWith('limit') && isPermitted(children, override);
    return name.startsWith('<files') && classes !== 'unset' && isPermitted(children, override);
  });
}

function matchesFolder({ name, args }: Line, path: string, depth: number): boolean {
  if (name !== '<directory') return false;
  const pattern = (args[0] ?? '').split('/').filter((part) => part !== '');
  const parts = path.split('/').filter((part) => part !== '');
  return pattern.length === depth && pattern.every((part, i) => wildcard(part).test(parts[i] ?? ''));
}

function matchesFile({ name, args }: Line, file: string): boolean {
  if (name === '<files') return wildcard(args[0] ?? '').test(file);
  return name === '<filesmatch' && regex(args[0] ?? '').test(file);
}

function matchesLocation({ name, args }: Line, uri: string): boolean {
  const [text = ''] = args;
  if (name === '<locationmatch') return regex(text).test(uri);
  if (name !== '<location') return false;
  if (text.includes('*')) return wildcard(text).test(uri);
  return text.endsWith('/') ? uri.startsWith(text) : uri === text || uri.startsWith(`${text}/`);
}

function wildcard(text: string, any = '[^/]'): RegExp {
  const escaped = text.replace(/[.+^${}()|\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('*', `${any}*`).replaceAll('?', any)}$`);
}

/** In DirectoryMatch `$` never matches under 2.2. */
function regex(text: string, isEndDead = false): RegExp {
  return new RegExp(isEndDead ? text.replaceAll('$', '(?!)') : text);
}

function slashes({ args }: Line): number {
  return (args[0] ?? '').split('/').length;
}

function valueOf(lines: readonly Line[], wanted: string): string | undefined {
  return lines.findLast(({ name }) => name === wanted)?.args[0];
}
