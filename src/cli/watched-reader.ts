import type { TreeReader } from '../model/index.ts';
import { plural, printable } from '../report/index.ts';
import type { Progress } from './progress.ts';

/** The same reader, which tells how many files it has read. */
export function watchedReader(reader: TreeReader, progress: Progress, columns: number): TreeReader {
  let files = 0;
  return {
    ...reader,
    readFile(path) {
      files++;
      progress.tick(() => `${plural(files, 'file')} read: ${printable(path)}`.slice(0, columns - 1));
      return reader.readFile(path);
    },
    list(path) {
      progress.tick(() => `${plural(files, 'file')} read: ${printable(path)}/`.slice(0, columns - 1));
      return reader.list(path);
    },
  };
}
