import { patchedReader } from '../../model/index.ts';
import type { TreeReader } from '../../model/index.ts';
import { openLedger, openRuns, treePaths, wayBack } from '../../output/index.ts';
import type { Ledger, Run } from '../../output/index.ts';
import { rebasePatchSet } from '../../patch/index.ts';
import type { PatchSet } from '../../patch/index.ts';
import { printable } from '../../report/index.ts';
import type { MigrateCommand } from '../command.ts';
import { displayPath } from '../display-path.ts';
import type { NamedMigration } from './migrate-all.ts';

/** A tree that was written while fixes were held back. */
export interface WrittenTree {
  readonly run: Run;
  /** From the files as they are to the originals. */
  readonly back: PatchSet;
}

/**
 * For `--apply review`: the run that held fixes back in these trees, whose originals are migrated anew with them. Null: there is none; or a
 * sentence about why it can't be done.
 */
export function findWrittenTree({ apply, paths: given }: MigrateCommand): WrittenTree | string | null {
  if (apply !== 'review' || given.includes('-')) return null;
  const ledger = openLedger();
  const runs = runsOf(ledger, given).filter(({ journal }) =>
    (journal.open ?? []).some(({ applied, applicability, fixTitle }) => {
      return !applied && applicability === 'review' && fixTitle !== null;
    }),
  );
  const [run, ...others] = runs;
  if (run === undefined || others.length > 0) return null;
  const back = wayBack(ledger, run);
  if (!('changed' in back)) return { run, back };
  const path = printable(displayPath(back.changed, process.cwd()));
  return `${path} was changed since it was written, so the fixes that were held back can't be added to it: undo the run first, or write them by hand (httpd-codemod status lists them)`;
}

/** [] for who can't read the history: it has no originals for them. */
function runsOf(ledger: Ledger, given: readonly string[]): Run[] {
  try {
    const paths = given.flatMap((word) => treePaths(word));
    return openRuns(ledger, paths).map(({ run }) => run);
  } catch {
    return [];
  }
}

/** The tree as it was before the run. */
export function originalsReader(reader: TreeReader, { back }: WrittenTree): TreeReader {
  return patchedReader(reader, back);
}

/** The same migrations, as changes to the files as they are now. */
export function rebaseMigrations(
  migrations: readonly NamedMigration[],
  { back }: WrittenTree,
): NamedMigration[] {
  return migrations.map((named) => ({
    ...named,
    whole: named.migration,
    migration: { ...named.migration, patchSet: rebasePatchSet(named.migration.patchSet, back) },
  }));
}
