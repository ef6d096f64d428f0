import packageJson from '../../../package.json' with { type: 'json' };
import { colorizeDiff, renderDiff, sanitizeForTerminal } from '../../output/index.ts';
import { JSON_REPORT_VERSION, checkAsJson, migrationAsJson, renderJson } from '../../report/index.ts';
import type { JsonReport } from '../../report/index.ts';
import type { MigrateCommand } from '../command.ts';
import { EXIT } from '../exit-code.ts';
import type { Outcome } from '../outcome.ts';
import type { MigrateResult } from '../migrate/result.ts';
import type { Terminal } from '../terminal.ts';

/** What goes to standard output, or to the file of `--output`. */
export type Printed = Pick<Outcome, 'output' | 'encoding'>;

const NOTHING: Printed = { output: '', encoding: 'latin1' };

/** The diff, the JSON report, or the migrated text of standard input: what the command asks for. */
export async function renderOutput(result: MigrateResult, terminal: Terminal): Promise<Printed> {
  const { command, exitCode, stdin, patchSet, base } = result;
  if (command.format === 'json') return { output: renderJson(jsonReport(result)), encoding: 'utf8' };
  if (exitCode === EXIT.badInput || exitCode === EXIT.refused) return NOTHING;
  const show = shownTo(command, terminal);
  if (stdin !== null && command.format === null) {
    return { output: show.text(patchSet.files[0]?.after ?? stdin), encoding: 'latin1' };
  }
  return wantsDiff(command)
    ? { output: show.diff(await renderDiff(patchSet, base)), encoding: 'latin1' }
    : NOTHING;
}

/** The report of a run that never came to a result. */
export function renderFailure(command: MigrateCommand, failure: string): string {
  return renderJson({
    ...reportHead(command),
    exitCode: EXIT.badInput,
    configtest: [],
    migrations: [],
    failure,
  });
}

function jsonReport({ command, exitCode, migrations, write, checks }: MigrateResult): JsonReport {
  const unchecked = checks.flatMap(({ path, result }) =>
    result.type === 'failed' ? [`${path}: ${result.message}`] : [],
  );
  const unwritten = write === null || write.type === 'written' ? [] : write.problems;
  const failures = [...unchecked, ...unwritten.map(({ path, message }) => `${path}: ${message}`)];
  return {
    ...reportHead(command),
    exitCode,
    configtest: checks.map(({ path, result }) => ({ path, ...checkAsJson(result) })),
    migrations: migrations.map(({ path, migration }) => migrationAsJson(path, migration)),
    failure: failures.length === 0 ? null : failures.join('; '),
  };
}

function reportHead({ mode }: MigrateCommand) {
  return {
    version: JSON_REPORT_VERSION,
    tool: { name: 'httpd-codemod', version: packageJson.version },
    encoding: 'latin1',
    mode,
  } as const;
}

/** A diff is what a dry run is for; when files are written it is printed where it is asked for. */
function wantsDiff({ mode, format, outputFile, terminal }: MigrateCommand): boolean {
  if (format === 'diff' || outputFile !== null) return true;
  if (mode === 'check') return !terminal.quiet;
  return mode === 'show';
}

/** Byte for byte to a file or pipe; to people with what would steer their terminal made visible, and colours. */
function shownTo({ outputFile }: MigrateCommand, { out }: Terminal) {
  const asIs = (text: string) => text;
  if (outputFile !== null || (!out.isTerminal && !out.color)) return { text: asIs, diff: asIs };
  const text = sanitizeForTerminal;
  return { text, diff: out.color ? (diff: string) => colorizeDiff(text(diff)) : text };
}
