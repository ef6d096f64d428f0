import { readFileSync } from 'node:fs';
import { renderReport, restorePatchSet, serverLines } from '../../fleet/index.ts';
import type { ServerOutcome, TreeStore } from '../../fleet/index.ts';
import { diffBase, renderDiff } from '../../output/index.ts';
import { printable } from '../../report/index.ts';
import type { MigrateCommand } from '../command.ts';
import type { ExitCode } from '../exit-code.ts';
import { openOutputFile } from '../migrate/output-file.ts';
import { badInput } from '../outcome.ts';
import type { Outcome } from '../outcome.ts';
import type { Terminal } from '../terminal.ts';
import { fleetJson } from './fleet-json.ts';
import { fleetSteps } from './fleet-steps.ts';
import { isBad } from './write-servers.ts';

export interface FleetEnd {
  readonly command: MigrateCommand;
  readonly terminal: Terminal;
  readonly outcomes: readonly ServerOutcome[];
  readonly store: TreeStore;
  readonly exitCode: ExitCode;
}

/** The end of a run over many servers: the report, or what `--format` asks for. `done` is called when it is printed. */
export async function deliverFleet(end: FleetEnd, done: () => void): Promise<Outcome> {
  const { command, exitCode } = end;
  const encoding = command.format === 'diff' ? 'latin1' : 'utf8';
  const messages =
    command.terminal.quiet || command.format === 'json' || command.format === 'jsonl' ? '' : fleetSteps(end);
  const chunks = chunksOf(end);
  if (command.outputFile === null)
    return { exitCode, output: '', encoding, chunks, messages, whenPrinted: done };
  const file = openOutputFile(command.outputFile, []);
  if (typeof file === 'string') return badInput(file);
  const parts: string[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  const problem = file?.write(parts.join(''), encoding) ?? null;
  if (problem !== null) return badInput(problem);
  return { exitCode, output: '', encoding, messages, whenPrinted: done };
}

async function* chunksOf(end: FleetEnd): AsyncGenerator<string> {
  const { command, terminal, outcomes, store } = end;
  const { format, outputFile, mode } = command;
  if (format === 'jsonl') {
    const line = serverLines(store, command.terminal.verbose);
    for (const outcome of outcomes) yield line(outcome);
  } else if (format === 'json') {
    yield* fleetJson(end);
  } else if (format === 'diff') {
    yield* diffs(end);
  } else if (!command.terminal.quiet || outputFile !== null) {
    const color = outputFile === null && terminal.out.color;
    yield renderReport(outcomes, store, { color, isWrite: mode === 'write' });
  }
}

/** One after the other, so that no more than one is in memory. */
async function* diffs({ outcomes, store }: FleetEnd): AsyncGenerator<string> {
  for (const outcome of outcomes) {
    // oxlint-disable-next-line no-await-in-loop -- see above
    yield await diffOf(outcome, store);
  }
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
