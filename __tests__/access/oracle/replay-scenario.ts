import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { migrate } from '../../../src/migrate/index.ts';
import { createDiskReader } from '../../../src/model/index.ts';
import { writeInPlace } from '../../../src/output/index.ts';
import type { TargetProfile } from '../../../src/target/index.ts';
import { freePort, send, startServer } from './running-server.ts';
import { fillPlaces, newRoot, placeTree } from './scenario.ts';
import type { Places, Scenario, ScenarioRequest } from './scenario.ts';

/** A request that the real 2.4 answered otherwise than the real 2.2 did. */
export interface Difference {
  readonly request: ScenarioRequest;
  readonly before: number;
  readonly after: number;
}

/**
 * Lays the scenario's tree out, migrates it, starts a real 2.4 on the result, and asks it the same.
 * @param others what else is running, as `fillPlaces` takes it
 * @throws Error if the tree is refused, or the server does not start
 */
export async function replay(
  scenario: Scenario,
  target: TargetProfile,
  others: Places['others'],
): Promise<readonly Difference[]> {
  const places = { root: newRoot(), port: await freePort(), others };
  try {
    placeTree(scenario, places);
    migrateInPlace(scenario, places, target);
    const answers = await answersOf(scenario, places);
    return scenario.requests.flatMap((request, i) => {
      const [before = 0, after = 0] = [scenario.observed22.responses[i], answers[i]];
      return before === after ? [] : [{ request, before, after }];
    });
  } finally {
    rmSync(places.root, { recursive: true, force: true });
  }
}

/** `METHOD path from client as user: 2.2 status, 2.4 status` */
export function describeDifference({ request, before, after }: Difference): string {
  const { method, path, client, user } = request;
  return `${method} ${path} from ${client} as ${user}: 2.2 ${before}, 2.4 ${after}`;
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
  const [refused] = migration.refused;
  if (refused !== undefined) throw new Error(refused.message);
  const { type } = writeInPlace(migration.patchSet);
  if (type !== 'written') throw new Error(`not written: ${type}`);
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
