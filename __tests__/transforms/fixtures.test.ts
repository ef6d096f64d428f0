import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { applyPatch } from 'diff';
import { renderDiff } from '../../src/output/index.ts';
import type { PatchSet } from '../../src/patch/index.ts';
import {
  brokenPromises,
  FIXTURE_ROOT,
  readFixtures,
  runFixture,
  writeExpectation,
} from '../../src/testing/index.ts';
import type { Fixture } from '../../src/testing/index.ts';
import { transforms } from '../../transforms/index.ts';

// UPDATE_FIXTURES=1 npm run jest -- __tests__/transforms writes down what the transforms do; then read the diff.
const updates = process.env.UPDATE_FIXTURES === '1';
const fixtures = readFixtures(join(import.meta.dirname, '../../__fixtures__/transforms'));

describe.each(transforms.map(({ id }) => id))('%s', (id) => {
  const own = fixtures.filter(({ transform }) => transform === id);

  test('has fixtures in which it does nothing, and its simplest case', () => {
    expect(own.map(({ name }) => name)).toEqual(expect.arrayContaining(['noop', 'simple']));
  });

  for (const fixture of own) test(fixture.name, () => check(fixture));
});

async function check(fixture: Fixture): Promise<void> {
  const run = runFixture(fixture, transforms);
  if (updates) writeExpectation(fixture, run);
  else {
    expect(run.changed).toEqual(fixture.expected);
    expect(run.nameChanges).toBe(fixture.nameChanges);
    expect(run.findings).toBe(fixture.findings);
  }
  if (fixture.name === 'noop') expect([run.changed, run.nameChanges]).toEqual([{}, '']);
  expect(brokenPromises(fixture, run, transforms)).toEqual([]);
  await checkDiff(run.migration.patchSet);
}

/** The rendered diff, applied to the old bytes, gives the new ones. */
async function checkDiff({ files }: PatchSet): Promise<void> {
  const kept = files.filter(({ path, newPath }) => path === newPath);
  const diffs = await Promise.all(kept.map((file) => renderDiff({ files: [file], links: [] }, FIXTURE_ROOT)));
  const patched = kept.map(({ before }, index) => {
    return applyPatch(before, diffs[index] ?? '', { autoConvertLineEndings: false });
  });
  expect(patched).toEqual(kept.map(({ after }) => after));
}

test('every fixture folder belongs to a transform', () => {
  const ids = new Set(transforms.map(({ id }) => id));
  expect(fixtures.filter(({ transform }) => !ids.has(transform)).map(({ folder }) => folder)).toEqual([]);
});

test('no two fixtures of a transform are the same case', () => {
  const cases = fixtures.map(({ transform, input, links, settings }) =>
    JSON.stringify([transform, input, links, { ...settings, why: '' }]),
  );
  const repeated = fixtures.filter((_, index) => cases.indexOf(cases[index]!) !== index);
  expect(repeated.map(({ folder }) => folder)).toEqual([]);
});
