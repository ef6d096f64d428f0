// Which runs of a long history are those of a tree: found by the text of their journals, and the same as by all that they say.
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { nodeFileSystem, openRuns, runsOnTree, runsToUndo } from '../../src/output/index.ts';
import type { FileSystem, Ledger } from '../../src/output/index.ts';
import { isInside } from '../../src/output/diff-base.ts';
import { printJournal } from '../../src/output/journal/ledger.ts';
import type { Journal } from '../../src/output/journal/types.ts';

/** A history in memory, its runs numbered as they are given. */
function ledgerOf(journals: readonly Pick<Journal, 'paths' | 'read'>[]): Ledger {
  const ids = journals.map((_, at) => `${String(at).padStart(6, '0')}-abcdef`);
  const texts = journals.map((names) =>
    printJournal({ version: 1, started: '2026-01-01', entries: [], folders: [], ...names }),
  );
  const { stat } = nodeFileSystem.read('/dev/null');
  const fileSystem: FileSystem = {
    ...nodeFileSystem,
    list: (path) => (path.endsWith('/history') ? ids : []),
    read: (path) => ({ stat, text: texts[ids.findIndex((id) => path.includes(id))]! }),
  };
  return { fileSystem, folder: '/state', now: () => new Date(), processes: { isAlive: () => true } as never };
}

const numbers = (runs: readonly { id: string }[]) => runs.map(({ id }) => Number(id.slice(0, 6)));

const name = fc.constantFrom('a', 'ab', 'b', 'ü', '"', '\\', '\n', '\\n', '\u{1F600}', 'a b', '\uFFFD');
const path = fc.array(name, { maxLength: 4 }).map((names) => join('/', ...names));
const journal = fc.record({
  paths: fc.array(path, { maxLength: 2 }),
  read: fc.array(path, { maxLength: 3 }),
});

test('by any path of a tree, above it or in it, its runs are found and no others', () => {
  fc.assert(
    fc.property(fc.array(journal, { maxLength: 6 }), path, (journals, asked) => {
      const expected = journals.flatMap(({ paths, read }, at) => {
        const isBelow = [...paths, ...read].some((file) => isInside(file, asked));
        return isBelow || paths.some((folder) => isInside(asked, folder)) ? [at] : [];
      });
      const ledger = ledgerOf(journals);
      expect(numbers(runsOnTree(ledger, 'history', [asked]))).toEqual(expected);
      expect(numbers(openRuns(ledger, [asked]).map(({ run }) => run))).toEqual(expected);
      const own = expected.filter((at) => {
        const { paths } = journals[at]!;
        return paths.some((folder) => isInside(asked, folder) || isInside(folder, asked));
      });
      const latest = own.length > 0 ? own.at(-1) : expected.at(-1);
      expect(runsToUndo(ledger, [asked])[0]?.id.slice(0, 6)).toBe(
        latest === undefined ? undefined : String(latest).padStart(6, '0'),
      );
    }),
    { numRuns: 300 },
  );
});

test('journals of other trees are not taken apart', () => {
  const others = [...Array(500).keys()].map((at) => ({ paths: [`/srv/s${at}`], read: [`/etc/s${at}.conf`] }));
  const ledger = ledgerOf([...others, { paths: ['/srv/web'], read: [] }]);
  const parse = JSON.parse;
  let parsed = 0;
  JSON.parse = (text) => {
    parsed++;
    return parse(text) as unknown;
  };
  try {
    expect(numbers(runsOnTree(ledger, 'history', ['/srv/web/conf/httpd.conf']))).toEqual([500]);
    expect(parsed).toBe(1);
  } finally {
    JSON.parse = parse;
  }
});
