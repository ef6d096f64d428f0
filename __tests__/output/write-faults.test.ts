import * as fs from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { nodeFileSystem, writeInPlace } from '../../src/output/index.ts';
import type { FileSystem, WriteResult } from '../../src/output/index.ts';
import { buildPatchSet, renamePatch, startPatch } from '../../src/patch/index.ts';
import type { PatchSet } from '../../src/patch/index.ts';
import { by, makeFile, makeFolder, snapshot, systemError } from './tree-on-disk.ts';

let root: string;
beforeEach(() => {
  root = makeFolder();
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

/** A tree with one of everything that can be written. */
function makeTree(folder: string): PatchSet {
  const at = (name: string) => join(folder, name);
  const files = [
    makeFile(at('httpd.conf'), 'Order x\r\n', 'Order', 'Require'),
    makeFile(at('conf.d/site'), 'old', 'old', 'new'),
    renamePatch(makeFile(at('conf.d/renamed'), 'old\n', 'old', 'new'), at('conf.d/renamed.conf')),
    renamePatch(startPatch(makeFile(at('moved'), 'same', '', '').path, 'same', null), at('moved.conf')),
    makeFile(at('two'), 'old', 'old', 'new'),
  ];
  fs.linkSync(at('two'), at('two-too'));
  files.push({ ...files.at(-1)!, path: at('two-too'), newPath: at('two-too') });
  fs.mkdirSync(at('mods-enabled'));
  fs.symlinkSync('../old', at('mods-enabled/old.load'));
  return buildPatchSet(files, [
    { type: 'unlink', path: at('mods-enabled/old.load'), by },
    { type: 'link', path: at('mods-enabled/new.load'), target: '../new', by },
  ]);
}

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

function withoutScratch(tree: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(tree).filter(([name]) => !name.includes('.httpd-codemod-')));
}

/** Without the number of names, which a backup that is still there raises. */
function contents(tree: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(tree).map(([name, facts]) => [name, facts.replace(/^(\S+ \S+) \d+ /, '$1 ')]),
  );
}

interface Trial {
  readonly old: Record<string, string>;
  readonly now: Record<string, string>;
  readonly result: WriteResult;
  readonly folder: string;
}

/** Runs the write once per system call, with that one (and all later ones, if `forever`) failing. */
function* tryEveryCall(code: string, forever: boolean): Generator<Trial & { call: number }> {
  for (let call = 1; ; call++) {
    const folder = join(root, String(call));
    fs.mkdirSync(folder);
    const patchSet = makeTree(folder);
    const old = snapshot(folder);
    const { fileSystem, calls } = failing(call, forever ? Infinity : call, code);
    const result = writeInPlace(patchSet, fileSystem);
    if (calls() < call) return;
    yield { call, folder, old, now: snapshot(folder), result };
  }
}

function newTree(): Record<string, string> {
  const folder = join(root, 'new');
  fs.mkdirSync(folder);
  expect(writeInPlace(makeTree(folder)).type).toBe('written');
  return snapshot(folder);
}

describe('one system call fails', () => {
  test.each(['ENOSPC', 'EPERM'])('%s: the old tree or the new one, nothing between', (code) => {
    const wanted = newTree();
    let trials = 0;
    for (const { old, now, result, call } of tryEveryCall(code, false)) {
      trials++;
      expect({ call, tree: contents(withoutScratch(now)) }).toEqual({
        call,
        tree: contents(result.type === 'written' ? wanted : old),
      });
      expect(result.type).not.toBe('broken');
      const said = JSON.stringify(result);
      for (const name of Object.keys(now).filter((one) => one.includes('.httpd-codemod-')))
        expect(said).toContain(name);
      if (result.type === 'refused') expect(said).toContain(code);
    }
    expect(trials).toBeGreaterThan(80);
  });
});

describe('a system call fails and so do all that follow, as after a kill or a disk that went away', () => {
  test('no file is cut or missing, and the backups named give the old tree again', () => {
    const wanted = newTree();
    const seen = new Set<string>();
    for (const { old, now, result, folder, call } of tryEveryCall('EROFS', true)) {
      seen.add(result.type);
      if (result.type === 'broken') putBack(result);
      const end = contents(withoutScratch(snapshot(folder)));
      expect({ call, tree: end }).toEqual({ call, tree: contents(result.type === 'written' ? wanted : old) });
      for (const name of ['httpd.conf', 'conf.d/site', 'two', 'two-too']) {
        expect([contents(old)[name], contents(wanted)[name]]).toContain(contents(now)[name]);
      }
    }
    expect([...seen].toSorted()).toEqual(['broken', 'refused', 'written']);
  });

  /** What a person would do who reads the messages. */
  function putBack(result: Extract<WriteResult, { type: 'broken' }>): void {
    for (const { path, code, message } of result.problems) {
      if (code !== 'not-restored') continue;
      const backup = /kept as (\S+)$/.exec(message)?.[1];
      const moved = /^is now (\S+) and/.exec(message)?.[1];
      if (backup !== undefined) fs.renameSync(backup, path);
      else if (moved !== undefined) fs.renameSync(moved, path);
      else fs.unlinkSync(path);
    }
  }
});

test('where hard links are not to be had, a failure still gives the old bytes, mode and time back', () => {
  const patchSet = buildPatchSet([
    makeFile(join(root, 'a'), 'old', 'old', 'new'),
    makeFile(join(root, 'b'), 'old', 'old', 'new'),
  ]);
  fs.chmodSync(join(root, 'a'), 0o640);
  fs.utimesSync(join(root, 'a'), 1000, 1000);
  const old = snapshot(root);
  let renames = 0;
  const result = writeInPlace(patchSet, {
    ...nodeFileSystem,
    hardLink() {
      throw systemError('EPERM');
    },
    rename(from, to) {
      if (++renames === 2) throw systemError('EIO');
      nodeFileSystem.rename(from, to);
    },
  });
  expect(result).toMatchObject({ type: 'refused', problems: [{ path: join(root, 'b'), code: 'system' }] });
  expect(snapshot(root)).toEqual(old);
  expect(fs.statSync(join(root, 'a')).mtimeMs).toBe(1000_000);
});

test('what cannot be put back is said, and its backup kept; the rest is put back and cleared away', () => {
  const patchSet = buildPatchSet(
    ['a', 'b', 'c'].map((name) => makeFile(join(root, name), 'old', 'old', 'new')),
  );
  const result = writeInPlace(patchSet, {
    ...nodeFileSystem,
    rename(from, to) {
      const isBack = fs.readFileSync(from, 'latin1') === 'old';
      if (to === join(root, 'c') || (isBack && to === join(root, 'a'))) throw systemError('EIO');
      nodeFileSystem.rename(from, to);
    },
  });
  const backup = fs.readdirSync(root).find((name) => name.startsWith('.'));
  expect(result).toEqual({
    type: 'broken',
    problems: [
      {
        path: join(root, 'c'),
        code: 'system',
        message: 'could not put the new text in its place: the disk failed (EIO)',
      },
      {
        path: join(root, 'a'),
        code: 'not-restored',
        message: `has the new text and could not be put back: the disk failed (EIO); what it was is kept as ${join(root, backup!)}`,
      },
    ],
  });
  const tree = Object.fromEntries(
    fs.readdirSync(root).map((name) => [name, fs.readFileSync(join(root, name), 'latin1')]),
  );
  expect(tree).toEqual({ [backup!]: 'old', a: 'new', b: 'old', c: 'old' });
});

test('what can be done is done before the first file changes', () => {
  const order: string[] = [];
  const spy = new Proxy(nodeFileSystem, {
    get: (target, name) => {
      if (name === 'sync' || name === 'rename') order.push(name);
      return Reflect.get(target, name) as unknown;
    },
  });
  writeInPlace(
    buildPatchSet([makeFile(join(root, 'a'), 'x', 'x', 'y'), makeFile(join(root, 'b'), 'x', 'x', 'y')]),
    spy,
  );
  expect(order).toEqual(['sync', 'sync', 'rename', 'rename', 'sync']);
});
