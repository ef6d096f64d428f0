import { hasWildcard } from '../model/index.ts';
import type { ModelFile, ServerModel } from '../model/index.ts';
import { applyEdits } from '../text/index.ts';
import { editsByFile } from './staged-edits.ts';
import type { StagedEdit } from './staged-edits.ts';

/** The files of a configuration under the names by which the server reaches them, for another folder than `/`. */
export interface StagePlan {
  /** Absolute, as the server names it: where it reads first. */
  readonly main: string;
  /** By the same kind of name. A file with several names is there several times. */
  readonly files: ReadonlyMap<string, ModelFile>;
  /** Folders that must be there even if nothing in them is read: the server tells one that is missing from an empty one. */
  readonly folders: readonly string[];
  /** The text of a file as it is staged. */
  textOf(file: ModelFile): string;
}

/** What to lay out so that the server reads `model` there. @param edits those that lead Include lines into the stage, and others */
export function planStage(model: ServerModel, main: string, edits: readonly StagedEdit[]): StagePlan {
  const files = new Map<string, ModelFile>([[main, model.files.get(main)!]]);
  const folders = new Set<string>();
  for (const { path, names, files: read, outcome } of model.includes) {
    read.forEach((file, index) => files.set(names[index]!, file));
    if (outcome === 'read' || outcome === 'no-match') folders.add(fixedFolder(path));
  }
  for (const name of files.keys()) folders.delete(name);
  const byFile = editsByFile(edits);
  return {
    main,
    files,
    folders: [...folders],
    textOf: (file) => applyEdits(file.source.text, byFile.get(file) ?? []),
  };
}

/** The part of an Include path before its first wildcard; the folder itself where a folder is included. */
function fixedFolder(path: string): string {
  const components = path.split('/');
  const wild = components.findIndex(hasWildcard);
  return wild === -1 ? path : components.slice(0, wild).join('/') || '/';
}
