import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { contractRows } from '../../src/catalog/index.ts';
import { isProbeFailure, probeTarget } from '../../src/target/index.ts';
import { readFixtures } from '../../src/testing/index.ts';
import type { Fixture } from '../../src/testing/index.ts';
import { transforms } from '../../transforms/index.ts';
import { hasServer } from './real-server.ts';
import { entryOf, showMigrated } from './whole-tree.ts';
import type { Shown } from './whole-tree.ts';
import { EFFORT } from '../effort.ts';

// Each fixture of a row that rewrites is migrated as a whole, and a real 2.4 accepts the result. It takes its time: 450 servers read theirs;
// of a sample it is one for each transform.

const REWRITING: ReadonlySet<string> = new Set(['rewrite', 'insert', 'remove', 'pin']);
const rewriting = contractRows.filter(({ does }) => REWRITING.has(does)).map(({ id }) => id);
const serving = new Map(
  transforms.map(({ id, rows }) => [id, rows.filter((row) => rewriting.includes(row))]),
);
const fixtures = readFixtures(join(import.meta.dirname, '../../__fixtures__/transforms')).filter(
  (fixture) =>
    (serving.get(fixture.transform)?.length ?? 0) > 0 &&
    entryOf(fixture) !== null &&
    fixture.settings.dual !== true &&
    (EFFORT !== 'sample' || fixture.name === 'simple'),
);

/** What 2.2 refuses as well, and modules that are not on the machine. */
const EXCEPTED: readonly (readonly [RegExp, string])[] = [
  [/not allowed here|takes one argument|Unknown keyword '#'/, 'refused by 2.2 as well'],
  [/Could not open configuration file \S+\/more-modules\.conf/, 'the copy lacks a file that the server has'],
  [/AH00111: Config variable/, 'the environment of the machine that it is of gives the variable'],
  [/libphp5\.so/, 'mod_php5 is not on the machine'],
  [/mod_(?:line_edit|auth_mysql|passenger|shib_22)\.so/, 'third-party modules that are not on the machine'],
  [/Unknown DAV provider: svn/, 'mod_dav_svn is not on the machine'],
  [/ServerRoot must be a valid directory/, 'the server is one on Windows'],
];
const MOST_AT_ONCE = 4;

(hasServer() ? describe : describe.skip)('a real 2.4 accepts what becomes of', () => {
  const shown = new Map<Fixture, Shown>();

  beforeAll(async () => {
    const target = probeTarget('/usr/sbin/apache2');
    if (isProbeFailure(target)) throw new Error(target.message);
    const lanes: Promise<unknown>[] = Array.from({ length: MOST_AT_ONCE }, () => Promise.resolve());
    for (const [i, fixture] of fixtures.entries()) {
      const lane = i % MOST_AT_ONCE;
      lanes[lane] = (lanes[lane] ?? Promise.resolve()).then(async () =>
        shown.set(fixture, await showMigrated(fixture, target)),
      );
    }
    await Promise.all(lanes);
  });

  test.each(rewriting)('the fixtures of %s', (row) => {
    const own = [...shown].filter(([{ transform }]) => serving.get(transform)?.includes(row));
    const rejected = own.flatMap(([{ transform, name }, result]) =>
      result.type === 'rejected' && !isExcepted(result) ? [`${transform}/${name}: ${result.message}`] : [],
    );
    expect(rejected).toEqual([]);
    expect(own.filter(([, { type }]) => type === 'accepted')).not.toEqual([]);
  });
});

function isExcepted({ message, isForetold }: Shown & { type: 'rejected' }): boolean {
  return isForetold || EXCEPTED.some(([pattern]) => pattern.test(message));
}
