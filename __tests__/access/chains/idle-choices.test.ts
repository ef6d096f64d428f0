import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { withoutIdleChoices } from '../../../src/access/chains/idle-choices.ts';
import { limitedWork } from '../../../src/access/work.ts';

const NAMES = ['a', 'b', 'c', 'd'];
type Made = readonly (readonly [string, boolean])[];
const joined = (all: readonly Made[]) =>
  withoutIdleChoices(
    all.map((made) => ({ state: 'x', choices: new Map(made) })),
    limitedWork(),
  ).map(({ choices }) => Object.fromEntries(choices));

/** Every way in which all choices may be made that is one of these. */
function waysIn(all: readonly Readonly<Record<string, boolean>>[]): string[] {
  const ways = NAMES.reduce<readonly Record<string, boolean>[]>(
    (made, name) =>
      made.flatMap((each) => [
        { ...each, [name]: true },
        { ...each, [name]: false },
      ]),
    [{}],
  );
  const isIn = (way: Readonly<Record<string, boolean>>): boolean =>
    all.some((each) => Object.entries(each).every(([name, value]) => way[name] === value));
  return ways.filter(isIn).map((way) => JSON.stringify(way));
}

test('a choice that leads to one state whichever way it goes is none', () => {
  expect(joined([[['a', true]], [['a', false]]])).toEqual([{}]);
  const both = [
    [
      ['a', true],
      ['b', true],
    ],
    [
      ['a', false],
      ['b', true],
    ],
    [
      ['a', true],
      ['b', false],
    ],
  ] as const;
  expect(joined(both)).toEqual([{ a: false, b: true }, { a: true }]);
  expect(
    joined([
      ...both,
      [
        ['b', false],
        ['a', false],
      ],
    ]),
  ).toEqual([{}]);
});

test('others stay', () => {
  const apart = [
    [
      ['a', true],
      ['b', false],
    ],
    [
      ['a', false],
      ['b', true],
    ],
    [['c', true]],
  ] as const;
  expect(joined(apart)).toEqual(apart.map((made) => Object.fromEntries(made)));
});

test('what is joined are the same requests', () => {
  const cube = fc
    .uniqueArray(fc.constantFrom(...NAMES), { maxLength: NAMES.length })
    .chain((names) => fc.tuple(...names.map((name) => fc.boolean().map((is) => [name, is] as const))));
  fc.assert(
    fc.property(fc.array(cube, { maxLength: 12 }), (cubes) => {
      const before = cubes.map((made) => Object.fromEntries(made));
      expect(waysIn(joined(cubes))).toEqual(waysIn(before));
    }),
    { numRuns: 500 },
  );
});
