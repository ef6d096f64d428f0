import { styleText } from 'node:util';
import type { Level } from '../transform/index.ts';

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
