import { isProbeFailure, probeTarget, targetProfile } from '../../../src/target/index.ts';
import { askedServer, statusOf, treeOf } from './asked-server.ts';
import { compareWithServer } from './compare-with-server.ts';
import type { TreeKind } from './compare-with-server.ts';
import { changeResults, emitted } from './emitted-tree.ts';
import { BINARY, startBackend } from './running-server.ts';
import { readScenarios, RECORDED } from './scenario.ts';
import type { Scenario } from './scenario.ts';

// Run by tools/measure-models.mjs: what, one of how many scenarios, a seed for what is left to chance, the scenarios' names.

const MOST_AT_ONCE = 2;
const [what = '', step = '1', seed = '', names = ''] = process.argv.slice(2);
const scenarios = RECORDED.flatMap((name) => readScenarios(name))
  .filter((_, i) => i % Number(step) === 0)
  .filter(({ id }) => names === '' || names.split(',').includes(id));

if (what === 'recorded') measureRecorded();
else if (what === 'changes') measureChanges();
else await measureServer(what as TreeKind);

/** The model of 2.2 against the recorded answers of a real one. */
function measureRecorded(): void {
  let [requests, wrong] = [0, 0];
  for (const scenario of scenarios) {
    const asked = askedServer(scenario, treeOf(scenario), '2.2');
    scenario.requests.forEach((request, i) => {
      const [status, foreseen] = [scenario.observed22.responses[i], statusOf(asked, request)];
      requests++;
      if (foreseen === status) return;
      wrong++;
      console.log(
        `${scenario.id}: ${request.method} ${request.path} from ${request.client}: ${status}, not ${foreseen}`,
      );
    });
  }
  console.log({ scenarios: scenarios.length, requests, wrong });
}

/** Each line of each emitted tree lost or turned round, before verify. */
function measureChanges(): void {
  const count = { trees: 0, caught: 0, harmless: 0, missed: 0 };
  for (const scenario of scenarios) {
    const texts = emitted(scenario, targetProfile('stock'));
    if (texts === null) continue;
    count.trees++;
    for (const { outcome, label, requests } of changeResults(scenario, texts)) {
      count[outcome]++;
      if (outcome === 'missed')
        console.log(`${scenario.id}: ${label}\n    ${requests.slice(0, 3).join('\n    ')}`);
    }
  }
  console.log(count);
}

/** The model of 2.4 against a real one, on trees of one kind. */
async function measureServer(kind: TreeKind): Promise<void> {
  const target = probeTarget(BINARY);
  if (isProbeFailure(target)) throw new Error(target.message);
  const backend = await startBackend();
  const count = { trees: 0, refused: 0, skipped: 0, requests: 0, wrongTrees: 0, wrong: 0 };
  const compare = async (scenario: Scenario): Promise<void> => {
    const { outcome, label, requests, wrong } = await compareWithServer(
      scenario,
      kind,
      { backend: backend.port, target },
      seed,
    );
    count.trees++;
    if (outcome !== 'compared') count[outcome]++;
    count.requests += requests;
    count.wrong += wrong.length;
    if (wrong.length === 0) return;
    count.wrongTrees++;
    console.log(`${scenario.id} ${label}\n    ${wrong.slice(0, 3).join('\n    ')}`);
  };
  const waiting = [...scenarios];
  const lane = async (): Promise<void> => {
    const scenario = waiting.shift();
    if (scenario === undefined) return;
    await compare(scenario).catch((error: unknown) => console.log(`${scenario.id} ${String(error)}`));
    await lane();
  };
  await Promise.all(Array.from({ length: MOST_AT_ONCE }, lane));
  backend.server.close();
  console.log(count);
}
