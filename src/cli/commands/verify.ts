import { compareTrees, createReplay } from '../../access/index.ts';
import { createDiskReader } from '../../model/index.ts';
import type { ServerModel, TreeReader } from '../../model/index.ts';
import { isProbeFailure } from '../../target/index.ts';
import type { TargetProfile } from '../../target/index.ts';
import { writtenFor } from '../../transform/index.ts';
import { timed } from '../../text/index.ts';
import type { FolderMap, VerifyCommand } from '../command.ts';
import { EXIT } from '../exit-code.ts';
import { targetOf } from '../migrate/auto-target.ts';
import { terminalProgress } from '../migrate/progress.ts';
import type { Progress } from '../migrate/progress.ts';
import { watchStages, watchedReader } from '../migrate/watch-stages.ts';
import { loadTree } from '../load-tree.ts';
import { badInput } from '../outcome.ts';
import type { Outcome } from '../outcome.ts';
import { replayLog } from '../replay/replay-log.ts';
import { wrapLines } from '../../report/index.ts';
import { renderVerify } from '../render/render-verify.ts';
import { describeTerminal } from '../terminal.ts';
import type { Terminal } from '../terminal.ts';
import { verifyAsJson } from '../render/verify-as-json.ts';
import { unfinishedNote } from '../unfinished-runs.ts';

/** So many differences are shown, each with a request to try; the rest is counted. */
const MOST_SHOWN = 20;

/** Whether 2.4 answers every request to AFTER as 2.2 answered it to BEFORE. */
export async function runVerify(command: VerifyCommand): Promise<Outcome> {
  const terminal = describeTerminal(command.terminal);
  const progress = watchStages(terminalProgress(terminal, command.terminal.quiet), terminal.err.width);
  const reader = watchedReader(createDiskReader(), progress, terminal.err.width, 'comparing');
  try {
    return await compare(command, reader, terminal, progress);
  } finally {
    progress.done();
  }
}

async function compare(
  command: VerifyCommand,
  reader: TreeReader,
  { out }: Terminal,
  { tick }: Progress,
): Promise<Outcome> {
  // `auto` is what AFTER, the tree of 2.4, shows.
  const target = targetOf(command, command.after, reader);
  if (isProbeFailure(target)) return badInput(target.message);
  const before = load('before', command.before, command, target, reader);
  if (typeof before === 'string') return badInput(before);
  const after = load('after', command.after, command, target, reader);
  if (typeof after === 'string') return badInput(after);
  if (command.readAs === null && writtenFor(before) === '2.4') return badInput(alreadyMigrated(command));

  const wish = { semantics: command.semantics, mostExamples: MOST_SHOWN, target };
  const comparison = timed('proof', () => compareTrees(before, after, reader, wish));
  const { accessLog, logHost } = command;
  const replay = () => createReplay(before, after, reader);
  const log = accessLog === null ? null : await replayLog(accessLog, logHost, replay(), tick);
  if (typeof log === 'string') return badInput(log);
  const isSame =
    comparison.differences.length === 0 &&
    comparison.refused.length + comparison.unreadable.length === 0 &&
    comparison.notes.every(({ level }) => level === 'info') &&
    (log === null || log.opened + log.closed + log.other + log.possible === 0);
  const isFragment = before.kind === 'fragment';
  const result = { comparison, log, isSame, isFragment, shown: MOST_SHOWN, command };
  const { color, width } = out;
  const output =
    command.format === 'json'
      ? verifyAsJson(result)
      : wrapLines(renderVerify(result, { color, from: process.cwd() }), width);
  return {
    exitCode: isSame ? EXIT.done : EXIT.changes,
    output,
    encoding: 'utf8',
    messages: unfinishedNote([command.before, command.after]),
  };
}

/** A folder that is given twice lies in one place for BEFORE and, second, in another for AFTER. */
function mapsFor(maps: readonly FolderMap[], which: 'before' | 'after'): readonly FolderMap[] {
  const ofEach = new Map(maps.map((map) => [map.from, maps.filter(({ from }) => from === map.from)]));
  return [...ofEach.values()].flatMap((same) => (which === 'after' ? same.slice(-1) : same.slice(0, 1)));
}

function load(
  which: 'before' | 'after',
  path: string,
  command: VerifyCommand,
  target: TargetProfile,
  reader: TreeReader,
): ServerModel | string {
  // What 2.4 has is told by AFTER and its target: the list is the 2.2 server's.
  const isMigrated = which === 'after';
  const maps = mapsFor(command.maps, which);
  return loadTree(
    { ...command, path, modules: isMigrated ? null : command.modules, maps, target, isMigrated },
    reader,
  );
}

function alreadyMigrated({ before }: VerifyCommand): string {
  return (
    `${before} is written for 2.4 already: there is nothing in it that 2.2 answered. ` +
    'Give the tree as it was before the migration first, then the migrated one. ' +
    'One that was migrated in part is read as 2.2 did with --as 2.2'
  );
}
