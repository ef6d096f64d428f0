import { isBinary } from '../entry/is-binary.ts';
import type { ParseCache } from '../parse-cache.ts';
import type { Places } from '../paths/places.ts';
import type { FileContent, ReadFailure } from '../reader/index.ts';
import type { ModelFile } from '../types.ts';
import type { ModelFileDraft } from './drafts.ts';

export type FileFailure = ReadFailure | 'outside' | 'binary';

/** The files of a model: each is read and parsed once, by whatever names it is reached. */
export interface FileTable {
  /** The file that the server names so; its record is made at the first call. */
  open(path: string, role: ModelFile['role']): ModelFileDraft | { readonly failure: FileFailure };
  /** Takes in what was read already. */
  add(content: FileContent, role: ModelFile['role']): ModelFileDraft;
  /** By real path, in the order first read. */
  readonly files: ReadonlyMap<string, ModelFileDraft>;
}

export function createFileTable(places: Places, cache: ParseCache): FileTable {
  const files = new Map<string, ModelFileDraft>();
  const add = ({ text, realPath, stat }: FileContent, role: ModelFile['role']): ModelFileDraft => {
    const known = files.get(realPath);
    if (known !== undefined) return known;
    const source = { path: realPath, text };
    const file = { path: realPath, source, document: cache.parse(source), role, reachedBy: [], stat };
    files.set(realPath, file);
    return file;
  };
  return {
    files,
    add,
    open(path, role) {
      const read = places.readFile(path);
      if ('failure' in read) return read;
      return isBinary(read.text) ? { failure: 'binary' } : add(read, role);
    },
  };
}
