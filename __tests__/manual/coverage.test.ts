import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { contractRows, directives22, fateOf, fates } from '../../src/catalog/index.ts';
import { actingTransforms, explanationsOfDirective, explanationsOfRow } from '../../src/explain/index.ts';
import { fixturesOfDirective, fixturesOfRow, serverChecks, serverChecksOf } from '../../src/manual/index.ts';
import { readFixtures } from '../../src/testing/index.ts';
import { transforms } from '../../transforms/index.ts';

const fixtures = readFixtures(join(import.meta.dirname, '../../__fixtures__/transforms'));

describe('rows of the upgrade guide', () => {
  test('there are 73', () => {
    expect(contractRows).toHaveLength(73);
  });

  test('each has a transform or an explanation', () => {
    const served = new Set(transforms.flatMap(({ rows }) => rows));
    const missing = contractRows.filter(({ id }) => !served.has(id) && explanationsOfRow(id).length === 0);
    expect(missing.map(({ id }) => id)).toEqual([]);
  });

  test('each that asks for more than words has a transform, and a case that shows it', () => {
    const active = contractRows.filter(({ does }) => does !== 'explain');
    const missing = active.filter(({ id }) => fixturesOfRow(id, transforms, fixtures).length === 0);
    expect(missing.map(({ id }) => id)).toEqual([]);
  });

  test('each that a server can show is shown by one, in a test that there is', () => {
    const rows = new Set(contractRows.map(({ id }) => id));
    expect(serverChecks.flatMap((check) => check.rows.filter((row) => !rows.has(row)))).toEqual([]);
    const unshown = contractRows.filter((row) => serverChecksOf(row).length === 0).map(({ does }) => does);
    expect([...new Set(unshown)].toSorted()).toEqual(['explain', 'finding']);
    const missing = contractRows
      .flatMap(serverChecksOf)
      .filter(({ test: path }) => !existsSync(join(import.meta.dirname, '../..', path)));
    expect(missing).toEqual([]);
  });

  test('the rows of the server that has a bit of each are those that its tests name', () => {
    const path = '__tests__/migrate/rows-on-server.test.ts';
    const text = readFileSync(join(import.meta.dirname, '../..', path), 'utf8');
    const titles = [...text.matchAll(/test\('([^:]+):/g)].flatMap(([, rows = '']) => rows.split(', '));
    const check = serverChecks.find((each) => each.test === path);
    expect(check?.rows).toEqual(titles.toSorted());
  });

  test('cases name only rows of their transform', () => {
    const rowsOf = new Map(transforms.map(({ id, rows }) => [id, rows]));
    const wrong = fixtures.filter(({ transform, settings }) =>
      (settings.rows ?? []).some((row) => !rowsOf.get(transform)?.includes(row)),
    );
    expect(wrong.map(({ transform, name }) => `${transform}/${name}`)).toEqual([]);
  });
});

describe('directives of 2.2', () => {
  test('each of the 433 has a fate', () => {
    expect(fates()).toHaveLength(433);
    expect(directives22().filter(({ name }) => fateOf(name) === null)).toEqual([]);
  });

  test('each that is different in 2.4 has a transform or an explanation', () => {
    const different = fates().filter(({ fate, also }) => fate !== 'same' || also.length > 0);
    const missing = different.filter(
      (fate) =>
        actingTransforms(fate, transforms).length === 0 && explanationsOfDirective(fate.name).length === 0,
    );
    expect(missing.map(({ name }) => name)).toEqual([]);
  });

  test('transforms name directives as the manual spells them, and a case has each', () => {
    const named = transforms.flatMap(({ id, directives = [] }) =>
      directives.map((name) => [id, name] as const),
    );
    const unknown = named.filter(([, name]) => fateOf(name)?.name !== name);
    expect(unknown).toEqual([]);
    const unseen = named.filter(([id, name]) => fixturesOfDirective(name, id, fixtures).length === 0);
    expect(unseen).toEqual([]);
  });
});
