import type { ServerModel } from '../../model/index.ts';
import { decodePath, linesNamed } from '../../model/index.ts';
import { rememberWeakly } from '../../text/index.ts';

/** The folder that a path lies in where the path may be a file's; else the path itself. */
export type FolderAround = (path: string) => string;

/**
 * A file may be asked for on account of its folder, or of another file in it, and then takes over which patterns that one met
 * (`ap_directory_walk`, server/request.c). What is called like an index file is taken for a file, too, where it is not known what it is.
 */
export const folderAround: (model: ServerModel) => FolderAround = rememberWeakly((model) => {
  const written = linesNamed(model, (name) => name === 'directoryindex').flatMap(({ args }) => args);
  const indexNames = new Set(['index.html', ...written].map(lastName));
  const isFile = (path: string): boolean =>
    model.hasFile(path) === 'yes' || (indexNames.has(lastName(path)) && model.hasFolder(path) !== 'yes');
  return (path) => {
    const at = path.lastIndexOf('/');
    return at > 0 && isFile(decodePath(path)) ? path.slice(0, at) : path;
  };
});

function lastName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
