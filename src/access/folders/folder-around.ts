import type { ServerModel } from '../../model/index.ts';
import { linesNamed } from '../../model/index.ts';
import { rememberWeakly } from '../../text/index.ts';
import { joinComponents } from './paths.ts';

/**
 * Whether a path may be a file's. What is called like a page is taken for a file, too, where it is not known what it is.
 * @param path as a section writes it
 */
export const fileTest: (model: ServerModel) => (path: string) => boolean = rememberWeakly((model) => {
  const names = new Set(indexNames(model).map(lastName));
  const isFile = (path: string): boolean => {
    const truth = model.hasFile(path);
    if (truth !== 'no') return truth === 'yes' || isCalledLikeFile(path);
    return names.has(lastName(path)) && model.hasFolder(path) !== 'yes';
  };
  const isCalledLikeFile = (path: string): boolean =>
    names.has(lastName(path)) || CALLED_LIKE_FILES.test(path);
  return (path) => path.length > 1 && isFile(path);
});

/** The folder that a path lies in where the path may be a file's; else the path itself. */
export type FolderAround = (path: string) => string;

/**
 * A file may be asked for on account of its folder, or of another file in it, and then takes over which patterns that one met
 * (`ap_directory_walk`, server/request.c).
 */
export function folderAround(model: ServerModel): FolderAround {
  const isFile = fileTest(model);
  return (path) => {
    const at = path.lastIndexOf('/');
    return at > 0 && isFile(path) ? path.slice(0, at) : path;
  };
}

/** Hosts give folders the names of domains, of which none ends so. */
const CALLED_LIKE_FILES = /\.(?:[sx]?html?|php|cgi|txt)$/i;

function lastName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The outermost folder of a path that is certainly not there, while the one around it can be looked into; null: none. */
export type AbsentFolders = (folder: readonly string[]) => readonly string[] | null;

/** What a copy does not hold may be there. */
export const absentFolders: (model: ServerModel) => AbsentFolders = rememberWeakly((model) => {
  if (model.kind !== 'server' || model.statedRoot !== model.serverRoot) return () => null;
  const known = new Map<string, readonly string[] | null>();
  const isThere = (folder: readonly string[], truth: 'yes' | 'no') =>
    model.hasFolder(joinComponents(folder)) === truth;
  const find: AbsentFolders = (folder) => {
    if (folder.length === 0 || !isThere(folder, 'no')) return null;
    const around = folder.slice(0, -1);
    return isThere(around, 'yes') ? folder : absent(around);
  };
  const absent: AbsentFolders = (folder) => {
    const path = joinComponents(folder);
    const found = known.has(path) ? (known.get(path) ?? null) : find(folder);
    known.set(path, found);
    return found;
  };
  return absent;
});

/** What the index file of some folder may be called: the default, and all that DirectoryIndex lines name. */
export function indexNames(model: ServerModel): string[] {
  const written = linesNamed(model, (name) => name === 'directoryindex').flatMap(({ args }) => args);
  return ['index.html', ...written];
}
