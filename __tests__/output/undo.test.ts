import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  finishRun,
  interruptedRuns,
  isUndone,
  listRuns,
  nodeFileSystem,
  runsToUndo,
  undoRun,
  writeInPlace,
} from '../../src/output/index.ts';
import type { FileSystem, Ledger, WriteResult } from '../../src/output/index.ts';
import { buildPatchSet } from '../../src/patch/index.ts';
import { makeSampleTree } from './sample-tree.ts';
import {
  exactSnapshot,
  makeFile,
  makeFolder,
  makeFolderInMemory,
  makeLedger,
  snapshot,
  systemError,
} from './tree-on-disk.ts';

let root: string;
beforeEach(() => {
  root = makeFolder();
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

const at = (name: string): string => join(root, name);

function write(ledger: Ledger): void {
  expect(writeInPlace(makeSampleTree(root), { ledger, paths: [root] })).toMatchObject({ type: 'written' });
}

function undo(ledger: Ledger, path = root): WriteResult {
  return undoRun(ledger, runsToUndo(ledger, [path])[0]!);
}

function problems(result: WriteResult): string[] {
  return result.type === 'written'
    ? []
    : result.problems.map(({ path, message }) => `${path.replace(root, '')}: ${message}`);
}

/** A write that ends as if it had been killed before its rename number `last`. */
function stopAfter(ledger: Ledger, last: number): void {
  const patchSet = makeSampleTree(root);
  let switches = 0;
  const inTree = (path: string) => /^\/proc\/self\/fd\/\d+\/(?!\.httpd-codemod|probe$)/.test(path);
  let isDead = false;
  const fileSystem: FileSystem = new Proxy(nodeFileSystem, {
    get: (target, name) => {
      const call = Reflect.get(target, name) as (...args: unknown[]) => unknown;
      return (...args: unknown[]) => {
        if (name === 'rename' && inTree(String(args[1])) && ++switches > last) isDead = true;
        if (isDead) throw systemError('EIO');
        return Reflect.apply(call, target, args);
      };
    },
  });
  // No process has this id: Linux counts to 2^22.
  const me = ledger.processes.me.replace(/^\d+ \d+/, '4194305 1');
  const processes = { ...ledger.processes, me };
  expect(writeInPlace(patchSet, { ledger: { ...ledger, fileSystem, processes }, paths: [root] }).type).toBe(
    'broken',
  );
}

describe('what comes back', () => {
  test('the files themselves, with bytes, mode, owner, times, and their other names', () => {
    const ledger = makeLedger();
    const patchSet = makeSampleTree(root);
    const old = exactSnapshot(root);
    writeInPlace(patchSet, { ledger, paths: [root] });
    expect(exactSnapshot(root)).not.toEqual(old);
    expect(undo(ledger).type).toBe('written');
    expect(exactSnapshot(root)).toEqual(old);
  });

  test('from another file system, too: all but the inode number', () => {
    const ledger = makeLedger(nodeFileSystem, makeFolderInMemory());
    const patchSet = makeSampleTree(root);
    const facts = () =>
      Object.entries(exactSnapshot(root)).map(([name, one]) => [name, one.replace(/^(\d+) \d+ /, '$1 ')]);
    const old = facts();
    writeInPlace(patchSet, { ledger, paths: [root] });
    expect(undo(ledger).type).toBe('written');
    expect(facts()).toEqual(old);
  });

  test('where no second names can be made between two folders (quotas of projects): copies of them', () => {
    const ledger = makeLedger({
      ...nodeFileSystem,
      hardLink(existing, path) {
        if (/\/(?:old|migrated)\//.test(path)) throw systemError('EXDEV');
        nodeFileSystem.hardLink(existing, path);
      },
    });
    const patchSet = buildPatchSet(['a', 'b'].map((name) => makeFile(at(name), 'old', 'old', 'new')));
    const facts = () => [snapshot(root), ...['a', 'b'].map((name) => fs.statSync(at(name)).mtimeMs)];
    const before = facts();
    expect(writeInPlace(patchSet, { ledger, paths: [root] })).toMatchObject({ type: 'written' });
    expect(fs.readFileSync(at('b'), 'latin1')).toBe('new');
    expect(undo(ledger)).toMatchObject({ type: 'written' });
    expect(facts()).toEqual(before);
  });

  const python = spawnSync('python3', ['-c', 'import os; os.getxattr']).status === 0;
  (python ? test : test.skip).each([
    ['the same file system', () => makeFolder()],
    ['another one', () => makeFolderInMemory()],
  ])('with extended attributes and ACLs, which the new file has, too: journals on %s', (_, folder) => {
    const ledger = makeLedger(nodeFileSystem, folder());
    const patch = makeFile(at('a'), 'old', 'old', 'new');
    const script = (body: string) => {
      const { stdout, stderr } = spawnSync('python3', [
        '-c',
        `import os,struct;p=${JSON.stringify(at('a'))}\n${body}`,
      ]);
      return stdout.toString() + stderr.toString();
    };
    // An entry for user 12345 beside the usual ones, acl(5).
    const set = script(`e=[(1,6,-1),(2,4,12345),(4,4,-1),(16,4,-1),(32,0,-1)]
os.setxattr(p,'user.note',b'mine')
os.setxattr(p,'system.posix_acl_access',struct.pack('<I',2)+b''.join(struct.pack('<HHi',*x) for x in e))`);
    if (set !== '') return console.warn(`SKIPPED: no attributes here: ${set}`);
    const attributes = () => script('print(sorted((n,os.getxattr(p,n)) for n in os.listxattr(p)))');
    const old = attributes();
    expect(old).toContain('user.note');
    writeInPlace(buildPatchSet([patch]), { ledger, paths: [root] });
    expect([fs.readFileSync(at('a'), 'latin1'), attributes()]).toEqual(['new', old]);
    undo(ledger);
    expect([fs.readFileSync(at('a'), 'latin1'), attributes()]).toEqual(['old', old]);
  });
});

describe('the times of folders', () => {
  const SET = 1_000_000_000.123456;
  const folders = (): string[] => [root, at('conf.d'), at('mods-enabled')];
  const times = (): number[] => folders().map((folder) => Math.round(fs.statSync(folder).mtimeMs * 1000));
  const setTimes = (): void => {
    for (const folder of folders()) fs.utimesSync(folder, SET, SET);
  };

  test.each([
    ['on the same file system', () => makeFolder()],
    ['on another one', () => makeFolderInMemory()],
  ])('come back with the files, journals %s', (_, state) => {
    const ledger = makeLedger(nodeFileSystem, state());
    const patchSet = makeSampleTree(root);
    setTimes();
    const before = times();
    writeInPlace(patchSet, { ledger, paths: [root] });
    expect(times().filter((time) => before.includes(time))).toEqual([]);
    expect(undo(ledger)).toMatchObject({ type: 'written', notes: [] });
    expect(times()).toEqual(before);
  });

  test('stay where something else was made in the folder since', () => {
    const ledger = makeLedger();
    const patchSet = makeSampleTree(root);
    setTimes();
    const before = times();
    writeInPlace(patchSet, { ledger, paths: [root] });
    fs.writeFileSync(at('conf.d/by-hand'), '');
    // The clock of a file system goes in steps of some milliseconds.
    fs.utimesSync(at('conf.d'), new Date(), new Date());
    expect(undo(ledger).type).toBe('written');
    const [top, changed, links] = times();
    expect([top, links]).toEqual([before[0], before[2]]);
    expect(changed).not.toBe(before[1]);
  });

  test('stay after a run that was stopped half way', () => {
    const ledger = makeLedger();
    stopAfter(ledger, 3);
    setTimes();
    const before = times();
    expect(undo(ledger).type).toBe('written');
    expect(times()).not.toEqual(before);
  });
});

describe('which run', () => {
  test('any path of the tree names it: the folder, a file that changed, one that was only read', () => {
    const ledger = makeLedger();
    const patchSet = makeSampleTree(root);
    writeInPlace(patchSet, {
      ledger,
      paths: [at('httpd.conf')],
      read: new Map([['/usr/share/apache2/mime.conf', null]]),
    });
    for (const path of [root, at('conf.d'), at('conf.d/site'), at('moved.conf'), '/usr/share/apache2']) {
      expect(runsToUndo(ledger, [path])).not.toEqual([]);
    }
    expect(runsToUndo(ledger, [at('else')])).toEqual([]);
    expect(runsToUndo(ledger, ['/usr/share/doc'])).toEqual([]);
  });

  test('the latest one, whatever the clock says; one after the other', () => {
    const ledger = makeLedger();
    const write1 = (text: string, next: string, year: number) =>
      writeInPlace(buildPatchSet([makeFile(at('a'), text, text, next)]), {
        ledger: { ...ledger, now: () => new Date(Date.UTC(year)) },
        paths: [root],
      });
    write1('one', 'two', 2030);
    write1('two', 'three', 1980);
    undo(ledger);
    expect(fs.readFileSync(at('a'), 'latin1')).toBe('two');
    undo(ledger);
    expect(fs.readFileSync(at('a'), 'latin1')).toBe('one');
    expect(runsToUndo(ledger, [root])).toEqual([]);
    expect(listRuns(ledger, 'history').map((run) => isUndone(nodeFileSystem, run))).toEqual([true, true]);
  });

  test('the last ten of a tree', () => {
    const ledger = makeLedger();
    for (let run = 0; run < 13; run++) {
      writeInPlace(buildPatchSet([makeFile(at('a'), `${run}`, `${run}`, `${run + 1}`)]), {
        ledger,
        paths: [root],
      });
    }
    expect(listRuns(ledger, 'history')).toHaveLength(10);
    expect(fs.readdirSync(join(ledger.folder, 'discard'))).toEqual([]);
    for (let run = 0; run < 10; run++) expect(undo(ledger).type).toBe('written');
    expect(fs.readFileSync(at('a'), 'latin1')).toBe('3');
  });
});

describe('what stands against it, all of it named, and nothing changed', () => {
  test('files changed, removed, made anew, given another mode or kind', () => {
    const ledger = makeLedger();
    write(ledger);
    fs.appendFileSync(at('httpd.conf'), '# by hand\n');
    fs.chmodSync(at('conf.d/site'), 0o600);
    fs.unlinkSync(at('moved.conf'));
    fs.writeFileSync(at('moved'), 'anew');
    fs.unlinkSync(at('two'));
    fs.symlinkSync('two-too', at('two'));
    const before = snapshot(root);
    expect(problems(undo(ledger))).toEqual([
      '/conf.d/site: had its mode changed since, from 0640 to 0600',
      '/httpd.conf: was changed since',
      '/moved: was made anew since',
      '/two: has become something else since',
    ]);
    expect(snapshot(root)).toEqual(before);
    expect(runsToUndo(ledger, [root])).not.toEqual([]);
  });

  test('an original that was changed through a name outside of the tree', () => {
    const ledger = makeLedger();
    const patch = makeFile(at('a'), 'old', 'old', 'new');
    fs.linkSync(at('a'), at('snapshot'));
    writeInPlace(buildPatchSet([patch]), { ledger, paths: [root] });
    fs.appendFileSync(at('snapshot'), '!');
    expect(problems(undo(ledger))).toEqual([
      expect.stringContaining("/a: can't be given back: its original"),
    ]);
  });

  test('what is as before already is no obstacle', () => {
    const ledger = makeLedger();
    write(ledger);
    fs.writeFileSync(at('conf.d/site'), 'old');
    expect(undo(ledger).type).toBe('written');
    expect(fs.readFileSync(at('httpd.conf'), 'latin1')).toBe('Order x\r\n');
  });
});

describe('a run that was stopped half way', () => {
  test('is told of, keeps others out, and can be undone', () => {
    const ledger = makeLedger();
    stopAfter(ledger, 2);
    expect(interruptedRuns(ledger, [root])).toMatchObject([{ isUndo: false, new: 8, other: 0 }]);
    const patchSet = buildPatchSet([makeFile(at('conf.d/more'), 'x', 'x', 'y')]);
    expect(problems(writeInPlace(patchSet, { ledger }))).toEqual([
      '/conf.d: a run that was stopped half way is neither undone nor finished',
    ]);
    expect(undo(ledger).type).toBe('written');
    expect(fs.readFileSync(at('httpd.conf'), 'latin1')).toBe('Order x\r\n');
    expect(writeInPlace(patchSet, { ledger }).type).toBe('written');
  });

  test('can be finished instead, and undone then', () => {
    const ledger = makeLedger();
    stopAfter(ledger, 2);
    expect(finishRun(ledger, runsToUndo(ledger, [root])[0]!).type).toBe('written');
    expect(fs.readFileSync(at('two'), 'latin1')).toBe('new');
    expect(fs.readdirSync(at('mods-enabled'))).toEqual(['new.load', 'turned.load']);
    expect(undo(ledger).type).toBe('written');
    expect(fs.readdirSync(at('mods-enabled'))).toEqual(['old.load', 'turned.load']);
  });

  test('is neither where somebody has changed a file since; it says which', () => {
    const ledger = makeLedger();
    stopAfter(ledger, 2);
    fs.appendFileSync(at('two'), '!');
    const run = runsToUndo(ledger, [root])[0]!;
    expect(problems(finishRun(ledger, run))).toContain('/two: was changed by somebody else since');
    expect(problems(undo(ledger))).toContain('/two: was changed since');
  });
});

test('journals and originals are for their owner alone', () => {
  const ledger = makeLedger();
  const folder = join(ledger.folder, 'state');
  write({ ...ledger, folder });
  expect(fs.statSync(folder).mode & 0o777).toBe(0o700);
  const [run] = listRuns({ ...ledger, folder }, 'history');
  expect(fs.statSync(join(run!.folder, 'journal.json')).mode & 0o777).toBe(0o600);
  fs.chmodSync(folder, 0o777);
  const patchSet = buildPatchSet([makeFile(at('more'), 'x', 'x', 'y')]);
  expect(writeInPlace(patchSet, { ledger: { ...ledger, folder } })).toMatchObject({
    type: 'refused',
    problems: [{ path: folder, code: 'state' }],
  });
});
