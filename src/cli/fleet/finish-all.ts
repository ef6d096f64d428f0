import { fromFramedText } from '../../fleet/index.ts';
import type { FleetResult, ServerOutcome, TreeStore } from '../../fleet/index.ts';
import { listRuns, openLedger } from '../../output/index.ts';
import type { OpenRun } from '../../output/index.ts';
import { grouped, plural } from '../../report/index.ts';
import type { MigrateCommand } from '../command.ts';
import { EXIT } from '../exit-code.ts';
import { leftOpen } from '../migrate/left-open.ts';
import type { Progress } from '../migrate/progress.ts';
import { withLeft } from '../migrate/settle.ts';
import { oneByOne } from './one-by-one.ts';
import type { LoggedServer, RunLog } from './run-log.ts';
import { settleServer } from './settle-server.ts';
import type { FleetWish } from './work-server.ts';
import { isBad } from './is-bad.ts';
import { unwritten, writeServers } from './write-servers.ts';

/** What is written, and where it is said. */
export interface Writing {
  readonly log: RunLog;
  /** By a run that was killed. */
  readonly before: readonly LoggedServer[];
}

/** Asks a 2.4 server about each, and writes each, where the command says so. @param writing null: nothing is written */
export async function finishAll(
  wish: FleetWish,
  read: readonly FleetResult[],
  store: TreeStore,
  writing: Writing | null,
  progress: Progress,
): Promise<ServerOutcome[]> {
  const { command } = wish;
  const isChecked = command.configtest !== null;
  const tell = (verb: string) => (done: number) =>
    progress.tick(() => `${grouped(done)} of ${plural(read.length, 'server')} ${verb}`);
  const left = leftBefore(read, store);
  const results = read.map((result) => withOwnCode(result, left.get(result) ?? [], command.mode));
  // Where each is checked when it is written, that is enough, unless all depends on all.
  const isAsked = isChecked && (writing === null || command.many.isAllOrNone);
  const checked = isAsked ? await checkAll(wish, results, tell('checked')) : results.map(unwritten);
  if (writing === null) return checked;
  return writeServers({
    results: checked.map((one) => ({ ...one, summary: { ...one.summary, ...failureOf(one) } })),
    store,
    ...writing,
    isAllOrNone: command.many.isAllOrNone,
    settle: isChecked ? (result) => settleServer(wish, result, 'write') : null,
    tell: tell('written'),
  });
}

function failureOf({ exitCode, failure }: ServerOutcome) {
  return { exitCode, failure };
}

/** What earlier runs left to be settled in trees that are 2.4's already. */
function leftBefore(results: readonly FleetResult[], store: TreeStore): ReadonlyMap<FleetResult, OpenRun[]> {
  const done = results.filter(({ summary }) => summary.isFor24);
  const history = done.length === 0 ? [] : listRuns(openLedger(), 'history');
  if (history.length === 0) return new Map();
  return new Map(
    done.map((result) => {
      const { server, summary, frame } = result;
      const now = summary.id === null ? null : store.detail(summary.id, frame);
      return [result, leftOpen([server.path], now?.report.findings ?? [], history)];
    }),
  );
}

/** With the server's own place in what is said of it, and with the exit code that the run has for it. */
function withOwnCode(
  result: FleetResult,
  left: readonly OpenRun[],
  mode: MigrateCommand['mode'],
): FleetResult {
  const { summary, frame } = result;
  const isChange = mode === 'check' && summary.edits > 0 && !isBad(summary.exitCode);
  const failure = summary.failure === null ? null : fromFramedText(summary.failure, frame);
  const known = Object.values(EXIT).find((code) => code === summary.exitCode) ?? EXIT.badInput;
  const exitCode = isChange ? EXIT.changes : withLeft(known, left);
  return { ...result, summary: { ...summary, failure, exitCode } };
}

function checkAll(
  wish: FleetWish,
  results: readonly FleetResult[],
  tell: (done: number) => void,
): Promise<ServerOutcome[]> {
  return oneByOne(results, async (result, index) => {
    tell(index);
    const { outcome } = await settleServer(wish, result, 'show');
    return isBad(outcome.exitCode) ? outcome : { ...outcome, exitCode: result.summary.exitCode };
  });
}
