import { randomBytes } from 'node:crypto';
import type { Stats } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkStep, isProblem } from './check-step.ts';
import type { CheckedStep } from './check-step.ts';
import type { FileSystem } from './file-system.ts';
import type { WriteStep } from './plan-write.ts';
import { removeScratch } from './remove-scratch.ts';
import { errorCode, systemProblem } from './system-error.ts';
import { writeFile, writeStandIn } from './write-file.ts';
import type { WriteNote, WriteProblem } from './write-result.ts';

/**
 * One system call that changes the tree, with all that is needed to take it back. `temp` holds the new bytes; `backup`
 * is another name of the old file (there already for `replace`, by the operation itself for `remove`); `seen` is the file
 * as it was checked.
 */
export type Operation =
  | {
      readonly type: 'replace';
      readonly path: string;
      readonly temp: string;
      readonly backup: string;
      readonly seen: Stats;
    }
  | { readonly type: 'create'; readonly path: string; readonly temp: string }
  | { readonly type: 'move'; readonly path: string; readonly newPath: string; readonly seen: Stats }
  | { readonly type: 'remove'; readonly path: string; readonly backup: string; readonly seen: Stats }
  | { readonly type: 'link'; readonly path: string; readonly target: string };

export interface Prepared {
  readonly type: 'ready';
  readonly operations: readonly Operation[];
  /** Paths of temporary files and backups, to be gone in the end. */
  readonly scratch: readonly string[];
  readonly notes: readonly WriteNote[];
}

export interface Refused {
  readonly type: 'refused';
  readonly problems: readonly WriteProblem[];
}

/** What preparing has made so far. */
interface Bench {
  readonly fileSystem: FileSystem;
  readonly scratch: string[];
  /** The new bytes of a file that has several names, by `device:inode`. */
  readonly temps: Map<string, { readonly temp: string; readonly after: string }>;
}

/** Checks every step, then lays all new bytes beside the originals, synced. The tree itself is not changed by this. */
export function prepareWrite(fileSystem: FileSystem, steps: readonly WriteStep[]): Prepared | Refused {
  const freed = new Set(steps.filter((step) => step.type === 'unlink').map((step) => step.path));
  const checked = steps.map((step) => checkStep(fileSystem, step, freed));
  const problems = checked.filter(isProblem);
  if (problems.length > 0) return { type: 'refused', problems };
  return layBeside(
    fileSystem,
    checked.filter((one): one is CheckedStep => !isProblem(one)),
  );
}

function layBeside(fileSystem: FileSystem, checked: readonly CheckedStep[]): Prepared | Refused {
  const bench: Bench = { fileSystem, scratch: [], temps: new Map() };
  const operations: Operation[] = [];
  for (const one of checked) {
    try {
      operations.push(...prepareStep(bench, one));
    } catch (error) {
      const problem = systemProblem(one.path, 'write the new text beside it', error);
      return { type: 'refused', problems: [problem, ...removeScratch(fileSystem, bench.scratch)] };
    }
  }
  return { type: 'ready', operations, scratch: bench.scratch, notes: noteHardLinks(checked) };
}

function prepareStep(bench: Bench, step: CheckedStep): Operation[] {
  const { path } = step;
  switch (step.type) {
    case 'rewrite':
      return [
        {
          type: 'replace',
          path,
          temp: shareTemp(bench, step),
          backup: makeBackup(bench, step),
          seen: step.seen,
        },
      ];
    case 'rename':
      if (step.before === step.after) return [{ type: 'move', path, newPath: step.newPath, seen: step.seen }];
      return [
        { type: 'create', path: step.newPath, temp: makeTemp(bench, step.newPath, step) },
        { type: 'remove', path, backup: scratchName(bench, path), seen: step.seen },
      ];
    case 'unlink':
      return [{ type: 'remove', path, backup: scratchName(bench, path), seen: step.seen }];
    case 'link':
      return [step];
  }
}

interface NewText {
  readonly after: string;
  readonly seen: Stats;
}

function makeTemp(bench: Bench, path: string, { after, seen }: NewText): string {
  const temp = scratchName(bench, path);
  writeFile(bench.fileSystem, temp, after, seen);
  return temp;
}

/** Names of one file (hard links) that are all rewritten stay names of one file. */
function shareTemp(bench: Bench, step: NewText & { readonly path: string }): string {
  if (step.seen.nlink === 1) return makeTemp(bench, step.path, step);
  const first = bench.temps.get(inode(step.seen));
  if (first?.after !== step.after) {
    const temp = makeTemp(bench, step.path, step);
    bench.temps.set(inode(step.seen), { temp, after: step.after });
    return temp;
  }
  const temp = scratchName(bench, step.path);
  bench.fileSystem.hardLink(first.temp, temp);
  return temp;
}

/** A second name of the old file: to take it back is one rename, which needs no space and keeps all that the file was. */
function makeBackup(
  bench: Bench,
  step: { readonly path: string; readonly before: string; readonly seen: Stats },
): string {
  const backup = scratchName(bench, step.path);
  try {
    bench.fileSystem.hardLink(step.path, backup);
  } catch (error) {
    if (!NO_HARD_LINK.has(errorCode(error))) throw error;
    writeStandIn(bench.fileSystem, backup, step.before, step.seen);
  }
  return backup;
}

// What link(2) answers on file systems without hard links, for foreign files (fs.protected_hardlinks), and at the limit.
const NO_HARD_LINK = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

/** In the same folder, so that a rename stays on one file system; not to be guessed, so that nobody plants it. */
function scratchName(bench: Bench, path: string): string {
  const name = join(dirname(path), `.httpd-codemod-${randomBytes(8).toString('hex')}.tmp`);
  bench.scratch.push(name);
  return name;
}

/** Renaming gives a name a new file: other names of the old one, outside of the patch set, keep the old text. */
function noteHardLinks(checked: readonly CheckedStep[]): WriteNote[] {
  const changing = checked.flatMap((step) => ('after' in step && step.after !== step.before ? [step] : []));
  const names = new Map<string, number>();
  for (const { seen } of changing) names.set(inode(seen), (names.get(inode(seen)) ?? 0) + 1);
  return changing.flatMap(({ path, seen }) => {
    const others = seen.nlink - names.get(inode(seen))!;
    if (others <= 0) return [];
    return [
      {
        path,
        message: `had ${others} more ${others === 1 ? 'name' : 'names'} (hard links), which keep the old text`,
      },
    ];
  });
}

function inode({ dev, ino }: Stats): string {
  return `${dev}:${ino}`;
}
