import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createInterner } from '../../../src/access/states/intern.ts';

/** Few names and values, so that many are equal. */
const { value: plainValue } = fc.letrec<{ value: object; part: unknown }>((tie) => ({
  value: fc.oneof(
    fc.dictionary(fc.constantFrom('a', 'b'), tie('part'), { maxKeys: 2, noNullPrototype: true }),
    fc.array(tie('part'), { maxLength: 2 }),
  ),
  part: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(null, true, 0, 1, '', '1', 'true', '[', '#0', '{a:#0,', '0,b,n1'),
    tie('value'),
  ),
}));

describe('createInterner', () => {
  test('equal values become one object, others never do', () => {
    fc.assert(
      fc.property(fc.array(plainValue, { maxLength: 12 }), (values) => {
        const intern = createInterner();
        const interned = values.map(intern);
        for (const [i, a] of values.entries()) {
          for (const [j, b] of values.entries()) {
            expect(interned[i] === interned[j]).toBe(JSON.stringify(a) === JSON.stringify(b));
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  test('what is given back is equal to what was given, and is given back again', () => {
    fc.assert(
      fc.property(fc.array(plainValue, { maxLength: 12 }), (values) => {
        const intern = createInterner();
        for (const value of values) {
          expect(intern(value)).toEqual(value);
          expect(intern(intern(value))).toBe(intern(value));
        }
      }),
    );
  });

  test('of what is given back equal parts are one object, too', () => {
    const partsOf = (value: unknown): object[] =>
      typeof value === 'object' && value !== null
        ? [value, ...Object.values(value).flatMap((part) => partsOf(part))]
        : [];
    fc.assert(
      fc.property(fc.array(plainValue, { maxLength: 12 }), (values) => {
        const intern = createInterner();
        const known = new Map<string, object>();
        for (const part of values.map(intern).flatMap(partsOf)) {
          const text = JSON.stringify(part);
          expect(known.get(text) ?? part).toBe(part);
          known.set(text, part);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('of thousands each is known again', () => {
    const intern = createInterner();
    const make = (i: number): object => ({
      name: `n${i % 50}`,
      list: Array.from({ length: i % 7 }, () => ({ i })),
    });
    const interned = Array.from({ length: 3000 }, (_, i) => intern(make(i)));
    interned.forEach((one, i) => {
      if (intern(make(i)) !== one) throw new Error(`${i} is not known`);
    });
    expect(interned).toEqual(Array.from({ length: 3000 }, (_, i) => make(i)));
  });

  test('parts of interned values count as what they hold', () => {
    const intern = createInterner();
    const inner = intern({ list: [{ name: 'x' }] });
    const outer = intern({ state: inner });
    expect(intern({ state: { list: [{ name: 'x' }] } })).toBe(outer);
    expect(intern({ state: { list: [{ name: 'y' }] } })).not.toBe(outer);
  });
});
