import { expect, test } from '@jest/globals';
import { inPart } from '../../src/text/index.ts';

test('short texts are quoted whole', () => {
  expect(inPart('Deny from all')).toBe('Deny from all');
});

test('long ones up to a word', () => {
  expect(inPart(`Deny from ${'10.1.2.3 '.repeat(2000)}`)).toMatch(/^Deny from (?:10\.1\.2\.3 ){21}\.\.\.$/);
});

test('a word that is longer than that is cut', () => {
  expect(inPart(`Deny from ${'x'.repeat(2000)}`)).toHaveLength(204);
});
