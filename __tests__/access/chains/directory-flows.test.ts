import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createDirectoryFlows } from '../../../src/access/chains/directory-flows.ts';
import { folderTable } from '../../../src/access/chains/folder-table.ts';
import { indexSections } from '../../../src/access/chains/index.ts';
import { listsOf } from '../../../src/access/chains/section-index.ts';
import { analysisOf } from '../../../src/access/sections/analysis.ts';
import { memoryTree } from '../request/memory-tree.ts';

// Whichever folder was asked for first: the flows for a folder are those of the deepest one with rules that it is in.

const part = fc.constantFrom('a', 'b', 'a-b', 'ab');
const folder = fc.array(part, { maxLength: 4 }).map((parts) => `/${parts.join('/')}`);

test('the flows for a folder are those of its region', () => {
  fc.assert(
    fc.property(fc.array(folder, { maxLength: 14 }), fc.array(folder, { minLength: 1 }), (ruled, asked) => {
      const text = ruled.map((each) => `<Directory ${each}>\nDeny from all\n</Directory>\n`).join('');
      const { model } = memoryTree(text);
      const index = indexSections(
        analysisOf(model).sections.map((section) => ({ section, side: 'both' as const })),
      );
      const table = folderTable(index);
      const { main } = model;
      const lists = [listsOf(index, main)];
      const flows = createDirectoryFlows(index, lists, table, main);
      for (const each of asked) {
        const region = table.regionOf(each);
        expect(flows.at(each).map(({ about }) => [about.folder, about.region])).toEqual([[region, region]]);
      }
    }),
    { numRuns: 60 },
  );
});
