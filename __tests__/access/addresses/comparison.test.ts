import { describe, expect, test } from '@jest/globals';
import { holds, readComparison } from '../../../src/access/addresses/comparison.ts';

// What servers of either version answered: pattern, [NC], value, 2.2, 2.4.
const ANSWERS: readonly (readonly [string, boolean, string, boolean, boolean])[] = [
  ['=x', false, 'x', true, true],
  ['=""', false, '', true, true],
  ['=AB', true, 'ab', true, true],
  ['<x', false, '127', false, false],
  ['>x', false, '127', true, true],
  ['<=x', false, 'x', true, true],
  ['<=x', false, '=x', false, false],
  ['<=x', false, '-x', true, false],
  ['>=127.0.0.1', false, '127.0.0.1', false, true],
  ['>=127.0.0.1', false, '=127.0.0.1', false, true],
  ['<=', false, '5', true, false],
  ['>=', false, '', false, true],
  ['<AB', true, 'aa', false, true],
  ['<AB', true, 'b', true, false],
  ['>AB', true, 'ab', true, false],
  ['>AB', true, 'b', false, true],
];

describe.each(ANSWERS)('RewriteCond %s, NC %s, of %j', (pattern, ignoresCase, value, on22, on24) => {
  test.each([
    ['2.2', on22],
    ['2.4', on24],
  ] as const)('%s: %s', (version, isMet) => {
    const comparison = readComparison(pattern, version);
    expect(comparison && holds(comparison, value, { ignoresCase, version })).toBe(isMet);
  });
});

test('other patterns are none', () => {
  expect(readComparison('^a', '2.2')).toBeNull();
  expect(readComparison('-d', '2.4')).toBeNull();
});
