import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cpuSeconds } from '../cpu-seconds.ts';
import { compilePattern } from '../../src/pattern/index.ts';

/** Patterns of the common part: JavaScript reads them as PCRE does. Small ones: it may take for ever over others. */
const { pattern: commonPattern } = fc.letrec<{ pattern: string; atom: string }>((tie) => ({
  atom: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    fc.constantFrom(
      'a',
      'b',
      '/',
      '.',
      '\\.',
      '[ab]',
      '[^a]',
      '[a-c/]',
      '\\d',
      '\\w',
      '\\W',
      '^',
      '\\b',
      'a|b',
      '|/',
    ),
    tie('pattern').map((inside) => `(?:${inside})`),
    tie('pattern').map((inside) => `(${inside})`),
  ),
  pattern: fc
    .array(
      fc.tuple(
        tie('atom'),
        fc.constantFrom('', '', '', '*', '+', '?', '*?', '+?', '??', '{2}', '{1,2}', '{0,}'),
      ),
      { maxLength: 3 },
    )
    .map((parts) => parts.map(([atom, times]) => (/^(?:\^|\\b)$/.test(atom) ? atom : atom + times)).join('')),
}));
const text = fc.stringMatching(/^[abc/.1 -]{0,6}$/);
const textInAnyCase = fc.stringMatching(/^[abcAB/.1 -]{0,6}$/);
const anchor = fc.constantFrom('', '^');

describe('what JavaScript reads as PCRE does', () => {
  test('matches the same texts', () => {
    fc.assert(
      fc.property(
        anchor,
        commonPattern,
        textInAnyCase,
        fc.boolean(),
        (start, behind, subject, ignoresCase) => {
          const pattern = start + behind;
          const ours = compilePattern(pattern, { ignoresCase })?.test(subject);
          expect(ours).toBe(new RegExp(pattern, ignoresCase ? 'i' : '').test(subject));
        },
      ),
      { numRuns: 3000 },
    );
  });

  test('gives the same groups, where no loop comes round to a group again', () => {
    const looped = /\)[*+{]/;
    fc.assert(
      fc.property(
        commonPattern.filter((pattern) => !looped.test(pattern)),
        text,
        (pattern, subject) => {
          const ours = compilePattern(pattern)?.match(subject);
          if (ours === 'unreadable') return;
          expect(ours).toEqual(new RegExp(pattern).exec(subject)?.slice() ?? null);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

test.each([
  // The last time round counts, and what an earlier one has left stays (JavaScript forgets it).
  ['(?:(a)|b)*', 'ab', ['ab', 'a']],
  ['^/(\\w+)/(\\d+)?$', '/a/', ['/a/', 'a', undefined]],
  // A loop that goes through its group with nothing: engines differ.
  ['(a*)+', 'b', 'unreadable'],
  ['(a*)+c', 'b', null],
])('the groups of %s in %s', (pattern, subject, groups) => {
  expect(compilePattern(pattern)?.match(subject)).toEqual(groups);
});

describe('a text of which a pattern can not be sure', () => {
  test.each(['a\n', 'a\v', '\u0131'])('%j', (subject) => {
    expect(compilePattern('a$')?.test(subject)).toBeNull();
  });
});

test('a dead end matches nothing, a written end does', () => {
  expect(compilePattern('a$', { endIsDead: true })?.test('a')).toBe(false);
  expect(compilePattern('a$|b', { endIsDead: true })?.test('b')).toBe(true);
  expect(compilePattern('a\\z', { endIsDead: true })?.test('a')).toBe(true);
  expect(compilePattern('a(?!)')?.test('a')).toBe(false);
});

const EVIL = [
  '(a*)*(a*)*(a*)*b',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '(a|aa)+$',
  '(a|a?)+$',
  '(.*)(.*)(.*)(.*)(.*)(.*)(.*)(.*)(.*)[b]',
  '(.*a){30}',
  '^(\\w+\\s?)*$',
  '(x+x+)+y',
  '(?:(?:a?){30}){30}b',
  '(a|b)*a(a|b){14}c',
  '((((((((((a{0,9}){0,9}){0,9}){0,9}){0,9}){0,9}){0,9}){0,9}){0,9}){0,9})b',
  `${'('.repeat(3000)}a${')'.repeat(3000)}`,
  `(${'a?'.repeat(1000)}${'a'.repeat(1000)})*b`,
  `(${'a|'.repeat(4000)})*b`,
  '[a-'.repeat(2000),
  '\\'.repeat(8001),
  '(?'.repeat(4000),
  '{1,2}'.repeat(1500),
];

test.each(EVIL)('%.40s hangs nobody', (pattern) => {
  const seconds = cpuSeconds(() => {
    for (const subject of ['a'.repeat(60_000), 'ab'.repeat(15_000), 'x'.repeat(30_000), 'a '.repeat(4000)]) {
      compilePattern(pattern)?.test(subject);
      compilePattern(pattern)?.match(subject);
    }
  });
  expect(seconds).toBeLessThan(8);
});

test('addresses are matched against the rules of a long list in little time', () => {
  const rules = Array.from({ length: 8000 }, (_, i) => `^/old/page${i}\\.html$`);
  const seconds = cpuSeconds(() => {
    for (let i = 0; i < 10; i++) {
      const met = rules.filter((rule) =>
        compilePattern(rule, { ignoresCase: true })?.test(`/OLD/page${i * 10}.html`),
      );
      expect(met).toEqual([rules[i * 10]]);
    }
  });
  expect(seconds).toBeLessThan(3);
});
