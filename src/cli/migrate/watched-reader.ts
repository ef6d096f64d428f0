import { createDiskReader } from '../../model/index.ts';
import type { TreeReader } from '../../model/index.ts';
import { plural, printable } from '../../report/index.ts';
import { timed } from '../../text/index.ts';
import type { Terminal } from '../terminal.ts';
import type { Progress } from './progress.ts';

/** The same reader, which tells how many files it has read. @param doing what is done where it is asked for one again */
export function watchedReader(
  reader: TreeReader,
  progress: Progress,
  columns: number,
  doing: string,
): TreeReader {
  const seen = new Set<string>();
  const tell = (path: string, isNew: boolean) =>
    progress.tick(() => {
      const files = plural(seen.size, 'file');
      return (isNew ? `${files} read: ${printable(path)}` : `${files} read, ${doing}`).slice(0, columns - 1);
    });
  return {
    ...reader,
    readFile(path) {
      const isNew = !seen.has(path);
      if (isNew) seen.add(path);
      tell(path, isNew);
      // What has been read once is at hand.
      return isNew ? timed('read', () => reader.readFile(path)) : reader.readFile(path);
    },
    list(path) {
      tell(`${path}/`, true);
      return reader.list(path);
    },
  };
}

/** What a command finds out of trees on this disk, with its progress shown, and wiped out in the end. @param doing as of watchedReader */
export function whileWatched<Found>(
  progress: Progress,
  { err }: Terminal,
  doing: string,
  find: (reader: TreeReader) => Found,
): Found {
  try {
    return find(watchedReader(createDiskReader(), progress, err.width, doing));
  } finally {
    progress.done();
  }
}
