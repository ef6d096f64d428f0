import { findParts } from '../model/index.ts';
import type { ModelFailure, TreeReader } from '../model/index.ts';
import { migrateTree } from './migrate-tree.ts';
import type { MigrateRequest } from './migrate-tree.ts';
import { migrateParts } from './part/migrate-parts.ts';
import type { Migration } from './types.ts';

/**
 * One whole migration as a function: reads the tree through `reader`, writes nothing. A part of a server that lies beside it is read in it.
 * @throws Error only for an error of the program itself (a transform that fails, or edits that overlap).
 */
export function migrate(request: MigrateRequest, reader: TreeReader): Migration | ModelFailure {
  const { options } = request;
  const parts = findParts({ ...request, defines: options.defines, target: options.target }, reader);
  return parts === null ? migrateTree(request, reader) : migrateParts(parts, request, reader);
}
