import { BOM } from '../text/index.ts';

/** Where the text of a line that begins at an offset begins: behind a byte order mark. */
export function lineTextStart(text: string, start: number): number {
  return start === 0 && text.startsWith(BOM) ? BOM.length : start;
}
