/** How a text report is to look. */
export interface TextStyle {
  readonly color: boolean;
  /** Columns to wrap at; 0 leaves each finding on one line, for programs that read lines. */
  readonly width: number;
  /** All findings, each one; otherwise equal ones are folded, and those of applied safe fixes left to the diff. */
  readonly verbose: boolean;
  /** Nothing but findings of level error. */
  readonly quiet: boolean;
  /** What was, or is to be, done with the result. */
  readonly mode: 'show' | 'written';
  /** Which 2.4 the result is for: the end of the first line of the summary. */
  readonly target?: string;
  /** How a path is to be shown: relative to where the user stands. */
  readonly displayPath: (path: string) => string;
}
