import { posix } from 'node:path';
import { defaultOverrideUsers } from '../../src/access/index.ts';
import type { HtaccessFile, ModelFile, Scope, ServerModel } from '../../src/model/index.ts';
import { rememberWeakly } from '../../src/text/index.ts';
import { folderOf, linesOf } from './directory-sections.ts';
import { pathsTo } from './folder-lookup.ts';
import { listServed, listServedPatterns } from './served-folders.ts';
import type { ServedFolder, ServedFolders } from './served-folders.ts';

/** What relies on the default: a .htaccess file, or (file null) a folder that may hold some. */
export interface Relier {
  readonly folder: string;
  readonly file: ModelFile | null;
  readonly servers: ReadonlySet<Scope>;
  /** Those through which some request reaches the file without any AllowOverride: one that is written stands in an open guard. */
  readonly unset: ReadonlySet<Scope>;
}

/** All of them, outer folders first: what is written for one may serve those in it. @param kept paths of .htaccess files that are not empty when all is written, whatever is left in them now */
export function listReliers(
  model: ServerModel,
  kept: ReadonlySet<string>,
  served: ServedFolders,
  within: FindWithin,
): Relier[] {
  return [...filesOf(model, kept, served, within), ...unseenOf(model)].toSorted(
    (a, b) => depthOf(a) - depthOf(b),
  );
}

const NO_SERVERS: ReadonlySet<Scope> = new Set();

function filesOf(
  model: ServerModel,
  kept: ReadonlySet<string>,
  served: ServedFolders,
  within: FindWithin,
): Relier[] {
  const users = defaultOverrideUsers(model);
  const isRead = (each: HtaccessFile): boolean => saysSomething(each) || kept.has(each.file.path);
  return model.htaccess.filter(isRead).map((each) => {
    const { directory: folder, file } = each;
    const unset = users.get(each) ?? NO_SERVERS;
    return {
      folder,
      file,
      servers: new Set([...serversOf(folder, model, served), ...within(folder).keys(), ...unset]),
      unset,
    };
  });
}

/** Folders that are handed out, and that are not here, can't be read, or belong to users: nothing tells that they hold no .htaccess files. */
function unseenOf(model: ServerModel): Relier[] {
  const patterns = listServedPatterns(model).filter(({ line, folder }) => {
    return line.name === 'userdir' || model.hasFolder(folder.replace(/\/[^/]*\*.*$/, '')) !== 'yes';
  });
  const folders = listServed(model).filter(({ folder }) => {
    return model.hasFolder(folder) !== 'yes' && model.hasFile(folder) !== 'yes';
  });
  return [...folders, ...patterns].map(({ folder, server }) => ({
    folder,
    file: null,
    servers: new Set([server]),
    unset: NO_SERVERS,
  }));
}

export function saysSomething({ file }: HtaccessFile): boolean {
  return file.document.children.some(({ type }) => type !== 'blank' && type !== 'comment');
}

function depthOf({ folder }: Relier): number {
  return folder.split('/').length;
}

/** The servers through which the folder is reached; what is written for the main server holds for its virtual hosts, too. */
function serversOf(folder: string, model: ServerModel, served: ServedFolders): readonly Scope[] {
  const { main } = model;
  const servers = new Set(served.over(folder).map(({ server }) => server));
  if (isBuiltIn(folder, model)) return [...new Set([main, ...servers])];
  return servers.size === 0 || servers.has(main) ? [main] : [...servers];
}

/** Whether the main server has no DocumentRoot and its default leads to the folder. */
function isBuiltIn(folder: string, model: ServerModel): boolean {
  return pathsTo(folder).includes(builtInRoot(model));
}

/** DOCUMENT_LOCATION of include/httpd.h; '' where the server has another. */
const builtInRoot = rememberWeakly((model: ServerModel): string => {
  const isUnset = model.kind === 'server' && linesOf(model.main, 'documentroot').length === 0;
  return isUnset ? folderOf(model, 'htdocs') : '';
});

/** Of a folder the servers that serve one in it, each by its first such line: who asks for that meets the .htaccess files above it, too (`ap_directory_walk`). */
export type FindWithin = (folder: string) => ReadonlyMap<Scope, ServedFolder>;

export function servedWithin(model: ServerModel): FindWithin {
  const byOuter = new Map<string, Map<Scope, ServedFolder>>();
  for (const each of listServed(model)) {
    for (const outer of pathsTo(posix.dirname(each.folder))) {
      const known = byOuter.get(outer) ?? new Map<Scope, ServedFolder>();
      if (!known.has(each.server)) byOuter.set(outer, known.set(each.server, each));
    }
  }
  return (folder) => byOuter.get(folder) ?? NOWHERE;
}

const NOWHERE: ReadonlyMap<Scope, ServedFolder> = new Map();
