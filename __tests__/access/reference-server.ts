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
  const filename = fileOf(uri, root);
  const walked = directoryWalk(server, sections, filename.replace(/\/$/, ''));
  if (walked === 500) return 500;
  const full = walked.isFolder && !filename.endsWith('/') ? `${filename}/` : filename;
  const patterns = sections
    .filter(({ name }) => name === '<directorymatch')
    .toSorted((a, b) => slashes(a) - slashes(b))
    .filter(({ args }) => regex(args[0] ?? '', version === '2.2').test(full));
  const directory = mergeSections(version, [...walked.met, ...patterns]);
  const last = full.slice(full.lastIndexOf('/') + 1);
  const inFolders = [...walked.met, ...patterns].flatMap(({ children }) => children);
  const ofFiles = [...sections, ...inFolders].filter((line) => matchesFile(line, last));
  const ofLocations = sections.filter((line) => matchesLocation(line, uri));
  const config: Config = mergeSections(version, [
    directory,
    ...(ofFiles.length === 0 ? [] : [mergeSections(version, ofFiles)]),
    ...(ofLocations.length === 0 ? [] : [mergeSections(version, ofLocations)]),
  ]);
  const flags = (host?.children ?? [])
    .filter(({ name }) => name === 'setenvif')
    .map(({ args }) => args[2] ?? '');
  const loaded = server.main.filter(({ name }) => name === 'loadmodule').map(({ args }) => args[0] ?? '');
  return decide(version, config, { ...request, uri, filename: full, flags, loaded });
}

/** The Aliases that every random tree has, then DocumentRoot. */
function fileOf(uri: string, root: string): string {
  if (/^\/alt\/b(?=\/|$)/.test(uri)) return `${ROOT}/htdocs/a/b${uri.slice('/alt/b'.length)}`;
  return /^\/alt(?=\/|$)/.test(uri) ? `${ROOT}${uri}` : root + uri;
}

interface Walked {
  /** Sections and .htaccess files in the order met. */
  readonly met: readonly Line[];
  readonly isFolder: boolean;
}

interface Override {
  readonly classes: string;
  readonly names: readonly string[];
}

/** Component by component to the first that is no folder; a file counts as one (FollowSymLinks). */
function directoryWalk(
  { version, files, htaccess }: Server,
  sections: readonly Line[],
  path: string,
): Walked | 500 {
  const met: Line[] = [];
  const parts = path.split('/').slice(1);
  let override: Override = { classes: version === '2.2' ? 'all' : 'unset', names: [] };
  for (let depth = 0; depth <= parts.length; depth++) {
    const at = `/${parts.slice(0, depth).join('/')}`;
    const isFolder = at === '/' || [...files].some((file) => file.startsWith(`${at}/`));
    if (!isFolder && !files.has(at)) return { met, isFolder: false };
    for (const section of sections.filter((line) => matchesFolder(line, at, depth))) {
      met.push(section);
      override = mergeOverride(override, section.children);
    }
    if (!isFolder) return { met, isFolder: false };
    const file = htaccess.get(at);
    if (file === undefined || (override.classes === 'none' && override.names.length === 0)) continue;
    if (!isPermitted(file, override)) return 500;
    met.push({ name: '<htaccess', args: [], children: file });
  }
  return { met, isFolder: true };
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

function wildcard(text: string): RegExp {
  const escaped = text.replace(/[.+^${}()|\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('*', '[^/]*').replaceAll('?', '[^/]')}$`);
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
