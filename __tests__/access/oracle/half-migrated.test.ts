import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isProbeFailure, probeTarget } from '../../../src/target/index.ts';
import { realAnswers } from './compare-with-server.ts';
import { entryOf, migrateInPlace, placed, removed } from './disk-tree.ts';
import type { DiskTree } from './disk-tree.ts';
import { HALF_MIGRATED, halfMigratedServer } from './half-migrated-trees.ts';
import { BINARY, hasServer } from './running-server.ts';

// What a real 2.4 with mod_access_compat answers to a tree that was migrated in part, one without that module answers to the same tree
// once it is finished.

const OLD_LINE = /^\s*(?:Order|Allow|Deny|Satisfy) /im;
const describeIfServer = hasServer() ? describe : describe.skip;

describeIfServer('a half-migrated tree is finished', () => {
  const scenario = halfMigratedServer();
  let tree: DiskTree | null = null;
  let before: readonly number[] = [];
  let after: readonly number[] = [];
  let left: readonly string[] = [];

  beforeAll(async () => {
    const target = probeTarget(BINARY);
    if (isProbeFailure(target)) throw new Error(target.message);
    tree = await placed(scenario, {}, target);
    before = await realAnswers(tree);
    expect(migrateInPlace(tree)).toBeNull();
    left = Object.keys(scenario.files).filter((path) => OLD_LINE.test(textOf(tree as DiskTree, path)));
    unloadAccessCompat(tree);
    after = await realAnswers(tree);
  });

  afterAll(() => {
    if (tree !== null) removed(tree);
  });

  test('no old line is left', () => {
    // Lines for 2.2 stay in their guard.
    expect(left).toEqual(['conf/httpd.conf']);
    const text = textOf(tree as DiskTree, 'conf/httpd.conf');
    expect(OLD_LINE.test(text.replace(/<IfModule !mod_authz_core.c>[^]*?<\/IfModule>/g, ''))).toBe(false);
  });

  test.each(HALF_MIGRATED)('%s', (folder) => {
    const asked = scenario.requests.flatMap(({ path }, i) => (path.startsWith(`/${folder}/`) ? [i] : []));
    expect(asked.map((i) => after[i])).toEqual(asked.map((i) => before[i]));
  });

  test('the trees tell requests apart', () => {
    expect(new Set(before)).toEqual(new Set([200, 401, 403]));
  });
});

function textOf({ places }: DiskTree, path: string): string {
  return readFileSync(join(places.root, path), 'latin1');
}

function unloadAccessCompat(tree: DiskTree): void {
  const text = readFileSync(entryOf(tree), 'latin1');
  writeFileSync(entryOf(tree), text.replace(/^LoadModule access_compat_module .*\n/m, ''), 'latin1');
}
