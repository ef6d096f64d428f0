import { transforms } from '../../../transforms/index.ts';
import { grouped, plural, printable } from '../../report/index.ts';
import type { Advance } from '../../text/index.ts';
import { listenToWork, rememberSome, timed } from '../../text/index.ts';
import type { Progress } from './progress.ts';
import type { FileRead, TreeReader } from '../../model/index.ts';
import { createDiskReader } from '../../model/index.ts';
import type { Terminal } from '../terminal.ts';
import { LONG_RUN, tuneForLongRun } from '../tune-engine.ts';

/** Says which step of a migration is going on, and how far it is, from now until `progress` is done. */
export function watchStages(progress: Progress, columns: number): Progress {
  let stage = '';
  listenToWork({
    begun(what) {
      const text = stageText(what);
      if (text === null) return;
      stage = text;
      progress.tick(() => text.slice(0, columns - 1));
    },
    advanced(advance) {
      progress.tick(() => withAdvance(stage, advance, columns - 1));
    },
  });
  return {
    tick: progress.tick,
    done() {
      listenToWork(null);
      progress.done();
    },
  };
}

/** The numbers are what moves: on a narrow terminal the step is cut, not they. */
function withAdvance(stage: string, { unit, done, of }: Advance, width: number): string {
  const far = `${unit} ${grouped(done)} of ${grouped(of)}`;
  if (stage === '') return far.slice(0, width);
  return `${stage.slice(0, Math.max(0, width - far.length - 2))}: ${far}`.slice(0, width);
}

/** Null for what is too short to be told of, or is told of elsewhere. Few steps are begun many thousand times. */
const stageText = rememberSome(1000, (what): string | null => {
  if (what === 'proof') return 'comparing who gets in, before and after';
  if (what === 'print') return 'making the diff and the reports';
  const [, id] = /^transform (.+)$/.exec(what) ?? [];
  if (id === undefined) return null;
  const at = transforms.findIndex((transform) => transform.id === id);
  return `transform ${at + 1} of ${transforms.length}: ${id}`;
});

/**
 * The same reader, which tells how many files it has read, and V8 when they are much.
 * @param doing what is done where it is asked for one again
 */
export function watchedReader(
  reader: TreeReader,
  progress: Progress,
  columns: number,
  doing: string,
): TreeReader {
  const seen = new Set<string>();
  let length = 0;
  const measured = (read: FileRead): FileRead => {
    const before = length;
    if ('text' in read) length += read.text.length;
    if (before < LONG_RUN && length >= LONG_RUN) tuneForLongRun();
    return read;
  };
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
      return isNew ? timed('read', () => measured(reader.readFile(path))) : reader.readFile(path);
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
