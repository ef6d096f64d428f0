/** What the program's exit status says; scripts depend on these numbers. */
export const EXIT = {
  done: 0,
  /** `--check` found something to change. */
  changes: 1,
  /** Bad usage, or input that can't be read; nothing was written. */
  badInput: 2,
  /** Done, but a finding of level error needs a person. */
  needsPerson: 3,
  /** The result would answer some request differently, or the 2.4 server refuses it: nothing was written. */
  refused: 4,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
