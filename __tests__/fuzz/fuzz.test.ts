import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cpuSeconds } from '../cpu-seconds.ts';
import { fuzzedTree } from './arbitrary-tree.ts';
import { checkText, checkTree } from './check-tree.ts';
import { mutated } from './mutate-text.ts';
import { seedTexts } from './seeds.ts';
import { wishes } from './wishes.ts';
import { byEffort } from '../effort.ts';

// By time, not by number: as much as fits. `FC_SEED=NUMBER` repeats a run, `FC_SEED=random` makes another; tools/fuzz.mjs goes on for hours.

const seeds = seedTexts(
  join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), '__fixtures__/transforms'),
);
const MIB = 1024 * 1024;
const SECONDS = byEffort({ sample: 5, ci: 20, all: 600 });

function forSeconds(seconds: number) {
  return { interruptAfterTimeLimit: seconds * 1000, markInterruptAsFailure: false, numRuns: 1e9 };
}

describe('broken configurations', () => {
  const before = process.memoryUsage().heapUsed;

  test('come back from the parser byte for byte', () => {
    fc.assert(fc.property(mutated(seeds, ['Order ', 'Include ']), checkText), forSeconds(SECONDS / 4));
  });

  test('are migrated, told, compared and asked without an error', () => {
    const inputs = fc.property(fuzzedTree(seeds), wishes, (tree, wish) => {
      expect(cpuSeconds(() => checkTree(tree, wish))).toBeLessThan(20);
    });
    fc.assert(inputs, forSeconds(SECONDS));
  });

  afterAll(() => {
    // Of what was read nothing need stay but what is kept on purpose (compiled patterns).
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(1024 * MIB);
  });
});
