import type { PatchSet } from '../patch/index.ts';
import { commitWrite } from './commit-write.ts';
import { nodeFileSystem } from './file-system.ts';
import type { FileSystem } from './file-system.ts';
import { planWrite } from './plan-write.ts';
import type { WriteStep } from './plan-write.ts';
import { prepareWrite } from './prepare-write.ts';
import type { WriteResult } from './write-result.ts';

/**
 * Writes the patch set over the files it was made from: all of it or nothing. Each file must still hold the bytes that were read.
 * The new text is laid beside the original, with its mode and owner, and takes its place by a rename: at every moment
 * each path is the old file or the new one. Synchronous, so no signal handler of this process comes in between.
 *
 * A file with several names (hard links) is replaced too, since writing into it could be cut off half way and would change
 * copies made by `cp -al`: names that are all in the patch set stay linked, others keep the old text and are noted.
 * Not kept yet: extended attributes, ACLs.
 */
export function writeInPlace(patchSet: PatchSet, fileSystem: FileSystem = nodeFileSystem): WriteResult {
  const { steps, problems } = planWrite(patchSet);
  if (problems.length > 0) return { type: 'refused', problems };
  const prepared = prepareWrite(fileSystem, steps);
  if (prepared.type === 'refused') return prepared;
  const commit = commitWrite(fileSystem, prepared);
  if (commit.type !== 'done') return { type: commit.type, problems: commit.problems };
  return { type: 'written', paths: steps.map(writtenPath), notes: [...prepared.notes, ...commit.notes] };
}

function writtenPath(step: WriteStep): string {
  return step.type === 'rename' ? step.newPath : step.path;
}
