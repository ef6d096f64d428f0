import * as fs from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  finishRun,
  nodeFileSystem,
  runsToUndo,
  settleStopped,
  undoRun,
  writeCopy,
  writeInPlace,
} from '../../src/output/index.ts';
import type { FileSystem, Ledger, WriteResult } from '../../src/output/index.ts';
import { buildPatchSet } from '../../src/patch/index.ts';
import type { PatchSet } from '../../src/patch/index.ts';
import { exchangeWhile } from '../hostile/exchange-while.ts';
import { makeFile, makeFolder, makeFolderInMemory, makeLedger, systemError } from './tree-on-disk.ts';
import { byEffort, EFFORT } from '../effort.ts';

// Who owns a folder of the tree puts a link in its place, at the worst moment, to a folder that looks the same. Root must never
// follow.

const ALL = EFFORT === 'all';
const OLD = 'Order x\n';
const NAMES = ['a', 'b', '.htaccess'];
const TENANT = 12345;
const isRoot = process.getuid?.() === 0;

interface Scene {
  readonly tree: string;
  /** A folder of the tenant's in it; what he exchanges, the folder or a file in it; and the link that he has ready. */
  readonly site: string;
  readonly bait: string;
  readonly link: string;
  /** What he is after. */
  readonly outside: string;
  readonly patchSet: PatchSet;
}

let root: string;
beforeEach(() => {
  root = makeFolder();
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

function makeScene(base: string, bait: 'folder' | 'file' = 'folder'): Scene {
  const tree = join(base, 'tree');
  const site = join(tree, 'www/site');
  const outside = join(base, 'outside');
  const patches = NAMES.map((name) => makeFile(join(site, name), OLD, 'Order', 'Require'));
  fs.mkdirSync(outside);
  for (const name of NAMES) {
    fs.writeFileSync(join(outside, name), OLD, { mode: 0o600 });
    // Whoever reads it now changes the time of access.
    fs.utimesSync(join(outside, name), 1_000_000, 1_000_000);
  }
  const link = join(tree, 'www/link');
  fs.symlinkSync(bait === 'folder' ? outside : join(outside, 'b'), link);
  for (const path of [join(tree, 'www'), site, ...NAMES.map((name) => join(site, name))]) {
    fs.utimesSync(path, 1_000_000, 1_000_000);
    if (isRoot) fs.chownSync(path, TENANT, TENANT);
  }
  return {
    tree,
    site,
    bait: bait === 'folder' ? site : join(site, 'b'),
    link,
    outside,
    patchSet: buildPatchSet(patches),
  };
}

function exchange({ bait, link }: Scene): void {
  fs.renameSync(bait, `${bait}.away`);
  fs.renameSync(link, bait);
}

/** If he is still there: his link may have been taken for what it is, and replaced. */
function putBack({ bait, link }: Scene): void {
  if (!fs.lstatSync(bait).isSymbolicLink()) return;
  fs.renameSync(bait, link);
  fs.renameSync(`${bait}.away`, bait);
}

/** All of a folder, with what would tell of a change that was taken back. */
function facts(folder: string): string[] {
  return [folder, ...fs.readdirSync(folder).map((name) => join(folder, name))].map((path) => {
    const stat = fs.lstatSync(path);
    const { ino, mode, uid, nlink, mtimeMs, ctimeMs } = stat;
    return [path, ino, mode, uid, nlink, mtimeMs, ctimeMs, stat.isFile() ? stat.atimeMs : ''].join(' ');
  });
}

function texts({ site }: Scene): string[] {
  return NAMES.map((name) => fs.readFileSync(join(site, name), 'latin1'));
}

/** Where the path of a call leads, as far as its folder. */
function leadsTo(path: string): string {
  try {
    return fs.realpathSync(path.slice(0, path.lastIndexOf('/') + 1));
  } catch {
    return '';
  }
}

/** The real file system with something done before and after the call of that number; notes what is asked of things outside. */
function watched(scene: Scene, call: number, stays: boolean, base = nodeFileSystem) {
  let calls = 0;
  const trespasses: string[] = [];
  const note = (name: string, args: readonly unknown[]): void => {
    const paths = args.filter((one) => typeof one === 'string' && one.startsWith('/')) as string[];
    const path = paths.find((one) => leadsTo(one).startsWith(scene.outside));
    if (path !== undefined && name !== 'symlink') trespasses.push(`${name} ${path}`);
  };
  const fileSystem: FileSystem = new Proxy(base, {
    get: (target, name) => {
      const work = Reflect.get(target, name) as (...args: unknown[]) => unknown;
      return (...args: unknown[]): unknown => {
        calls++;
        if (calls === call) exchange(scene);
        note(String(name), args);
        try {
          return Reflect.apply(work, target, args);
        } finally {
          if (calls === call && !stays) putBack(scene);
        }
      };
    },
  });
  return { fileSystem, trespasses, calls: () => calls };
}

type Work = (scene: Scene, ledger: Ledger) => WriteResult;

const write: Work = ({ patchSet, tree }, ledger) => writeInPlace(patchSet, { ledger, paths: [tree] });
const undo: Work = ({ tree }, ledger) => undoRun(ledger, runsToUndo(ledger, [tree])[0]!);
const finish: Work = ({ tree }, ledger) => finishRun(ledger, runsToUndo(ledger, [tree])[0]!);

/** A write that was killed after its first file. */
function writeHalf(scene: Scene, ledger: Ledger): void {
  let isDead = false;
  const fileSystem: FileSystem = new Proxy(nodeFileSystem, {
    get: (target, name) => {
      const call = Reflect.get(target, name) as (...args: unknown[]) => unknown;
      return (...args: unknown[]) => {
        if (name === 'rename' && String(args[1]).endsWith('/b')) isDead = true;
        if (isDead) throw systemError('EIO');
        return Reflect.apply(call, target, args);
      };
    },
  });
  const processes = { ...ledger.processes, me: ledger.processes.me.replace(/^\d+ \d+/, '4194305 1') };
  expect(write(scene, { ...ledger, fileSystem, processes }).type).toBe('broken');
}

interface Count {
  readonly results: Record<string, number>;
  readonly trespasses: string[];
  readonly calls: number;
}

interface Attack {
  readonly stays: boolean;
  readonly state: () => string;
  readonly bait?: 'folder' | 'file';
  readonly base?: FileSystem;
}

/** Does the work once for each of its calls, with the folder exchanged at that one. */
function tryEveryCall(
  prepare: (scene: Scene, ledger: Ledger) => unknown,
  work: Work,
  { stays, state, bait = 'folder', base = nodeFileSystem }: Attack,
): Count {
  const results: Record<string, number> = {};
  const trespasses: string[] = [];
  for (let call = 1; ; call += byEffort({ sample: 101, ci: 17, all: 1 })) {
    const scene = makeScene(join(root, String(call)), bait);
    const ledger = makeLedger(nodeFileSystem, state());
    prepare(scene, ledger);
    const before = facts(scene.outside);
    const watch = watched(scene, call, stays, base);
    const { type } = work(scene, { ...ledger, fileSystem: watch.fileSystem });
    if (watch.calls() < call) return { results, trespasses, calls: call };
    results[type] = (results[type] ?? 0) + 1;
    trespasses.push(...watch.trespasses.map((one) => `call ${call}: ${one}`));
    if (stays) putBack(scene);
    if (JSON.stringify(facts(scene.outside)) !== JSON.stringify(before))
      trespasses.push(`call ${call}: changed`);
    settleStopped(ledger);
    // All or nothing holds for the folder itself, wherever it was meanwhile.
    if (bait === 'folder' && base === nodeFileSystem && type !== 'broken') {
      const expected = prepare === writeHalf && type === 'refused' ? 2 : 1;
      expect({ call, left: new Set(texts(scene)).size }).toEqual({ call, left: expected });
    }
  }
}

const STATES: readonly (readonly [string, () => string])[] = [
  ['on the same file system', () => makeFolder()],
  ['on another file system', () => makeFolderInMemory()],
];
const WORKS: readonly (readonly [string, (scene: Scene, ledger: Ledger) => unknown, Work])[] = [
  ['a write', () => {}, write],
  ['an undo', write, undo],
  ['a finish', writeHalf, finish],
];
const CASES = WORKS.flatMap(([name, prepare, work]) =>
  STATES.flatMap(([where, state]) =>
    [false, true].map((stays) => [`${name}, journals ${where}`, stays, { prepare, work, state }] as const),
  ),
);
const onLinux = process.platform === 'linux' ? describe : describe.skip;

let processes = 0;

/** As if each were a process of its own; what one could not clear up behind it the next one does. */
function nextProcess(ledger: Ledger): Ledger {
  const me = `process ${processes++}`;
  return { ...ledger, processes: { me, judge: (who) => (who === me ? 'alive' : 'dead') } };
}

onLinux('a folder that is exchanged all the time by another process', () => {
  test.each([...STATES])('journals %s: nothing outside is touched or read', async (_, state) => {
    fs.chmodSync(root, 0o755);
    const scene = makeScene(root);
    const ledger = makeLedger(nodeFileSystem, state());
    const before = facts(scene.outside);
    const seen = { written: 0, refused: 0, broken: 0 };
    await exchangeWhile(scene, isRoot ? TENANT : null, () => {
      for (let round = 0; goesOn(round, seen); round++) {
        seen[write(scene, nextProcess(ledger)).type]++;
        if (runsToUndo(ledger, [scene.tree]).length > 0) seen[undo(scene, nextProcess(ledger)).type]++;
      }
    });
    expect(facts(scene.outside)).toEqual(before);
    expect(Math.min(seen.written, seen.refused)).toBeGreaterThan(0);
    settleStopped(nextProcess(ledger));
    if (runsToUndo(ledger, [scene.tree]).length > 0) undo(scene, nextProcess(ledger));
    expect(texts(scene)).toEqual(NAMES.map(() => OLD));
    if (ALL) console.log('raced', seen);
  });

  test('and so a copy of the tree', async () => {
    fs.chmodSync(root, 0o755);
    const scene = makeScene(root);
    for (const name of NAMES) fs.writeFileSync(join(scene.outside, name), 'secret\n');
    const before = facts(scene.outside);
    const seen = { written: 0, refused: 0, broken: 0 };
    await exchangeWhile(scene, isRoot ? TENANT : null, () => {
      for (let round = 0; goesOn(round, seen); round++) {
        const out = join(root, 'out');
        seen[writeCopy(buildPatchSet([]), scene.tree, out).type]++;
        expect(allTexts(out)).not.toContain('secret');
        fs.rmSync(out, { recursive: true, force: true });
      }
    });
    expect(facts(scene.outside)).toEqual(before);
    expect(Math.min(seen.written, seen.refused)).toBeGreaterThan(0);
  });
});

/**
 * Long enough, and until some came through and some did not: how often depends on the machine. Each round starts several programs, and what
 * can happen at any one call is tried below without chance.
 */
function goesOn(round: number, { written, refused }: { written: number; refused: number }): boolean {
  return (
    round < byEffort({ sample: 5, ci: 50, all: 500 }) || (Math.min(written, refused) === 0 && round < 5000)
  );
}

/** Of the files below the folder, and not of what links in it lead to, which `recursive` looks into from Node 22 on. */
function allTexts(folder: string): string {
  if (!fs.existsSync(folder)) return '';
  const each = fs.readdirSync(folder, { withFileTypes: true }).map((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return allTexts(path);
    return entry.isFile() ? fs.readFileSync(path, 'latin1') : '';
  });
  return each.join('');
}

onLinux('a folder that is exchanged for a link at any call', () => {
  test.each(CASES)(
    'in %s (for good: %s): nothing outside is touched or looked at',
    (_, stays, { prepare, work, state }) => {
      const { results, trespasses, calls } = tryEveryCall(prepare, work, { stays, state });
      expect(trespasses).toEqual([]);
      expect(calls).toBeGreaterThan(30);
      expect(Object.keys(results)).toContain(stays ? 'refused' : 'written');
    },
  );

  test.each(CASES)('and so a file, in %s (for good: %s)', (_, stays, { prepare, work, state }) => {
    const { results, trespasses } = tryEveryCall(prepare, work, { stays, state, bait: 'file' });
    expect(trespasses).toEqual([]);
    expect(Object.keys(results)).toContain(stays ? 'refused' : 'written');
  });

  test('is followed where folders are not held: what this test sees', () => {
    const base = { ...nodeFileSystem, holdFolder: () => null };
    const { trespasses } = tryEveryCall(() => {}, write, { stays: true, state: () => makeFolder(), base });
    expect(trespasses.length).toBeGreaterThan(0);
  });
});
