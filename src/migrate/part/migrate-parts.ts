import type { ModelFailure, Parts, ServerBeside, TreeReader } from '../../model/index.ts';
import { findServerBeside } from '../../model/index.ts';
import type { MigrateRequest } from '../migrate-tree.ts';
import { migrateTree } from '../migrate-tree.ts';
import type { Migration, PartReading } from '../types.ts';
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

/** A server's migration, as far as it is about these files: what changes and what was found elsewhere is left out. */
function limitTo(whole: Migration, files: ReadonlySet<string>): Migration {
  const { patchSet, findings, silenced, model, unknowns } = whole;
  const isHere = ({ path }: { readonly path: string }): boolean => files.has(path);
  return {
    ...whole,
    model: { ...model, files: new Map([...model.files].filter(([path]) => files.has(path))) },
    patchSet: { files: patchSet.files.filter(isHere), links: [] },
    findings: findings.filter(isHere),
    silenced: silenced.filter(({ finding }) => isHere(finding)),
    unknowns: unknowns.filter(isHere),
    part: { type: 'in-server', entry: model.entry ?? model.serverRoot, unread: [], whole: patchSet },
  };
}

/**
 * Snippets of a folder are read together, as their server would, so that what one says holds for the others. Where they can't be
 * migrated so, or some of them are for 2.4 already, each is by itself.
 */
function migrateAlone(
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
function migrateEach(
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
