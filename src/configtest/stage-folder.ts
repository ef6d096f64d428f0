import { mkdirSync, mkdtempSync, realpathSync, rmSync, chmodSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ModelFile, ServerModel } from '../model/index.ts';
import { hasWildcard } from '../model/index.ts';
import { applyEdits } from '../text/index.ts';
import type { StagedEdit } from './staged-edits.ts';
import { editsByFile } from './staged-edits.ts';

/** The files of a configuration under the names by which the server reaches them, for another folder than `/`. */
interface StagePlan {
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

/** A private folder for one check. */
export interface StageFolder {
  readonly path: string;
  /** Lays a plan out in a new folder of that name in it, and returns that folder's path. */
  layOut(name: string, plan: StagePlan): string;
  /** A folder of that name for what a started server makes; its processes, of other users, may pass through. */
  makeRunFolder(name: string): string;
  remove(): void;
}

/** What a path may hold to stand unquoted in a configuration and mean nothing else: no blank, quote, `$`, or wildcard. */
const PLAIN = /^[\w./+@:,=-]+$/;

/** Makes it in the folder for temporary files, for the owner only. @throws as the file system does; Error if its path can't be used */
export function openStageFolder(): StageFolder {
  const path = mkdtempSync(join(realpathSync(tmpdir()), 'httpd-codemod-check-'));
  const remove = () => rmSync(path, { recursive: true, force: true });
  if (!PLAIN.test(path)) {
    remove();
    throw new Error(
      `a configuration can't name the folder for temporary files (${path}): set TMPDIR to another`,
    );
  }
  return {
    path,
    layOut(name, plan) {
      const folder = join(path, name);
      mkdirSync(folder, { mode: 0o700 });
      const folders = new Set([...plan.folders, ...[...plan.files.keys()].map((file) => dirname(file))]);
      for (const each of folders) mkdirSync(folder + each, { recursive: true, mode: 0o700 });
      for (const [file, content] of plan.files) {
        writeFileSync(folder + file, plan.textOf(content), { encoding: 'latin1', flag: 'wx', mode: 0o600 });
      }
      return folder;
    },
    makeRunFolder(name) {
      const folder = join(path, name);
      mkdirSync(folder);
      for (const each of [path, folder]) chmodSync(each, 0o711);
      return folder;
    },
    remove,
  };
}
