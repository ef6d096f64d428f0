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

/**
 * Text laid out in lines, for a terminal of so many columns (0: as it is): what is too long goes on below its own indent. Lines that are
 * to be copied into a shell stay whole.
 */
export function wrapLines(text: string, width: number): string {
  if (width === 0) return text;
  const lines = text.split('\n');
  return lines
    .map((line, at) => {
      // One that goes on behind a backslash is copied, too.
      if (COMMAND.test(line) || line.endsWith(' \\') || lines[at - 1]?.endsWith(' \\') === true) return line;
      const [indent = ''] = /^ */.exec(line) ?? [];
      return wrapWords(line, width, `${indent}  `);
    })
    .join('\n');
}

const COMMAND = /^\s*(?:curl|httpd-codemod|npm) /;
