import { createDiskReader } from '../../model/index.ts';
import { startTimer } from '../../text/index.ts';
import { renderTimings } from '../render/render-timings.ts';
import { printable } from '../../report/index.ts';
import { apologize } from '../apologize.ts';
import { chooseTarget, chooseOptions } from '../migrate/choose-target.ts';
import type { MigrateCommand } from '../command.ts';
import { deliver, deliverFailure } from './deliver.ts';
import { interruptible } from '../migrate/interruption.ts';
import { listServers } from '../fleet/list-servers.ts';
import { loadGivenFacts } from '../load-given-facts.ts';
import { migrateAll } from '../migrate/migrate-all.ts';
import { displayPath } from '../display-path.ts';
import { terminalAsker } from '../interactive/ask.ts';
import type { Make } from '../interactive/session.ts';
import type { NamedMigration } from '../migrate/migrate-all.ts';
import type { MigrateResult } from '../migrate/result.ts';
import type { Checker } from '../migrate/run-checks.ts';
import type { Originals } from '../migrate/written-tree.ts';
import { badInput, printed } from '../outcome.ts';
import type { Outcome } from '../outcome.ts';
import { openOutputFiles } from '../migrate/output-file.ts';
import { terminalProgress } from '../migrate/progress.ts';
import { settle } from '../migrate/settle.ts';
import { readStandardInput } from '../streams.ts';
import { describeTerminal } from '../terminal.ts';
import type { Terminal } from '../terminal.ts';
import { unfinishedRuns } from '../unfinished-runs.ts';
import { fromParts } from '../migrate/written-parts.ts';
import type { MigrateFrom } from '../migrate/written-parts.ts';
import { findWrittenTree, originalsReader, rebaseMigrations } from '../migrate/written-tree.ts';
import { watchStages, watchedReader } from '../migrate/watch-stages.ts';

/** Reads each PATH, then shows, checks or writes what is to change. All is computed before anything is written. */
export async function runMigrate(command: MigrateCommand): Promise<Outcome> {
  if (command.isInteractive) return migrateTogether(command);
  const servers = listServers(command);
  if (typeof servers === 'string') return deliverFailure(command, servers);
  if (servers !== null) return (await import('./migrate-fleet.ts')).runMigrateFleet(command, servers);
  return migrateTogether(command);
}

/** PATHs that are one server, or parts of one. */
async function migrateTogether(command: MigrateCommand): Promise<Outcome> {
  const options = chooseOptions(command);
  if (typeof options === 'string') return deliverFailure(command, options);
  const given = loadGivenFacts(command);
  if (typeof given === 'string') return deliverFailure(command, given);
  const unfinished = unfinishedRuns(command.paths);
  if (unfinished !== null) return deliverFailure(command, unfinished);
  const terminal = describeTerminal(command.terminal);
  const stdin = command.paths.includes('-') ? await readStandardInput() : null;
  const progress = watchStages(terminalProgress(terminal, command.terminal.quiet), terminal.err.width);
  const reader = watchedReader(createDiskReader(), progress, terminal.err.width, 'migrating');
  const written = findWrittenTree(command);
  if (typeof written === 'string') return deliverFailure(command, written);
  const chosen = chooseTarget(command, written === null ? reader : originalsReader(reader, written));
  if (typeof chosen === 'string') {
    progress.done();
    return deliverFailure(command, chosen);
  }
  const { targetOf, server } = chosen;
  if (command.isInteractive) {
    const make: Make = (wishes, own) => {
      const asked = migrateAll(command, { ...options, ...wishes }, targetOf, null, given, reader, own);
      progress.done();
      return 'code' in asked ? printable(asked.message) : asked[0]!;
    };
    return migrateAsked(command, make, terminal, { server, reader });
  }
  const migrateFrom: MigrateFrom = (originals) => {
    const from = originals === null ? reader : originalsReader(reader, originals);
    const made = migrateAll(command, options, targetOf, stdin, given, from);
    return 'code' in made || originals === null ? made : rebaseMigrations(made, originals);
  };
  const made = migrateFrom(written);
  const found = 'code' in made || written !== null ? null : fromParts(command, made, migrateFrom);
  progress.done();
  if ('code' in made) return deliverFailure(command, printable(made.message));
  const { migrations, originals } = found ?? { migrations: made, originals: written };
  const files = openOutputFiles(command.outputs, migrations);
  if (typeof files === 'string') return deliverFailure(command, files);
  const result = await settleChecked(command, migrations, stdin, { server, reader }, originals);
  if (typeof result !== 'string') return deliverSafely(result, terminal, files);
  for (const file of files) file.discard();
  return deliverFailure(command, result);
}

function settleChecked(
  command: MigrateCommand,
  migrations: readonly NamedMigration[],
  stdin: string | null,
  asks: Pick<Checker, 'server' | 'reader'>,
  originals: Originals | null,
): Promise<MigrateResult | string> {
  const { configtest: wish } = command;
  if (wish === null) return settle(command, migrations, stdin, null, originals);
  return interruptible((signal) => settle(command, migrations, stdin, { ...asks, wish, signal }, originals));
}

/** Change by change, as it is answered on the terminal. */
async function migrateAsked(
  command: MigrateCommand,
  make: Make,
  terminal: Terminal,
  asks: Pick<Checker, 'server' | 'reader'>,
): Promise<Outcome> {
  if (process.stdin.isTTY !== true || !terminal.err.isTerminal) return badInput(NO_TERMINAL);
  const { walkDecisions } = await import('../interactive/walk.ts');
  const here = process.cwd();
  const { color, width } = terminal.err;
  const style = { color, width, verbose: false, quiet: false, mode: 'show' } as const;
  const walked = await walkDecisions(make, terminalAsker(), {
    ...style,
    displayPath: (path) => displayPath(path, here),
  });
  if (walked.type === 'failed') return deliverFailure(command, walked.message);
  if (walked.type === 'ended') return { ...printed(''), messages: `${walked.message}\n` };
  const result = await settleChecked(command, [walked.named], null, asks, null);
  if (typeof result === 'string') return deliverFailure(command, result);
  if (result.write?.type === 'written') walked.forget();
  return deliverSafely(result, terminal, []);
}

const NO_TERMINAL =
  '--interactive asks change by change, and so needs a terminal for input and messages; without one use --only and --skip';

/** An error in the telling must not hide that the files were written. */
async function deliverSafely(...args: Parameters<typeof deliver>): Promise<Outcome> {
  try {
    return withTimings(await timedDelivery(...args), args[0].command);
  } catch (error) {
    const [{ write }, , files] = args;
    for (const file of files) file.discard();
    return apologize(error, write?.type === 'written' ? 'the files were written' : 'nothing was written');
  }
}

async function timedDelivery(...args: Parameters<typeof deliver>): Promise<Outcome> {
  const stop = startTimer('print');
  const outcome = await deliver(...args);
  stop();
  return outcome;
}

function withTimings(outcome: Outcome, { timings }: MigrateCommand): Outcome {
  if (!timings) return outcome;
  const chunks = timedPieces(outcome.chunks ?? []);
  return { ...outcome, chunks, lastWords: () => renderTimings(performance.now()) };
}

/** Counts the making of each for `print`, not the time until it is taken. */
async function* timedPieces(pieces: NonNullable<Outcome['chunks']>): AsyncGenerator<string> {
  const each = Symbol.asyncIterator in pieces ? pieces[Symbol.asyncIterator]() : pieces[Symbol.iterator]();
  for (;;) {
    const stop = startTimer('print');
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const { done, value } = await each.next();
    stop();
    if (done === true) return;
    yield value;
  }
}
