import { wrapWords } from './wrap-words.ts';

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
