import type { ReportData } from '../../formats/index.ts';
import { gatherTree, verdictOf } from '../../formats/index.ts';
import { printable } from '../../report/index.ts';
import type { MigrateCommand } from '../command.ts';
import { displayPath } from '../display-path.ts';
import { EXIT } from '../exit-code.ts';
import type { MigrateResult } from '../migrate/result.ts';
import { reportHead } from '../report-head.ts';
import { shownTarget } from '../migrate/auto-target.ts';

const gathered = new WeakMap<MigrateResult, ReportData>();

/** What the reports of a run are made of: gathered once, however many are written. */
export function reportData(result: MigrateResult): ReportData {
  const known = gathered.get(result) ?? gather(result);
  gathered.set(result, known);
  return known;
}

function gather(result: MigrateResult): ReportData {
  const { command, exitCode, migrations } = result;
  const here = process.cwd();
  const trees = migrations.map(({ path, migration, found }) =>
    gatherTree(
      {
        path,
        migration,
        target: { ...shownTarget(found), why: printable(found.why) },
      },
      (file) => displayPath(file, here),
    ),
  );
  const failure = failureOf(result);
  return { ...reportHead(command), exitCode, trees, failure, verdict: verdictOf(trees, exitCode, failure) };
}

/** The report of a run that never came to a result. */
export function failedReport(command: MigrateCommand, message: string): ReportData {
  const failure = printable(message);
  const verdict = verdictOf([], EXIT.badInput, failure);
  return { ...reportHead(command), exitCode: EXIT.badInput, trees: [], failure, verdict };
}

/** Why a run with a result wrote nothing: what could not be checked or written; null if nothing failed. */
export function failureOf({ write, checks }: MigrateResult): string | null {
  const unchecked = checks.flatMap(({ path, result }) =>
    result.type === 'failed' ? [`${path}: ${result.message}`] : [],
  );
  const unwritten = write === null || write.type === 'written' ? [] : write.problems;
  const failures = [...unchecked, ...unwritten.map(({ path, message }) => `${path}: ${message}`)];
  return failures.length === 0 ? null : failures.join('; ');
}
