import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { groupSource } from '../../src/access/index.ts';
import { groupMayMatch } from '../../transforms/shared/may-expand-to.ts';

describe('what a group of a pattern can match', () => {
  test.each([
    ['^/(.*)$', 1, true, true],
    ['^/([0-9]+)/([^/]+)$', 1, false, false],
    ['^/([0-9]+)/([^/]+)$', 2, true, true],
    ['^/([^/?]+)$', 1, true, false],
    ['^/([a-z0-9_-]+)$', 1, false, false],
    ['^/(\\w+)(\\s)(\\S)$', 1, false, false],
    ['^/(\\w+)(\\s)(\\S)$', 2, true, false],
    ['^/(\\w+)(\\s)(\\S)$', 3, false, true],
    ['^/((a|b)/c)$', 1, false, false],
    ['^/(?:x(.))(y)$', 1, true, true],
    ['^/(?:x(.))(y)$', 2, false, false],
    ['^/(a b\\?)$', 1, true, true],
    ['^/([[:alnum:]]+)$', 1, false, false],
    ['^/([[:print:]]+)$', 1, true, true],
    ['^/([^[:space:]]+)$', 1, false, true],
    ['^/([]?])$', 1, false, true],
    ['^/(x?y)$', 1, false, false],
    ['^/page$', 1, false, false],
    ['!^/(.*)$', 1, false, false],
    ['.', 0, true, true],
  ])('%s, group %i', (pattern, group, blank, questionMark) => {
    expect(groupMayMatch(pattern, group, ' ')).toBe(blank);
    expect(groupMayMatch(pattern, group, '?')).toBe(questionMark);
  });

  test('a group is found where JavaScript finds it', () => {
    expect(groupSource('^/(a)/((b)|[)](c))$', 2)).toBe('(b)|[)](c)');
    expect(groupSource('^/(a)/((b)|[)](c))$', 4)).toBe('c');
    expect(groupSource('(a', 1)).toBeNull();
  });

  test('no pattern makes it throw', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'()[]^\\?.*a-: {}|$') }), (pattern) => {
        for (const group of [0, 1, 2]) groupMayMatch(pattern, group, '?');
      }),
    );
  });

  test('what a group did match, it may match', () => {
    const piece = fc.constantFrom(
      '.',
      '\\w',
      '\\S',
      '[^/]',
      '[a-c?]',
      'a',
      ' ',
      '\\?',
      '(b|\\?)',
      '[ -~]',
      'c?',
    );
    const pattern = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => `^(${pieces.join('')})$`);
    const text = fc.string({ unit: fc.constantFrom(...'abc ?'), maxLength: 4 });
    fc.assert(
      fc.property(pattern, text, fc.constantFrom(' ', '?'), (source, subject, char) => {
        const [, group] = new RegExp(source).exec(subject) ?? [];
        if (group?.includes(char)) expect(groupMayMatch(source, 1, char)).toBe(true);
      }),
    );
  });
});
