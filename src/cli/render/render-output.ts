import packageJson from '../../../package.json' with { type: 'json' };
import type { DiffOptions } from '../../output/index.ts';
import { colorizeDiff, diffParts, renderDiff, sanitizeForTerminal } from '../../output/index.ts';
import type { InPieces, JsonReport } from '../../report/index.ts';
import {
  ItemByItem,
  JSON_REPORT_VERSION,
  checkAsJson,
  migrationInPieces,
  renderJson,
  wrapWords,
} from '../../report/index.ts';
import { inChunks, visible } from '../../text/index.ts';
import type { MigrateCommand, OutputFormat } from '../command.ts';
import { whyUnreadable } from '../migrate/judge.ts';
import { isReport, renderReport } from '../report-head.ts';
import { failedReport, reportData, failureOf } from './report-output.ts';
import { EXIT } from '../exit-code.ts';
import type { Outcome } from '../outcome.ts';
import type { MigrateResult } from '../migrate/result.ts';
import type { Terminal } from '../terminal.ts';
import type { NamedMigration } from '../migrate/migrate-all.ts';
import { shownTarget } from '../migrate/auto-target.ts';

/** What goes to standard output, or to the file of `--output`. */
export type Printed = Pick<Outcome, 'output' | 'encoding' | 'chunks'>;

const NOTHING: Printed = { output: '', encoding: 'latin1' };

/**
 * A report, the diff, or the migrated text of standard input: what the command asks for.
 * @param format null: text
 */
export async function renderOutput(
  result: MigrateResult,
  terminal: Terminal,
  format: OutputFormat | null,
  isFile: boolean,
): Promise<Printed> {
  const { command, exitCode, stdin, patchSet, base } = result;
  if (format === 'json') return inPieces(renderJson(jsonReport(result)));
  if (isReport(format)) return inPieces(renderReport(format, reportData(result)));
  if (exitCode === EXIT.badInput || exitCode === EXIT.refused) return NOTHING;
  const show = shownTo(isFile, terminal);
  if (stdin !== null && format === null) {
    return { output: show.text(patchSet.files[0]?.after ?? stdin), encoding: 'latin1' };
  }
  if (format !== 'diff' && !isFile && !wantsDiff(command)) return NOTHING;
  const options = diffOptions(result, terminal);
  if (show.isAsIs) return { output: '', chunks: diffParts(patchSet, base, options), encoding: 'latin1' };
  return { output: show.diff(await renderDiff(patchSet, base, options)), encoding: 'latin1' };
}

function inPieces(pieces: Iterable<string>): Printed {
  return { output: '', chunks: inChunks(pieces), encoding: 'utf8' };
}

function diffOptions({ command, migrations }: MigrateResult, { out }: Terminal): DiffOptions {
  return command.explains ? { reasons: hunkReasons(migrations, out.width) } : {};
}

/** Whether a program reads what is printed, so that nothing need be told besides. */
export function isForPrograms(format: OutputFormat | null): boolean {
  return format === 'json' || isReport(format);
}

/** Whether a diff goes to standard output or to a file. */
export function printsDiff({ format, outputs }: MigrateCommand): boolean {
  const formats = outputs.length === 0 ? [format] : outputs.map((output) => output.format);
  return formats.some((each) => each === null || each === 'diff');
}

/** The report of a run that never came to a result. */
export function renderFailure(command: MigrateCommand, failure: string): string {
  const pieces = isReport(command.format)
    ? renderReport(command.format, failedReport(command, failure))
    : renderJson({
        ...reportHead(command),
        exitCode: EXIT.badInput,
        configtest: [],
        migrations: [],
        failure,
      });
  return [...pieces].join('');
}

function jsonReport(result: MigrateResult): InPieces<JsonReport> {
  const { command, exitCode, migrations, checks } = result;
  return {
    ...reportHead(command),
    exitCode,
    configtest: checks.map((check) => ({ path: check.path, ...checkAsJson(check.result) })),
    migrations: new ItemByItem(() =>
      migrations.map(({ path, migration, found }) => migrationInPieces(path, migration, shownTarget(found))),
    ),
    failure: failureOf(result) ?? whyUnreadable(migrations.map(({ migration }) => migration)),
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
function wantsDiff({ mode, terminal }: MigrateCommand): boolean {
  if (mode === 'check') return !terminal.quiet;
  return mode === 'show';
}

/** Byte for byte to a file or pipe; to people with what would steer their terminal made visible, and colours. */
function shownTo(isFile: boolean, { out }: Terminal) {
  const asIs = (text: string) => text;
  if (isFile || (!out.isTerminal && !out.color)) return { isAsIs: true, text: asIs, diff: asIs };
  const text = sanitizeForTerminal;
  return { isAsIs: false, text, diff: out.color ? (diff: string) => colorizeDiff(text(diff)) : text };
}

/** What each hunk of a diff is for: its rules, what they do, and what they found. As bytes of UTF-8. */
function hunkReasons(
  migrations: readonly NamedMigration[],
  width: number,
): NonNullable<DiffOptions['reasons']> {
  const findings = migrations.flatMap(({ migration }) => migration.findings).filter(({ applied }) => applied);
  return (file, start, end) => {
    const touched = file.pieces.flatMap((piece) => {
      return piece.type === 'made' && piece.replaces.start <= end && piece.replaces.end >= start
        ? piece.by
        : [];
    });
    const reasons = touched.map(({ transform, title }) => {
      const own = findings.filter((each) => each.transform === transform && each.fixTitle === title);
      const here = own.find(
        ({ path, span }) => path === file.path && span !== null && span.start <= end && span.end >= start,
      );
      const message = (here ?? own[0])?.message ?? '';
      return visible(`${transform}: ${title}.${message === '' ? '' : ` ${message}`}`).replaceAll('\n', ' ');
    });
    const lines = [...new Set(reasons)].flatMap((reason) =>
      wrapWords(reason, Math.max(0, width - 2), '    ').split('\n'),
    );
    return lines.map((line) => Buffer.from(line, 'utf8').toString('latin1'));
  };
}
