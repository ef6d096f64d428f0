import { describe, expect, test } from '@jest/globals';
import { isProbeFailure, probeTarget } from '../../../src/target/index.ts';
import { describeDifference, replay } from './replay-scenario.ts';
import { BINARY, hasServer } from './running-server.ts';
import { readScenarios } from './scenario.ts';
import { someOf } from '../../effort.ts';

// Which .htaccess files count, what 2.2 answers 500 for, and what is permitted by another class of AllowOverride.

const scenarios = someOf(readScenarios('htaccess.json.gz'), 4);
const describeIfServer = hasServer() ? describe : describe.skip;

describeIfServer('a real 2.4 answers for .htaccess files of a migrated tree as a real 2.2 did', () => {
  test.each(scenarios.map((scenario) => [scenario.id, scenario] as const))('%s', async (_, scenario) => {
    const target = probeTarget(BINARY);
    if (isProbeFailure(target)) throw new Error(target.message);
    expect((await replay(scenario, target, {})).map(describeDifference)).toEqual([]);
  });
});
