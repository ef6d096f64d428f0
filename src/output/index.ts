// output: the views of a patch set that leave the program: diffs, the rewrite in place, a migrated copy of the tree.
// Promise: all or nothing; whatever cannot be written is a value that names the file and the reason.
export { renderDiff } from './unified-diff.ts';
export type { DiffOptions } from './unified-diff.ts';
export { diffBase } from './diff-base.ts';
export { sanitizeForTerminal } from './sanitize-for-terminal.ts';
export { colorizeDiff } from './colorize-diff.ts';
export { writeInPlace } from './write-tree.ts';
export { writeCopy } from './write-copy.ts';
export type { WriteNote, WriteProblem, WriteResult } from './write-result.ts';
export { nodeFileSystem } from './file-system.ts';
export type { FileSystem } from './file-system.ts';
export { describeError } from './system-error.ts';
