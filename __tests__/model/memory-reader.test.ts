import { describe, expect, test } from '@jest/globals';
import { createMemoryReader } from '../../src/model/index.ts';

const FILES = { '/etc/a/one.conf': 'one', '/etc/b/': '', '/top': '' };

describe.each([
  ['without links', {}],
  [
    'with links',
    { '/etc/link': 'a/../a', '/etc/up': '/etc/b/..', '/etc/loop': 'loop', '/etc/none': 'nothing' },
  ],
] as const)('a tree in memory %s', (_, links) => {
  const reader = createMemoryReader(FILES, links);

  test.each([
    ['/', '/'],
    ['/etc/a/one.conf', '/etc/a/one.conf'],
    ['//etc/./a//one.conf', '/etc/a/one.conf'],
    ['/etc/b/../a/one.conf', '/etc/a/one.conf'],
    ['/../../top', '/top'],
    ['/etc/a/', '/etc/a'],
    ['/etc/b/..', '/etc'],
    ['/etc/a/one.conf/', null],
    ['/etc/a/one.conf/..', null],
    ['/etc/missing/../a', null],
    ['/etc/a/two.conf', null],
  ])('finds %s at %s', (path, real) => {
    expect(reader.realPath(path)).toBe(real);
  });
});

test.each([
  ['/etc/link/one.conf', '/etc/a/one.conf'],
  ['/etc/up/link/one.conf', '/etc/a/one.conf'],
  ['/etc/link/../top', null],
  ['/etc/link/../b', '/etc/b'],
  ['/etc/loop', null],
  ['/etc/loop/a', null],
  ['/etc/none', null],
])('follows links: %s is at %s', (path, real) => {
  const links = { '/etc/link': 'a', '/etc/up': '/etc/b/..', '/etc/loop': 'loop', '/etc/none': 'nothing' };
  expect(createMemoryReader(FILES, links).realPath(path)).toBe(real);
});
