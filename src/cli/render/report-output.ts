import packageJson from '../../../package.json' with { type: 'json' };
import {
  gatherTree,
  renderHtml,
  renderJunit,
  renderMarkdown,
  renderSarif,
  verdictOf,
} from '../../formats/index.ts';
import type { ReportData } from '../../formats/index.ts';
import { printable } from '../../report/index.ts';
import type { MigrateCommand, OutputFormat, ReportFormat } from '../command.ts';
import { displayPath } from '../display-path.ts';
import { EXIT } from '../exit-code.ts';
import type { MigrateResult } from '../migrate/result.ts';
import { sameCommand } from '../same-command.ts';
import { failureOf } from './failure-of.ts';

const RENDER: Readonly<Record<ReportFormat, (data: ReportData) => string>> = {
  html: renderHtml,
  markdown: renderMarkdown,
  sarif: renderSarif,
  junit: renderJunit,
};

export function isReport(format: OutputFormat | null): format is ReportFormat {
  return format !== null && Object.hasOwn(RENDER, format);
}

export function renderReport(format: ReportFormat, data: ReportData): string {
  return RENDER[format](data);
}

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
  const trees = migrations.map(({ path, migration, found: { target, why } }) =>
    gatherTree(
      {
        path,
        migration,
        target: { name: target.name, version: target.version, why: printable(why) },
        semantics: command.semantics,
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

export function reportHead(command: MigrateCommand) {
  const { mode } = command;
  const how =
    mode === 'write'
      ? ['--write']
      : mode === 'check'
        ? ['--check']
        : mode === 'out'
          ? ['--out', command.out ?? '']
          : [];
  return {
    tool: { name: 'httpd-codemod', version: packageJson.version },
    made: madeAt().toISOString(),
    command: printable(sameCommand(command, targetOf(command), how)),
    mode,
  } as const;
}

function targetOf({ target, httpd }: MigrateCommand) {
  if (httpd !== null) return ['--httpd', httpd] as const;
  return target === null ? null : (['--target', target] as const);
}

/** SOURCE_DATE_EPOCH makes reports that are the same byte for byte (https://reproducible-builds.org/specs/source-date-epoch/). */
function madeAt(): Date {
  const epoch = process.env['SOURCE_DATE_EPOCH'] ?? '';
  return /^\d{1,11}$/.test(epoch) ? new Date(Number(epoch) * 1000) : new Date();
}
