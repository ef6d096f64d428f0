import { describe, expect, test } from '@jest/globals';
import { tellsSlashesApart } from '../../../src/access/addresses/slash-patterns.ts';

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
