import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { startLookup } from '../../../src/access/addresses/start-index.ts';

const near = startLookup((starts: readonly string[]) => starts);

test('of a long list those are found, in order, of which a start begins the text, or the text a start', () => {
  const text = fc.string({ unit: fc.constantFrom('/', 'a', 'b'), maxLength: 5 });
  const list = fc.array(fc.array(text, { minLength: 1, maxLength: 3 }), { minLength: 20, maxLength: 60 });
  fc.assert(
    fc.property(list, text, (all, asked) => {
      const fits = (start: string): boolean => start.startsWith(asked) || asked.startsWith(start);
      expect(near(all, asked)).toEqual(all.filter((starts) => starts.some(fits)));
    }),
  );
});

test('a short list is given as it is', () => {
  const few = [['/a'], ['/b']];
  expect(near(few, '/c')).toBe(few);
});
