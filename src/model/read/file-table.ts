import type { ParseCache } from '../parse-cache.ts';
import type { Places } from '../paths/places.ts';
import type { FileContent, ReadFailure } from '../reader/index.ts';
import type { SourceFile } from '../../text/index.ts';
import type { ModelFile } from '../types.ts';
import type { ModelFileDraft } from './drafts.ts';
import { readsLikeConfiguration } from './reads-like-configuration.ts';
import type { Pieces } from './pieces.ts';
import type { Welcome } from './surroundings.ts';

export type FileFailure = ReadFailure | 'outside' | 'binary' | 'secret' | 'too-many-lines';

/** The files of a model: each is read and parsed once, by whatever names it is reached. */
export interface FileTable {
  /** The file that the server names so, if it is welcome; its record is made at the first call. */
  open(
    path: string,
    role: ModelFile['role'],
    welcome: Welcome,
  ): ModelFileDraft | { readonly failure: FileFailure };
  /** Takes in what was read already. */
  add(content: FileContent, role: ModelFile['role']): ModelFileDraft;
  /** By real path, in the order first read. */
  readonly files: ReadonlyMap<string, ModelFileDraft>;
}

/**
 * @param mostLines of all files together (`linesOf`)
 * @param earlier whose records of files stay if the files did
 */
export function createFileTable(
  places: Places,
  cache: ParseCache,
  mostLines: number,
  earlier: Pieces = new Map(),
): FileTable {
  const files = new Map<string, ModelFileDraft>();
  let left = mostLines;
  const linesIn = (source: SourceFile): number => (left === Infinity ? 0 : cache.measure(source).lines);
  const sameBefore = ({ path, text }: SourceFile, role: ModelFile['role']): ModelFileDraft | null => {
    const before = earlier.get(path)?.file;
    return before?.role === role && before.source.text === text ? before : null;
  };
  const take = (file: ModelFileDraft, lines: number): ModelFileDraft => {
    left -= lines;
    file.reachedBy = [];
    files.set(file.path, file);
    return file;
  };
  const make = (
    source: SourceFile,
    role: ModelFile['role'],
    { stat, formerPath }: FileContent,
  ): ModelFileDraft => {
    const named = { path: source.path, ...(formerPath !== undefined && { formerPath }) };
    return { ...named, source, document: cache.parse(source), role, reachedBy: [], stat };
  };
  return {
    files,
    add(content, role) {
      const { text, realPath } = content;
      const known = files.get(realPath);
      if (known !== undefined) return known;
      const source = { path: realPath, text };
      return take(sameBefore(source, role) ?? make(source, role, content), linesIn(source));
    },
    open(path, role, welcome) {
      const read = places.readFile(path);
      if ('failure' in read) return read;
      const doubt = welcome(read);
      if (doubt !== null && doubt !== 'foreign') return { failure: doubt };
      const source = { path: read.realPath, text: read.text };
      const before = sameBefore(source, role);
      // What was read before is known to be text. A .htaccess file is obeyed whatever it holds, each line up to a NUL.
      const isText = role === 'htaccess' || before !== null || !cache.measure(source).isBinary;
      if (!isText) return { failure: 'binary' };
      const known = files.get(source.path);
      const lines = linesIn(source);
      if (known === undefined && lines > left) return { failure: 'too-many-lines' };
      const isSecret = doubt === 'foreign' && !readsLikeConfiguration(cache.parse(source));
      if (isSecret) return { failure: 'secret' };
      return known ?? take(before ?? make(source, role, read), lines);
    },
  };
}
