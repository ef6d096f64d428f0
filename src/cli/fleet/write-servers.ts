import { readFileSync } from 'node:fs';
import { restorePatchSet } from '../../fleet/index.ts';
import type { FleetResult, ServerOutcome, TreeDetail, TreeStore } from '../../fleet/index.ts';
import { openLedger, pruneHistory, treePaths, writeInPlace } from '../../output/index.ts';
import type { WriteResult } from '../../output/index.ts';
import type { PatchSet } from '../../patch/index.ts';
import { printable } from '../../report/index.ts';
import { deferSignals, isAskedToEnd } from '../deferred-signals.ts';
import { EXIT } from '../exit-code.ts';
import { takeBack } from '../migrate/take-back.ts';
import type { RunLog } from './run-log.ts';
import { writtenState } from './run-log.ts';
import { oneByOne } from './one-by-one.ts';
import { sharedFiles } from './shared-files.ts';
import type { SharedFiles } from './shared-files.ts';

export interface WriteRun {
  readonly results: readonly FleetResult[];
  readonly store: TreeStore;
  readonly log: RunLog;
  readonly isAllOrNone: boolean;
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
  if (run.isAllOrNone && run.results.some(({ summary }) => isBad(summary.exitCode))) {
    return run.results.map(unwritten);
  }
  const shared = sharedFiles(run.results, run.store);
  const written: Written[] = [];
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

export function isBad(exitCode: number): boolean {
  return exitCode === EXIT.badInput || exitCode === EXIT.refused;
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
  const patchSet = patchOf(detail, shared);
  if (typeof patchSet === 'string') return { outcome: failedToWrite(result, patchSet), write: null };
  const entry = { path: server.path, state: writtenState(patchSet), summary };
  log.add({ ...entry, end: null });
  const settled = settle === null ? writeNow(result, detail, patchSet) : await settle(result);
  if (settled.write !== null) shared.remember(patchSet);
  const { exitCode, failure, written } = settled.outcome;
  log.add({ ...entry, end: { exitCode, failure, written } });
  return settled;
}

function writeNow(result: FleetResult, { read, open }: TreeDetail, patchSet: PatchSet): Settled {
  const paths = treePaths(result.server.path);
  const write = writeInPlace(patchSet, {
    paths,
    read: new Map(read.map((path) => [path, null])),
    open,
    isOneOfMany: true,
  });
  return write.type === 'written'
    ? { outcome: { ...unwritten(result), written: write.paths.length }, write }
    : { outcome: failedToWrite(result, sentenceOf(write)), write: null };
}

const LOST = 'what is known of this tree is gone from the cache; run this again';

/** What this server has to change: what it shares with another that was written a moment ago is done. Or why it can't be. */
function patchOf(detail: TreeDetail, shared: SharedFiles): PatchSet | string {
  const conflict = detail.files.find(({ path }) => shared.isConflict(path));
  if (conflict !== undefined) {
    return `${printable(conflict.path)} belongs to several servers, which change it in different ways; migrate them one at a time`;
  }
  const { folders } = detail;
  const files = detail.files.filter(({ path }) => !shared.isDone(path));
  const links = detail.links.filter(({ path }) => !shared.isDone(path));
  const patchSet = restorePatchSet({ files, links, folders }, textOf);
  return 'changed' in patchSet
    ? `${printable(patchSet.changed)} was changed since it was read; nothing was written for this server`
    : patchSet;
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
  return results.map((result) =>
    result.server === failure.server
      ? { ...failure, failure: `${failure.failure ?? ''}${left}` }
      : unwritten(result),
  );
}
