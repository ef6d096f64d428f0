import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Context24, RequireLeaf, RequireTree } from '../../../src/access/policy/index.ts';
import {
  ALL_METHODS,
  createAtoms,
  decide24,
  DENIED,
  GRANTED,
  requireLeaf,
  simplifyTree,
} from '../../../src/access/policy/index.ts';
import { METHODS, state24 } from './arbitraries.ts';

const CONTEXT: Context24 = { accessCompat: true, authTypes: new Set(['basic']) };

type Replacing = (leaf: RequireLeaf) => RequireTree;

/** The lines replaced, and all else as it was. */
function withLines(tree: RequireTree, lineFor: Replacing): RequireTree {
  return tree.type === 'leaf'
    ? lineFor(tree)
    : { ...tree, children: tree.children.map((child) => withLines(child, lineFor)) };
}

/** Random trees hold lines for several methods; with one for all there is more to simplify. */
function forAll(tree: RequireTree): RequireTree {
  return withLines(tree, (leaf) => ({ ...leaf, methods: ALL_METHODS }));
}

const found: fc.Arbitrary<'as it is' | 'granted' | 'denied'> = fc.constantFrom(
  'as it is',
  'granted',
  'denied',
);

test('who gets in stays the same, whichever lines are always met, or never', () => {
  const atoms = createAtoms();
  fc.assert(
    fc.property(state24, found, found, fc.boolean(), (state, ofIp, ofEnv, isForAll) => {
      fc.pre(state.tree !== null);
      const tree = isForAll ? forAll(state.tree!) : state.tree!;
      const lineFor: Replacing = (leaf) => {
        const args = leaf.provider === 'ip' ? ofIp : leaf.provider === 'env' ? ofEnv : 'as it is';
        return args === 'as it is' ? leaf : { ...leaf, provider: 'all', args };
      };
      const [plain, simple] = [withLines(tree, lineFor), simplifyTree(tree, lineFor)];
      for (const method of METHODS) {
        const outcomeOf = (each: RequireTree) => decide24(atoms, { ...state, tree: each }, method, CONTEXT);
        expect(outcomeOf(simple)).toEqual(outcomeOf(plain));
      }
    }),
    { numRuns: 2_000 },
  );
});

const ADMINS = requireLeaf('user', 'alice');
const IN_A = requireLeaf('expr', '%{REQUEST_URI} =~ m#^/a#');
const BY_CASES: RequireTree = {
  type: 'any',
  children: [
    { type: 'all', children: [IN_A, ADMINS] },
    { type: 'all', children: [{ ...IN_A, args: '%{REQUEST_URI} !~ m#^/a#' }, requireLeaf('valid-user', '')] },
  ],
};

test('of cases the one remains that is met, and what the others hold is not asked for', () => {
  const asked: RequireLeaf[] = [];
  const inA = simplifyTree(BY_CASES, (leaf) => {
    asked.push(leaf);
    if (leaf.provider !== 'expr') return leaf;
    return leaf.args.includes('!~') ? DENIED : GRANTED;
  });
  expect(inA).toEqual(ADMINS);
  expect(asked.map(({ provider }) => provider)).toEqual(['expr', 'user', 'expr']);
});

test('a tree in which nothing is decided stays the same object', () => {
  expect(simplifyTree(BY_CASES, (leaf) => leaf)).toBe(BY_CASES);
});

test('what only refuses stays beside what grants', () => {
  const tree = { type: 'all' as const, children: [GRANTED, { ...ADMINS, negated: true }] };
  expect(simplifyTree(tree, (leaf) => leaf)).toBe(tree);
});
