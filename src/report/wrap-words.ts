import { stripVTControlCharacters } from 'node:util';

/** Breaks a line at spaces so that none is longer than `width` columns; later lines start with `indent`. Width 0: never. */
export function wrapWords(line: string, width: number, indent: string): string {
  if (width === 0) return line;
  const lines: string[] = [];
  let current: string | null = null;
  for (const word of line.split(' ')) {
    const longer: string = current === null ? word : `${current} ${word}`;
    if (current !== null && current.trim() !== '' && columns(longer) > width) {
      lines.push(current);
      current = indent + word;
    } else {
      current = longer;
    }
  }
  return [...lines, current ?? ''].join('\n');
}

/** Colours take no column. */
function columns(text: string): number {
  return stripVTControlCharacters(text).length;
}
