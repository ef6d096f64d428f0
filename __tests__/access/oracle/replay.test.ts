import { rmSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { migrate } from '../../../src/migrate/index.ts';
import { createDiskReader } from '../../../src/model/index.ts';
import { writeInPlace } from '../../../src/output/index.ts';
import { isProbeFailure, probeTarget } from '../../../src/target/index.ts';
import type { TargetProfile } from '../../../src/target/index.ts';
import { BINARY, freePort, hasServer, send, startBackend, startServer } from './running-server.ts';
import { fillPlaces, newRoot, placeTree, readScenarios, REPLAYED } from './scenario.ts';
import type { Places, Scenario } from './scenario.ts';

// Each tree is migrated, a real 2.4 is started on the result, and it answers what the recorded 2.2 answered.

const MOST_AT_ONCE = 3;
const hasV6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === '::1'),
);
const isV6 = ({ requests }: Scenario): boolean => requests.some(({ client }) => client.includes(':'));
const scenarios = REPLAYED.flatMap((name) => readScenarios(name)).filter(
  (scenario) => hasV6 || !isV6(scenario),
);
const describeIfServer = hasServer() ? describe : describe.skip;

/** `METHOD path from client as user: 2.2 status, 2.4 status` for each request that is answered otherwise. */
type Differences = readonly string[];

describeIfServer('a real 2.4 answers a migrated tree as a real 2.2 did the original', () => {
  const results = new Map<string, Promise<Differences>>();
  let backend: Awaited<ReturnType<typeof startBackend>>;

  beforeAll(async () => {
    backend = await startBackend();
    const target = probeTarget(BINARY);
    if (isProbeFailure(target)) throw new Error(target.message);
    const lanes: Promise<unknown>[] = Array.from({ length: MOST_AT_ONCE }, () => Promise.resolve());
    for (const [i, scenario] of scenarios.entries()) {
      const lane = i % MOST_AT_ONCE;
      const result = (lanes[lane] ?? Promise.resolve()).then(() => replay(scenario, target, backend.port));
      lanes[lane] = result.catch(() => null);
      results.set(scenario.id, result);
    }
    await Promise.all(lanes);
  }, 240_000);

  afterAll(() => {
    backend.server.close();
  });

  test.each(scenarios.map(({ id, about }) => [id, about]))('%s: %s', async (id) => {
    expect(await results.get(id)).toEqual([]);
  });
});

async function replay(scenario: Scenario, target: TargetProfile, backend: number): Promise<Differences> {
  const places = { root: newRoot(), port: await freePort(), backend };
  try {
    placeTree(scenario, places);
    migrateInPlace(scenario, places, target);
    const answers = await answersOf(scenario, places);
    return scenario.requests.flatMap((request, i) => {
      const [before, after] = [scenario.observed22.responses[i], answers[i]];
      const { method, path, client, user } = request;
      return before === after
        ? []
        : [`${method} ${path} from ${client} as ${user}: 2.2 ${before}, 2.4 ${after}`];
    });
  } finally {
    rmSync(places.root, { recursive: true, force: true });
  }
}

function migrateInPlace(scenario: Scenario, places: Places, target: TargetProfile): void {
  const options = {
    access: 'require',
    semantics: 'exact',
    apply: 'safe',
    target,
    defines: scenario.defines ?? [],
    only: null,
    skip: [],
  } as const;
  const environment = environmentOf(scenario, places);
  const migration = migrate({ path: places.root, options, environment }, createDiskReader());
  if ('code' in migration) throw new Error(migration.message);
  expect(migration.refused).toEqual([]);
  expect(writeInPlace(migration.patchSet)).toMatchObject({ type: 'written' });
}

async function answersOf(scenario: Scenario, places: Places): Promise<number[]> {
  const { root, port } = places;
  const defines = (scenario.defines ?? []).flatMap((name) => ['-D', name]);
  const args = ['-d', root, '-f', join(root, scenario.conf ?? 'conf/httpd.conf'), ...defines];
  const server = await startServer(args, environmentOf(scenario, places), port);
  try {
    return await Promise.all(scenario.requests.map((request) => send(port, request)));
  } finally {
    await server.stop();
  }
}

function environmentOf({ env }: Scenario, places: Places): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env ?? {}).map(([name, value]) => [name, fillPlaces(value, places)]),
  );
}
