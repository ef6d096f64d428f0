import { describe, expect, test } from '@jest/globals';
import { mostSlashes, tellsSlashesApart } from '../../../src/access/addresses/slash-patterns.ts';

describe('a pattern that tells /a//b from /a/b', () => {
  test.each([
    '^/py/([a-z]+)/(.*)$',
    '^/a/b',
    '^/a/?$',
    '^/(?:a|b)/c',
    '^/x/[^/]*$',
    '^/cgi/no$|^/z',
    '!^/(a|b)/c',
    'a/b',
    '^(?:/a|/b/c)',
    '^\\/a\\/b',
    'x|/a/b',
    '[^/]/b',
  ])('%s', (pattern) => {
    expect(tellsSlashesApart(pattern)).toBe(true);
  });

  test.each([
    '^/m/(.*)$',
    '^(/py/.*\\.txt)$',
    '^/~([^/]+)/?(.*)',
    '^/m(/.*)?$',
    '^/a',
    '^/a/',
    '^/([^/]+)$',
    '/f\\.txt$',
    '^',
    '^/x[^/]*$',
    '^/m/(?:.*)z',
    '!^((?:\\/a)b)',
    '^/a|/b',
    '',
  ])('none does: %s', (pattern) => {
    expect(tellsSlashesApart(pattern)).toBe(false);
  });
});

test.each([
  ['^/[^/]+$', 1],
  ['^/$', 1],
  ['^/a/b/?$', 3],
  ['^/(a|b/c)/[^/]*$', 3],
  ['^/a$|^/b/c$', 2],
  ['^(?:/[^/]+){2}$', 2],
  ['^(?:/[^/]+){1,3}/$', 4],
  ['^/\\w+/\\d{4}$', 2],
  ['^/.$', 2],
  ['^/[^.]$', 2],
  ['^/x\\/y$', 2],
  ['^/a+?b*+$', 1],
])('the most slashes of what %s matches: %d', (pattern, most) => {
  expect(mostSlashes(pattern)).toBe(most);
});

test.each([
  '^/a',
  '/a$',
  '^/a|^/b$',
  '^/.*$',
  '^/[^.]+$',
  '^(/[^/]+)*$',
  '^/{2,}$',
  '^/(?=a)$',
  '^/(a)\\1$',
  '^/(?i)a$',
  '^/\\x2f$',
  '^/\\057$',
  '^/a)$',
  '^/(a$',
  '^/\\S+$',
])('there may be any number of them: %s', (pattern) => {
  expect(mostSlashes(pattern)).toBe(Infinity);
});
