import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { isProbeFailure, probeTarget } from '../../../src/target/index.ts';
import { describeDifference, replay } from './replay-scenario.ts';
import type { Difference } from './replay-scenario.ts';
import { BINARY, hasServer, startBackend } from './running-server.ts';
import { readScenarios, REPLAYED, servable } from './scenario.ts';
import { someOf } from '../../effort.ts';

// Each tree is migrated, a real 2.4 is started on the result, and it answers what the recorded 2.2 answered.

const MOST_AT_ONCE = 3;
/** Refused: 2.4 takes `AuthType None` for none, and answers 500 where 2.2 answered 401 to everybody. */
const REFUSED: ReadonlySet<string> = new Set(['m-auth-type-none']);
/**
 * 2.4 merges doubled slashes before it compares patterns: a rule that keeps everybody out is met by addresses that went past it in
 * 2.2. No MergeSlashes Off is written to open them again (keep-doubled-slashes).
 */
const CLOSED_ON_PURPOSE: Readonly<Record<string, readonly string[]>> = {
  'm-slashes': ['GET /a//b/s.html'],
};
const recorded = servable(
  [...REPLAYED, 'index-files.json', 'addresses.json.gz'].flatMap((name) => readScenarios(name)),
);
const scenarios = someOf(
  recorded.filter(({ id }) => !REFUSED.has(id)),
  16,
);
const describeIfServer = hasServer() ? describe : describe.skip;

describeIfServer('a real 2.4 answers a migrated tree as a real 2.2 did the original', () => {
  const results = new Map<string, Promise<readonly Difference[]>>();
  let backend: Awaited<ReturnType<typeof startBackend>>;

  beforeAll(async () => {
    backend = await startBackend();
    const target = probeTarget(BINARY);
    if (isProbeFailure(target)) throw new Error(target.message);
    const lanes: Promise<unknown>[] = Array.from({ length: MOST_AT_ONCE }, () => Promise.resolve());
    for (const [i, scenario] of scenarios.entries()) {
      const lane = i % MOST_AT_ONCE;
      const result = (lanes[lane] ?? Promise.resolve()).then(() =>
        replay(scenario, target, { BACKEND: backend.port }),
      );
      lanes[lane] = result.catch(() => null);
      results.set(scenario.id, result);
    }
    await Promise.all(lanes);
  });

  afterAll(() => {
    backend.server.close();
  });

  test.each(scenarios.map(({ id, about }) => [id, about]))('%s: %s', async (id) => {
    const differences = (await results.get(id))?.map(describeDifference) ?? ['not replayed'];
    const closed = CLOSED_ON_PURPOSE[id] ?? [];
    expect(differences.map((each) => closed.find((one) => each.includes(one)) ?? each)).toEqual(closed);
  });
});
