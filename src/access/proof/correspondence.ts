import type { Scope, ServerModel } from '../../model/index.ts';
import { originalHosts } from '../hosts/edited-tree.ts';
import type { AccessSection } from '../sections/types.ts';
import type { LoginNames } from './login-difference.ts';
import type { Above } from './start.ts';

/** What of the result is compared with what of the original. */
export interface Correspondence {
  /** The original's server for one of the result's; null: its sections are not compared. */
  readonly serverOf: (server: Scope) => Scope | null;
  /** Whether requests to that server of the original are compared. */
  readonly isCompared: (server: Scope) => boolean;
  /** A section of the original in the terms in which both are compared. */
  readonly placeBefore: (section: AccessSection) => AccessSection;
  /** The same for one of the result, which may stand for several, or for none. */
  readonly placeAfter: (section: AccessSection) => readonly AccessSection[];
  /** A folder of the result as the original calls it. */
  readonly folderAfter: (folder: readonly string[]) => readonly string[];
  /** The same for a pattern that writes folders out. */
  readonly patternAfter: (text: string) => string;
  /** Whether the result was made by editing the original: what its text says to 2.4 alone is the same then. */
  readonly isEdited: boolean;
  /** How files of users are called in both; null: whose credentials are good is the same, and not compared. */
  readonly logins: LoginNames | null;
  /** Whether a section of either is compared; all are, if it is not given. */
  readonly concerns?: (section: AccessSection) => boolean;
  /** What stands around both; nothing, if it is not given. */
  readonly above?: Above;
}

/** The result was made of the original: everything keeps its place. */
export function sameTree(before: ServerModel, after: ServerModel): Correspondence {
  const known = originalHosts(before, after);
  return {
    serverOf: (server) => known.get(server) ?? before.main,
    isCompared: () => true,
    placeBefore: (section) => section,
    placeAfter: (section) => [section],
    folderAfter: (folder) => folder,
    patternAfter: (text) => text,
    isEdited: true,
    logins: null,
  };
}
