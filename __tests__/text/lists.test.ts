import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { flatMap } from '../../src/text/index.ts';

test('gives what the method of lists gives', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.nat(), fc.array(fc.oneof(fc.nat(), fc.array(fc.nat()))))), (made) => {
      const list = made.map((_, index) => index);
      const make = (each: number) => made[each];
      expect(flatMap(list, make)).toEqual(list.flatMap(make));
    }),
  );
});
