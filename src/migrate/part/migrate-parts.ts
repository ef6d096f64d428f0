import { findServerBeside } from '../../model/index.ts';
import type { ModelFailure, Parts, ServerBeside, TreeReader } from '../../model/index.ts';
import { migrateTree } from '../migrate-tree.ts';
import type { MigrateRequest } from '../migrate-tree.ts';
import type { Migration, PartReading } from '../types.ts';
import { limitTo } from './limit-to.ts';
import { migrateAlone, migrateEach } from './migrate-alone.ts';
import { mergeMigrations } from './merge-migrations.ts';

/** Migrates parts in the server that reads them; where there is none, or it can't be migrated, alone. */
export function migrateParts(
  parts: Parts,
  request: MigrateRequest,
  reader: TreeReader,
): Migration | ModelFailure {
  const { options } = request;
  const beside = findServerBeside(
    parts,
    { ...request, defines: options.defines, target: options.target },
    reader,
  );
  const inServer = beside === null ? 'not-included' : migrateInServer(beside, request, reader);
  if (typeof inServer !== 'string' && beside !== null) {
    return withRest(
      inServer,
      parts.files.filter((file) => !beside.included.includes(file)),
      request,
      reader,
    );
  }
  const alone = migrateAlone(parts, request, reader);
  const why = typeof inServer === 'string' ? inServer : 'refused';
  const part: PartReading = { type: 'alone', server: beside === null ? null : { entry: beside.entry, why } };
  return 'code' in alone ? alone : { ...alone, part };
}

type Obstacle = 'not-included' | 'refused' | 'half-migrated';

/** The migration of the whole server, limited to the part; or why it says nothing of the part. */
function migrateInServer(
  { entry, included }: ServerBeside,
  request: MigrateRequest,
  reader: TreeReader,
): Migration | Obstacle {
  if (included.length === 0) return 'not-included';
  const { kind: _, ...options } = request;
  const whole = migrateTree({ ...options, path: entry }, reader);
  if ('code' in whole || whole.refused.length > 0) return 'refused';
  // What was written of it already is 2.4's, and says nothing of what 2.2 answered.
  if (whole.signOf24 !== null) return 'half-migrated';
  return limitTo(whole, new Set(included));
}

/** With the files of the part that the server does not read, each read alone. */
function withRest(
  inServer: Migration,
  rest: readonly string[],
  request: MigrateRequest,
  reader: TreeReader,
): Migration | ModelFailure {
  if (rest.length === 0) return inServer;
  const alone = migrateEach(rest, request, reader);
  if ('code' in alone) return alone;
  const merged = mergeMigrations([inServer, alone]);
  return inServer.part?.type === 'in-server'
    ? { ...merged, part: { ...inServer.part, unread: rest } }
    : merged;
}
