import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { nodeFileSystem, writeCopy } from '../../src/output/index.ts';
import type { WriteResult } from '../../src/output/index.ts';
import { buildPatchSet, renamePatch } from '../../src/patch/index.ts';
import type { LinkPatch, PatchSet } from '../../src/patch/index.ts';
import { by, makeFile, makeFolder, snapshot, systemError } from './tree-on-disk.ts';

let root: string;
beforeEach(() => {
  root = makeFolder();
  fs.mkdirSync(tree());
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

const at = (name: string): string => join(root, name);
const tree = (name = ''): string => join(root, 'httpd', name);
const file = (name: string, text: string, from: string, to: string) => makeFile(tree(name), text, from, to);
const nothing = buildPatchSet([]);

function problems(result: WriteResult): string[] {
  if (result.type === 'written') return [];
  return result.problems.map(({ path, code, message }) =>
    `${path}: ${code}: ${message}`.replaceAll(root, ''),
  );
}

describe('the copy', () => {
  test('has the new text where something changes, and all else as it was', () => {
    const files = [
      file('httpd.conf', 'Order x\r\nlast', 'Order', 'Require'),
      renamePatch(file('sites/old', 'a\n', 'a', 'b'), tree('sites/old.conf')),
    ];
    fs.chmodSync(tree('httpd.conf'), 0o640);
    fs.writeFileSync(tree('mime.types'), '\x00\xff', 'latin1');
    fs.chmodSync(tree('mime.types'), 0o444);
    fs.utimesSync(tree('mime.types'), 1000, 2000);
    fs.mkdirSync(tree('empty'));
    fs.chmodSync(tree('empty'), 0o750);
    if (process.getuid?.() === 0) fs.chownSync(tree('empty'), 12345, 54321);
    fs.symlinkSync('sites/old.conf', tree('enabled'));
    fs.symlinkSync('gone', tree('dangling'));
    const links: LinkPatch[] = [
      { type: 'unlink', path: tree('dangling'), by },
      { type: 'link', path: tree('made'), target: 'mime.types', by },
    ];
    const before = snapshot(tree());
    expect(writeCopy(buildPatchSet(files, links), tree(), at('new/copy'))).toEqual({
      type: 'written',
      paths: [at('new/copy/httpd.conf'), at('new/copy/sites/old.conf'), at('new/copy/made')],
      notes: [],
      run: null,
    });
    expect(snapshot(tree())).toEqual(before);

    const { made, ...copied } = snapshot(at('new/copy'));
    const { dangling: _, 'sites/old': old, ...rest } = before;
    expect(copied).toEqual({
      ...rest,
      'httpd.conf': rest['httpd.conf']!.replace('Order', 'Require'),
      'sites/old.conf': old!.replace('a\n', 'b\n'),
    });
    expect(made).toMatch(/ mime\.types$/);
    expect(fs.readlinkSync(at('new/copy/made'))).toBe('mime.types');
    expect(fs.statSync(at('new/copy/mime.types'))).toMatchObject({
      mtimeMs: 2000_000,
      atimeMs: expect.any(Number),
    });
  });

  test('may go into an empty folder, and come from a folder behind a link', () => {
    file('httpd.conf', 'a', 'a', 'b');
    fs.mkdirSync(at('empty'));
    fs.symlinkSync(tree(), at('behind'));
    expect(writeCopy(nothing, at('behind'), at('empty')).type).toBe('written');
    expect(fs.readFileSync(at('empty/httpd.conf'), 'latin1')).toBe('a');
  });

  test('has no file that is nearly all holes: as a copy it would fill the disk', () => {
    file('httpd.conf', 'a', 'a', 'b');
    fs.writeFileSync(tree('hollow'), 'Deny from all\n');
    fs.truncateSync(tree('hollow'), 2 ** 34);
    const result = writeCopy(nothing, tree(), at('copy'));
    expect(result.type === 'written' ? result.notes : []).toEqual([
      {
        path: tree('hollow'),
        message: 'is 17179869184 bytes long, nearly all of it holes (a sparse file), and was not copied',
      },
    ]);
    expect(fs.readdirSync(at('copy'))).toEqual(['httpd.conf']);
  });

  test('says which links mean something else in it, and what was left out', () => {
    file('httpd.conf', 'a', 'a', 'b');
    fs.symlinkSync(tree('httpd.conf'), tree('absolute'));
    fs.symlinkSync('../../modules', tree('modules'));
    fs.symlinkSync('/usr/share', tree('share'));
    expect(spawnSync('mkfifo', [tree('pipe')]).status).toBe(0);
    const result = writeCopy(nothing, tree(), at('copy'));
    expect(
      result.type === 'written' ? result.notes.map(({ message }) => message.replaceAll(root, '')) : [],
    ).toEqual([
      'is a link with an absolute target, so in the copy too it leads to the original /httpd/httpd.conf',
      'is a relative link out of the tree (../../modules), which leads elsewhere from the copy',
      'is neither file, folder nor link and was not copied',
    ]);
  });

  test('keeps a folder read-only that is', () => {
    file('locked/a', 'a', 'a', 'b');
    const patch = makeFile(tree('locked/b'), 'a', 'a', 'b');
    fs.chmodSync(tree('locked'), 0o555);
    expect(writeCopy(buildPatchSet([patch]), tree(), at('copy')).type).toBe('written');
    expect(fs.statSync(at('copy/locked')).mode & 0o777).toBe(0o555);
    for (const folder of [tree('locked'), at('copy/locked')]) fs.chmodSync(folder, 0o755);
  });
});

describe('refused, with nothing made', () => {
  const expectRefused = (patchSet: PatchSet, source: string, out: string, expected: string[]): void => {
    const before = snapshot(root);
    const result = writeCopy(patchSet, source, out);
    expect(result.type).toBe('refused');
    expect(problems(result)).toEqual(expected);
    expect(snapshot(root)).toEqual(before);
  };

  test('a folder that is not empty, is a file, or lies inside of the tree', () => {
    file('httpd.conf', 'a', 'a', 'b');
    fs.symlinkSync(tree(), at('behind'));
    expectRefused(nothing, tree(), tree(), [
      '/httpd: out-dir: lies inside of the tree to copy, /httpd: name a folder beside it',
    ]);
    expectRefused(nothing, tree(), at('behind/x/y'), [
      '/httpd/x/y: out-dir: lies inside of the tree to copy, /httpd: name a folder beside it',
    ]);
    expectRefused(nothing, tree(), root, [': out-dir: is not empty: name a new folder']);
    fs.writeFileSync(at('plain'), '');
    expectRefused(nothing, tree(), at('plain'), ['/plain: out-dir: is no folder']);
  });

  test('a source that is missing, or no folder', () => {
    expectRefused(nothing, at('missing'), at('copy'), [
      '/missing: system: could not make the copy: no such file or folder (ENOENT)',
    ]);
    const { path } = file('httpd.conf', 'a', 'a', 'b');
    expectRefused(nothing, path, at('copy'), [
      '/copy: out-dir: the tree to copy is no folder: /httpd/httpd.conf',
    ]);
  });

  test('changes outside of the tree, each named', () => {
    const inside = file('a', 'a', 'a', 'b');
    const outside = makeFile(at('elsewhere/b'), 'a', 'a', 'b');
    const leaving = renamePatch(file('c', 'a', 'a', 'b'), at('elsewhere/c'));
    const links: LinkPatch[] = [{ type: 'link', path: at('elsewhere/link'), target: 'x', by }];
    const message =
      'outside: would change, but lies outside of /httpd, of which the copy is made: give a folder that holds both as PATH, or use --write';
    expectRefused(buildPatchSet([inside, outside, leaving], links), tree(), at('copy'), [
      `/elsewhere/b: ${message}`,
      `/elsewhere/c: ${message}`,
      `/elsewhere/link: ${message}`,
    ]);
  });

  test('files changed or gone since they were read', () => {
    const files = [file('a', 'a', 'a', 'b'), file('b', 'a', 'a', 'b')];
    fs.writeFileSync(tree('a'), 'c');
    fs.unlinkSync(tree('b'));
    expectRefused(buildPatchSet(files), tree(), at('copy'), [
      '/httpd/a: changed: was changed by somebody else since it was read',
      '/httpd/b: vanished: is not there any more',
    ]);
  });

  test('a failure half way: the copy is gone, an empty folder that was there stays', () => {
    const patchSet = buildPatchSet([file('a', 'a', 'a', 'b')]);
    file('sub/b', 'a', 'a', 'b');
    fs.mkdirSync(at('empty'));
    const before = snapshot(root);
    const full = {
      ...nodeFileSystem,
      write() {
        throw systemError('ENOSPC');
      },
    };
    for (const out of ['empty', 'new/copy']) {
      expect(problems(writeCopy(patchSet, tree(), at(out), full))).toEqual([
        `/${out}: system: could not copy it: no space is left on the disk (ENOSPC)`,
      ]);
      expect(snapshot(root)).toEqual(before);
    }
  });
});

describe('the copy of a file', () => {
  test('has nothing but what was read, and the links to it', () => {
    const patch = file('sites/a.conf', 'a\n', 'a', 'b');
    fs.mkdirSync(tree('keys'));
    fs.writeFileSync(tree('keys/server.key'), 'secret');
    fs.writeFileSync(tree('sites/other.conf'), 'other');
    fs.mkdirSync(tree('parts'));
    fs.writeFileSync(tree('parts/read.inc'), 'read');
    fs.symlinkSync('parts/read.inc', tree('link.inc'));
    fs.symlinkSync('keys/server.key', tree('link.key'));
    const only = new Set([tree('sites/a.conf'), tree('parts/read.inc')]);
    writeCopy(buildPatchSet([patch]), tree(), at('copy'), undefined, only);
    expect(fs.readdirSync(at('copy'), { recursive: true }).toSorted()).toEqual([
      'link.inc',
      'parts',
      'parts/read.inc',
      'sites',
      'sites/a.conf',
    ]);
  });

  test('that can not be made ends', () => {
    expect(writeCopy(nothing, tree(), '/proc/self/x/y').type).toBe('refused');
  });
});
