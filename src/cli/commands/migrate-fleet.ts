import { join } from 'node:path';
import { digest, framesOf, openBriefStore, openStore, worstExitCode } from '../../fleet/index.ts';
import type { FleetServer, FleetTask, ServerOutcome, TreeStore } from '../../fleet/index.ts';
import { createDiskReader } from '../../model/index.ts';
import { openLedger } from '../../output/index.ts';
import type { MigrateCommand } from '../command.ts';
import { EXIT } from '../exit-code.ts';
import type { ExitCode } from '../exit-code.ts';
import { deliverFleet } from '../fleet/deliver-fleet.ts';
import { isBad } from '../fleet/is-bad.ts';
import { finishAll } from '../fleet/finish-all.ts';
import { readAll } from '../fleet/read-all.ts';
import { openRunLog } from '../fleet/run-log.ts';
import type { RunLog } from '../fleet/run-log.ts';
import { storeKey } from '../fleet/store-key.ts';
import { takeUp } from '../fleet/take-up.ts';
import type { TakenUp } from '../fleet/take-up.ts';
import { isReport } from '../report-head.ts';
import type { FleetWish } from '../fleet/work-server.ts';
import { loadGivenFacts } from '../load-given-facts.ts';
import { openOutputFiles } from '../migrate/output-file.ts';
import { chooseTarget, chooseOptions } from '../migrate/choose-target.ts';
import { terminalProgress } from '../migrate/progress.ts';
import type { Progress } from '../migrate/progress.ts';
import { badInput } from '../outcome.ts';
import type { Outcome } from '../outcome.ts';
import { describeTerminal } from '../terminal.ts';

/** Migrates many servers, each by itself: shows, checks or writes them, and tells of all together. */
export async function runMigrateFleet(
  command: MigrateCommand,
  servers: readonly FleetServer[],
): Promise<Outcome> {
  const wish = wishOf(command);
  if (typeof wish === 'string') return badInput(wish);
  const terminal = describeTerminal(command.terminal);
  const progress = terminalProgress(terminal, command.terminal.quiet);
  const { folder } = openLedger();
  const key = storeKey(wish);
  const { mode } = command;
  const store = storeFor(command, folder, key);
  if (typeof store === 'string') return badInput(store);
  const run = digest([key, ...servers.map(({ path, target }) => `${path}\t${target ?? ''}`)].join('\0'));
  const log = mode === 'write' ? openRunLog(join(folder, 'fleet', `${run}.log`)) : null;
  if (typeof log === 'string') return badInput(log);
  const files = openOutputFiles(command.outputs, []);
  if (typeof files === 'string') return badInput(files);
  const outcomes = await outcomesOf(wish, tasksOf(servers), store, log, progress);
  progress.done();
  return deliverFleet({ command, terminal, outcomes, store, exitCode: exitCodeOf(outcomes), files }, () => {
    // Of a run that was asked to end, what it has done is to be known to the next.
    if (outcomes.length === servers.length) log?.close();
    store.discard();
  });
}

/** @param state the program's state folder. Or a sentence: why there is no place for what is known of trees, and what to do */
function storeFor({ many, mode }: MigrateCommand, state: string, key: string): TreeStore | string {
  if (many.cache !== null) {
    const store = openStore(many.cache, key);
    return typeof store === 'string' ? `the cache ${store}; give --cache another DIR, or --no-cache` : store;
  }
  // A run that writes can be taken up only where what it knew is still there.
  if (many.hasCache || mode === 'write') {
    const store = openStore(join(state, many.hasCache ? 'cache' : 'fleet'), key);
    if (typeof store !== 'string') return store;
    if (mode === 'write') return `${store}; set XDG_STATE_HOME to a folder that you may write to`;
  }
  const brief = openBriefStore();
  return typeof brief === 'string' ? `${brief}; set TMPDIR to a folder that you may write to` : brief;
}

function tasksOf(servers: readonly FleetServer[]): FleetTask[] {
  const frames = framesOf(servers.map(({ path }) => path));
  return servers.map((server, index) => ({ server, frame: frames[index]! }));
}

function wishOf(command: MigrateCommand): FleetWish | string {
  const formats = [command.format, ...command.outputs.map(({ format }) => format)];
  if (formats.includes('diff') && command.mode === 'write') return DIFF_WRITTEN;
  const options = chooseOptions(command);
  if (typeof options === 'string') return options;
  const given = loadGivenFacts(command);
  if (typeof given === 'string') return given;
  const chosen = chooseTarget(command, createDiskReader());
  if (typeof chosen === 'string') return chosen;
  // Without a name, a binary, and a server that checks each tree shows its own.
  const isNamed = command.httpd !== null || command.target !== null || chosen.server !== null;
  const target = isNamed ? chosen.targetOf({ path: '/' }) : null;
  return { command, options, given: given, target, reports: formats.some(isReport) };
}

const DIFF_WRITTEN = '--format diff with --write is for one server: print the diff first, then write';

const NOTHING_TAKEN_UP: TakenUp = { done: new Map(), written: [], planned: [] };

async function outcomesOf(
  wish: FleetWish,
  tasks: readonly FleetTask[],
  store: TreeStore,
  log: RunLog | null,
  progress: Progress,
): Promise<ServerOutcome[]> {
  const taken = log === null ? NOTHING_TAKEN_UP : takeUp(tasks, log, store);
  const known = new Map(taken.planned.map((result) => [result.server, result]));
  const open = tasks.filter((task) => !taken.done.has(task));
  const unknown = open.filter(({ server }) => !known.has(server));
  const read = await readAll(wish, unknown, store, progress);
  for (const result of read) known.set(result.server, result);
  const results = open.flatMap(({ server }) => known.get(server) ?? []);
  const writing = log === null ? null : { log, before: taken.written };
  const finished = await finishAll(wish, results, store, writing, progress);
  const isTakenBack = wish.command.many.isAllOrNone && finished.some(({ exitCode }) => isBad(exitCode));
  const before = [...taken.done.values()].map((one) => (isTakenBack ? { ...one, written: null } : one));
  const done = new Map([...before, ...finished].map((outcome) => [outcome.server, outcome]));
  return tasks.flatMap(({ server }) => done.get(server) ?? []);
}

function exitCodeOf(outcomes: readonly ServerOutcome[]): ExitCode {
  const worst = worstExitCode(outcomes.map(({ exitCode }) => exitCode));
  return Object.values(EXIT).find((code) => code === worst) ?? EXIT.badInput;
}
