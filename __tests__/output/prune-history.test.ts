import { expect, test } from '@jest/globals';
import { nodeFileSystem } from '../../src/output/index.ts';
import type { FileSystem, Ledger } from '../../src/output/index.ts';
import { nextId } from '../../src/output/journal/ledger.ts';
import { pruneHistory } from '../../src/output/journal/prune-history.ts';
import { systemError } from './tree-on-disk.ts';

const JOURNAL = JSON.stringify({ version: 1, started: '2026-01-01', paths: ['/srv'], read: [], entries: [] });
const IDS = Array.from({ length: 13 }, (_, at) => `${String(at + 1).padStart(6, '0')}-abcdef`);

/** A history of so many runs of one tree, of which another process takes some away while it is shortened. */
function ledgerWith(
  rename: FileSystem['rename'],
  ids: readonly string[] = IDS,
  read: FileSystem['read'] = () => ({ ...nodeFileSystem.read('/dev/null'), text: JOURNAL }),
): Ledger {
  const list = (path: string) => (path.endsWith('/history') ? [...ids] : []);
  const fileSystem: FileSystem = { ...nodeFileSystem, list, read, rename };
  return { fileSystem, folder: '/state', now: () => new Date(), processes: { isAlive: () => true } as never };
}

test('a run that another process has taken away is no problem', () => {
  const taken: string[] = [];
  const rename = (from: string): void => {
    if (from.includes('000002')) throw systemError('ENOENT');
    taken.push(from);
  };
  expect(pruneHistory(ledgerWith(rename))).toEqual([]);
  expect(taken.map((path) => path.slice(-13, -7))).toEqual(['000003', '000001']);
});

test('of a long history no journal is read', () => {
  const ledger = ledgerWith(
    () => {},
    [],
    () => {
      throw systemError('EIO');
    },
  );
  const journal = { version: 1, started: '', read: [], entries: [] } as const;
  const idOf = (path: string, at: number) =>
    nextId(ledger, { ...journal, paths: [path] }).replace(/^\d{6}/, String(at).padStart(6, '0'));
  const ids = [...Array(300).keys()].map((at) => idOf(at % 2 === 0 ? '/srv' : `/tmp/${at}`, at));
  const taken: string[] = [];
  const long = ledgerWith((from) => taken.push(from), ids, ledger.fileSystem.read);
  expect(pruneHistory(long)).toEqual([]);
  // Of 150 of one tree; the others are each the latest of theirs.
  expect(taken).toHaveLength(140);
});

test('what else goes wrong is told', () => {
  const rename = (): void => {
    throw systemError('EROFS');
  };
  expect(pruneHistory(ledgerWith(rename))).toHaveLength(1);
});
