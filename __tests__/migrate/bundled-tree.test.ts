import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { freePort } from '../free-port.ts';
import { migrate } from '../../src/migrate/index.ts';
import type { Migration, MigrateOptions } from '../../src/migrate/index.ts';
import { createDiskReader } from '../../src/model/index.ts';
import { isProbeFailure, probeTarget, targetProfile } from '../../src/target/index.ts';
import type { TargetProfile } from '../../src/target/index.ts';
import type { Transform } from '../../src/transform/index.ts';
import { transforms as allTransforms } from '../../transforms/index.ts';
import { BINARY, copyBundledTree, hasServer, startServer } from './bundled-server.ts';
import type { Ask, RunningServer } from './bundled-server.ts';

/** What a real 2.2 answers, by its manual and our reading of its source. */
const ANSWERS: readonly (readonly [string, number, Ask])[] = [
  ['the front page', 200, { path: '/' }],
  ['the crawler of the calendar', 403, { path: '/', headers: { 'User-Agent': 'EternalBot/1.0' } }],
  ['a .htaccess file', 403, { path: '/private/.htaccess' }],
  ["the board's papers, unnamed", 401, { path: '/private/' }],
  ["the board's papers, alice", 200, { path: '/private/', headers: login('alice', 'open-sesame') }],
  ["the board's papers, bob", 401, { path: '/private/', headers: login('bob', 'let-me-in') }],
  ['staff, from the office', 200, { path: '/staff/', from: '127.0.0.2' }],
  ['staff, from elsewhere', 401, { path: '/staff/' }],
  ['staff, from elsewhere with a password', 200, { path: '/staff/', headers: login('bob', 'let-me-in') }],
  ['the status page, from this machine', 200, { path: '/server-status' }],
  ['the status page, from elsewhere', 403, { path: '/server-status', from: '127.0.0.3' }],
  ['the old shop', 301, { path: '/shop/shoes' }],
  ['the list of downloads', 200, { path: '/downloads/' }],
  ['a download', 200, { path: '/downloads/price-list.txt', method: 'HEAD' }],
  ['a download, deleted', 403, { path: '/downloads/price-list.txt', method: 'DELETE' }],
  ['bookings, with nobody behind', 503, { path: '/booking/' }],
  ['the wiki', 200, { path: '/', host: 'wiki.example.test' }],
  ['the wiki, from the address that is kept out', 403, { path: '/', host: 'wiki', from: '127.0.0.9' }],
  ['the wiki, crawled', 200, { path: '/', host: 'wiki', headers: { 'User-Agent': 'EternalBot' } }],
];

function login(user: string, password: string): Record<string, string> {
  return { Authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };
}

function migrateTree(root: string, target: TargetProfile, transforms?: readonly Transform[]): Migration {
  const how = { access: 'require', semantics: 'contract', apply: 'safe' } as const;
  const options: MigrateOptions = { ...how, target, defines: [], only: null, skip: [] };
  const chosen = transforms === undefined ? {} : { transforms };
  const migration = migrate({ path: root, options, ...chosen }, createDiskReader());
  if ('code' in migration) throw new Error(migration.message);
  return migration;
}

function write({ patchSet }: Migration): void {
  for (const { path, after } of patchSet.files) writeFileSync(path, after, 'latin1');
}

describe('the bundled tree', () => {
  test.each(['stock', 'debian', 'rhel'] as const)(
    'moves to %s without a refusal, and a second time nothing',
    (name) => {
      const root = copyBundledTree(8642);
      const target = targetProfile(name);
      const first = migrateTree(root, target);
      expect(first.refused).toEqual([]);
      expect(first.patchSet.files.length).toBeGreaterThan(3);
      write(first);
      const second = migrateTree(root, target);
      expect(second.patchSet).toEqual({ files: [], links: [] });
    },
  );

  test('is the same if independent transforms run one after the other', () => {
    const root = copyBundledTree(8642);
    const texts = (transforms: readonly Transform[]) =>
      migrateTree(root, targetProfile('stock'), transforms).patchSet.files.map(({ after }) => after);
    const alone = allTransforms.map((transform) => ({ ...transform, isIndependent: false }));
    expect(allTransforms.filter(({ isIndependent }) => isIndependent).length).toBeGreaterThan(10);
    expect(texts(alone)).toEqual(texts(allTransforms));
  });

  test('keeps every comment', () => {
    const root = copyBundledTree(8642);
    const comments = (text: string) => text.split('\n').filter((line) => /^\s*#(?!LoadModule)/.test(line));
    const { patchSet } = migrateTree(root, targetProfile('stock'));
    for (const { before, after } of patchSet.files) expect(comments(after)).toEqual(comments(before));
  });
});

(hasServer() ? describe : describe.skip)('the bundled tree on a real 2.4', () => {
  let server: RunningServer;

  beforeAll(async () => {
    const port = await freePort();
    const root = copyBundledTree(port);
    const target = probeTarget(BINARY);
    if (isProbeFailure(target)) throw new Error(target.message);
    write(migrateTree(root, target));
    server = await startServer(root, port);
  });

  afterAll(() => server?.stop());

  test.each(ANSWERS)('%s: %i', async (_, status, ask) => {
    expect((await server.ask(ask)).status).toBe(status);
  });
});
