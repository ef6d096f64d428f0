import { afterAll, expect, test } from '@jest/globals';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OwnFolders } from '../../src/model/reader/disk/own-folders.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'own-')));
afterAll(() => rmSync(root, { recursive: true }));

function folder(...modes: readonly number[]): string {
  let path = mkdtempSync(join(root, 'x'));
  for (const mode of modes) {
    path = join(path, 'y');
    mkdirSync(path);
    chmodSync(path, mode);
  }
  return path;
}

const isOwn = (path: string): boolean => new OwnFolders().has(path);

test('a folder is our own where nobody else may write, nor rename what it lies in', () => {
  expect(isOwn(folder(0o755, 0o750))).toBe(true);
  for (const open of [0o777, 0o775, 0o757, 0o1777]) {
    expect(isOwn(folder(0o755, open))).toBe(false);
    // Of a sticky folder only the owner of an entry takes it away: what we have in /tmp stays.
    expect(isOwn(folder(open, 0o755))).toBe(open === 0o1777);
  }
});

test('not what is a link, or absent', () => {
  const real = folder(0o755);
  symlinkSync(real, join(real, 'l'));
  expect(isOwn(join(real, 'l'))).toBe(false);
  expect(isOwn(join(real, 'absent'))).toBe(false);
});

const asRoot = process.geteuid?.() === 0 ? test : test.skip;
asRoot('nor what somebody else owns, at any height (needs root)', () => {
  const inside = folder(0o755, 0o755);
  chownSync(inside, 1, 1);
  expect(isOwn(inside)).toBe(false);
  const above = folder(0o1777, 0o755);
  chownSync(join(above, '..'), 1, 1);
  expect(isOwn(above)).toBe(false);
});
