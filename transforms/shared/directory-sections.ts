// Which Directory sections say something about a folder (ap_directory_walk in server/request.c): those whose path is the folder
// or one above it, of the main server and of the virtual host that is asked.
import { decodePath, fnmatch, hasWildcard, resolvePath, walkScopes } from '../../src/model/index.ts';
import type { Occurrence, Scope, ServerModel } from '../../src/model/index.ts';
import { groupBy } from '../../src/transform/index.ts';

/** The plain Directory sections of a tree, to be asked for folder by folder. */
export interface DirectorySections {
  /** Of all servers, those of deeper paths last. A `<Directory ~>` is none: it comes after the .htaccess files. */
  readonly over: (folder: string) => readonly Scope[];
}

/** The folder that a path in the text names, as the model names folders. */
export function folderOf(model: ServerModel, written: string): string {
  return resolvePath(model.statedRoot, decodePath(written));
}

export function directorySections(model: ServerModel): DirectorySections {
  const sections = [...walkScopes(model.main)].flatMap((scope) => {
    const [written] = scope.args;
    const isPlain = scope.kind === 'directory' && scope.on24 !== 'no' && written !== undefined;
    return isPlain ? [{ scope, folder: folderOf(model, written), isPattern: hasWildcard(written) }] : [];
  });
  const byFolder = groupBy(sections, ({ folder, isPattern }) => (isPattern ? null : folder));
  const patterns = byFolder.get(null) ?? [];
  return {
    over: (folder) =>
      pathsTo(folder)
        .flatMap((path) => [
          ...patterns.filter((pattern) => fnmatch(pattern.folder, path, { pathname: true })),
          ...(byFolder.get(path) ?? []),
        ])
        .map(({ scope }) => scope),
  };
}

/** `/`, `/a`, `/a/b` for `/a/b`; none for ''. */
export function pathsTo(folder: string): string[] {
  if (folder === '') return [];
  const parts = folder.split('/').filter((part) => part !== '');
  return ['/', ...parts.map((_, index) => `/${parts.slice(0, index + 1).join('/')}`)];
}

/** The lines of the scope itself, not of scopes in it, with one of the names. */
export function linesOf(scope: Scope, ...names: readonly string[]): Occurrence[] {
  return scope.items.flatMap((item) => {
    return item.type === 'occurrence' && names.includes(item.name) && item.on24 !== 'no' ? [item] : [];
  });
}
