import { posix } from 'node:path';
import type { ServerModel } from '../../model/index.ts';
import { readHtaccessFiles, refusedHtaccessFiles } from '../refused/refused-htaccess.ts';
import type { RefusedLine } from '../refused/refused-line.ts';
import type { TreeNote } from './tree-note.ts';

/** Lines that 2.4 reads and refuses, parted by what 2.2 did with them. */
export interface RefusedSince {
  readonly refused: readonly RefusedLine[];
  /** Of .htaccess files for which both versions answer 500. */
  readonly asBefore: readonly TreeNote[];
}

export function refusedSince(
  lines: readonly RefusedLine[],
  before: ServerModel,
  after: ServerModel,
): RefusedSince {
  if (!lines.some(({ isInHtaccess }) => isInHtaccess)) return { refused: lines, asBefore: [] };
  const opened = readHtaccessFiles(after, '2.4');
  const read = lines.filter(
    ({ isInHtaccess, line: { file } }) => !isInHtaccess || opened === null || opened.has(file.path),
  );
  const from = ({ serverRoot }: ServerModel, path: string): string => posix.relative(serverRoot, path);
  const then = new Set([...refusedHtaccessFiles(before)].map((path) => from(before, path)));
  const isAsBefore = ({ isInHtaccess, line: { file } }: RefusedLine): boolean =>
    isInHtaccess && then.has(from(after, file.path));
  return {
    refused: read.filter((each) => !isAsBefore(each)),
    asBefore: read.filter(isAsBefore).map(({ line, message }): TreeNote => {
      const text = `both versions refuse this file, and answer 500 below it (2.4: ${message})`;
      return { code: 'refused-before', level: 'info', message: text, place: line };
    }),
  };
}
