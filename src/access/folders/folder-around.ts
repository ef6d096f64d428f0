import type { ServerModel } from '../../model/index.ts';
import { rememberWeakly } from '../../text/index.ts';
import { indexNames } from './index-names.ts';

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
