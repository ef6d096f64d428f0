import { isIn } from '../paths/config-path.ts';
import type { FileContent } from '../reader/index.ts';
import type { FileFailure } from './file-table.ts';

/** Why a file is not taken in although it can be read; null: it is welcome. `foreign`: unless it reads like configuration. */
export type Welcome = (content: FileContent) => FileFailure | 'foreign' | null;

/** Of an Include line: the server's own folders (real paths) hold what they hold; elsewhere may lie anything. */
export function welcomeIncluded(folders: readonly string[]): Welcome {
  const known = new Set(folders);
  return ({ realPath }) => (isIn(realPath, known) ? null : 'foreign');
}

/**
 * Of a .htaccess file, which others than the server's admin may have put there. What lies outside of the folders (real paths) is
 * taken only if those who made the links own the file, too (as SymLinksIfOwnerMatch), or root made them; never if nothing but
 * these folders was asked for.
 */
export function welcomeHtaccess(folders: readonly string[], isWholeServer: boolean): Welcome {
  const known = new Set(folders);
  return ({ realPath, origin }) => {
    const { owner, linkOwners, names } = origin ?? { owner: 0, linkOwners: [], names: 1 };
    const isOwned = linkOwners.every((each) => each === owner || each === ROOT);
    if (!isIn(realPath, known) && !(isWholeServer && isOwned)) return 'outside';
    return names > 1 || linkOwners.length > 0 ? 'foreign' : null;
  };
}

const ROOT = 0;
