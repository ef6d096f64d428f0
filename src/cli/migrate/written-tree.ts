import { join, resolve } from 'node:path';
import { patchedReader } from '../../model/index.ts';
import type { TreeReader } from '../../model/index.ts';
import { isRunOf, openLedger, openRuns, readRun, runIds, treePaths, wayBack } from '../../output/index.ts';
import type { Ledger, Run } from '../../output/index.ts';
import { rebasePatchSet } from '../../patch/index.ts';
import type { FilePatch, PatchSet } from '../../patch/index.ts';
import { printable } from '../../report/index.ts';
import type { MigrateCommand } from '../command.ts';
import { displayPath } from '../display-path.ts';
import type { NamedMigration } from './migrate-all.ts';

/** The way from files as they are to what earlier runs found. */
export interface Originals {
  /** From the files as they are to the originals. */
  readonly back: PatchSet;
  /** Files that are there since, and folders. */
  readonly made: readonly FilePatch[];
  readonly folders: readonly string[];
  /** The run whose tree is written anew, if there is one: what that left open, the new one knows better. */
  readonly replaces?: Run;
}

/**
 * For `--apply review`: the run that held fixes back in these trees, whose originals are migrated anew with them. Null: there is none; or a
 * sentence about why it can't be done.
 */
export function findWrittenTree({
  apply,
  paths: given,
}: Pick<MigrateCommand, 'apply' | 'paths'>): Originals | string | null {
  if (apply !== 'review' || given.includes('-')) return null;
  const run = findHeldBack(given);
  return run === null ? null : treeBefore(openLedger(), run);
}

/** The one run that held fixes back in these trees. */
export function findHeldBack(given: readonly string[], history?: readonly Run[]): Run | null {
  const holding = runsOf(openLedger(), given, history).filter(({ journal }) =>
    (journal.open ?? []).some(({ applied, applicability, fixTitle }) => {
      return !applied && applicability === 'review' && fixTitle !== null;
    }),
  );
  if (holding.length === 0) return null;
  const paths = given.flatMap((word) => treePaths(word));
  const [run, ...others] = holding.filter((each) => isRunOf(each, paths));
  return run === undefined || others.length > 0 ? null : run;
}

/** The tree that a run has written. */
export function writtenTree(path: string, id: string): Originals | string {
  const ledger = openLedger();
  const run = readRun(ledger, 'history', id);
  return run === null
    ? `${printable(path)}: the journal of the run that wrote it is gone`
    : treeBefore(ledger, run);
}

function treeBefore(ledger: Ledger, run: Run): Originals | string {
  const way = wayBack(ledger, run);
  if (!('changed' in way)) return { replaces: run, ...way };
  const path = printable(displayPath(way.changed, process.cwd()));
  return `${path} was changed since it was written, so the fixes that were held back can't be added to it: undo the run first, or write them by hand (httpd-codemod status lists them)`;
}

/** Runs on these trees that were not undone; [] for who can't read the history: it has no originals for them. */
export function runsOf(ledger: Ledger, given: readonly string[], history?: readonly Run[]): Run[] {
  try {
    // Where nothing was ever written, thousands of paths need not be resolved.
    if (history === undefined && runIds(ledger, 'history').length === 0) return [];
    const paths = given.flatMap((word) => treePaths(word));
    return openRuns(ledger, paths, history).map(({ run }) => run);
  } catch {
    return [];
  }
}

/** The tree as it was before. */
export function originalsReader(reader: TreeReader, { back, made, folders }: Originals): TreeReader {
  const by = { transform: 'undo', title: '' };
  // For the reader a file that goes is what a link is that goes: a name that leads nowhere.
  const gone = made.map(({ path }) => ({ type: 'unlink', path, by }) as const);
  return withoutFolders(patchedReader(reader, { ...back, links: [...back.links, ...gone] }), folders);
}

/** The same without these folders, unless somebody else put something into them. */
function withoutFolders(reader: TreeReader, folders: readonly string[]): TreeReader {
  const made = new Set(folders);
  const isGone = (path: string): boolean =>
    made.has(path) && (reader.list(path) ?? []).every(({ name }) => isGone(join(path, name)));
  return {
    ...reader,
    list(path) {
      const folder = resolve(path);
      if (isGone(folder)) return null;
      return reader.list(path)?.filter(({ name }) => !isGone(join(folder, name))) ?? null;
    },
    kindOf: (path) => (isGone(resolve(path)) ? null : reader.kindOf(path)),
    realPath: (path) => (isGone(resolve(path)) ? null : reader.realPath(path)),
  };
}

/** The same migrations, as changes to the files as they are now. What a migration did not read is no matter of its own. */
export function rebaseMigrations(
  migrations: readonly NamedMigration[],
  originals: Originals,
): NamedMigration[] {
  return migrations.map((named) => {
    const { migration } = named;
    const { model, part, patchSet } = migration;
    const rebased = rebase(patchSet, model.files, originals);
    if (part?.type !== 'in-server')
      return { ...named, whole: migration, migration: { ...migration, patchSet: rebased } };
    const ofServer = new Set(part.whole.files.map(({ path }) => path));
    const whole = rebase(part.whole, ofServer, originals);
    return {
      ...named,
      whole: migration,
      migration: { ...migration, patchSet: rebased, part: { ...part, whole } },
    };
  });
}

function rebase(
  patchSet: PatchSet,
  read: { has(path: string): boolean },
  { back, made, folders: there }: Originals,
): PatchSet {
  const own = { ...back, files: back.files.filter(({ newPath }) => read.has(newPath)) };
  const folders = (patchSet.folders ?? []).filter((folder) => !there.includes(folder));
  return { ...rebasePatchSet(patchSet, own, made), ...(folders.length > 0 && { folders }) };
}
