import { expect, test } from '@jest/globals';
import { framesOf } from '../../src/fleet/index.ts';

const frames = (...paths: string[]) => framesOf(paths).map(({ folder, rest }) => [folder, rest]);

test('a frame is the outermost folder that no other server lies in', () => {
  expect(frames('/h/a/etc/httpd', '/h/b/etc/httpd', '/h/c')).toEqual([
    ['/h/a', 'etc/httpd'],
    ['/h/b', 'etc/httpd'],
    ['/h/c', ''],
  ]);
});

test('so it is where servers lie in several folders, and one far from all others', () => {
  expect(
    frames('/h/north/a/etc', '/h/north/b/etc', '/h/south/a/etc', '/h/south/c/etc', '/old/httpd'),
  ).toEqual([
    ['/h/north/a', 'etc'],
    ['/h/north/b', 'etc'],
    ['/h/south/a', 'etc'],
    ['/h/south/c', 'etc'],
    ['/old', 'httpd'],
  ]);
});

test('one alone, one inside of another, and one that is given twice are frames themselves', () => {
  expect(frames('/h/a/etc')).toEqual([['/h/a/etc', '']]);
  expect(frames('/h', '/h/a', '/h/b/etc')).toEqual([
    ['/h', ''],
    ['/h/a', ''],
    ['/h/b', 'etc'],
  ]);
  expect(frames('/h/a', '/h/a', '/h/b')).toEqual([
    ['/h/a', ''],
    ['/h/a', ''],
    ['/h/b', ''],
  ]);
});
