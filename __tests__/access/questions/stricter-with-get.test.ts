import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { HostRecord, State22 } from '../../../src/access/policy/index.ts';
import { ALL_METHODS, EMPTY_STATE_22, merge22, methodSet } from '../../../src/access/policy/index.ts';
import { createComparison } from '../../../src/access/proof/decide.ts';
import { START_22 } from '../../../src/access/states/walk-state.ts';
import { mayBeStricterWithGet } from '../../../src/access/questions/stricter-inside.ts';
import { context22, state22 } from '../policy/arbitraries.ts';

// Whether GET keeps somebody out whom another method lets in: asked of requests only where some section by itself may do that.

const CONTEXT_24 = { accessCompat: false, authTypes: new Set(['basic']) };

const section: fc.Arbitrary<State22> = state22.map((own) => ({
  ...own,
  requires: own.requires?.map((line) => ({ ...line, methods: ALL_METHODS })) ?? null,
  satisfy: own.satisfy.map((slot) => ({ ...slot, methods: ALL_METHODS })),
}));

test('behind several sections GET is stricter only if it may be by what one of them says', () => {
  fc.assert(
    fc.property(fc.array(section, { minLength: 1, maxLength: 3 }), context22, (sections, context) => {
      const comparison = createComparison([context], CONTEXT_24);
      const state = sections.reduce((outer, inner) => merge22(outer, inner), EMPTY_STATE_22);
      const isStricter = comparison.isStricterWithGet({ ...START_22, state });
      const mayBe = sections.some((own) => mayBeStricterWithGet(own, comparison));
      expect(isStricter && !mayBe).toBe(false);
    }),
    { numRuns: 300 },
  );
});

const GET = methodSet('only', ['GET']);
const OTHERS = methodSet('except', ['GET']);
const all = (methods = ALL_METHODS) => ({ words: ['all'], methods });

test.each<[string, Partial<HostRecord>, boolean]>([
  ['Deny for others', { deny: [all(OTHERS)] }, false],
  ['Deny for others behind their Order', { orders: [{ value: 'allow,deny', methods: OTHERS }] }, false],
  ['Allow for GET', { orders: [{ value: 'allow,deny', methods: ALL_METHODS }], allow: [all(GET)] }, false],
  ['Deny for GET', { deny: [all(GET)] }, true],
  ['Allow for others', { deny: [all()], allow: [all(OTHERS)] }, true],
])('%s', (_, lines, mayBe) => {
  const comparison = createComparison(
    [{ authzModules: ['user'], authzDefault: true, authnDefault: true, authTypes: new Set(['basic']) }],
    CONTEXT_24,
  );
  const host = { orders: [], allow: [], deny: [], ...lines };
  expect(mayBeStricterWithGet({ ...EMPTY_STATE_22, host }, comparison)).toBe(mayBe);
});

test('what asks for users with some methods may always be', () => {
  const comparison = createComparison(
    [{ authzModules: ['user'], authzDefault: true, authnDefault: true, authTypes: new Set(['basic']) }],
    CONTEXT_24,
  );
  const requires = [{ text: 'valid-user', methods: OTHERS }];
  expect(mayBeStricterWithGet({ ...EMPTY_STATE_22, requires }, comparison)).toBe(true);
});
