import type { ModelFailure, Parts, TreeReader } from '../../model/index.ts';
import { migrateTree } from '../migrate-tree.ts';
import type { MigrateRequest } from '../migrate-tree.ts';
import type { Migration } from '../types.ts';
import { mergeMigrations } from './merge-migrations.ts';

/**
 * Snippets of a folder are read together, as their server would, so that what one says holds for the others. Where they can't be
 * migrated so, or some of them are for 2.4 already, each is by itself.
 */
export function migrateAlone(
  { files, insides }: Parts,
  request: MigrateRequest,
  reader: TreeReader,
): Migration | ModelFailure {
  if (files.length === 1) return migrateTree(request, reader);
  const isTogether = insides.length < files.length;
  const together = isTogether ? migrateTree(request, reader) : null;
  if (together !== null && 'code' in together) return together;
  if (together === null || together.refused.length > 0 || together.signOf24 !== null) {
    return migrateEach(files, request, reader);
  }
  const apart = insides.map((path) => migrateTree({ ...request, path }, reader));
  return mergeAll([together, ...apart]);
}

/** Each file by itself. */
export function migrateEach(
  files: readonly string[],
  request: MigrateRequest,
  reader: TreeReader,
): Migration | ModelFailure {
  return mergeAll(files.map((path) => migrateTree({ ...request, path }, reader)));
}

function mergeAll(all: readonly (Migration | ModelFailure)[]): Migration | ModelFailure {
  const migrations: Migration[] = [];
  for (const each of all) {
    if ('code' in each) return each;
    migrations.push(each);
  }
  return mergeMigrations(migrations);
}
