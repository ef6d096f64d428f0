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
      // What stands before the PATH is an indent, what stands behind it nobody sees.
      const [path = '', more] = line
        .trimStart()
        .split('\t')
        .map((word) => word.trimEnd());
      return path === '' || path.startsWith('#')
        ? []
        : [{ path, line: index + 1, more: more?.trimStart() || null }];
    });
  return lines.length === 0 ? `${file}: there is no PATH in the list` : lines;
}
