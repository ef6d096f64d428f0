import { afterAll, describe, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildModel, createDiskReader, createMemoryReader, patchedReader } from '../../src/model/index.ts';
import type { TreeReader } from '../../src/model/index.ts';
import { startPatch } from '../../src/patch/index.ts';
import { tempTree } from '../cli/temp-tree.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'model-')));
const at = (name: string) => join(root, name);
const everyByte = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));

mkdirSync(at('folder/sub'), { recursive: true });
writeFileSync(at('folder/bytes'), everyByte);
writeFileSync(at('folder/empty'), '');
utimesSync(at('folder/bytes'), 1000, 1000);
symlinkSync('folder', at('to-folder'));
symlinkSync('folder/bytes', at('to-file'));
symlinkSync('nowhere', at('dangling'));
symlinkSync('loop', at('loop'));
execFileSync('mkfifo', [at('pipe')]);
writeFileSync(at('huge'), '');
truncateSync(at('huge'), 256 * 1024 * 1024 + 1);
writeFileSync(at('secret'), 'Deny from all');
chmodSync(at('secret'), 0);

afterAll(() => rmSync(root, { recursive: true }));

describe('the disk reader', () => {
  const reader = createDiskReader();

  test('reads bytes as they are, and says where they really are', () => {
    for (const path of [at('to-file'), at('to-folder/bytes'), at('folder/../folder//bytes')]) {
      expect(reader.readFile(path)).toMatchObject({
        text: everyByte.toString('latin1'),
        realPath: at('folder/bytes'),
        stat: { mtimeMs: 1_000_000, size: 256 },
      });
      expect(reader.realPath(path)).toBe(at('folder/bytes'));
    }
    expect(reader.readFile(at('folder/empty'))).toMatchObject({ text: '', stat: { size: 0 } });
    expect(reader.readFile('/dev/null')).toMatchObject({ text: '' });
  });

  test.each([
    ['none', 'missing'],
    ['folder/bytes/below', 'missing'],
    ['dangling', 'missing'],
    ['loop', 'missing'],
    ['with\0nul', 'missing'],
    [`${'x'.repeat(300)}`, 'missing'],
    ['folder', 'folder'],
    ['to-folder', 'folder'],
    ['pipe', 'special'],
    ['huge', 'too-large'],
  ])('does not read %j: %s', (name, failure) => {
    expect(reader.readFile(join(root, name))).toEqual({ failure });
  });

  test('does not wait for a device', () => {
    expect(reader.readFile('/dev/zero')).toEqual({ failure: 'special' });
  });

  const asRoot = process.getuid?.() === 0;
  (asRoot ? test.skip : test)('does not read what it may not', () => {
    expect(reader.readFile(at('secret'))).toEqual({ failure: 'unreadable' });
    expect(buildModel({ path: at('secret') }, reader)).toMatchObject({ code: 'unreadable' });
  });

  test('reads files of no length in their listing', () => {
    expect(reader.readFile('/proc/self/status')).toMatchObject({ text: expect.stringContaining('Pid:') });
  });

  test('lists a folder in byte order, each entry as it is', () => {
    expect(reader.list(root)).toEqual([
      { name: 'dangling', kind: 'link' },
      { name: 'folder', kind: 'folder' },
      { name: 'huge', kind: 'file' },
      { name: 'loop', kind: 'link' },
      { name: 'pipe', kind: 'special' },
      { name: 'secret', kind: 'file' },
      { name: 'to-file', kind: 'link' },
      { name: 'to-folder', kind: 'link' },
    ]);
    expect(reader.list(at('to-file'))).toBeNull();
    expect(reader.list(at('none'))).toBeNull();
  });

  test('answers as it did before: one reader shows one state', () => {
    writeFileSync(at('folder/changing'), 'a');
    expect(reader.readFile(at('folder/changing'))).toMatchObject({ text: 'a' });
    writeFileSync(at('folder/changing'), 'b');
    expect(reader.readFile(at('folder/changing'))).toMatchObject({ text: 'a' });
    expect(createDiskReader().readFile(at('folder/changing'))).toMatchObject({ text: 'b' });
    rmSync(at('folder/changing'));
  });

  test('is told from the memory reader by nothing but its files', () => {
    const memory = createMemoryReader(
      {
        [at('folder/bytes')]: everyByte.toString('latin1'),
        [at('folder/empty')]: '',
        [at('folder/sub/')]: '',
      },
      {
        [at('to-folder')]: 'folder',
        [at('to-file')]: 'folder/bytes',
        [at('dangling')]: 'nowhere',
        [at('loop')]: 'loop',
      },
    );
    const paths = [
      '',
      'folder',
      'folder/sub',
      'folder/bytes',
      'to-folder',
      'to-folder/bytes',
      'to-folder/sub/..',
    ];
    for (const name of [
      ...paths,
      'to-file',
      'dangling',
      'loop',
      'none',
      'none/x',
      'folder/bytes/x',
      'to-file/x',
    ]) {
      const show = ({ realPath, kindOf, readLink }: TreeReader) =>
        [name, realPath, kindOf, readLink].map((ask) =>
          typeof ask === 'string' ? ask : ask(join(root, name)),
        );
      expect(show(memory)).toEqual(show(reader));
    }
    expect(memory.list(at('to-folder'))).toEqual(reader.list(at('to-folder')));
  });
});

test('a patched tree has other texts in its files, by whatever name they are read', () => {
  const patch = startPatch(at('folder/bytes'), 'old', null);
  const overlay = patchedReader(createDiskReader(), { files: [{ ...patch, after: 'new' }], links: [] });
  expect(overlay.readFile(at('to-file'))).toMatchObject({ text: 'new', realPath: at('folder/bytes') });
  expect(overlay.readFile(at('folder/empty'))).toMatchObject({ text: '' });
  expect(overlay.readFile(at('none'))).toEqual({ failure: 'missing' });
});

test('resolves links as the system does', () => {
  const folder = tempTree({ 'a/b/file': '', 'a/c/.../x': '', 'd/e': '' });
  const links: readonly (readonly [string, string])[] = [
    ['a/up', '../d/e'],
    ['a/deep', 'b/../c'],
    ['a/dots', 'c/.../../c/.../x'],
    ['a/folder', 'b'],
    ['a/through', 'folder/../up'],
    ['a/again', 'folder/file'],
    ['a/loop', 'loop'],
    ['a/chain', 'again'],
    ['a/whole', `${folder}/d/e`],
    ['a/gone', '../nothing'],
    ['a/above', '../../../../../../../../../../..'],
    ['far', 'a/folder'],
  ];
  for (const [name, target] of links) symlinkSync(target, join(folder, name));
  const paths = [
    ...links.map(([name]) => name),
    'a/folder/file',
    'far/file',
    'a/deep/...',
    'none',
    'a/b/none',
  ];
  for (const path of paths.map((name) => join(folder, name))) {
    expect([path, createDiskReader().realPath(path)]).toEqual([path, realPathOf(path)]);
  }
});

function realPathOf(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch {
    return null;
  }
}
