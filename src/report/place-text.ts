import type { Position } from '../text/index.ts';
import { printable } from './printable.ts';
import type { TextStyle } from './text-style.ts';

/** The file alone, `file:line` on a terminal, `file:line:column` for programs, as the user would name it. */
export function placeText(path: string, position: Position | null, style: TextStyle): string {
  const file = printable(style.displayPath(path));
  if (position === null) return file;
  return style.width > 0 ? `${file}:${position.line}` : `${file}:${position.line}:${position.column}`;
}
