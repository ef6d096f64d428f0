import type { Position } from '../text/index.ts';
import { printable } from './printable.ts';
import type { TextStyle } from './text-style.ts';

/** `file:line:column`, or the file alone, as the user would name it. */
export function placeText(path: string, position: Position | null, style: TextStyle): string {
  const file = printable(style.displayPath(path));
  return position === null ? file : `${file}:${position.line}:${position.column}`;
}
