import { wrapWords } from './wrap-words.ts';

/**
 * Text laid out in lines, for a terminal of so many columns (0: as it is): what is too long goes on below its own indent. Lines that are
 * to be copied into a shell stay whole.
 */
export function wrapLines(text: string, width: number): string {
  if (width === 0) return text;
  return text
    .split('\n')
    .map((line) => {
      if (COMMAND.test(line)) return line;
      const [indent = ''] = /^ */.exec(line) ?? [];
      return wrapWords(line, width, `${indent}  `);
    })
    .join('\n');
}

const COMMAND = /^\s*(?:curl|httpd-codemod|npm) /;
