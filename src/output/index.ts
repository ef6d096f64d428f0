// output: the views of a patch set that leave the program: diffs, the rewrite in place, a migrated copy of the tree.
// Promise: all or nothing, and a way back; whatever cannot be written is a value that names the file and the reason.
export { makeHunks } from './make-hunks.ts';
export { diffParts, renderDiff } from './unified-diff.ts';
export type { DiffOptions } from './unified-diff.ts';
export { diffBase } from './diff-base.ts';
export { sanitizeForTerminal } from './sanitize-for-terminal.ts';
export { colorizeDiff } from './colorize-diff.ts';
export { writeInPlace } from './write-tree.ts';
export type { WriteOptions } from './write-tree.ts';
export { listRuns, openLedger, readRun, runIds } from './journal/ledger.ts';
export type { Ledger } from './journal/ledger.ts';
export { treePaths } from './journal/tree-paths.ts';
export {
  runsOnTree,
  interruptedRuns,
  isRunOf,
  ownRuns,
  pendingRuns,
  runsToUndo,
} from './journal/find-runs.ts';
export { livingHolder } from './journal/hold-run.ts';
export { undoRun } from './journal/undo-run.ts';
export { countFiles } from './journal/count-files.ts';
export { pruneHistory } from './journal/prune-history.ts';
export { finishRun } from './journal/finish-run.ts';
export { settleStopped } from './journal/settle-stopped.ts';
export type { Stopped } from './journal/settle-stopped.ts';
export { isUndone, isUndoing } from './journal/undo-mark.ts';
export type { OpenPoint, Run } from './journal/types.ts';
export { wayBack } from './journal/originals.ts';
export type { WayBack } from './journal/originals.ts';
export { openRuns, settlePoints } from './journal/open-points.ts';
export type { OpenRun, LocatedPoint as StandingPoint } from './journal/open-points.ts';
export { writeCopy } from './write-copy.ts';
export type { WriteNote, WriteProblem, WriteResult } from './write-result.ts';
export { nodeFileSystem } from './file-system.ts';
export type { FileSystem } from './file-system.ts';
export { holdsFolders } from './open-file.ts';
export { describeError } from './system-error.ts';
