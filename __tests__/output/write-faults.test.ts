import * as fs from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  nodeFileSystem,
  openLedger,
  runsToUndo,
  settleStopped,
  undoRun,
  writeInPlace,
} from '../../src/output/index.ts';
import type { FileSystem, Ledger, Run, WriteResult } from '../../src/output/index.ts';
import { makeSampleTree } from './sample-tree.ts';
import { exactSnapshot, makeFolderInMemory, snapshot, systemError } from './tree-on-disk.ts';
import { byEffort, EFFORT } from '../effort.ts';

/** Of the calls every so many. */
const STEP = byEffort({ sample: 16, ci: 4, all: 1 });
const ALL = EFFORT === 'all';

let root: string;
beforeEach(() => {
  root = makeFolderInMemory();
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

/** The real file system, of which the calls from number `first` to number `last` fail. */
function failing(first: number, last: number, code: string): { fileSystem: FileSystem; calls: () => number } {
  let calls = 0;
  const fileSystem = new Proxy(nodeFileSystem, {
    get: (target, name) => {
      const call: unknown = Reflect.get(target, name);
      return (...args: unknown[]) => {
        calls++;
        // A close that fails has closed the file all the same, close(2).
        if (name === 'close' && typeof call === 'function') Reflect.apply(call, target, args);
        if (calls >= first && calls <= last) throw systemError(code);
        return name === 'close' ? undefined : Reflect.apply(call as () => unknown, target, args);
      };
    },
  });
  return { fileSystem, calls: () => calls };
}

/** One of several processes after one another; all earlier ones are dead. */
function ledgerOf(processId: string, folder: string, fileSystem: FileSystem): Ledger {
  const judge = (who: string) => (who === processId ? 'alive' : 'dead');
  return { ...openLedger(), folder, fileSystem, processes: { me: processId, judge } };
}

interface Trial {
  readonly call: number;
  readonly folder: string;
  readonly state: string;
  readonly old: Record<string, string>;
  readonly result: WriteResult;
}

/** Does `work` on a tree of its own once per system call, with that one (and all later ones, if `forever`) failing. */
function* tryEveryCall(
  code: string,
  forever: boolean,
  work: (ledger: Ledger, folder: string) => (faulty: Ledger) => WriteResult,
): Generator<Trial> {
  for (let call = 1; ; call += STEP) {
    const folder = join(root, String(call));
    const state = join(root, `${call}-state`);
    fs.mkdirSync(folder);
    const faulty = work(ledgerOf('first', state, nodeFileSystem), folder);
    const old = exactSnapshot(folder);
    const { fileSystem, calls } = failing(call, forever ? Infinity : call, code);
    const result = faulty(ledgerOf('second', state, fileSystem));
    if (calls() < call) return;
    yield { call, folder, state, old, result };
  }
}

const writeTree = (_: Ledger, folder: string) => {
  const patchSet = makeSampleTree(folder);
  return (faulty: Ledger) => writeInPlace(patchSet, { ledger: faulty, paths: [folder] });
};

function newTree(): Record<string, string> {
  const folder = join(root, 'new');
  fs.mkdirSync(folder);
  expect(writeTree(openLedger(), folder)(openLedger()).type).toBe('written');
  return snapshot(folder);
}

/** Each call of an undo of a written tree. `old`: before the write. */
function* tryEveryUndo(
  code: string,
  forever: boolean,
): Generator<Trial & { readonly written: Record<string, string> }> {
  const trees = new Map<string, Record<string, string>>();
  const trials = tryEveryCall(code, forever, (healthy, folder) => {
    const patchSet = makeSampleTree(folder);
    trees.set(folder, exactSnapshot(folder));
    writeInPlace(patchSet, { ledger: healthy, paths: [folder] });
    return (faulty) => {
      try {
        return undoRun(faulty, runsToUndo(faulty, [folder])[0]!);
      } catch {
        // The look-up of the run: the command line says so, and nothing was done.
        return { type: 'refused', problems: [] };
      }
    };
  });
  for (const trial of trials) yield { ...trial, written: trial.old, old: trees.get(trial.folder)! };
}

/** What the next command does for itself, and then what a person would type. */
function undo(state: string, folder: string): WriteResult | null {
  const ledger = ledgerOf('third', state, nodeFileSystem);
  const run: Run | null = runsToUndo(ledger, [folder])[0] ?? null;
  return run === null ? null : undoRun(ledger, run);
}

describe('one system call fails', () => {
  const codes = ['ENOSPC', 'EPERM', 'EIO', 'EACCES', 'EROFS', 'EMFILE', 'EINTR'];
  test.each(ALL ? codes : ['ENOSPC', 'EPERM'])(
    '%s in a write: the old tree or the new one, nothing between',
    (code) => {
      const wanted = newTree();
      let trials = 0;
      for (const { old, folder, state, result, call } of tryEveryCall(code, false, writeTree)) {
        trials++;
        expect(['written', 'refused']).toContain(result.type);
        if (result.type === 'refused') expect(JSON.stringify(result)).toContain(code);
        settleStopped(ledgerOf('third', state, nodeFileSystem));
        if (result.type === 'written')
          expect({ call, tree: snapshot(folder) }).toEqual({ call, tree: wanted });
        else expect({ call, tree: exactSnapshot(folder) }).toEqual({ call, tree: old });
      }
      expect(trials).toBeGreaterThan(byEffort({ sample: 10, ci: 40, all: 150 }));
    },
  );

  test.each(ALL ? codes : ['EIO'])(
    '%s in an undo: the old tree or the new one, and undo again gives the old one',
    (code) => {
      let trials = 0;
      for (const { written, folder, state, old, result, call } of tryEveryUndo(code, false)) {
        trials++;
        settleStopped(ledgerOf('third', state, nodeFileSystem));
        const now = exactSnapshot(folder);
        expect({ call, tree: now }).toEqual({ call, tree: result.type === 'written' ? old : written });
        if (result.type !== 'written') {
          expect({ call, undo: undo(state, folder) }).toMatchObject({ call, undo: { type: 'written' } });
        }
        expect({ call, tree: exactSnapshot(folder) }).toEqual({ call, tree: old });
      }
      expect(trials).toBeGreaterThan(byEffort({ sample: 6, ci: 25, all: 100 }));
    },
  );
});

describe('from one system call on all fail, as for a program that was killed', () => {
  test('in a write: old tree, new tree, or undo gives the old one', () => {
    const wanted = newTree();
    let mixed = 0;
    for (const { old, folder, state, call } of tryEveryCall('EROFS', true, writeTree)) {
      settleStopped(ledgerOf('third', state, nodeFileSystem));
      const now = snapshot(folder);
      const isWhole =
        JSON.stringify(exactSnapshot(folder)) === JSON.stringify(old) ||
        JSON.stringify(now) === JSON.stringify(wanted);
      if (!isWhole) mixed++;
      const undone = undo(state, folder);
      if (!isWhole) expect(undone).toMatchObject({ type: 'written' });
      expect({ call, tree: exactSnapshot(folder) }).toEqual({ call, tree: old });
    }
    expect(mixed).toBeGreaterThan(byEffort({ sample: 0, ci: 1, all: 5 }));
  });

  test('in an undo: undo again gives the old tree', () => {
    let trials = 0;
    for (const { folder, state, old, call } of tryEveryUndo('EROFS', true)) {
      trials++;
      // Null: it was done, all but the clearing up.
      expect({ call, undo: undo(state, folder)?.type ?? 'written' }).toEqual({ call, undo: 'written' });
      settleStopped(ledgerOf('third', state, nodeFileSystem));
      expect({ call, tree: exactSnapshot(folder) }).toEqual({ call, tree: old });
    }
    expect(trials).toBeGreaterThan(byEffort({ sample: 6, ci: 25, all: 100 }));
  });
});
