import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { prefixTable } from '../../../src/access/addresses/prefix-table.ts';
import { isPathAtOrBelow } from '../../../src/access/folders/paths.ts';

const path = fc
  .array(fc.constantFrom('a', 'b', 'a-b', 'ab'), { maxLength: 4 })
  .map((parts) => `/${parts.join('/')}`);

test('few or many: those at a path and above it, in the order of all', () => {
  fc.assert(
    fc.property(fc.array(path, { maxLength: 20 }), path, (all, asked) => {
      const items = all.map((each, at) => ({ each, at }));
      const table = prefixTable(items, ({ each }) => each);
      const there = items.filter(({ each }) => isPathAtOrBelow(asked, each));
      expect(table.around(asked)).toEqual(there);
      expect(table.firstAround(asked)).toEqual(there[0] ?? null);
      expect(table.paths).toEqual(all);
    }),
  );
});
