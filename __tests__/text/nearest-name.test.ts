import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { editDistance } from '../../src/text/index.ts';

test('a distance counted up to a limit is the whole one, or no less than the limit', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 9 });
  fc.assert(
    fc.property(word, word, fc.nat(9), (one, other, most) => {
      const whole = editDistance(one, other);
      const counted = editDistance(one, other, most);
      if (whole < most) expect(counted).toBe(whole);
      else expect(counted).toBeGreaterThanOrEqual(most);
    }),
    { numRuns: 2_000 },
  );
});
