import * as fs from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { nodeFileSystem } from '../../src/output/index.ts';
import type { FileSystem } from '../../src/output/index.ts';
import type { WriteStep } from '../../src/output/plan-write.ts';
import { dropSamePlaces } from '../../src/output/same-places.ts';
import { makeFolder } from './tree-on-disk.ts';

let root = '';
beforeEach(() => {
  root = makeFolder();
  fs.mkdirSync(join(root, 'one'));
  fs.symlinkSync('one', join(root, 'mount'));
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

/** Takes a link to a folder for that folder at a second place, as a mount is (__tests__/cli/bind-mounts.test.ts has real ones). */
const mounting: FileSystem = { ...nodeFileSystem, lstat: (path) => fs.statSync(path) };

const at = (name: string): string => join(root, name);
const rewrite = (name: string, after: string): WriteStep => ({
  type: 'rewrite',
  path: at(name),
  before: 'old',
  after,
});
const rename = (name: string, to: string, after: string): WriteStep => {
  return { type: 'rename', path: at(name), newPath: at(to), before: 'old', after };
};
const link = (name: string, target: string): WriteStep => ({ type: 'link', path: at(name), target });
const unlink = (name: string): WriteStep => ({ type: 'unlink', path: at(name), target: null });

function drop(...steps: readonly WriteStep[]): string[] {
  return dropSamePlaces(mounting, steps).map((step) => {
    const path = step.path.replace(`${root}/`, '');
    return 'message' in step ? `${path}: ${step.message.replaceAll(`${root}/`, '')}` : path;
  });
}

test('what two paths of one place want alike is done once', () => {
  expect(drop(rewrite('one/a', 'new'), rewrite('mount/a', 'new'))).toEqual(['one/a']);
  expect(drop(rename('one/a', 'one/b', 'new'), rename('mount/a', 'mount/b', 'new'))).toEqual(['one/a']);
  expect(drop(unlink('one/a'), link('one/a', 'x'), unlink('mount/a'), link('mount/a', 'x'))).toEqual([
    'one/a',
    'one/a',
  ]);
});

test('places are told apart by folder and name', () => {
  const names = ['one/a', 'one/b', 'a'];
  expect(drop(...names.map((name) => rewrite(name, 'new')))).toEqual(names);
});

test.each<readonly [string, () => WriteStep[]]>([
  ['texts', () => [rewrite('one/a', 'new'), rewrite('mount/a', 'else')]],
  ['new names', () => [rename('one/a', 'one/b', 'new'), rename('mount/a', 'mount/c', 'new')]],
  ['texts under a new name', () => [rename('one/a', 'one/b', 'new'), rename('mount/a', 'mount/b', 'else')]],
  ['kinds', () => [rewrite('one/a', 'new'), rename('mount/a', 'mount/b', 'new')]],
  ['targets', () => [link('one/a', 'x'), link('mount/a', 'y')]],
])('what two paths of one place want otherwise is refused: %s', (_, steps) => {
  expect(drop(...steps())).toEqual([
    'one/a',
    'mount/a: is one/a by another path (a mount), and the two are to be changed in different ways',
  ]);
});
