import { spawnSync } from 'node:child_process';
import { refusedLines } from '../../../src/access/refused/refused-lines.ts';
import { isLive } from '../../../src/access/sections/worlds.ts';
import { askedServer, statusOf } from './asked-server.ts';
import type { AskedServer } from './asked-server.ts';
import {
  changeTexts,
  entryOf,
  environmentOf,
  keepRules,
  migrateInPlace,
  placed,
  readTree,
  removed,
} from './disk-tree.ts';
import type { DiskTree } from './disk-tree.ts';
import { halfConverted } from './half-converted.ts';
import { mutated } from './mutations.ts';
import { BINARY, send, startServer } from './running-server.ts';
import type { Scenario, ScenarioRequest } from './scenario.ts';
import { seededRandom } from './seeded-random.ts';
import type { TargetProfile } from '../../../src/target/index.ts';

/** How a tree was made that 2.4 is asked about. */
export type TreeKind = 'migrated' | 'compat' | 'unmigrated' | 'mixed' | 'broken';

/** What came of one tree: how the real 2.4 and our model of it answer the scenario's requests. */
export interface TreeResult {
  /** `skipped`: the program refused to migrate it. */
  readonly outcome: 'compared' | 'refused' | 'skipped';
  /** What was changed in a broken tree. */
  readonly label: string;
  readonly requests: number;
  /** Each a sentence: what our model says, and what is so. */
  readonly wrong: readonly string[];
}

export interface ServerMeans {
  readonly backend: number;
  readonly target: TargetProfile;
}

/** Makes a tree of that kind of the scenario's, starts a real 2.4 on it, and compares each status with the model's. */
export async function compareWithServer(
  scenario: Scenario,
  kind: TreeKind,
  { backend, target }: ServerMeans,
  seed = '',
): Promise<TreeResult> {
  const tree = await placed(scenario, { BACKEND: backend }, target);
  try {
    const label = makeTree(tree, kind, `${scenario.id} ${kind} ${seed}`);
    if (label === null) return { outcome: 'skipped', label: '', requests: 0, wrong: [] };
    return { label, ...(await compared(tree)) };
  } finally {
    removed(tree);
  }
}

/** What was done; null if the program refuses to migrate the tree. */
function makeTree(tree: DiskTree, kind: TreeKind, seed: string): string | null {
  const random = seededRandom(seed);
  // Which provider is asked first is taken as it is in these (credentials.ts).
  if (kind === 'broken' && tree.scenario.stored !== undefined) return null;
  if (kind === 'broken')
    return breakTree(tree, random.of(['migrated', 'migrated', 'mixed', 'unmigrated']), seed);
  if (kind === 'migrated' || kind === 'compat') {
    const reason = migrateInPlace(tree, { access: kind === 'compat' ? 'compat' : 'require' });
    return reason === null ? '' : null;
  }
  keepRules(tree);
  if (kind === 'mixed') changeTexts(tree, (text) => halfConverted(text, random));
  return '';
}

function breakTree(tree: DiskTree, from: TreeKind, seed: string): string | null {
  if (makeTree(tree, from, seed) === null) return null;
  const random = seededRandom(`${seed} broken`);
  const paths = [...readTree(tree).model.files.keys()];
  const labels = Array.from({ length: 1 + random.below(3) }, () => {
    const chosen = random.of(paths);
    let label = '';
    changeTexts(tree, (text, path) => {
      const change = path === chosen ? mutated(text, random) : null;
      label = change === null ? label : `${change.label} of ${path.slice(tree.places.root.length + 1)}`;
      return change?.text ?? text;
    });
    return label;
  });
  return `${from}: ${labels.filter((label) => label !== '').join(', ')}`;
}

async function compared(tree: DiskTree): Promise<Omit<TreeResult, 'label'>> {
  const { scenario, places } = tree;
  const { model, reader } = readTree(tree);
  const asked = askedServer(scenario, { model, reader }, '2.4', places.port);
  const { world, hasAccessCompat } = asked.tree;
  const expected = refusedLines(model, hasAccessCompat, (guards) => isLive(guards, '2.4', world)).filter(
    ({ isInHtaccess }) => !isInHtaccess,
  );
  const refusal = configtest(tree);
  if (refusal !== null) {
    const wrong = expected.length > 0 ? [] : [`does not start, unforeseen: ${refusal}`];
    return { outcome: 'refused', requests: 0, wrong };
  }
  if (expected.length > 0) {
    return {
      outcome: 'compared',
      requests: 0,
      wrong: [`starts, but it was foreseen: ${expected[0]?.message}`],
    };
  }
  const answers = await realAnswers(tree);
  const wrong = scenario.requests.flatMap((request, i) => {
    const [foreseen, status] = [statusOf(asked, request), answers[i]];
    const { method, path, client, user, password, headers } = request;
    const who = `${method} ${path} from ${client} as ${user}:${password} ${JSON.stringify(headers ?? {})}`;
    return foreseen === status || asksItself(asked, request)
      ? []
      : [`${who}: 2.4 answers ${status}, foreseen was ${foreseen}`];
  });
  return { outcome: 'compared', requests: scenario.requests.length, wrong };
}

/** Whether the request goes on to the same server by ProxyPass, under other rules. */
function asksItself(asked: AskedServer, request: ScenarioRequest): boolean {
  const { target } = asked.evaluate(request).rounds.at(-1)?.mapped ?? {};
  return target?.type === 'proxy' && target.url.includes(`:${asked.port}/`);
}

function argumentsOf(tree: DiskTree): string[] {
  const defines = (tree.scenario.defines ?? []).flatMap((name) => ['-D', name]);
  return ['-d', tree.places.root, '-f', entryOf(tree), ...defines];
}

/** What the server says that does not start with the tree; null if it does. */
function configtest(tree: DiskTree): string | null {
  const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LANG: 'C', ...environmentOf(tree) };
  const { status, stderr } = spawnSync(BINARY, [...argumentsOf(tree), '-t'], { env, encoding: 'latin1' });
  return status === 0 ? null : stderr.trim().split('\n').slice(-3).join(' ');
}

export async function realAnswers(tree: DiskTree): Promise<number[]> {
  const { scenario, places } = tree;
  const server = await startServer(argumentsOf(tree), environmentOf(tree), places.port);
  try {
    return await Promise.all(scenario.requests.map((request) => send(places.port, request)));
  } finally {
    await server.stop();
  }
}
