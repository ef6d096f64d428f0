import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { ValidateFunction } from 'ajv';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { renderSarif } from '../../src/formats/index.ts';
import type { Migration } from '../../src/migrate/index.ts';
import { migrationAsJson } from '../../src/report/index.ts';
import { readFixtures, runFixture } from '../../src/testing/index.ts';
import { groupBy } from '../../src/text/index.ts';
import { transforms } from '../../transforms/index.ts';
import { PROJECT } from '../cli/run-program.ts';
import { migrationOf, reportOf, SERVER, treeOf } from './sample-report.ts';
import { someOf } from '../effort.ts';

function schemaOf(path: string): object {
  return JSON.parse(readFileSync(join(PROJECT, path), 'utf8')) as object;
}

/** The schema of SARIF is of draft 4, whose words draft 7 has kept, but for the name of its id. */
function sarifValidator(): ValidateFunction {
  const {
    $schema: _draft,
    id: _id,
    ...schema
  } = schemaOf('__fixtures__/sarif/sarif-schema-2.1.0.json') as Record<string, unknown>;
  return new Ajv({ strict: false, validateFormats: false }).compile(schema);
}

const isSarif = sarifValidator();
const isReport = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(
  schemaOf('schema/report-1.json'),
);

function faultsOf(validate: ValidateFunction, document: unknown): unknown {
  return validate(document) ? [] : validate.errors?.slice(0, 3);
}

function jsonReport(migrations: readonly Migration[]) {
  const target = { name: 'stock', version: '2.4.71', why: '' };
  return {
    version: 1,
    tool: { name: 'httpd-codemod', version: '0.0.0' },
    encoding: 'latin1',
    mode: 'show',
    exitCode: 0,
    configtest: [],
    migrations: migrations.map((migration) => migrationAsJson('x', migration, target)),
    failure: null,
  };
}

function sarifOf(migrations: readonly Migration[]): unknown {
  return JSON.parse(
    [...renderSarif(reportOf(migrations.map((migration) => treeOf(migration))))].join(''),
  ) as unknown;
}

describe('the validators', () => {
  test('find what is wrong', () => {
    expect(isSarif({ version: '2.1.0', runs: [{ tool: {} }] })).toBe(false);
    expect(isReport({ ...jsonReport([]), version: 2 })).toBe(false);
    expect(isReport({ ...jsonReport([]), migrations: [{}] })).toBe(false);
  });
});

const fixtures = readFixtures(join(PROJECT, '__fixtures__/transforms'));

describe.each(someOf([...groupBy(fixtures, ({ transform }) => transform)], 4))(
  'the fixtures of %s',
  (_id, own) => {
    test('give JSON and SARIF as their schemas say', () => {
      const runs = own.map((fixture) => runFixture(fixture, transforms).migration);
      expect(faultsOf(isReport, JSON.parse(JSON.stringify(jsonReport(runs))))).toEqual([]);
      expect(faultsOf(isSarif, sarifOf(runs))).toEqual([]);
    });
  },
);

interface SarifResult {
  readonly ruleId: string;
  readonly fixes?: readonly {
    readonly artifactChanges: readonly {
      readonly artifactLocation: { readonly uri: string };
      readonly replacements: readonly unknown[];
    }[];
  }[];
}

test.each([
  ['new\nline', 'new%0Aline'],
  ['esc\u001B[31m', 'esc%1B%5B31m'],
  ['a b%20#?"[\\', 'a%20b%2520%23%3F%22%5B%5C'],
  ['\u00FC\u202E', '%C3%BC%E2%80%AE'],
  ['\u00C3\u00BC', '%C3%83%C2%BC'],
])('SARIF names the file %j as it is called', (name, uri) => {
  const path = `/srv/${name}.conf`;
  const migration = migrationOf({ [path]: 'MaxClients 5\nOrder deny,allow\nDeny from ${X}\n' }, path);
  const text = JSON.stringify(sarifOf([migration]));
  const uris = [...text.matchAll(/"uri":"([^"]*)"/g)].map((match) => match[1]);
  expect(new Set(uris)).toEqual(new Set([`file:///srv/${uri}.conf`]));
  expect(uris.length).toBeGreaterThan(2);
});

describe('the fixes of SARIF', () => {
  const migration = migrationOf(SERVER);
  const log = sarifOf([migration]) as { runs: [{ results: SarifResult[] }] };
  const { results } = log.runs[0];

  test('are all edits, each once', () => {
    const edits = migration.patchSet.files.flatMap(({ pieces }) =>
      pieces.filter(({ type }) => type === 'made'),
    );
    const replacements = results.flatMap(({ fixes = [] }) =>
      fixes.flatMap(({ artifactChanges }) => artifactChanges.flatMap((change) => change.replacements)),
    );
    expect(replacements).toHaveLength(edits.length);
  });

  test('have the access rules of the tree in one', () => {
    const access = results.filter(
      ({ ruleId, fixes }) => ruleId === 'convert-access-control' && fixes !== undefined,
    );
    expect(access).toHaveLength(1);
  });
});
