import { fnmatch } from '../../model/index.ts';
import { readsHtaccess } from '../states/override.ts';
import { compareOrder, mergeOrder, stepOf } from '../chains/index.ts';
import type { SectionLists } from '../chains/section-index.ts';
import { joinComponents, pathComponents } from '../folders/paths.ts';
import type { AccessSection } from '../sections/types.ts';
import type { Kind } from '../addresses/index.ts';
import type { Meeting } from './meets-pattern.ts';
import { isTaken, meetsPattern } from './meets-pattern.ts';
import type { Recorder, Step } from './recorder.ts';
import type { RequestTree } from './request-tree.ts';
import type { Round } from './round.ts';

/** The file that a walk came to. */
export interface FoundFile {
  /** As far as it exists; a slash at the end as asked for. */
  readonly path: string;
  readonly kind: Kind;
  /** What is there is not known: it is taken to be what was asked for. */
  readonly isAssumed: boolean;
  /** What was asked for behind the file's name. */
  readonly pathInfo: string;
  /** What on the way the server does not pass, 403. */
  readonly barred: Barred | null;
  /** What it was taken to be permitted to open: as whom it runs is not known. */
  readonly doubted: readonly string[];
  /** Links that were taken to belong to the owner of what they lead to. */
  readonly doubtedLinks: readonly string[];
}

/** `link`: Options forbid to follow it, or it leads to nothing. `owner`: it is another's than what it leads to (SymLinksIfOwnerMatch). `closed`: the server's user may not open it. `odd`: no file, where one is read. `long`: no file can have this name. */
export interface Barred {
  readonly path: string;
  readonly why: 'link' | 'owner' | 'closed' | 'odd' | 'long';
}

/** In bytes (NAME_MAX of limits.h). What is longer the system does not call missing, and the server answers 403. */
const LONGEST_NAME = 255;

/**
 * `ap_directory_walk` and `ap_file_walk` (server/request.c): enters the Directory sections and .htaccess files from `/` down as
 * far as the path exists, the patterns, then the Files sections of its last component.
 */
export function walkFolders(
  path: string,
  tree: RequestTree,
  lists: readonly SectionLists[],
  recorder: Recorder,
  asker: Round | null,
  names: readonly string[],
): FoundFile {
  const same = asker === null ? null : sameFolder(path, asker, tree);
  if (same !== null) {
    for (const { section } of same) recorder.meet(section);
    walkFiles(path, lists, recorder);
    const isAssumed = tree.files.kindOf(path) === 'unknown';
    return { path, kind: 'file', isAssumed, pathInfo: '', barred: null, doubted: [], doubtedLinks: [] };
  }
  const found = walkDown(path, tree, lists, recorder, names);
  if (found.barred !== null) return found;
  const patterns = lists.flatMap((each) => each.patterns);
  const meets = (each: AccessSection) =>
    isTaken(meetsFolder(each, found.path, tree.version === '2.2'), each, recorder);
  for (const section of inOrder(patterns, meets)) recorder.meet(section);
  walkFiles(found.path, lists, recorder);
  return found;
}

/**
 * A file that is asked for within a request takes over what the walk of that request found in the same folder ("this looks really
 * familiar", ap_directory_walk): an index file, or what stands for a name that is not there. A section for the files in the folder is not met. Null:
 * it has a walk of its own.
 */
function sameFolder(path: string, { file, steps }: Round, { files }: RequestTree): readonly Step[] | null {
  if (file === null) return null;
  const walked = file.kind === 'folder' ? file.path : folderOf(file.path);
  const isInFolder = walked === folderOf(path);
  const kind = isInFolder ? files.kindOf(path) : 'nothing';
  if (kind !== 'file' && kind !== 'unknown') return null;
  return steps.filter(({ section }) => stepOf(section) === 'directory' || stepOf(section) === 'pattern');
}

/** With the slash. */
function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

function walkDown(
  path: string,
  tree: RequestTree,
  lists: readonly SectionLists[],
  recorder: Recorder,
  names: readonly string[],
): FoundFile {
  const doubted: string[] = [];
  const doubtedLinks: string[] = [];
  const parts = pathComponents(path);
  const known = kindsOf(parts, tree);
  const kinds = known.map((kind, i) => assumed(kind, i === parts.length - 1, path));
  const whole = kinds.at(-1) ?? 'folder';
  const endOf = (here: readonly string[], kind: Kind): FoundFile => {
    const isAssumed = known[here.length - 1] === 'unknown';
    return {
      path: joinComponents(here),
      kind,
      isAssumed,
      pathInfo: restOf(here, parts, path),
      barred: null,
      doubted,
      doubtedLinks,
    };
  };
  meetFolder([], lists, recorder);
  for (let depth = 1; depth <= parts.length; depth++) {
    const here = parts.slice(0, depth);
    const kind = kinds[depth - 1] ?? 'unknown';
    if ((parts[depth - 1]?.length ?? 0) > LONGEST_NAME) {
      return { ...endOf(here, 'nothing'), barred: { path: joinComponents(here), why: 'long' } };
    }
    // "First optimization": what is asked for exists, and links may be followed.
    const { followsLinks, followsOwnLinks } = recorder.options;
    const isTrusted = whole !== 'nothing' && followsLinks && !followsOwnLinks;
    const forbidden = isTrusted ? null : forbiddenLink(here, kind, tree, recorder, doubtedLinks);
    if (forbidden !== null) {
      return { ...endOf(here, kind), barred: { path: joinComponents(here), why: forbidden } };
    }
    if (kind === 'nothing') return endOf(here, kind);
    if (kind === 'file' && !isTrusted) return endOf(here, kind);
    meetFolder(here, lists, recorder);
    // A .htaccess file that is not taken ends the walk.
    if (kind === 'file' || recorder.walk.failed) return endOf(here, kind);
    const isEntered =
      depth < parts.length || path.endsWith('/') || readsHtaccess(recorder.walk.inForce().override);
    const barred = isEntered ? barredAt(here, tree, recorder, names, doubted) : null;
    if (barred !== null) return { ...endOf(here, kind), barred };
  }
  const isAssumed = known.at(-1) === 'unknown';
  return { path, kind: whole, isAssumed, pathInfo: '', barred: null, doubted, doubtedLinks };
}

/**
 * What of a folder keeps the server out: it may not go through it, or finds a .htaccess file that it can't read, or that is none
 * (`ap_directory_walk`, server/request.c; `ap_parse_htaccess`, server/config.c: whatever goes wrong but that there is no such file is 403).
 */
function barredAt(
  here: readonly string[],
  { files }: RequestTree,
  { walk }: Recorder,
  names: readonly string[],
  doubted: string[],
): Barred | null {
  const isClosed = (path: string, wish: 'read' | 'search'): boolean => {
    const may = files.mayOpen(path, wish);
    if (may === null) doubted.push(path);
    return may === false;
  };
  const folder = joinComponents(here);
  if (isClosed(folder, 'search')) return { path: folder, why: 'closed' };
  if (!readsHtaccess(walk.inForce().override)) return null;
  for (const name of names) {
    const path = `${folder}/${name}`;
    const kind = files.kindOf(path);
    if (kind === 'folder') return { path, why: 'odd' };
    if (kind === 'file') return isClosed(path, 'read') ? { path, why: 'closed' } : null;
  }
  return null;
}

/** What each leading part of the path is, as far as that is known. */
function kindsOf(parts: readonly string[], { files }: RequestTree): Kind[] {
  const kinds: Kind[] = [];
  for (let depth = 1; depth <= parts.length; depth++) {
    const kind = files.kindOf(joinComponents(parts.slice(0, depth)));
    kinds.push(kind);
    if (kind === 'nothing' || kind === 'file') {
      // Behind a file or a missing folder there is nothing.
      while (kinds.length < parts.length) kinds.push('nothing');
      break;
    }
  }
  return kinds;
}

/** Where it is not known what there is, the path is taken to exist as it is asked for. */
function assumed(kind: Kind, isLast: boolean, path: string): Kind {
  if (kind !== 'unknown') return kind;
  return isLast && !path.endsWith('/') ? 'file' : 'folder';
}

/** What was asked for behind the path that the walk came to. */
function restOf(here: readonly string[], parts: readonly string[], path: string): string {
  const rest = parts.slice(here.length);
  const slash = path.endsWith('/') ? '/' : '';
  return rest.length > 0 ? `/${rest.join('/')}${slash}` : slash;
}

/**
 * What a link leads to must be there, whatever Options say, and belong to whom the link belongs where SymLinksIfOwnerMatch says so, even
 * beside FollowSymLinks (`resolve_symlink`, server/request.c).
 */
function forbiddenLink(
  here: readonly string[],
  kind: Kind,
  { files }: RequestTree,
  { options: { followsLinks, followsOwnLinks } }: Recorder,
  doubtedLinks: string[],
): 'link' | 'owner' | null {
  if (kind !== 'nothing' && followsLinks && !followsOwnLinks) return null;
  const path = joinComponents(here);
  if (!files.isLink(path)) return null;
  if (kind === 'nothing' || !followsOwnLinks) return 'link';
  const isOwn = files.isOwnLink(path);
  if (isOwn === null) doubtedLinks.push(path);
  return isOwn === false ? 'owner' : null;
}

/** Sections of this very folder, those of the configuration first, then its .htaccess file. */
function meetFolder(here: readonly string[], lists: readonly SectionLists[], recorder: Recorder): void {
  const folder = joinComponents(here);
  const plain = lists.flatMap(({ byPath }) => byPath.get(folder) ?? []);
  const wild = lists.flatMap(({ wildcards }) => wildcards.filter(({ section }) => isAt(section, here)));
  for (const section of inOrder([...plain, ...wild], () => true)) recorder.meet(section);
}

function isAt({ matcher }: AccessSection, here: readonly string[]): boolean {
  if (matcher.type !== 'directory-wildcard' || matcher.path.length !== here.length) return false;
  return matcher.path.every((part, i) => fnmatch(part, here[i] ?? ''));
}

function meetsFolder({ matcher }: AccessSection, path: string, endIsDead: boolean): Meeting {
  return matcher.type === 'directory-regex' && meetsPattern(matcher.pattern, path, endIsDead);
}

function walkFiles(path: string, lists: readonly SectionLists[], recorder: Recorder): void {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const nested = recorder.steps.flatMap(({ section }) =>
    lists.flatMap((each) => each.nestedFiles.get(section) ?? []),
  );
  const files = [...lists.flatMap((each) => each.files), ...nested];
  for (const section of inOrder(files, (each) => isTaken(meetsName(each, name), each, recorder)))
    recorder.meet(section);
}

function meetsName({ matcher }: AccessSection, name: string): Meeting {
  switch (matcher.type) {
    case 'files':
      return matcher.name === name;
    case 'files-wildcard':
      return fnmatch(matcher.name, name);
    case 'files-regex':
      return meetsPattern(matcher.pattern, name);
    default:
      return false;
  }
}

/** The sections that apply, in merge order. */
export function inOrder(
  sided: readonly { readonly section: AccessSection }[],
  applies: (section: AccessSection) => boolean,
): AccessSection[] {
  return sided
    .map(({ section }) => section)
    .filter(applies)
    .map((section) => ({ section, order: mergeOrder(section) }))
    .toSorted((a, b) => compareOrder(a.order, b.order))
    .map(({ section }) => section);
}
