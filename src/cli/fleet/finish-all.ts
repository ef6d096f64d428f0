import { fromFramedText } from '../../fleet/index.ts';
import type { FleetResult, ServerOutcome, TreeStore } from '../../fleet/index.ts';
import { grouped, plural } from '../../report/index.ts';
import type { MigrateCommand } from '../command.ts';
import { EXIT } from '../exit-code.ts';
import type { Progress } from '../migrate/progress.ts';
import { oneByOne } from './one-by-one.ts';
import type { RunLog } from './run-log.ts';
import { settleServer } from './settle-server.ts';
import type { FleetWish } from './work-server.ts';
import { isBad, unwritten, writeServers } from './write-servers.ts';

/** Asks a 2.4 server about each, and writes each, where the command says so. @param log null: nothing is written */
export async function finishAll(
  wish: FleetWish,
  read: readonly FleetResult[],
  store: TreeStore,
  log: RunLog | null,
  progress: Progress,
): Promise<ServerOutcome[]> {
  const { command } = wish;
  const isChecked = command.configtest !== null;
  const tell = (verb: string) => (done: number) =>
    progress.tick(() => `${grouped(done)} of ${plural(read.length, 'server')} ${verb}`);
  const results = read.map((result) => withOwnCode(result, command.mode));
  // Where each is checked when it is written, that is enough, unless all depends on all.
  const isAsked = isChecked && (log === null || command.many.isAllOrNone);
  const checked = isAsked ? await checkAll(wish, results, tell('checked')) : results.map(unwritten);
  if (log === null) return checked;
  return writeServers({
    results: checked.map((one) => ({ ...one, summary: { ...one.summary, ...failureOf(one) } })),
    store,
    log,
    isAllOrNone: command.many.isAllOrNone,
    settle: isChecked ? (result) => settleServer(wish, result, 'write') : null,
    tell: tell('written'),
  });
}

function failureOf({ exitCode, failure }: ServerOutcome) {
  return { exitCode, failure };
}

/** With the server's own place in what is said of it, and with the exit code that `mode` has for it. */
function withOwnCode(result: FleetResult, mode: MigrateCommand['mode']): FleetResult {
  const { summary, frame } = result;
  const isChange = mode === 'check' && summary.edits > 0 && !isBad(summary.exitCode);
  const failure = summary.failure === null ? null : fromFramedText(summary.failure, frame);
  const exitCode = isChange ? EXIT.changes : summary.exitCode;
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
