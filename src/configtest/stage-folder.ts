import { mkdirSync, mkdtempSync, realpathSync, rmSync, chmodSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { StagePlan } from './plan-stage.ts';

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
