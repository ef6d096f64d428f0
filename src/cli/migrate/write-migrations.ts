import type { Migration } from '../../migrate/index.ts';
import type { WriteResult } from '../../output/index.ts';
import { diffBase, treePaths, writeCopy, writeInPlace } from '../../output/index.ts';
import type { PatchSet } from '../../patch/index.ts';
import type { MigrateCommand } from '../command.ts';
import { deferSignals } from '../deferred-signals.ts';
import { openPoints } from './open-points.ts';
import type { NamedMigration } from './migrate-all.ts';
import type { Originals } from './written-tree.ts';
import { realpathSync, statSync } from 'node:fs';
import { dirname, resolve, isAbsolute } from 'node:path';
import type { ServerModel } from '../../model/index.ts';

/** Writes what all migrations change together, in place or into the copy; null where the command only looks. */
export function writeMigrations(
  command: MigrateCommand,
  migrations: readonly NamedMigration[],
  patchSet: PatchSet,
  originals: Originals | null,
): WriteResult | null {
  if (command.mode === 'write') return writeTrees(command, migrations, patchSet, originals);
  const [first] = migrations;
  if (command.mode !== 'out' || command.out === null || first === undefined) return null;
  const { model, part } = first.migration;
  const isWhole = model.kind === 'server' && part === undefined;
  // Of a file beside others, private keys perhaps, nothing but what it leads to is meant.
  const only = isFolder(first.path) || isWhole ? null : new Set(model.files.keys());
  return writeCopy(patchSet, copiedFolder(first.path, first.migration), command.out, undefined, only);
}

/** The journal knows the tree by all that was read of it, so that `undo` finds it by any of its paths. */
function writeTrees(
  { paths }: MigrateCommand,
  migrations: readonly NamedMigration[],
  patchSet: PatchSet,
  originals: Originals | null,
): WriteResult {
  deferSignals();
  return writeInPlace(patchSet, {
    paths: paths.flatMap((path) => treePaths(path)),
    read: textsRead(
      migrations.map(({ migration }) => migration.model),
      originals,
    ),
    open: migrations.flatMap(({ migration, whole = migration }) => openPoints(whole)),
    ...(originals?.replaces !== undefined && { replaces: originals.replaces.id }),
  });
}

/** The folder that `--out` copies: PATH itself, or for a file the deepest folder with all files that it leads to. */
function copiedFolder(path: string, migration: Migration): string {
  const start = startFolder(path, migration);
  if (isFolder(path)) return start;
  const files = [...migration.model.files.values()].filter(({ role }) => role === 'config');
  const paths = files.map((file) => file.path);
  return diffBase(paths, start);
}

/** The folder that a PATH stands for, symbolic links resolved: itself, or the one its main file lies in. */
export function startFolder(path: string, { model: { entry }, part }: Migration): string {
  if (isFolder(path)) return realpathSync.native(path);
  return dirname(part?.type === 'in-server' ? realpathSync(path) : (entry ?? resolve(path)));
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** The texts of all files that were read, by path, as they are on the disk. @param originals in whose place others lie there */
export function textsRead(
  models: readonly ServerModel[],
  originals: Originals | null,
): ReadonlyMap<string, string> {
  const texts = models
    .flatMap(({ files }) => [...files.values()])
    .filter(({ path }) => isAbsolute(path))
    .map(({ path, source }) => [path, source.text] as const);
  const back = originals?.back.files ?? [];
  const now = back.map(({ path, before }) => [path, before] as const);
  // Under its old name a file that was renamed is not there any more.
  const gone = new Set(back.filter(({ path, newPath }) => path !== newPath).map(({ newPath }) => newPath));
  return new Map([...texts.filter(([path]) => !gone.has(path)), ...now]);
}
