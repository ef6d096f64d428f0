import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { contractRows } from '../../src/catalog/index.ts';
import { transforms } from '../../transforms/index.ts';

const root = join(import.meta.dirname, '../..');

test('transforms/index.ts lists what the folder holds', () => {
  expect(() =>
    execFileSync('node', [join(root, 'tools/list-transforms.mjs'), '--check'], { stdio: 'pipe' }),
  ).not.toThrow();
});

test('a file is named for the transform in it', () => {
  const names = readdirSync(join(root, 'transforms')).filter(
    (name) => name.endsWith('.ts') && name !== 'index.ts',
  );
  expect(transforms.map(({ id }) => `${id}.ts`)).toEqual(names.toSorted());
});

describe.each(transforms.map((transform) => [transform.id, transform] as const))('%s', (id, transform) => {
  test('has a kebab-case id', () => {
    expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)+$/);
  });

  test('says what it does in whole sentences', () => {
    for (const text of [transform.docs.does, transform.docs.why, transform.docs.undo])
      expect(text).toMatch(/\.$/);
    for (const message of Object.values(transform.messages)) expect(message).toMatch(/[.?)`}]$/);
  });

  test('names rows of the contract that exist', () => {
    const known = new Set(contractRows.map((row) => row.id));
    expect(transform.rows.filter((row) => !known.has(row))).toEqual([]);
  });
});
