import packageJson from '../../package.json' with { type: 'json' };
import { renderHtml, renderJunit, renderMarkdown, renderSarif } from '../formats/index.ts';
import type { ReportData } from '../formats/index.ts';
import { printable } from '../report/index.ts';
import type { MigrateCommand, OutputFormat, ReportFormat } from './command.ts';
import { givenTarget, sameCommand } from './same-command.ts';

const RENDER: Readonly<Record<ReportFormat, (data: ReportData) => Iterable<string>>> = {
  html: renderHtml,
  markdown: (data) => [renderMarkdown(data)],
  sarif: renderSarif,
  junit: (data) => [renderJunit(data)],
};

export function isReport(format: OutputFormat | null): format is ReportFormat {
  return format !== null && Object.hasOwn(RENDER, format);
}

/** Whether one is to be printed, or written to a file. */
export function wantsReport({ format, outputs }: MigrateCommand): boolean {
  return [format, ...outputs.map((output) => output.format)].some(isReport);
}

export function renderReport(format: ReportFormat, data: ReportData): Iterable<string> {
  return RENDER[format](data);
}

/** What a report says of the run, whatever it came to. */
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
    command: printable(sameCommand(command, givenTarget(command), how)),
    mode,
  } as const;
}

/** SOURCE_DATE_EPOCH makes reports that are the same byte for byte (https://reproducible-builds.org/specs/source-date-epoch/). */
function madeAt(): Date {
  const epoch = process.env['SOURCE_DATE_EPOCH'] ?? '';
  return /^\d{1,11}$/.test(epoch) ? new Date(Number(epoch) * 1000) : new Date();
}
