import type { ModelFile } from '../../model/index.ts';
import { printable } from '../../report/index.ts';
import { lineIndex } from '../../text/index.ts';
import type { LineIndex } from '../../text/index.ts';
import { displayPath } from '../display-path.ts';

/** Names files and lines as the user would look them up. */
export interface PlaceNamer {
  file(path: string): string;
  /** `file:line` */
  line(file: ModelFile, offset: number): string;
  lineNumber(file: ModelFile, offset: number): number;
}

export function placeNamer(from: string): PlaceNamer {
  const indexes = new Map<ModelFile, LineIndex>();
  const lineNumber = (file: ModelFile, offset: number) => {
    const index = indexes.get(file) ?? lineIndex(file.source.text);
    indexes.set(file, index);
    return index.position(offset).line;
  };
  const name = (path: string) => printable(displayPath(path, from));
  return {
    file: name,
    line: (file, offset) => `${name(file.path)}:${lineNumber(file, offset)}`,
    lineNumber,
  };
}
