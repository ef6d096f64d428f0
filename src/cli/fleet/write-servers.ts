import { readFileSync } from 'node:fs';
import { digest, restorePatchSet } from '../../fleet/index.ts';
import type { FleetResult, ServerOutcome, TreeDetail, TreeStore } from '../../fleet/index.ts';
import { openLedger, pruneHistory, treePaths, writeInPlace } from '../../output/index.ts';
import type { WriteResult } from '../../output/index.ts';
import type { PatchSet } from '../../patch/index.ts';
import { printable } from '../../report/index.ts';
import { deferSignals, isAskedToEnd } from '../deferred-signals.ts';
import { EXIT } from '../exit-code.ts';
import { takeBack } from '../migrate/take-back.ts';
import { isBad } from './is-bad.ts';
import type { LoggedServer, RunLog } from './run-log.ts';
import { writtenState } from './run-log.ts';
import { oneByOne } from './one-by-one.ts';
import { sharedFiles } from './shared-files.ts';
import type { SharedFiles } from './shared-files.ts';

export interface WriteRun {
  readonly results: readonly FleetResult[];
  readonly store: TreeStore;
  readonly log: RunLog;
  readonly isAllOrNone: boolean;
  /** What a run that was killed has written: with it, all or none. */
  readonly before: readonly LoggedServer[];
  /** Instead of just writing it: with a server that checks it. Null: without. */
  readonly settle: ((result: FleetResult) => Promise<Settled>) | null;
  /** Before each. */
  tell(done: number): void;
}

/** What became of one server that a 2.4 server was asked about. */
export interface Settled {
  readonly outcome: ServerOutcome;
  /** Null if nothing was written. */
  readonly write: Written | null;
}

type Written = Extract<WriteResult, { type: 'written' }>;

/**
 * Writes each server as a run of its own: with its own journal, all of it or nothing, and whatever becomes of the others. Fewer outcomes than
 * servers: the program was asked to end.
 */
export async function writeServers(run: WriteRun): Promise<ServerOutcome[]> {
  const written = run.before.map(({ run: id }) => writtenRun(id));
  const worst = run.results.find(({ summary }) => isBad(summary.exitCode));
  if (run.isAllOrNone && worst !== undefined) return takeAllBack(run, unwritten(worst), written);
  const shared = sharedFiles(run.results, run.store, run.before);
  const isToWrite = ({ summary }: FleetResult) => !isBad(summary.exitCode) && summary.edits > 0;
  const planned = run.results.filter(isToWrite);
  const unplanned = run.log.plan(planned.map(({ server, summary }) => ({ path: server.path, summary })));
  if (unplanned !== null)
    return run.results.map((one) => (isToWrite(one) ? failedToWrite(one, unplanned) : unwritten(one)));
  let failure: ServerOutcome | null = null;
  deferSignals();
  const outcomes = await oneByOne(run.results, async (result, index) => {
    run.tell(index);
    // Only then is it known whether a signal has come.
    await new Promise((resolve) => setImmediate(resolve));
    if (isAskedToEnd() || failure !== null) return null;
    const { outcome, write } = await writeServer(run, result, shared);
    if (write !== null) written.push(write);
    if (run.isAllOrNone && isBad(outcome.exitCode)) failure = outcome;
    return outcome;
  });
  pruneHistory(openLedger());
  return failure === null ? outcomes : takeAllBack(run, failure, written);
}

export function unwritten(result: FleetResult): ServerOutcome {
  const { exitCode, failure } = result.summary;
  return { ...result, exitCode, failure, written: null };
}

async function writeServer(
  { store, log, settle }: WriteRun,
  result: FleetResult,
  shared: SharedFiles,
): Promise<Settled> {
  const { summary, frame, server } = result;
  if (isBad(summary.exitCode) || summary.id === null) return { outcome: unwritten(result), write: null };
  if (summary.edits === 0) return { outcome: { ...unwritten(result), written: 0 }, write: null };
  const detail = store.detail(summary.id, frame);
  if (detail === null) return { outcome: failedToWrite(result, LOST), write: null };
  const patchSet = patchOf(detail, server.name, shared);
  if (typeof patchSet === 'string') return { outcome: failedToWrite(result, patchSet), write: null };
  const changed = [...patchSet.files, ...patchSet.links].map(({ path }) => path);
  const entry = { path: server.path, state: writtenState(patchSet), changed, summary };
  const unnoted = log.add({ ...entry, run: null, end: null });
  if (unnoted !== null) return { outcome: failedToWrite(result, unnoted), write: null };
  const settled = settle === null ? writeNow(result, detail, { patchSet, shared }) : await settle(result);
  if (settled.write !== null) shared.remember(entry);
  const { exitCode, failure, written } = settled.outcome;
  log.add({ ...entry, run: settled.write?.run ?? null, end: { exitCode, failure, written } });
  return settled;
}

function writeNow(
  result: FleetResult,
  detail: TreeDetail,
  { patchSet, shared }: { readonly patchSet: PatchSet; readonly shared: SharedFiles },
): Settled {
  const read = textsBeside(detail, shared);
  if ('changed' in read) return { outcome: failedToWrite(result, sayChanged(read.changed)), write: null };
  const { open, replaces } = detail;
  const write = writeInPlace(patchSet, {
    paths: treePaths(result.server.path),
    read: read.texts,
    open,
    isOneOfMany: true,
    ...(replaces !== null && { replaces }),
  });
  return write.type === 'written'
    ? { outcome: { ...unwritten(result), written: write.paths.length }, write }
    : { outcome: failedToWrite(result, sentenceOf(write)), write: null };
}

const LOST = 'what is known of this tree is gone from the cache; run this again';

/** What this server has to change: what it shares with another that was written a moment ago is done. Or why it can't be. */
function patchOf(detail: TreeDetail, server: string, shared: SharedFiles): PatchSet | string {
  for (const { path } of [...detail.files, ...detail.links]) {
    const other = shared.conflictAt(path, server);
    if (other !== null) {
      return `${printable(path)} belongs to several servers, and not all change it alike: ${printable(other)} does not; settle that one first, or give it a copy of its own`;
    }
  }
  const { folders } = detail;
  const files = detail.files.filter(({ path }) => !shared.isDone(path));
  const links = detail.links.filter(({ path }) => !shared.isDone(path));
  const patchSet = restorePatchSet({ files, links, folders }, textOf);
  return 'changed' in patchSet ? sayChanged(patchSet.changed) : patchSet;
}

function sayChanged(path: string): string {
  return `${printable(path)} was changed since it was read; nothing was written for this server`;
}

/** What was read, as it is now: as it was then, or as an earlier server of this run has left it. */
function textsBeside(
  { read }: TreeDetail,
  shared: SharedFiles,
): { readonly texts: ReadonlyMap<string, string> } | { readonly changed: string } {
  const texts = new Map<string, string>();
  for (const [path, wanted] of read) {
    const text = textOf(path);
    const now = text === null ? null : digest(text);
    if (text === null || now === null || (now !== wanted && !shared.isDoneAs(path, now))) {
      return { changed: path };
    }
    texts.set(path, text);
  }
  return { texts };
}

function writtenRun(run: string | null): Written {
  return { type: 'written', paths: [], notes: [], run };
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return null;
  }
}

export function failedToWrite(result: FleetResult, failure: string): ServerOutcome {
  return { ...result, exitCode: EXIT.badInput, failure, written: null };
}

function sentenceOf({ problems }: Exclude<WriteResult, Written>): string {
  return problems.map(({ path, message }) => `${printable(path)}: ${printable(message)}`).join('; ');
}

/** Of all or none it is none. */
function takeAllBack(
  { results }: WriteRun,
  failure: ServerOutcome,
  written: readonly Written[],
): ServerOutcome[] {
  const broken = written.toReversed().flatMap((write) => {
    const back = takeBack(write);
    return back.type === 'broken' ? [sentenceOf(back)] : [];
  });
  const left = broken.length === 0 ? '' : `; some servers could not be put back: ${broken.join('; ')}`;
  const why = left === '' ? failure : { ...failure, failure: `${failure.failure ?? ''}${left}` };
  return results.map((result) => (result.server === failure.server ? why : unwritten(result)));
}
