import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { PROJECT } from './run-program.ts';
import { runOnTerminal } from './run-on-terminal.ts';
import { tempTree } from './temp-tree.ts';

// What a person sees of a usual tree below the diff, at the size that every terminal has.
const LINES = 24;

const TREES = [
  ['bundled-2.2/conf/httpd.conf', LINES],
  // Half of it is not in this copy, and the result will be Debian's.
  ['debian-7', 32],
] as const;

test.each(TREES)('the summary of %s has at most %d lines', (path, most) => {
  const folder = tempTree({});
  const [tree = ''] = path.split('/');
  cpSync(join(PROJECT, '__fixtures__/trees', tree), join(folder, tree), {
    recursive: true,
    verbatimSymlinks: true,
  });
  const { screen } = runOnTerminal([path, '--no-color'], { folder });
  const summary = screen
    .slice(screen.search(/^Read \d+ files? of /m))
    .trimEnd()
    .split('\n');
  expect(summary.at(0)).toMatch(/^Read /);
  expect(summary.at(-1)).toContain('--write');
  expect(summary.length).toBeLessThanOrEqual(most);
  expect(summary.filter((line) => line.length > 80)).toEqual([]);
});
