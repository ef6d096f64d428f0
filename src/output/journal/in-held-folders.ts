import { HeldFolders } from '../held-folders.ts';
import type { Ledger } from './ledger.ts';
import { isOwnFolder } from './lock-folders.ts';

/** Does work in which all of a tree is reached through folders that are held open, see HeldFolders. */
export function inHeldFolders<T>(ledger: Ledger, work: (ledger: Ledger) => T): T {
  if (ledger.isHeld) return work(ledger);
  const folders = new HeldFolders(ledger.fileSystem, { private: ledger.folder, isOwn: isOwnFolder });
  try {
    return work({ ...ledger, fileSystem: folders.fileSystem, isHeld: true });
  } finally {
    folders.release();
  }
}
