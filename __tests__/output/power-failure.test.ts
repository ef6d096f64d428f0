import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { openLedger, runsToUndo, settleStopped, undoRun, writeInPlace } from '../../src/output/index.ts';
import type { FileSystem, Ledger, WriteResult } from '../../src/output/index.ts';
import { SAMPLE, SAMPLE_TIME, samplePatchSet } from './sample-tree.ts';
import { SimulatedDisk } from './simulated-disk.ts';
import type { Survival } from './simulated-disk.ts';
import { systemError } from './tree-on-disk.ts';
import { byEffort } from '../effort.ts';

/** Of the points one in so many. */
const STRIDE = byEffort({ sample: 51, ci: 17, all: 1 });

const TREE = '/srv/tree';
const patchSet = samplePatchSet(TREE);

/** What may be left of the names that nobody has synced; null: the program alone was killed, and all is. */
const FAILURES: Readonly<Record<string, Survival | null>> = {
  killed: null,
  'none survives': () => false,
  'all survive, bytes do not': () => true,
  'every other survives': (at) => at % 2 === 0,
  'the others survive': (at) => at % 2 === 1,
  'the later half survives': (at, count) => at >= count / 2,
  'the earlier half survives': (at, count) => at < count / 2,
};

function newDisk(state: string): SimulatedDisk {
  const disk = new SimulatedDisk(['/var']);
  const { fileSystem } = disk;
  fileSystem.makeFolder(dirname(state));
  for (const file of SAMPLE) {
    const path = join(TREE, file.name);
    fileSystem.makeFolder(dirname(path));
    if ('target' in file) fileSystem.symlink(file.target, path);
    else if ('sameAs' in file) fileSystem.hardLink(join(TREE, file.sameAs), path);
    else {
      const fd = fileSystem.create(path);
      fileSystem.write(fd, file.text);
      fileSystem.setMode(fd, file.mode);
      fileSystem.close(fd);
      disk.setTime(path, SAMPLE_TIME);
    }
  }
  disk.settle();
  return disk;
}

/** Everything below a folder: mode, bytes or target, which earlier name is of the same file, and with `exact` the time. */
function dump(
  fileSystem: FileSystem,
  folder: string,
  exact: boolean,
  prefix = '',
  names = new Map<number, string>(),
): string[] {
  return fileSystem
    .list(folder)
    .toSorted()
    .flatMap((name) => {
      const path = join(folder, name);
      const stat = fileSystem.lstat(path);
      // Empty, and so nobody's: that it was removed need not last.
      if (name === '.httpd-codemod.lock' && isEmpty(fileSystem, path)) return [];
      if (stat.isDirectory())
        return [`${prefix}${name}`, ...dump(fileSystem, path, exact, `${prefix}${name}/`, names)];
      const twin = names.get(stat.ino);
      names.set(stat.ino, prefix + name);
      const facts = `${prefix}${name} ${stat.mode.toString(8)} ${twin === undefined ? '' : `= ${twin} `}`;
      const content = stat.isSymbolicLink() ? fileSystem.readlink(path) : fileSystem.read(path).text;
      return [`${facts}${content}${exact && stat.isFile() ? ` ${stat.mtimeMs}` : ''}`];
    });
}

function isEmpty(fileSystem: FileSystem, folder: string): boolean {
  return fileSystem.list(folder).every((name) => fileSystem.list(join(folder, name)).length === 0);
}

function ledgerOf(me: string, fileSystem: FileSystem, folder: string): Ledger {
  const judge = (who: string) => (who === me ? 'alive' : 'dead');
  return { ...openLedger(), folder, fileSystem, processes: { me, judge } };
}

const write = (ledger: Ledger) => writeInPlace(patchSet, { ledger, paths: [TREE] });
const undo = (ledger: Ledger) => undoRun(ledger, runsToUndo(ledger, [TREE])[0]!);

/** Does the work once for each of its operations on a copy of the disk, with a stop before that one. */
function* stopEverywhere(
  disk: SimulatedDisk,
  state: string,
  work: (ledger: Ledger) => unknown,
): Generator<{ readonly point: number; readonly stopped: SimulatedDisk }> {
  for (let point = 1; ; point += STRIDE) {
    const stopped = disk.copy();
    let count = 0;
    stopped.beforeEach = () => {
      if (++count >= point) throw systemError('EIO');
    };
    try {
      work(ledgerOf('first', stopped.fileSystem, state));
    } catch {
      // As if it were killed: what it says nobody hears.
    }
    stopped.beforeEach = () => {};
    yield { point, stopped };
    if (count < point) return;
  }
}

interface Expected {
  readonly state: string;
  readonly old: readonly string[];
  readonly made: readonly string[];
}

/** Old tree or new, or undo gives the old one; and then a write can begin anew. Whether undo was needed. */
function recover(disk: SimulatedDisk, { state, old, made }: Expected): 'old' | 'new' | 'mixed' {
  const { fileSystem } = disk;
  const ledger = ledgerOf('second', fileSystem, state);
  settleStopped(ledger);
  const found = classify(fileSystem, old, made);
  if (found === 'mixed') expect(runsToUndo(ledger, [TREE])).not.toEqual([]);
  if (found !== 'old') expect(problemsOf(undo(ledger))).toEqual([]);
  expect(dump(fileSystem, TREE, true)).toEqual(old);
  expect(write(ledgerOf('third', fileSystem, state))).toMatchObject({ type: 'written' });
  expect(dump(fileSystem, TREE, false)).toEqual(made);
  return found;
}

function problemsOf(result: WriteResult): unknown {
  return result.type === 'written' ? result.notes : result.problems;
}

function classify(fileSystem: FileSystem, old: readonly string[], made: readonly string[]) {
  const same = (one: readonly string[], other: readonly string[]) => one.join('\n') === other.join('\n');
  if (same(dump(fileSystem, TREE, true), old)) return 'old';
  return same(dump(fileSystem, TREE, false), made) ? 'new' : 'mixed';
}

describe.each([
  ['on the file system of the tree', '/srv/state/httpd-codemod'],
  ['on another file system', '/var/lib/httpd-codemod'],
])('journals %s', (_, state) => {
  const before = newDisk(state);
  const old = dump(before.fileSystem, TREE, true);
  const after = before.copy();
  write(ledgerOf('first', after.fileSystem, state));
  const made = dump(after.fileSystem, TREE, false);
  after.settle();

  test('a write changes the tree, and undo gives it back', () => {
    expect(made.join('\n')).toContain('conf.d/site 640 new');
    const disk = after.copy();
    expect(recover(disk, { state, old, made })).toBe('new');
  });

  test.each([
    ['a write', before, write],
    ['an undo', after, undo],
  ])('%s that is stopped anywhere', (name, disk, work) => {
    const seen = { points: 0, old: 0, new: 0, mixed: 0 };
    for (const { point, stopped } of stopEverywhere(disk, state, work)) {
      for (const [failure, survives] of Object.entries(FAILURES)) {
        const left = survives === null ? stopped.copy() : stopped.afterPowerFailure(survives);
        try {
          seen[recover(left, { state, old, made })]++;
          seen.points++;
        } catch (error) {
          throw new Error(`${name} stopped before operation ${point}, ${failure}`, { cause: error });
        }
      }
    }
    if (STRIDE === 1) console.log(`${name}, journals in ${state}:`, seen);
    expect(Math.min(seen.old, seen.new, seen.mixed)).toBeGreaterThan(0);
  });
});
