import type { TargetProfile } from '../../../src/target/index.ts';
import { entryOf, environmentOf, migrateInPlace, placed, removed } from './disk-tree.ts';
import type { DiskTree } from './disk-tree.ts';
import { send, startServer } from './running-server.ts';
import type { Places, Scenario, ScenarioRequest } from './scenario.ts';

/** A request that the real 2.4 answered differently than the real 2.2 did. */
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
  const tree = await placed(scenario, others, target);
  try {
    const refused = migrateInPlace(tree);
    if (refused !== null) throw new Error(refused);
    const { port } = tree.places;
    const answers = await whileServing(tree, () =>
      Promise.all(scenario.requests.map((request) => send(port, request))),
    );
    return scenario.requests.flatMap((request, i) => {
      const [before = 0, after = 0] = [scenario.observed22.responses[i], answers[i]];
      return before === after ? [] : [{ request, before, after }];
    });
  } finally {
    removed(tree);
  }
}

/** `METHOD path from client as user: 2.2 status, 2.4 status` */
export function describeDifference({ request, before, after }: Difference): string {
  const { method, path, client, user } = request;
  return `${method} ${path} from ${client} as ${user}: 2.2 ${before}, 2.4 ${after}`;
}

/**
 * Starts a real 2.4 on the tree as it lies now, and stops it when the questions are answered.
 * @throws Error with what the server printed if it does not start
 */
export async function whileServing<T>(tree: DiskTree, ask: () => Promise<T>): Promise<T> {
  const { scenario, places } = tree;
  const defines = (scenario.defines ?? []).flatMap((name) => ['-D', name]);
  const args = ['-d', places.root, '-f', entryOf(tree), ...defines];
  const server = await startServer(args, environmentOf(tree), places.port);
  try {
    return await ask();
  } finally {
    await server.stop();
  }
}
