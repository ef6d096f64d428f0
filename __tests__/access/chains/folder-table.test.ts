import { expect, test } from '@jest/globals';
import { folderTable } from '../../../src/access/chains/folder-table.ts';
import { indexSections } from '../../../src/access/chains/index.ts';
import { analysisOf } from '../../../src/access/sections/analysis.ts';
import { memoryTree } from '../request/memory-tree.ts';

// The folders that have rules of their own, looked up by where they lie.

const FOLDERS = ['/srv/x/in', '/srv/x', '/srv/xy', '/srv/x-y/deep', '/etc', '/srv/x/in/most'];
const text = FOLDERS.map((folder) => `<Directory ${folder}>\nDeny from all\n</Directory>\n`).join('');
const sections = analysisOf(memoryTree(text).model).sections;
const table = folderTable(indexSections(sections.map((section) => ({ section, side: 'both' as const }))));

test.each([
  ['/srv/x/', ['/srv/x', '/srv/x/in', '/srv/x/in/most']],
  ['/srv/x/in/', ['/srv/x/in', '/srv/x/in/most']],
  ['/srv/xy/', ['/srv/xy']],
  ['/srv/x-y/', ['/srv/x-y/deep']],
  ['/srv/x-', ['/srv/x-y/deep']],
  ['/srv/x', FOLDERS.filter((folder) => folder !== '/etc').toSorted()],
  ['/none', []],
  ['/', [...FOLDERS].toSorted()],
])('beginning with %s', (start, below) => {
  expect(table.beginningWith(start).toSorted()).toEqual(below);
});

test('a folder and those below it', () => {
  expect(table.inside('/srv/x')).toEqual(['/srv/x', '/srv/x/in', '/srv/x/in/most']);
  expect(table.inside('/srv/x/in/most')).toEqual(['/srv/x/in/most']);
  expect(table.inside('/srv/none')).toEqual([]);
});

test.each([
  ['/srv/x', '/srv/x'],
  ['/srv/x/a/b', '/srv/x'],
  ['/srv/x/in/a', '/srv/x/in'],
  ['/srv/xyz', '/'],
  ['/', '/'],
])('the deepest one that %s is in: %s', (folder, region) => {
  expect(table.regionOf(folder)).toBe(region);
});

test('all of them are regions, and so is the root', () => {
  expect([...table.regions].toSorted()).toEqual(['/', ...FOLDERS].toSorted());
});

test.each([
  ['/srv/x', ['/', '/srv/x-y/deep', '/srv/x', '/srv/x/in', '/srv/x/in/most', '/srv/xy']],
  ['/srv/x/', ['/srv/x', '/srv/x/in', '/srv/x/in/most']],
  ['/srv/x/in/most/', ['/srv/x/in/most']],
  ['/srv/x/in/mo', ['/srv/x/in', '/srv/x/in/most']],
  ['/srv/x/in/other/x', ['/srv/x/in']],
  ['/other/', ['/']],
  ['/', ['/', '/etc', '/srv/x-y/deep', '/srv/x', '/srv/x/in', '/srv/x/in/most', '/srv/xy']],
])('those whose path begins with %j, and the innermost one around', (start, meant) => {
  expect(table.meantBy({ type: 'near', starts: [start] })).toEqual(meant);
});
