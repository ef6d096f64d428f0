import type { Migration } from '../../migrate/index.ts';
import { diffBase, treePaths, writeCopy, writeInPlace } from '../../output/index.ts';
import type { WriteResult } from '../../output/index.ts';
import type { PatchSet } from '../../patch/index.ts';
import type { MigrateCommand } from '../command.ts';
import { deferSignals } from '../deferred-signals.ts';
import { openPoints } from './open-points.ts';
import type { NamedMigration } from './migrate-all.ts';
import type { Originals } from './written-tree.ts';
import { isFolder, startFolder } from './start-folder.ts';
import { textsRead } from './texts-read.ts';

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
