import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { inOrder, inPairs } from '../../../src/access/chains/index.ts';
import type { FlowEvent } from '../../../src/access/chains/index.ts';
import type { AccessSection } from '../../../src/access/sections/types.ts';

// The events of two trees, side by side.

const event = fc
  .record({
    side: fc.constantFrom('before' as const, 'after' as const),
    choices: fc.constantFrom<readonly string[]>([], ['a'], ['b'], ['c'], ['a', 'b']),
    walk: fc.integer({ min: 1, max: 2 }),
    seq: fc.integer({ min: 0, max: 9 }),
    isAsking: fc.boolean(),
  })
  .map(({ side, choices, walk, seq, isAsking }) => {
    const section = { isAsking } as unknown as AccessSection;
    return { section, side, choices, path: null, order: [walk, seq] } satisfies FlowEvent;
  });

const ASKED_FOR = new Set(['b']);
const asked = {
  isAsking: (section: AccessSection) => 'isAsking' in section && section.isAsking === true,
  isAskedFor: (choice: string) => ASKED_FOR.has(choice),
};

test('in pairs each tree keeps its order, nothing is lost, and what is asked for comes before who asks', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 12 }), (events) => {
      const [apart, paired] = [inOrder(events), inPairs(asked)(events)];
      for (const side of ['before', 'after'] as const) {
        const ofSide = (each: FlowEvent): boolean => each.side === side;
        expect(paired.filter(ofSide)).toEqual(apart.filter(ofSide));
      }
      expect(paired.length).toBe(events.length);
      paired.forEach((each, at) => {
        if (each.side === 'before' || !asked.isAsking(each.section)) return;
        const later = paired
          .slice(at)
          .filter(({ side, order }) => side === 'before' && order[0] === each.order[0]);
        expect(later.some(({ choices }) => choices.some(asked.isAskedFor))).toBe(false);
      });
      const walks = paired.map(({ order }) => order[0]!);
      expect(walks).toEqual(walks.toSorted());
    }),
  );
});

test('what both trees say of a pattern stands together', () => {
  const said = (side: 'before' | 'after', choice: string, seq: number): FlowEvent => ({
    section: {} as unknown as AccessSection,
    side,
    choices: [choice],
    path: null,
    order: [1, seq],
  });
  const events = ['a', 'b', 'c'].flatMap((choice, seq) => [
    said('before', choice, seq),
    said('after', choice, seq),
  ]);
  const told = inPairs(asked)(events).map(({ side, choices }) => `${side} ${choices.join()}`);
  expect(told).toEqual(['before a', 'after a', 'before b', 'after b', 'before c', 'after c']);
});
