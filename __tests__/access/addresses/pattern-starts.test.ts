import { expect, test } from '@jest/globals';
import { readStart, readStarts } from '../../../src/access/addresses/pattern-starts.ts';

test.each([
  ['^/srv/www', ['/srv/www']],
  ['^/srv/(a|b)', ['/srv/a', '/srv/b']],
  ['^/(?:a|b/c)/x', ['/a', '/b/c']],
  ['^(/p/[^/]+)?/login', ['/p/', '/login']],
  ['^(/p){0,1}/login', ['/p', '/login']],
  ['^(/p)*?/login', ['/p', '/login']],
  ['^(/p)+/login', ['/p']],
  ['^(/a(/b)?|/c)?/d', ['/a/b', '/a', '/c', '/d']],
  ['^/a|^(/b)?/c', ['/a', '/b', '/c']],
  [String.raw`^/a\.b?`, ['/a.']],
])('%s begins with %j', (pattern, starts) => {
  expect(readStarts(pattern)).toEqual(starts);
});

test.each([
  '(/a)?/b',
  '^(?i)/a|^/b',
  '^(^/a)/b',
  '^(?=/a)/b',
  '^(*UTF8)/b',
  '^(/a/b',
  '^(/a|)?$',
  '^(?P<x>/a)/b',
  '^(?!/a)/b',
])('%s may begin with anything', (pattern) => {
  expect(readStarts(pattern)).toContain('');
});

test('an option within a group may hold in what follows', () => {
  expect(readStarts('^(/a(?i)|/b)/c')).toEqual(['']);
  expect(readStarts('^/a/(b|c)(?i)d')).toEqual(['/a/b', '/a/c']);
  expect(readStart('^/a(?i)b')).toBe('/a');
});
