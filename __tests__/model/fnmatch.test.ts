import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cpuSeconds } from '../cpu-seconds.ts';
import { fnmatch, hasWildcard } from '../../src/model/index.ts';

const PERIOD = { period: true };
const PATHNAME = { pathname: true };
const NO_OPTIONS = {};

describe('fnmatch', () => {
  test.each([
    // Cases of APR's own suite (test/testfnmatch.c), and of its source's comments.
    ['a', 'a', NO_OPTIONS, true],
    ['a', 'b', NO_OPTIONS, false],
    ['', '', NO_OPTIONS, true],
    ['*', '', NO_OPTIONS, true],
    ['?', '', NO_OPTIONS, false],
    ['*.conf', 'ssl.conf', NO_OPTIONS, true],
    ['*.conf', 'ssl.conf.rpmsave', NO_OPTIONS, false],
    ['*.conf', '.conf', NO_OPTIONS, true],
    ['*.conf', '.conf', PERIOD, false],
    ['?conf', '.conf', PERIOD, false],
    ['[.]conf', '.conf', PERIOD, false],
    ['.*', '.conf', PERIOD, true],
    ['\\.conf', '.conf', PERIOD, true],
    ['*', 'a/b', NO_OPTIONS, true],
    ['*', 'a/b', PATHNAME, false],
    ['*/b', 'a/b', PATHNAME, true],
    ['a?b', 'a/b', PATHNAME, false],
    ['a[/]b', 'a/b', PATHNAME, false],
    ['a[/]b', 'a[/]b', PATHNAME, true],
    ['a[/]b', 'a/b', NO_OPTIONS, true],
    ['a//b', 'a/b', PATHNAME, false],
    ['a/*', 'a/', PATHNAME, true],
    ['a/*', 'a', PATHNAME, false],
    ['a/.b', 'a/.b', { ...PATHNAME, ...PERIOD }, true],
    ['a/*b', 'a/.b', { ...PATHNAME, ...PERIOD }, false],
    ['a*', 'a.', PERIOD, true],
    ['[a-c]x', 'bx', NO_OPTIONS, true],
    ['[a-c]x', 'dx', NO_OPTIONS, false],
    ['[!a-c]x', 'dx', NO_OPTIONS, true],
    ['[^a-c]x', 'bx', NO_OPTIONS, false],
    ['[]a]', ']', NO_OPTIONS, true],
    ['[!]a]', 'b', NO_OPTIONS, true],
    ['[!]a]', ']', NO_OPTIONS, false],
    ['[a-]', '-', NO_OPTIONS, true],
    ['[a\\-z]', '-', NO_OPTIONS, true],
    ['[a\\-z]', 'm', NO_OPTIONS, false],
    ['[\\]]', ']', NO_OPTIONS, true],
    ['[a-m-z]', '-', NO_OPTIONS, true],
    ['[a-m-z]', 'z', NO_OPTIONS, true],
    ['[a-m-z]', 'p', NO_OPTIONS, false],
    ['[abc', '[abc', NO_OPTIONS, true],
    ['[', '[', NO_OPTIONS, true],
    ['a\\', 'a\\', NO_OPTIONS, true],
    ['\\*', '*', NO_OPTIONS, true],
    ['\\*', 'a', NO_OPTIONS, false],
    ['**?*', 'a', NO_OPTIONS, true],
    ['a*b*c', 'aXbXbXc', NO_OPTIONS, true],
    ['a*b*c', 'aXbXbX', NO_OPTIONS, false],
    ['*A*', 'xay', { ignoreCase: true }, true],
    ['[A-C]', 'b', { ignoreCase: true }, true],
  ])('%j and %j with %j: %s', (pattern, text, options, expected) => {
    expect(fnmatch(pattern, text, options)).toBe(expected);
  });

  test('takes a star as any text, as a regular expression would', () => {
    const piece = fc.constantFrom('a', 'b', '*', '?', '.');
    fc.assert(
      fc.property(fc.array(piece), fc.array(fc.constantFrom('a', 'b', '.')), (pieces, letters) => {
        const source = pieces
          .map((one) => (one === '*' ? '.*' : one === '?' ? '.' : one === '.' ? '\\.' : one))
          .join('');
        const text = letters.join('');
        expect(fnmatch(pieces.join(''), text)).toBe(new RegExp(`^${source}$`).test(text));
      }),
    );
  });

  test('ends soon whatever the pattern', () => {
    const match = () => fnmatch('a*'.repeat(1000) + 'b', 'a'.repeat(20_000));
    expect(cpuSeconds(() => expect(match()).toBe(false))).toBeLessThan(2);
  });
});

test.each([
  ['conf.d/*.conf', true],
  ['conf.d/a?.conf', true],
  ['conf.d/[ab].conf', true],
  ['conf.d/[ab', false],
  ['conf.d/ab]', false],
  ['conf.d/\\*', false],
  ['conf.d/a.conf', false],
])('hasWildcard(%j) is %s', (name, expected) => {
  expect(hasWildcard(name)).toBe(expected);
});
