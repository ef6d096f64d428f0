import { posix } from 'node:path';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  encodePath,
  folderComponents,
  folderPath,
  isAtOrBelow,
  isPathAtOrBelow,
  joinComponents,
  normalPath,
  pathComponents,
  pathsTo,
  pathWork,
  plainPath,
} from '../../../src/access/folders/paths.ts';

test.each([
  ['/', []],
  ['/a//b/', ['a', 'b']],
  ['/a/../b', ['a', '..', 'b']],
])('the components of %s', (path, components) => {
  expect(pathComponents(path)).toEqual(components);
});

test.each([
  ['/a//b/', ['a', 'b']],
  ['/a/./b/../c', ['a', 'c']],
  ['/../a', ['a']],
  ['../a', ['a']],
])('a folder that is written as %s', (path, components) => {
  expect(folderComponents(path)).toEqual(components);
});

test('a path as bytes', () => {
  expect(encodePath('/é')).toBe('/\u00c3\u00a9');
});

test('a path, and those above it', () => {
  expect(joinComponents([])).toBe('/');
  expect(pathsTo('/a/b')).toEqual(['/', '/a', '/a/b']);
});

test.each([
  ['/a', '/a', true],
  ['/a/b', '/a', true],
  ['/a', '/', true],
  ['/', '/', true],
  ['/a', '/a/b', false],
  ['/ab', '/a', false],
  ['/b/a', '/a', false],
])('%s is at or below %s: %s', (path, ancestor, isThere) => {
  expect(isPathAtOrBelow(path, ancestor)).toBe(isThere);
  expect(isAtOrBelow(pathComponents(path), pathComponents(ancestor))).toBe(isThere);
});

const written = fc.array(fc.constantFrom('/', '.', '..', 'a', 'b.c', '.x'), { maxLength: 8 });

test('paths as texts are what their components are when they are joined', () => {
  fc.assert(
    fc.property(written, (pieces) => {
      const text = pieces.join('');
      expect(plainPath(text)).toBe(joinComponents(pathComponents(text)));
      expect(folderPath(text)).toBe(joinComponents(folderComponents(text)));
      expect(normalPath(`/${text}`)).toBe(posix.normalize(`/${text}`));
    }),
  );
});

test('long paths cost more than others, by their length times their depth', () => {
  expect(pathWork('/srv/www')).toBe(1);
  const long = '/folder'.repeat(1000);
  expect(pathWork(long)).toBeGreaterThan(1000);
});
