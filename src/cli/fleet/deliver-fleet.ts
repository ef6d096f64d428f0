import packageJson from '../../../package.json' with { type: 'json' };
import { readFileSync } from 'node:fs';
import type { ServerOutcome, TreeStore } from '../../fleet/index.ts';
import {
  groupServers,
  MOST_LINES,
  renderReport as renderGroups,
  restorePatchSet,
  serverLines,
} from '../../fleet/index.ts';
import { colorizeDiff, diffBase, renderDiff, sanitizeForTerminal } from '../../output/index.ts';
import type { JsonReport } from '../../report/index.ts';
import { plural, printable, JSON_REPORT_VERSION, showableJsonText } from '../../report/index.ts';
import { inChunks } from '../../text/index.ts';
import type { MigrateCommand, OutputFormat } from '../command.ts';
import type { ExitCode } from '../exit-code.ts';
import type { OutputFile } from '../migrate/output-file.ts';
import type { Outcome } from '../outcome.ts';
import { badInput } from '../outcome.ts';
import type { Terminal } from '../terminal.ts';
import { isReport, renderReport } from '../report-head.ts';
import { fleetReport } from './fleet-report.ts';
import { fleetSteps } from './fleet-steps.ts';
import { oneByOne } from './one-by-one.ts';
import { isBad } from './is-bad.ts';

export interface FleetEnd {
  readonly command: MigrateCommand;
  readonly terminal: Terminal;
  readonly outcomes: readonly ServerOutcome[];
  readonly store: TreeStore;
  readonly exitCode: ExitCode;
  /** Those of `--output`. */
  readonly files: readonly OutputFile[];
}

/** The end of a run over many servers: the report, or what `--format` asks for. `done` is called when it is printed. */
export async function deliverFleet(end: FleetEnd, done: () => void): Promise<Outcome> {
  const { command, exitCode } = end;
  const { outputs, format, terminal } = command;
  const isPrinted = !terminal.quiet && (outputs.length > 0 || format === null || format === 'diff');
  const messages = isPrinted ? fleetSteps(end) : '';
  if (outputs.length === 0) {
    const encoding = encodingOf(format);
    return {
      exitCode,
      output: '',
      encoding,
      chunks: chunksOf(end, format, false),
      messages,
      whenPrinted: done,
    };
  }
  const printed = await oneByOne(end.files, async (file) => {
    const problem = await file.write(chunksOf(end, file.format, true), encodingOf(file.format));
    return { problem };
  });
  const problems = printed.flatMap(({ problem }) => problem ?? []);
  if (problems.length > 0) return notPrinted(end, problems, { messages, done });
  return { exitCode, output: '', encoding: 'utf8', messages, whenPrinted: done };
}

/** The report is lost, and what was done is not: it is told where everybody sees it. */
function notPrinted(
  { outcomes }: FleetEnd,
  problems: readonly string[],
  { messages, done }: { readonly messages: string; readonly done: () => void },
): Outcome {
  const count = outcomes.filter(({ written }) => (written ?? 0) > 0).length;
  const all = count === 0 ? '' : `; ${plural(count, 'server')} written all the same`;
  const outcome = badInput(problems.join('; ') + all);
  return { ...outcome, messages: `${messages}${outcome.messages}`, whenPrinted: done };
}

function encodingOf(format: OutputFormat | null): 'latin1' | 'utf8' {
  return format === 'diff' ? 'latin1' : 'utf8';
}

async function* chunksOf(
  end: FleetEnd,
  format: OutputFormat | null,
  isFile: boolean,
): AsyncGenerator<string> {
  const { command, terminal, outcomes, store } = end;
  if (format === 'jsonl') {
    const line = serverLines(store, command.terminal.verbose);
    for (const outcome of outcomes) yield line(outcome);
  } else if (format === 'json') {
    yield* fleetJson(end);
  } else if (isReport(format)) {
    yield* inChunks(renderReport(format, fleetReport(end, format)));
  } else if (format === 'diff') {
    yield* allDiffs(end);
  } else if (!command.terminal.quiet || isFile) {
    const color = !isFile && terminal.out.color;
    const isWrite = command.mode === 'write';
    const isWhole = command.terminal.verbose;
    const diffs = isWrite ? new Map<ServerOutcome, string[]>() : await groupDiffs(end, isWhole, color);
    const width = isFile ? 0 : terminal.out.width;
    yield renderGroups(outcomes, store, { color, isWrite, isWhole, width }, diffs);
  }
}

/** One after the other, so that no more than one is in memory. */
async function* allDiffs({ outcomes, store }: FleetEnd): AsyncGenerator<string> {
  for (const outcome of outcomes) {
    // oxlint-disable-next-line no-await-in-loop -- see above
    yield await diffOf(outcome, store);
  }
}

/** Of the first server of each group, as long as there may be room for them. */
async function groupDiffs(
  { outcomes, store, terminal }: FleetEnd,
  isWhole: boolean,
  color: boolean,
): Promise<Map<ServerOutcome, string[]>> {
  let room = isWhole ? Infinity : MOST_LINES;
  const diffs = await oneByOne(groupServers(outcomes), async ({ first }) => {
    if (room <= 0) return null;
    const bytes = await diffOf(first, store);
    const safe = terminal.out.isTerminal || color ? sanitizeForTerminal(bytes) : bytes;
    const shown = Buffer.from(safe, 'latin1').toString('utf8');
    const lines = (color ? colorizeDiff(shown) : shown).split('\n').slice(0, -1);
    room -= lines.length;
    return [first, lines] as const;
  });
  return new Map(diffs);
}

async function diffOf({ summary, frame, exitCode }: ServerOutcome, store: TreeStore): Promise<string> {
  if (summary.id === null || isBad(exitCode)) return '';
  const detail = store.detail(summary.id, frame);
  if (detail === null) return '';
  const patchSet = restorePatchSet(detail, (path) => readFileSync(path, 'latin1'));
  if ('changed' in patchSet) throw new Error(`${printable(patchSet.changed)} was changed since it was read`);
  const here = process.cwd();
  return renderDiff(patchSet, diffBase([frame.folder], here) === here ? here : '/');
}

/** The document of `--format json`, server by server: it has all their edits, and may be larger than memory. */
function* fleetJson({ command, outcomes, store, exitCode }: FleetEnd): Generator<string> {
  const failures = outcomes.flatMap(({ server, failure, summary }) =>
    failure === null && summary.failure === null
      ? []
      : [`${server.name}: ${failure ?? summary.failure ?? ''}`],
  );
  const head: JsonReport = {
    version: JSON_REPORT_VERSION,
    tool: { name: 'httpd-codemod', version: packageJson.version },
    encoding: 'latin1',
    mode: command.mode,
    exitCode,
    migrations: [],
    configtest: outcomes.flatMap(({ configtest = [] }) => configtest),
    failure: failures.length === 0 ? null : failures.join('; '),
  };
  const { migrations: _, ...rest } = head;
  yield `${showableJsonText(JSON.stringify(rest)).slice(0, -1)},"migrations":[`;
  let gap = '\n';
  for (const { server, summary, frame } of outcomes) {
    const detail = summary.id === null ? null : store.detail(summary.id, frame);
    if (detail === null) continue;
    yield `${gap}${showableJsonText(JSON.stringify({ ...detail.report, path: server.name }))}`;
    gap = ',\n';
  }
  yield '\n]}\n';
}
