import { describe, expect, test } from '@jest/globals';
import { targetProfile } from '../../../src/target/index.ts';
import { changeResults, emitted } from './emitted-tree.ts';
import { readScenarios, REPLAYED } from './scenario.ts';

// Whatever one line of a migrated tree is lost or turned round: verify says so, or no request of the scenario is answered differently.
// A part of what tools/measure-models.mjs goes through.

const scenarios = REPLAYED.flatMap((name) => readScenarios(name)).filter((_, i) => i % 12 === 0);

describe('a line of a migrated tree that is lost or turned round', () => {
  test.each(scenarios.map((scenario) => [scenario.id, scenario] as const))('%s', (_, scenario) => {
    const texts = emitted(scenario, targetProfile('stock'));
    const results = texts === null ? [] : [...changeResults(scenario, texts, 3)];
    expect(results.filter(({ outcome }) => outcome === 'missed')).toEqual([]);
    expect(texts === null || results.some(({ outcome }) => outcome === 'caught')).toBe(true);
  });
});
