/** What stands against writing, or went wrong in it. The message is a sentence without the path. */
export interface WriteProblem {
  readonly path: string;
  readonly code:
    | 'changed'
    | 'vanished'
    | 'not-a-file'
    | 'exists'
    | 'collision'
    | 'outside'
    | 'out-dir'
    | 'system'
    | 'not-restored';
  readonly message: string;
}

/** What was done and is worth knowing. */
export interface WriteNote {
  readonly path: string;
  readonly message: string;
}

/**
 * `written`: all of it (`paths`: the files and links now there, or gone). `refused`: nothing; the tree is as it was. `broken`: a
 * failure could not be rolled back whole; the problems of code `not-restored` say where the old bytes are.
 */
export type WriteResult =
  | { readonly type: 'written'; readonly paths: readonly string[]; readonly notes: readonly WriteNote[] }
  | { readonly type: 'refused'; readonly problems: readonly WriteProblem[] }
  | { readonly type: 'broken'; readonly problems: readonly WriteProblem[] };
