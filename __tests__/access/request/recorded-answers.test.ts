import { describe, expect, test } from '@jest/globals';
import { expectedStatus } from '../../../src/access/index.ts';
import type { Evaluation } from '../../../src/access/index.ts';
import { askedServer, REFUSALS, treeOf } from '../oracle/asked-server.ts';
import type { AskedServer } from '../oracle/asked-server.ts';
import { RECORDED, readScenarios } from '../oracle/scenario.ts';
import type { ScenarioRequest } from '../oracle/scenario.ts';

// The evaluator's status for a 2.2 tree is the one that a real 2.2.34 gave, for each of 31,988 requests (__fixtures__/oracle/README.md).

describe.each(RECORDED)('%s', (name) => {
  test.each(readScenarios(name).map((scenario) => [scenario.id, scenario] as const))('%s', (_, scenario) => {
    const asked = askedServer(scenario, treeOf(scenario), '2.2');
    const wrong = scenario.requests.flatMap((request, i) => {
      const status = scenario.observed22.responses[i];
      const model = statusOf(asked, request);
      return model === status
        ? []
        : [
            `${request.method} ${request.path} from ${request.client} as ${request.user}: ${status}, not ${model}`,
          ];
    });
    expect(wrong).toEqual([]);
  });
});

function statusOf(asked: AskedServer, request: ScenarioRequest): number | string {
  const answers = asked.answers(request);
  const [answer] = answers;
  if (answer === undefined || answers.length > 1) return answers.join(' or ');
  if (answer !== 'pass') return REFUSALS[answer];
  const evaluation = asked.evaluate(request);
  const status = expectedStatus(asked.tree, evaluation, request.method);
  return status ?? (isAnsweredByOthers(evaluation) ? 200 : 'not known');
}

/** Scripts and proxied servers, which the configuration does not know, answer 200 in all scenarios. */
function isAnsweredByOthers({ rounds }: Evaluation): boolean {
  const { target, by } = rounds.at(-1)?.mapped ?? {};
  return target?.type === 'proxy' || by?.name.startsWith('scriptalias') === true;
}
