import { afterAll, expect, jest, test } from '@jest/globals';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FileSystem } from '../../src/output/file-system.ts';

// Two runs of the program on a fresh machine both make the folder of their journals: here the other one is quicker, right after this one
// has looked.

const root = fs.mkdtempSync(join(tmpdir(), 'make-folder-'));
afterAll(() => fs.rmSync(root, { recursive: true }));

let other: (path: string) => void = () => {};
const mkdirSync = (path: string, options: fs.MakeDirectoryOptions): string | undefined => {
  other(path);
  return fs.mkdirSync(path, options);
};
jest.unstable_mockModule('node:fs', () => ({ ...fs, mkdirSync }));
const { nodeFileSystem } = (await import('../../src/output/file-system.ts')) as {
  nodeFileSystem: FileSystem;
};

test('a folder that another run makes meanwhile is there', () => {
  other = (path) => void (path.endsWith('state') && fs.mkdirSync(path));
  expect(nodeFileSystem.makeFolder(join(root, 'a/state/journals'))).toBe(join(root, 'a'));
  expect(nodeFileSystem.makeFolder(join(root, 'a/state'))).toBe(undefined);
});

test('a file in its place is an error', () => {
  other = (path) => fs.writeFileSync(path, '');
  expect(() => nodeFileSystem.makeFolder(join(root, 'file'))).toThrow(/EEXIST/);
});
