import { diffBase } from '../output/index.ts';
import { printable } from '../report/index.ts';
import type { MigrateCommand } from './command.ts';
import { displayPath } from './display-path.ts';
import { EXIT } from './exit-code.ts';
import { judge } from './judge.ts';
import { mergePatchSets } from './merge-patch-sets.ts';
import type { NamedMigration } from './migrate-all.ts';
import type { MigrateResult } from './result.ts';
import { startFolder } from './start-folder.ts';
import { writeMigrations } from './write-migrations.ts';

/** Judges the migrations and, where the command and the verdict allow it, writes them. A sentence if that makes no sense. */
export function settle(
  command: MigrateCommand,
  migrations: readonly NamedMigration[],
  stdin: string | null,
): MigrateResult | string {
  const all = migrations.map(({ migration }) => migration);
  const patchSet = mergePatchSets(all.map((migration) => migration.patchSet));
  if ('conflict' in patchSet) {
    const path = printable(displayPath(patchSet.conflict, process.cwd()));
    return `${path} belongs to several PATHs, which change it in different ways; migrate them one at a time`;
  }
  const verdict = judge(all, command.mode);
  const mayWrite = verdict !== EXIT.badInput && verdict !== EXIT.refused;
  const write = mayWrite ? writeMigrations(command, migrations, patchSet) : null;
  const isUnwritten = write !== null && write.type !== 'written';
  return {
    command,
    migrations,
    patchSet,
    write,
    exitCode: isUnwritten ? EXIT.badInput : verdict,
    base: baseOf(migrations),
    stdin,
  };
}

/** The current folder if all files that change lie below it, else the deepest folder that holds them and the first PATH. */
function baseOf(migrations: readonly NamedMigration[]): string {
  const paths = migrations.flatMap(({ migration: { patchSet } }) => [
    ...patchSet.files.flatMap((file) => [file.path, file.newPath]),
    ...patchSet.links.map((link) => link.path),
  ]);
  const here = process.cwd();
  const [first] = migrations;
  if (first === undefined || diffBase(paths, here) === here) return here;
  return diffBase(paths, startFolder(first.path, first.migration.model));
}
