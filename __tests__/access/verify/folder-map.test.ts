import { expect, test } from '@jest/globals';
import { analysisOf } from '../../../src/access/sections/analysis.ts';
import { folderMap } from '../../../src/access/verify/folder-map.ts';
import { memoryTree } from '../request/memory-tree.ts';

test('what is above a moved folder stands where that folder was, too, but for what no server accepts', () => {
  const { model } = memoryTree(
    '<Directory /srv>\n<Directory /srv>\nDeny from all\n</Directory>\n</Directory>\n',
  );
  const { place } = folderMap([{ after: ['srv', 'www'], before: ['var', 'www'] }]);
  const pathsOf = (at: number) =>
    place(analysisOf(model).allSections[at]!).map(({ matcher }) => 'path' in matcher && matcher.path);
  expect(pathsOf(0)).toEqual([['srv'], ['var', 'www']]);
  // A hundred inside each other would be 2^100.
  expect(pathsOf(1)).toEqual([['srv']]);
});
