import { dirname, resolve } from 'node:path';
import type { Finding } from '../../migrate/index.ts';
import type { ModelFailure } from '../../model/index.ts';
import { diffBase, openLedger, wayBack } from '../../output/index.ts';
import type { Run } from '../../output/index.ts';
import type { MigrateCommand } from '../command.ts';
import { describeRun } from '../unfinished-runs.ts';
import type { NamedMigration } from './migrate-all.ts';
import { runsOf } from './written-tree.ts';
import type { Originals } from './written-tree.ts';

/** Migrates the trees as they are, or from originals: as changes to the files as they are all the same. */
export type MigrateFrom = (originals: Originals | null) => readonly NamedMigration[] | ModelFailure;

/** Migrations, and the originals that they are made from. */
export interface FromOriginals {
  readonly migrations: readonly NamedMigration[];
  readonly originals: Originals;
}

/**
 * Parts of a server that earlier runs wrote make its tree look half migrated. With their originals it is 2.2's as a whole, and it is to
 * answer as that: all is migrated anew from these. Null where no run is the reason, or where a file that one wrote was changed since.
 */
export function fromParts(
  command: Pick<MigrateCommand, 'paths' | 'readAs'>,
  migrations: readonly NamedMigration[],
  migrateFrom: MigrateFrom,
): FromOriginals | null {
  const parts = findParts(command, migrations);
  if (parts === null) return null;
  const { originals, runOf } = parts;
  const anew = migrateFrom(originals);
  if ('code' in anew) return null;
  return { migrations: anew.map((named) => withFindings(named, runOf)), originals };
}

interface Parts {
  readonly originals: Originals;
  /** By file, the run that wrote it. */
  readonly runOf: ReadonlyMap<string, Run>;
}

function findParts(
  { paths, readAs }: Pick<MigrateCommand, 'paths' | 'readAs'>,
  migrations: readonly NamedMigration[],
): Parts | null {
  const halves = migrations.filter((migration) => isHalf(migration) || droppedFiles(migration).length > 0);
  if (readAs !== null || paths.includes('-') || halves.length === 0) return null;
  const ledger = openLedger();
  const found = runsOf(ledger, halves.flatMap(placesOf)).map((run) => ({ run, way: wayBack(ledger, run) }));
  const ways = found.flatMap(({ run, way }) => ('changed' in way ? [] : [{ run, ...way }]));
  const written = ways.flatMap(({ run, back, made }) =>
    [...back.files, ...made].map(({ path }) => [path, run] as const),
  );
  const runOf = new Map(written);
  const isClear = ways.length === found.length && runOf.size === written.length;
  if (!isClear || !halves.some((half) => isBy(half, runOf))) return null;
  const files = ways.flatMap(({ back }) => back.files);
  const links = ways.flatMap(({ back }) => back.links);
  const made = ways.flatMap((way) => way.made);
  const folders = ways.flatMap((way) => way.folders);
  return { originals: { back: { files, links }, made, folders }, runOf };
}

/** Read as a 2.4 with mod_access_compat reads it, or a part of such a tree. */
function isHalf({ migration: { model, part } }: NamedMigration): boolean {
  return model.readBy === '2.4' || halfServerOf(part) !== null;
}

/** The main file of the server, written for 2.4 in part, of which this is a part. */
function halfServerOf(part: NamedMigration['migration']['part']): string | null {
  return part?.type === 'alone' && part.server?.why === 'half-migrated' ? part.server.entry : null;
}

/**
 * Files of a tree that is read as 2.2's, from which a Require line would be dropped that 2.2 does not obey: perhaps a run wrote it. No such
 * line makes a tree half migrated where a guard, as of a name that httpd is started with, leaves open whether it is read.
 */
function droppedFiles({ migration: { findings } }: NamedMigration): string[] {
  const dropped = findings.filter(
    ({ transform, messageId }) => transform === 'convert-access-control' && messageId.startsWith('dropped'),
  );
  return dropped.map(({ path }) => path);
}

/** Whether a run wrote a line by which the tree looks half migrated, or that is to go; of a part it is not known which that is. */
function isBy(named: NamedMigration, runOf: ReadonlyMap<string, Run>): boolean {
  const { signOf24 } = named.migration;
  if (!isHalf(named)) return droppedFiles(named).some((path) => runOf.has(path));
  return signOf24 === null ? runOf.size > 0 : runOf.has(signOf24.path);
}

/** Where runs on its server wrote: its files; of a part the folder that it shares with the server's main file. */
function placesOf({ path, migration: { model, part } }: NamedMigration): string[] {
  const server = halfServerOf(part);
  const shared = server === null ? [] : [diffBase([server], dirname(resolve(path)))];
  return [path, ...model.files.keys(), ...shared];
}

function withFindings(named: NamedMigration, runOf: ReadonlyMap<string, Run>): NamedMigration {
  const { migration } = named;
  const read = [...runOf].filter(([path]) => migration.model.files.has(path));
  const findings = [...migration.findings, ...read.map(([path, run]) => writtenPart(path, run))];
  return { ...named, migration: { ...migration, findings } };
}

function writtenPart(path: string, run: Run): Finding {
  return {
    transform: 'model',
    messageId: 'written-part',
    level: 'info',
    message: `This file was migrated as a part of its server, by ${describeRun(run)}. Its original was taken, so that the whole answers on 2.4 as it did on 2.2.`,
    path,
    span: null,
    position: null,
    applicability: null,
    fixTitle: null,
    applied: false,
  };
}
