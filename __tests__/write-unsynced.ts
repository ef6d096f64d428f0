import { nodeFileSystem } from '../src/output/file-system.ts';
import { openLedger } from '../src/output/journal/ledger.ts';
import { writeInPlace } from '../src/output/index.ts';
import type { WriteResult } from '../src/output/index.ts';
import type { PatchSet } from '../src/patch/index.ts';

/**
 * As the program writes, but that nothing waits for the disk, or for programs that copy attributes which no tree of these tests has
 * (owner and mode are set without): for tests about what is written, not about how. `__tests__/output` has those.
 */
export function writeUnsynced(patchSet: PatchSet): WriteResult {
  const fileSystem = {
    ...nodeFileSystem,
    sync: () => {},
    syncFileSystem: () => true,
    copyAttributes: () => {},
  };
  return writeInPlace(patchSet, { ledger: { ...openLedger(), fileSystem } });
}
