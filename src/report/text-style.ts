import { styleText } from 'node:util';
import type { Level } from '../transform/index.ts';

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

/** Puts colour on text, or leaves it alone. */
export interface Paint {
  level(level: Level, text: string): string;
  /** What the eye should find first: a place, a headline. */
  strong(text: string): string;
  /** What may be passed over. */
  faint(text: string): string;
  /** A line of an example that goes, or comes, as in a diff. */
  removed(text: string): string;
  added(text: string): string;
}

type Style = Parameters<typeof styleText>[0];

const LEVEL_STYLES: Readonly<Record<Level, Style>> = {
  error: ['bold', 'red'],
  warning: ['bold', 'yellow'],
  info: 'cyan',
};

export function painter(color: boolean): Paint {
  const paint = (style: Style) => (text: string) =>
    color ? styleText(style, text, { validateStream: false }) : text;
  return {
    level: (level, text) => paint(LEVEL_STYLES[level])(text),
    strong: paint('bold'),
    faint: paint('dim'),
    removed: paint('red'),
    added: paint('green'),
  };
}
