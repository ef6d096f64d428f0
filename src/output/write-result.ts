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
    | 'mount-point'
    | 'state'
    | 'busy'
    | 'interrupted'
    | 'not-restored';
  readonly message: string;
}

/** Which of things that are one or the other is a problem: nothing else of this room has a code. */
export function isProblem(value: object): value is WriteProblem {
  return 'code' in value;
}

/** What was done and is worth knowing. */
export interface WriteNote {
  readonly path: string;
  readonly message: string;
}

/**
 * `written`: all of it (`paths`: the files and links now there, or gone; `run`: what undoes it, null for a copy or if there was
 * nothing to do). `refused`: nothing; the tree is as it was. `broken`: a failure could not be rolled back whole; undoing the run,
 * once what failed works again, does it.
 */
export type WriteResult =
  | {
      readonly type: 'written';
      readonly paths: readonly string[];
      readonly notes: readonly WriteNote[];
      readonly run: string | null;
    }
  | { readonly type: 'refused'; readonly problems: readonly WriteProblem[] }
  | { readonly type: 'broken'; readonly problems: readonly WriteProblem[] };
