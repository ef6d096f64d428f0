import { closeSync, openSync, realpathSync, renameSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { describeError } from '../output/index.ts';
import type { NamedMigration } from './migrate-all.ts';

/** A file that is printed to. It is made before the tree is touched, and then holds everything or nothing. */
export interface OutputFile {
  /** Why it failed, or null. */
  write(text: string, encoding: 'latin1' | 'utf8'): string | null;
  /** Takes away what opening has left. */
  discard(): void;
}

/** The file of `--output` (null without one), ready to be filled; or a sentence about why it can't be written. */
export function openOutputFile(
  path: string | null,
  migrations: readonly NamedMigration[],
): OutputFile | string | null {
  if (path === null) return null;
  if (migrations.some(({ migration }) => migration.model.files.has(realPath(path)))) {
    return `--output ${path}: this is a file of the configuration; to change it in place use --write`;
  }
  return openFile(path);
}

function openFile(path: string): OutputFile | string {
  // A pipe or device, such as /dev/stdout, is written to: it can't be replaced.
  const partial = isReplaceable(path) ? `${path}.partial-${process.pid}` : null;
  const attempt = (work: () => void) => sentenceOf(path, work);
  const refusal = attempt(() => {
    if (partial !== null) closeSync(openSync(partial, 'wx'));
  });
  if (refusal !== null) return refusal;
  return {
    write(text, encoding) {
      return attempt(() => {
        writeFileSync(partial ?? path, Buffer.from(text, encoding));
        if (partial !== null) renameSync(partial, path);
      });
    },
    discard() {
      attempt(() => {
        if (partial !== null) unlinkSync(partial);
      });
    },
  };
}

function realPath(path: string): string {
  return isReplaceable(path) && statSync(path, { throwIfNoEntry: false }) !== undefined
    ? realpathSync(path)
    : path;
}

function isReplaceable(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat === undefined || stat.isFile();
}

function sentenceOf(path: string, work: () => void): string | null {
  try {
    work();
    return null;
  } catch (error) {
    return `--output ${path}: ${describeError(error)}`;
  }
}
