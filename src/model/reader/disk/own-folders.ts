import { remember } from '../../../text/index.ts';
import { lstatSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { dirname } from 'node:path';

/** stat(2): who but the owner may write, and whether nobody but the owner of an entry may take it away. */
const OTHERS_WRITE = 0o022;
const IS_STICKY = 0o1000;

/** What others may do with the entries of a folder. */
type Share = 'none' | 'add' | 'exchange';

/**
 * Tells of folders, by their real paths, whether nobody but this user and root can put anything into them, or something else in the place of
 * what they lie in.
 */
export class OwnFolders {
  readonly #shares = new Map<string, Share>();

  /** What was looked at need not be once more. */
  note(folder: string, stat: Stats): void {
    this.#shares.set(folder, shareOf(stat));
  }

  has(folder: string): boolean {
    return this.#shareOf(folder) === 'none' && this.#stays(folder);
  }

  #shareOf(folder: string): Share {
    const known = this.#shares.get(folder);
    if (known !== undefined) return known;
    const stat = lstatSync(folder, { throwIfNoEntry: false });
    if (stat === undefined) return 'exchange';
    this.note(folder, stat);
    return shareOf(stat);
  }

  readonly #stays = remember((folder: string): boolean => {
    if (this.#shareOf(folder) === 'exchange') return false;
    const parent = dirname(folder);
    return parent === folder || this.#stays(parent);
  });
}

/** An ACL shows in the bits of the group (acl(5), correspondence between entries and file permission bits). */
function shareOf(stat: Stats): Share {
  const self = process.geteuid?.();
  if (self === undefined || !stat.isDirectory() || (stat.uid !== 0 && stat.uid !== self)) return 'exchange';
  if ((stat.mode & OTHERS_WRITE) === 0) return 'none';
  return (stat.mode & IS_STICKY) === 0 ? 'exchange' : 'add';
}
