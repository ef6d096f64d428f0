import fc from 'fast-check';
import type { Wishes } from './check-tree.ts';

export const wishes: fc.Arbitrary<Wishes> = fc.record({
  access: fc.constantFrom('require', 'require', 'require', 'compat'),
  semantics: fc.constantFrom('contract', 'exact'),
  apply: fc.constantFrom('safe', 'review'),
  target: fc.constantFrom('stock', 'debian', 'rhel'),
  dual: fc.constantFrom(false, false, false, true),
});
