import { randomUUID } from 'node:crypto';
import { closeSync, fchmodSync, openSync, realpathSync, renameSync, statSync } from 'node:fs';
import { unlinkSync, writeFileSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { describeError } from '../../output/index.ts';
import type { OutputWish } from '../command.ts';
import type { NamedMigration } from './migrate-all.ts';

/** A file that is printed to. It is made before the tree is touched, and then holds everything or nothing. */
export interface OutputFile extends Pick<OutputWish, 'format'> {
  /** Why it failed, or null. */
  write(pieces: Pieces, encoding: Encoding): Promise<string | null>;
  /** Takes away what opening has left. */
  discard(): void;
}

type Pieces = Iterable<string> | AsyncIterable<string>;
type Encoding = 'latin1' | 'utf8';

/** The files of `--output`, ready to be filled; or a sentence about why one can't be written. */
export function openOutputFiles(
  wishes: readonly OutputWish[],
  migrations: readonly NamedMigration[],
): readonly OutputFile[] | string {
  const opened: OutputFile[] = [];
  for (const wish of wishes) {
    const file = openOutputFile(wish, migrations);
    if (typeof file === 'string') {
      for (const other of opened) other.discard();
      return file;
    }
    opened.push(file);
  }
  return opened;
}

function openOutputFile(
  { path, format }: OutputWish,
  migrations: readonly NamedMigration[],
): OutputFile | string {
  if (migrations.some(({ migration }) => migration.model.files.has(realPath(path)))) {
    return `--output ${path}: this is a file of the configuration; to change it in place use --write`;
  }
  const file = openFile(path);
  return typeof file === 'string' ? file : { ...file, format };
}

function openFile(path: string): Omit<OutputFile, 'format'> | string {
  // A pipe or device, such as /dev/stdout, is written to: it can't be replaced.
  if (!isReplaceable(path)) {
    return {
      async write(pieces, encoding) {
        let descriptor = -1;
        const refusal = sentenceOf(path, () => (descriptor = openSync(path, 'w')));
        if (refusal !== null) return refusal;
        const problem = await writePieces(path, descriptor, pieces, encoding);
        return sentenceOf(path, () => closeSync(descriptor)) ?? problem;
      },
      discard() {},
    };
  }
  const partial = `${path}.partial-${randomUUID()}`;
  let descriptor = -1;
  // Nobody else reads or replaces it before it is whole.
  const refusal = sentenceOf(path, () => (descriptor = openSync(partial, 'wx', 0o600)));
  if (refusal !== null) return refusal;
  const discard = () => {
    sentenceOf(path, () => closeSync(descriptor));
    sentenceOf(path, () => unlinkSync(partial));
  };
  return {
    async write(pieces, encoding) {
      const problem =
        (await writePieces(path, descriptor, pieces, encoding)) ??
        sentenceOf(path, () => {
          fchmodSync(descriptor, modeOf(path));
          renameSync(partial, path);
          closeSync(descriptor);
        });
      if (problem !== null) discard();
      return problem;
    },
    discard,
  };
}

/** Why a piece can't be written, or null. What goes wrong in making one is no fault of the file. */
async function writePieces(
  path: string,
  descriptor: number,
  pieces: Pieces,
  encoding: Encoding,
): Promise<string | null> {
  for await (const piece of pieces) {
    const problem = sentenceOf(path, () => writeFileSync(descriptor, Buffer.from(piece, encoding)));
    if (problem !== null) return problem;
  }
  return null;
}

/** That of the file which is replaced, else that of any new file. */
function modeOf(path: string): number {
  return (statOf(path)?.mode ?? 0o666 & ~process.umask()) & 0o777;
}

function realPath(path: string): string {
  return statOf(path)?.isFile() === true ? realpathSync(path) : path;
}

function isReplaceable(path: string): boolean {
  return statOf(path)?.isFile() ?? true;
}

/** Null where nothing is there, or nothing can be seen: what that is, opening it says. */
function statOf(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}

function sentenceOf(path: string, work: () => unknown): string | null {
  try {
    work();
    return null;
  } catch (error) {
    return `--output ${path}: ${describeError(error)}`;
  }
}
