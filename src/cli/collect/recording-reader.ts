import type { TreeReader } from '../../model/index.ts';

/** What was asked for and is there, by the paths that were asked for. */
export interface Recorded {
  readonly files: ReadonlySet<string>;
  /** Folders whose names were looked at. */
  readonly listed: ReadonlySet<string>;
  /** Folders that were asked for by name. */
  readonly folders: ReadonlySet<string>;
}

/** The same reader, which keeps in mind what it found. */
export function recordingReader(reader: TreeReader): {
  readonly reader: TreeReader;
  readonly recorded: Recorded;
} {
  const files = new Set<string>();
  const listed = new Set<string>();
  const folders = new Set<string>();
  const recording: TreeReader = {
    ...reader,
    readFile(path) {
      const read = reader.readFile(path);
      if ('text' in read) files.add(path);
      return read;
    },
    readStart(path, most) {
      const text = reader.readStart(path, most);
      if (text !== null) files.add(path);
      return text;
    },
    list(path) {
      const entries = reader.list(path);
      if (entries !== null) listed.add(path);
      return entries;
    },
    kindOf(path) {
      const kind = reader.kindOf(path);
      if (kind === 'file') files.add(path);
      if (kind === 'folder') folders.add(path);
      return kind;
    },
  };
  return { reader: recording, recorded: { files, listed, folders } };
}
