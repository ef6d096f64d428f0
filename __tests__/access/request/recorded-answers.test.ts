import { describe, expect, test } from '@jest/globals';
import { askedServer, statusOf, treeOf } from '../oracle/asked-server.ts';
import { RECORDED, readScenarios } from '../oracle/scenario.ts';
import { someOf } from '../../effort.ts';

// The evaluator's status for a 2.2 tree is the one that a real 2.2.34 gave, for each of 31,988 requests (__fixtures__/oracle/README.md).

describe.each(RECORDED)('%s', (name) => {
  test.each(someOf(readScenarios(name), 8).map((scenario) => [scenario.id, scenario] as const))(
    '%s',
    (_, scenario) => {
      const asked = askedServer(scenario, treeOf(scenario), '2.2');
      const wrong = scenario.requests.flatMap((request, i) => {
        const status = scenario.observed22.responses[i];
        const model = statusOf(asked, request);
        const { method, path, client, user } = request;
        return model === status
          ? []
          : [`${method} ${path} from ${client} as ${user}: ${status}, not ${model}`];
      });
      expect(wrong).toEqual([]);
    },
  );
});
