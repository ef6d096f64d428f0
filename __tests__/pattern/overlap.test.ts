import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { compilePattern, mayOverlap } from '../../src/pattern/index.ts';
import { PATTERNS } from './pattern-cases.ts';

const pieces = [
  'a',
  'b',
  '.',
  '\\.',
  '[ab]',
  '[^a]',
  '\\d',
  '\\W',
  '^',
  '$',
  'a|b',
  '(?!)',
  '(?i)B',
  '(?=a)',
  '\\A',
  '\\z',
  '\\b',
];
const times = ['', '', '', '*', '+', '?', '*?', '{2}', '{1,2}', '{0,}', '{0}'];
const { pattern } = fc.letrec<{ pattern: string; atom: string }>((tie) => ({
  atom: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    fc.constantFrom(...pieces),
    tie('pattern').map((inside) => `(?:${inside})`),
    tie('pattern').map((inside) => `(${inside})`),
  ),
  pattern: fc
    .array(fc.tuple(tie('atom'), fc.constantFrom(...times)), { maxLength: 4 })
    .map((parts) =>
      parts
        .map(([atom, often]) => (/^(?:[\^$]|\\[bAz]|\(\?i\)B)$/.test(atom) ? atom : atom + often))
        .join(''),
    ),
}));
const text = fc.stringMatching(/^[abB.1 ]{0,5}$/);

test('what some text matches both of overlaps', () => {
  fc.assert(
    fc.property(pattern, pattern, fc.array(text, { maxLength: 20 }), (one, other, texts) => {
      const [a, b] = [compilePattern(one), compilePattern(other)];
      const isCommon = texts.some((each) => a?.test(each) === true && b?.test(each) === true);
      if (isCommon) expect(mayOverlap(one, other)).toBe(true);
      expect(mayOverlap(other, one)).toBe(mayOverlap(one, other));
    }),
    { numRuns: 3000 },
  );
});

test('whatever a pattern is like, texts that match it overlap', () => {
  const texts = ['/', '/index.php', '/a', '/aa', '/b', '/a.gif', '/1', '/A.PHP', '/x/y', '/a{b}', '/a{2}'];
  for (const one of PATTERNS) {
    const compiled = compilePattern(one);
    const matched = texts.filter((each) => compiled?.test(each) === true);
    for (const each of matched) {
      const itself = `^${each.replace(/[^/\w]/g, '\\$&')}$`;
      expect([one, itself, mayOverlap(one, itself)]).toEqual([one, itself, true]);
    }
  }
});

test.each([
  ['\\.php$', '\\.(gif|png|jpg)$'],
  ['\\.php$', '^[^.]+$'],
  ['^\\.ht', '^(wp-login|xmlrpc)\\.php$'],
  ['^.*\\.inc$', '^(wp-login|xmlrpc)\\.php$'],
  ['^[0-9]+$', '^[a-z]'],
  ['(?i)^a.c$', '^[b-z]'],
  ['^a{2,3}$', '^a?$'],
  ['^(ab)*$', 'ba$'],
  ['^a(?!b)', '^b'],
  ['(?!)', ''],
  ['a(?!)', 'a'],
  ['^$', 'x'],
])('no text matches %s and %s', (one, other) => {
  expect(mayOverlap(one, other)).toBe(false);
  expect(mayOverlap(other, one)).toBe(false);
});

test.each([
  ['\\.php$', '^[^/]+$'],
  ['\\.php$', '\\.gif'],
  ['\\.php', '\\.php\\.bak$'],
  ['(?i)\\.PHP$', '^a\\.php$'],
  ['^a(?i)B|c', '^C'],
  ['^(a|ab)$', '^ab?$'],
  // A name may end with a line feed.
  ['a$', '\\n$'],
  ['^a{3,}$', '^a{40}$'],
  ['^a{,2}$', '^aa$'],
])('some text matches %s and %s', (one, other) => {
  expect(mayOverlap(one, other)).toBe(true);
});

test.each([
  '\\Qa\\E',
  '(?x)a',
  '(?P=n)',
  'a\\1',
  '\\x{61}',
  '\\p{L}',
  '(?#a)',
  '(a',
  'a)',
  '*',
  '[',
  '(?-i)a',
  '\\ca',
])('of %s nothing is certain', (one) => {
  expect(mayOverlap(one, '^b$')).toBe(true);
});

test('patterns with more in them than is gone through in reasonable time overlap', () => {
  const long = 'x'.repeat(1000);
  expect(mayOverlap(`^a${long}`, '^b')).toBe(true);
  expect(mayOverlap('^a(((((b{9}){9}){9}){9}){9})', '^b')).toBe(true);
});
