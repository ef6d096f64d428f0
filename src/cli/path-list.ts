import { readFileSync } from 'node:fs';
import { describeError } from '../output/index.ts';

/** Editors of Windows begin a file with it. */
const BYTE_ORDER_MARK = /^\uFEFF/;

export interface ListedPath {
  readonly path: string;
  readonly line: number;
  /** What follows behind a tab: a target; null if nothing does. */
  readonly more: string | null;
}

/** A file of PATHs, one a line, from the folder that the command is run in; empty lines and `#` are passed over. Or why it can't be used. */
export function readPathList(file: string): readonly ListedPath[] | string {
  let text: string;
  try {
    text = readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    return `${file}: the list can't be read: ${describeError(error)}`;
  }
  const lines = text
    .replace(BYTE_ORDER_MARK, '')
    .split('\n')
    .flatMap((line, index): ListedPath[] => {
      const [path = '', more] = line.replace(/\r$/, '').split('\t');
      return path.trim() === '' || path.startsWith('#')
        ? []
        : [{ path, line: index + 1, more: more?.trim() || null }];
    });
  return lines.length === 0 ? `${file}: there is no PATH in the list` : lines;
}
