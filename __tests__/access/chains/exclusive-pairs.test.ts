import { expect, test } from '@jest/globals';
import { exclusivePairs } from '../../../src/access/chains/exclusive-pairs.ts';

const pairs = (...choices: readonly string[]) =>
  [...exclusivePairs(choices)].flatMap(([one, others]) => [...others].map((other) => [one, other]));

test.each([
  ['file \\.php$', 'file ^[^.]+$'],
  ['file* *.inc', 'file \\.(gif|jpg)$'],
  ['file* *.inc', 'file* a?'],
  ['address ^/[a-m]+/', 'address ^/[n-z]+/'],
])('%s and %s do not hold together', (one, other) => {
  expect(pairs(one, other)).toEqual([
    [one, other],
    [other, one],
  ]);
});

test.each([
  ['file \\.php$', 'file ^a'],
  // A folder may match one, and the file in it another.
  ['path ^/a$', 'path ^/b$'],
  ['file ^a$', 'address ^b$'],
  ['file* [ab]', 'file* c'],
  // What is matched before doubled slashes are merged is another text.
  ['address ^/a//b', 'address ^/c'],
])('%s and %s may hold together', (one, other) => {
  expect(pairs(one, other)).toEqual([]);
});

test('of each pair by itself: one that holds with one of them may not with another', () => {
  expect(pairs('file ^a', 'file ^b', 'file \\.x$', 'file ^[^.]*$')).toEqual([
    ['file ^a', 'file ^b'],
    ['file ^b', 'file ^a'],
    ['file \\.x$', 'file ^[^.]*$'],
    ['file ^[^.]*$', 'file \\.x$'],
  ]);
});

test('of very many patterns none are compared', () => {
  const many = Array.from({ length: 25 }, (_, i) => `file ^[${String.fromCharCode(97 + i)}]`);
  expect(pairs(...many.slice(1))).toHaveLength(24 * 23);
  expect(pairs(...many)).toEqual([]);
});
