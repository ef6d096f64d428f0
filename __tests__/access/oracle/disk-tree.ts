import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../free-port.ts';
import { migrate } from '../../../src/migrate/index.ts';
import type { MigrateOptions } from '../../../src/migrate/index.ts';
import { buildModel, createDiskReader, isModelFailure } from '../../../src/model/index.ts';
import { writeUnsynced } from '../../write-unsynced.ts';
import type { TargetProfile } from '../../../src/target/index.ts';
import type { ScenarioTree } from './asked-server.ts';
import { fillPlaces, newRoot, placeTree } from './scenario.ts';
import type { Places, Scenario } from './scenario.ts';

/** A scenario's tree as it lies on this machine, to be changed and served. */
export interface DiskTree {
  readonly scenario: Scenario;
  readonly places: Places;
  readonly target: TargetProfile;
}

/** @param others what else is running, as `fillPlaces` takes it */
export async function placed(
  scenario: Scenario,
  others: Places['others'],
  target: TargetProfile,
): Promise<DiskTree> {
  const places = { root: newRoot(), port: await freePort(), others };
  placeTree(scenario, places);
  return { scenario, places, target };
}

export function removed({ places }: DiskTree): void {
  rmSync(places.root, { recursive: true, force: true });
}

/** As the start script exports it. */
export function environmentOf({ scenario: { env }, places }: DiskTree): Record<string, string> {
  const filled = Object.entries(env ?? {}).map(([name, value]) => [name, fillPlaces(value, places)]);
  return Object.fromEntries(filled) as Record<string, string>;
}

/** The file that the server starts from. */
export function entryOf({ scenario, places }: DiskTree): string {
  return join(places.root, scenario.conf ?? 'conf/httpd.conf');
}

/** The tree as the program reads it now. */
export function readTree(tree: DiskTree): ScenarioTree {
  const reader = createDiskReader();
  const { scenario, places, target } = tree;
  const request = {
    path: entryOf(tree),
    serverRoot: places.root,
    defines: scenario.defines ?? [],
    environment: environmentOf(tree),
    target,
  };
  const model = buildModel(request, reader);
  if (isModelFailure(model)) throw new Error(model.message);
  return { model, reader };
}

/** Migrates the tree where it lies, with `--semantics exact`; the reason if the program refuses to. */
export function migrateInPlace(
  tree: DiskTree,
  { access = 'require', apply = 'safe' }: Partial<Pick<MigrateOptions, 'access' | 'apply'>> = {},
): string | null {
  const { scenario, places, target } = tree;
  const defines = scenario.defines ?? [];
  const options = { access, semantics: 'exact', apply, target, defines, only: null, skip: [] } as const;
  const request = { path: places.root, options, environment: environmentOf(tree) };
  const migration = migrate(request, createDiskReader());
  if ('code' in migration) throw new Error(migration.message);
  if (migration.refused.length > 0) return migration.refused.map(({ message }) => message).join('\n');
  const written = writeUnsynced(migration.patchSet);
  return written.type === 'written' ? null : written.type;
}

/** What 2.4 does not start with, beside rules of access. */
const GONE =
  /^[ \t]*(?:LoadModule[ \t]+(?:authn_default_module|authz_default_module|authn_alias_module)\b|LockFile\b|AcceptMutex\b|Rewrite(?:Log|LogLevel|Lock)\b).*?(?=\r?$)/gim;

const ADDED = ['mpm_prefork', 'authz_core', 'authn_core', 'access_compat']
  .map((name) => `LoadModule ${name}_module modules/mod_${name}.so\n`)
  .join('');

/** Leaves the rules as they were, and makes the tree one that 2.4 may start with: beside mod_access_compat. */
export function keepRules(tree: DiskTree): void {
  changeTexts(tree, (text, path) => {
    const kept = text.replace(GONE, '');
    return path === entryOf(tree) ? ADDED + kept : kept;
  });
}

/** Changes the files that the server reads, each a Latin-1 string. */
export function changeTexts(tree: DiskTree, change: (text: string, path: string) => string): void {
  for (const path of readTree(tree).model.files.keys()) {
    writeFileSync(path, change(readFileSync(path, 'latin1'), path), 'latin1');
  }
}
