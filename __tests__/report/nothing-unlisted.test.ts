import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { migrate } from '../../src/migrate/index.ts';
import type { Migration } from '../../src/migrate/index.ts';
import { createDiskReader, createMemoryReader } from '../../src/model/index.ts';
import { renderText } from '../../src/report/index.ts';
import { parse, visit } from '../../src/syntax/index.ts';
import { targetProfile } from '../../src/target/index.ts';
import { readFixtures } from '../../src/testing/index.ts';
import { BUNDLED_TREE } from '../migrate/bundled-server.ts';
import { transforms } from '../../transforms/index.ts';
import { entryOf } from '../transforms/whole-tree.ts';
import { PLAIN } from './sample.ts';

const OPTIONS = {
  access: 'require',
  semantics: 'contract',
  apply: 'safe',
  target: targetProfile('stock')!,
  defines: [],
  only: null,
  skip: [],
} as const;

const isTold = new Set(transforms.flatMap((one) => (one.isListed === true ? [one.id] : [])));
const FIXTURES = join(import.meta.dirname, '../../__fixtures__/transforms');
/** One of each transform, and all of those whose lines nobody asked for. */
const TREES = readFixtures(FIXTURES).filter(
  (fixture, at, all) =>
    entryOf(fixture) !== null &&
    (isTold.has(fixture.transform) ||
      all.findIndex(({ transform }) => transform === fixture.transform) === at),
);

function migrateFixture({ input, links, settings }: (typeof TREES)[number], entry: string): Migration {
  const root = '/srv/tree';
  const files = Object.fromEntries(Object.entries(input).map(([path, text]) => [`${root}/${path}`, text]));
  const led = Object.fromEntries(Object.entries(links).map(([path, to]) => [`${root}/${path}`, to]));
  const target = targetProfile(settings.target ?? 'stock') ?? OPTIONS.target;
  const migration = migrate(
    { path: `${root}/${entry}`, options: { ...OPTIONS, target } },
    createMemoryReader(files, led),
  );
  if ('code' in migration) throw new Error(migration.message);
  return migration;
}

/** What is in a file's new text and no place of the summary accounts for. */
function unlisted(migration: Migration): string[] {
  const text = renderText(migration, PLAIN);
  if (migration.refused.length > 0) return [];
  const rules = new Set(
    migration.patchSet.files.flatMap(({ pieces }) =>
      pieces.flatMap((piece) => (piece.type === 'made' ? piece.by.map(({ transform }) => transform) : [])),
    ),
  );
  const missing = [...rules].filter((id) => !new RegExp(`(?:rule:|,) ${id}(?: \\(|,|$)`, 'm').test(text));
  return [
    ...missing,
    ...addedNames(migration).filter((name) => !new RegExp(`\\b${name}\\b`, 'i').test(text)),
  ];
}

/** Written in the place of a line of 2.2, and told by their rule. */
const STAND_FOR_OLD = /^(?:require(?:all|any|none)?|ldaptrustedglobalcert)$/;

/** Directives that a file has more often than before, though no other directive went for them. */
function addedNames({ patchSet }: Migration): string[] {
  return patchSet.files.flatMap(({ before, after }) => {
    const old = countNames(before);
    const now = countNames(after);
    const total = (counts: ReadonlyMap<string, number>) =>
      [...counts.values()].reduce((sum, one) => sum + one, 0);
    if (total(now) <= total(old)) return [];
    const gone = [...old].some(([name, count]) => (now.get(name) ?? 0) < count);
    // Where lines went, others may have come for them: those are told by their rule.
    return gone
      ? []
      : [...now]
          .filter(([name, count]) => count > (old.get(name) ?? 0) && !STAND_FOR_OLD.test(name))
          .map(([name]) => name);
  });
}

function countNames(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  visit(parse({ path: '/x.conf', text }), (node) => {
    if (node.type !== 'directive' && node.type !== 'section') return;
    const name = (node.type === 'section' ? node.open : node).name.value.toLowerCase();
    counts.set(name, (counts.get(name) ?? 0) + 1);
  });
  return counts;
}

describe('whatever is written is listed', () => {
  test('in all fixtures of whole trees', () => {
    expect(TREES.length).toBeGreaterThan(80);
    const found = TREES.flatMap((fixture) => {
      const names = unlisted(migrateFixture(fixture, entryOf(fixture) ?? ''));
      return names.length === 0 ? [] : [`${fixture.transform}/${fixture.name}: ${names.join(', ')}`];
    });
    expect(found).toEqual([]);
  });

  test('in the bundled tree', () => {
    const path = `${BUNDLED_TREE}/conf/httpd.conf`;
    const migration = migrate({ path, options: OPTIONS }, createDiskReader());
    if ('code' in migration) throw new Error(migration.message);
    expect(migration.patchSet.files).not.toEqual([]);
    expect(unlisted(migration)).toEqual([]);
  });
});
