import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { isProbeFailure, probeTarget } from '../../../src/target/index.ts';
import { compareWithServer } from './compare-with-server.ts';
import type { TreeKind, TreeResult } from './compare-with-server.ts';
import { BINARY, hasServer, startBackend } from './running-server.ts';
import { readScenarios, RECORDED, servable } from './scenario.ts';
import { someOf } from '../../effort.ts';

// What the model of 2.4 foresees is what a real 2.4 answers: on trees that are left to mod_access_compat, on half-migrated ones, and on
// broken ones. A part of what tools/measure-models.mjs goes through.

const MOST_AT_ONCE = 3;
/** Of 659 scenarios every so many. */
const STEPS: Readonly<Partial<Record<TreeKind, number>>> = { unmigrated: 40, mixed: 40, broken: 16 };
const scenarios = servable(RECORDED.flatMap((name) => readScenarios(name)));
const trees = Object.entries(STEPS).flatMap(([kind, step]) =>
  someOf(
    scenarios.filter((_, i) => i % step === 0),
    8,
  ).map((scenario) => ({ kind: kind as TreeKind, scenario })),
);
const describeIfServer = hasServer() ? describe : describe.skip;

describeIfServer('a real 2.4 answers as foreseen', () => {
  const results = new Map<string, TreeResult>();
  let backend: Awaited<ReturnType<typeof startBackend>>;

  beforeAll(async () => {
    backend = await startBackend();
    const target = probeTarget(BINARY);
    if (isProbeFailure(target)) throw new Error(target.message);
    const waiting = [...trees];
    const lane = async (): Promise<void> => {
      const next = waiting.shift();
      if (next === undefined) return;
      const { kind, scenario } = next;
      results.set(
        `${kind} ${scenario.id}`,
        await compareWithServer(scenario, kind, { backend: backend.port, target }),
      );
      await lane();
    };
    await Promise.all(Array.from({ length: MOST_AT_ONCE }, lane));
  });

  afterAll(() => {
    backend.server.close();
  });

  test.each(trees.map(({ kind, scenario }) => [kind, scenario.id]))('%s %s', (kind, id) => {
    const result = results.get(`${kind} ${id}`);
    expect({ made: result?.label, wrong: result?.wrong }).toEqual({ made: result?.label, wrong: [] });
  });
});
