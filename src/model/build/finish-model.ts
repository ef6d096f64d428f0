import { decodeAnyPath, resolvePath } from '../paths/config-path.ts';
import { fileOf, filesIn, hasFile, hasFolder, otherFile, itemsIn, filesBelow } from '../read/other-files.ts';
import type { Reading } from '../read/reading.ts';
import type {
  Build22,
  HtaccessFile,
  LayoutName,
  LoadFile,
  Scope,
  ServerModel,
  ServerOptions,
} from '../types.ts';

export interface Finished {
  readonly kind: ServerModel['kind'];
  readonly layout: LayoutName;
  readonly entry: string | null;
  readonly serverRoot: string;
  readonly statedRoot: string;
  readonly main: Scope;
  readonly htaccess: readonly HtaccessFile[];
  readonly loadFiles?: readonly LoadFile[];
  readonly startedWith?: ServerOptions;
  readonly build22?: Build22;
  readonly builtIn22: ReadonlySet<string> | null;
}

/** The model of what has been read. */
export function finishModel(finished: Finished, reading: Reading): ServerModel {
  const {
    files,
    virtualHosts,
    moduleLines,
    commentedModules,
    includes,
    defines,
    problems,
    unknowns,
    assumptions,
    modules,
    version24,
    readBy,
  } = reading;
  const placed = (path: string) => resolvePath(finished.statedRoot, decodeAnyPath(path));
  return {
    ...finished,
    files: files.files,
    virtualHosts,
    modules: moduleLines,
    commentedModules,
    includes,
    defines: defines.all(),
    problems,
    unknowns,
    assumptions,
    version24,
    readBy,
    hasModule22: (name) => modules.find(name)[readBy === '2.4' ? 'on24' : 'on22'],
    hasFile: (path) => hasFile(placed(path), reading),
    hasFolder: (path) => hasFolder(placed(path), reading),
    itemsIn: (folder) => itemsIn(placed(folder), reading),
    textOf: (path) => otherFile(placed(path), reading),
    fileOf: (path) => fileOf(placed(path), reading),
    filesIn: (folder) => filesIn(placed(folder), reading),
    filesBelow: (folder, isWanted) => filesBelow(placed(folder), isWanted, reading),
  };
}
