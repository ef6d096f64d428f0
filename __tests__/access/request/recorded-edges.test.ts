import { describe, expect, test } from '@jest/globals';
import { expectedStatus, plainRequest } from '../../../src/access/index.ts';
import type { Version } from '../../../src/access/index.ts';
import { targetProfile } from '../../../src/target/index.ts';
import type { AskedServer } from '../oracle/asked-server.ts';
import { askedServer, statusOf, treeOf } from '../oracle/asked-server.ts';
import { emitted } from '../oracle/emitted-tree.ts';
import { readScenarios } from '../oracle/scenario.ts';
import type { Scenario, ScenarioRequest } from '../oracle/scenario.ts';
import { someOf } from '../../effort.ts';

// `who` on servers at the edge of what a configuration tells: what it answers is what a real 2.2.34 answered, both of the server as it was
// and of what migrate makes of it for 2.4; or it says what it had to assume.

/** What the configuration does not tell, or no test here tells: programs of the MPM's guards, users' names that are quoted, other servers' addresses. */
const BEYOND: ReadonlySet<string> = new Set(['g-prefork-around', 'odd-users', 'fwd-proxy']);

const scenarios = [
  'edges.json.gz',
  'addresses.json.gz',
  'htaccess.json.gz',
  'index-files.json',
  'hostile.json.gz',
]
  .flatMap(readScenarios)
  .filter(({ id }) => !BEYOND.has(id));
const target = targetProfile('debian12');

describe.each([
  ['as it was', '2.2'],
  ['migrated', '2.4'],
] as const)('%s', (_, version) => {
  test.each(someOf(scenarios, 16).map((scenario) => [scenario.id, scenario] as const))(
    '%s',
    (_id, scenario) => {
      expect(wrongAnswers(scenario, version)).toEqual([]);
    },
  );
});

function wrongAnswers(scenario: Scenario, version: Version): string[] {
  const changed = version === '2.2' ? {} : emitted(scenario, target);
  // Nothing is written of what is refused.
  if (changed === null) return [];
  const asked = askedServer(scenario, treeOf(scenario, changed), version);
  return scenario.requests.flatMap((request, i) => {
    const status = scenario.observed22.responses[i];
    const model = statusOf(asked, request);
    const isRight = model === status || typeof model === 'string' || isOpen(asked, request, status);
    const { method, path, client, user } = request;
    return isRight ? [] : [`${method} ${path} from ${client} as ${user}: ${status}, not ${model}`];
  });
}

/** Whether `who` says that something is not known: a folder, a rule, a pattern, what a program answers whom it lets through. */
function isOpen(asked: AskedServer, request: ScenarioRequest, status: number | undefined): boolean {
  const evaluation = asked.evaluate(request);
  const { status: served } = expectedStatus(asked.tree, evaluation, {
    ...plainRequest(''),
    method: request.method,
  });
  return (
    (served === null && status !== 401 && status !== 403) ||
    evaluation.rounds.some(
      ({ mapped, recorder }) =>
        mapped.target.type === 'unknown' || mapped.rewritten.unsure.length > 0 || recorder.doubted.length > 0,
    )
  );
}
