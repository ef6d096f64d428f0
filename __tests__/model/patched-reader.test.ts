import { describe, expect, test } from '@jest/globals';
import { createMemoryReader, patchedReader } from '../../src/model/index.ts';
import { makingPatch } from '../../src/patch/index.ts';
import type { PatchSet } from '../../src/patch/index.ts';

const BY = { transform: 'test', title: 'Test' };

const base = createMemoryReader({
  '/etc/a/sites/one': 'one\n',
  '/etc/a/sites/two.conf': 'two\n',
  '/etc/a/available/x.load': 'x\n',
});

const patchSet: PatchSet = {
  files: [
    {
      path: '/etc/a/sites/two.conf',
      newPath: '/etc/a/sites/two.conf',
      before: 'two\n',
      pieces: [],
      after: 'TWO\n',
      stat: null,
    },
    {
      path: '/etc/a/sites/one',
      newPath: '/etc/a/sites/one.conf',
      before: 'one\n',
      pieces: [],
      after: 'ONE\n',
      stat: null,
    },
  ],
  links: [{ type: 'link', path: '/etc/a/sites/x.load', target: '../available/x.load', by: BY }],
};

describe('the tree as it will be', () => {
  const reader = patchedReader(base, patchSet);
  const textOf = (path: string) => {
    const read = reader.readFile(path);
    return 'failure' in read ? read.failure : read.text;
  };

  test('has the new texts and names, and not the old ones', () => {
    expect(textOf('/etc/a/sites/two.conf')).toBe('TWO\n');
    expect(textOf('/etc/a/sites/one.conf')).toBe('ONE\n');
    expect(textOf('/etc/a/sites/one')).toBe('missing');
    expect(reader.kindOf('/etc/a/sites/one')).toBeNull();
    expect(reader.kindOf('/etc/a/sites/one.conf')).toBe('file');
  });

  test('has the new links, which lead where they lead', () => {
    expect(textOf('/etc/a/sites/x.load')).toBe('x\n');
    expect(reader.realPath('/etc/a/sites/x.load')).toBe('/etc/a/available/x.load');
    expect(reader.readLink('/etc/a/sites/x.load')).toBe('../available/x.load');
  });

  test('lists a folder as it will be, in byte order', () => {
    expect(reader.list('/etc/a/sites')?.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
      'one.conf file',
      'two.conf file',
      'x.load link',
    ]);
  });

  test('a link that goes is gone, and one that leads round in a circle leads nowhere', () => {
    const links = [{ type: 'unlink', path: '/etc/a/available/x.load', by: BY }] as const;
    expect(patchedReader(base, { files: [], links }).kindOf('/etc/a/available/x.load')).toBeNull();
    const circle = [{ type: 'link', path: '/etc/a/l', target: 'l', by: BY }] as const;
    expect(patchedReader(base, { files: [], links: circle }).realPath('/etc/a/l')).toBeNull();
  });

  test('has folders and files that are made, by each path that leads to them', () => {
    const linked = createMemoryReader({ '/etc/a/sites/one': 'one\n' }, { '/here': '/etc/a' });
    const made = makingPatch('/etc/a/conf/new.conf', 'new\n', '/etc/a/sites/one', BY);
    const link = { type: 'link', path: '/etc/a/on/new.conf', target: '../conf/new.conf', by: BY } as const;
    const folders = ['/etc/a/conf', '/etc/a/on'];
    const after = patchedReader(linked, { files: [made], links: [link], folders });
    for (const root of ['/etc/a', '/here']) {
      expect(after.list(`${root}/on`)).toEqual([{ name: 'new.conf', kind: 'link' }]);
      expect(after.kindOf(`${root}/on`)).toBe('folder');
      expect(after.readFile(`${root}/on/new.conf`)).toMatchObject({ text: 'new\n' });
      expect(after.realPath(`${root}/on/new.conf`)).toBe('/etc/a/conf/new.conf');
    }
  });

  test('all else is as it was', () => {
    expect(textOf('/etc/a/available/x.load')).toBe('x\n');
    expect(reader.list('/etc/b')).toBeNull();
  });
});
