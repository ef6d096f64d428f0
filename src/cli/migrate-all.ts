import { resolve } from 'node:path';
import { migrate } from '../migrate/index.ts';
import type { MigrateOptions, MigrateRequest, Migration } from '../migrate/index.ts';
import type { ModelFailure, TreeReader } from '../model/index.ts';
import type { MigrateCommand } from './command.ts';

/** One PATH and what became of it. */
export interface NamedMigration {
  /** As typed. */
  readonly path: string;
  readonly migration: Migration;
}

/** Each PATH's migration, in order; or why the first one that failed can't be read. Writes nothing. */
export function migrateAll(
  command: MigrateCommand,
  options: MigrateOptions,
  stdin: string | null,
  reader: TreeReader,
): readonly NamedMigration[] | ModelFailure {
  const done: NamedMigration[] = [];
  for (const path of command.paths) {
    const migration = migrate(requestFor(path, command, options, stdin), reader);
    if ('code' in migration) return migration;
    done.push({ path, migration });
  }
  return done;
}

function requestFor(
  path: string,
  { serverRoot }: MigrateCommand,
  options: MigrateOptions,
  stdin: string | null,
): MigrateRequest {
  const source = path === '-' && stdin !== null ? { path: '<stdin>', text: stdin } : { path: resolve(path) };
  const root = serverRoot === null ? {} : { serverRoot: resolve(serverRoot) };
  return { ...source, ...root, options, environment: process.env };
}
