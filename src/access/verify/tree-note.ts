import type { Occurrence, Scope } from '../../model/index.ts';

/** Something in which two trees differ that the proof does not see, or sees only in part. */
export interface TreeNote {
  readonly code:
    | 'before-is-2.4'
    | 'after-is-2.2'
    | 'host-missing'
    | 'host-new'
    | 'host-renamed'
    | 'host-chosen'
    | 'root-changed'
    | 'alias-changed'
    | 'folders-ambiguous'
    | 'variable-set'
    /** A line by which the rules are asked about another address or header than the client's own. */
    | 'client-retold'
    /** An address at which only one of the servers is reached. */
    | 'listen'
    /** A line beside the access rules by which requests are refused, or let through. */
    | 'protection'
    /** A line by which requests are led elsewhere. */
    | 'mapping'
    /** A setting that decides what those who get in may do, or who is believed. */
    | 'permission'
    /** A file of users or groups that is not the same in both trees, or not there. */
    | 'login-file'
    /** A module that only one of the trees loads. */
    | 'module'
    | 'placeholder'
    | 'unknown-directive'
    | 'not-read'
    /** A line of a .htaccess file that 2.2 refused, too. */
    | 'refused-before'
    /** A line that 2.4 does not take: where an open guard holds, or unless a distribution added what came with a later release. */
    | 'refused-perhaps'
    | 'undecided';
  /** `difference`: some request is answered by something else, or it can't be said that none is. */
  readonly level: 'difference' | 'info';
  readonly message: string;
  /** The line or section it is about; null for the tree as a whole. */
  readonly place: Occurrence | Scope | null;
}
