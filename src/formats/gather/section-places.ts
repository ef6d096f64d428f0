import type { AccessSection } from '../../access/index.ts';
import type { Migration } from '../../migrate/index.ts';
import { originalOffset } from '../../patch/index.ts';
import { printable } from '../../report/index.ts';
import type { LineIndex } from '../../text/index.ts';
import { lineIndex } from '../../text/index.ts';

/** Where a section of the result stands: `file:line`, by the lines that the files have before the migration. */
export type PlaceSection = (section: AccessSection) => string;

export function sectionPlaces({ patchSet }: Migration, displayPath: (path: string) => string): PlaceSection {
  const patches = new Map(patchSet.files.map((patch) => [patch.newPath, patch]));
  const indexes = new Map<string, LineIndex>();
  const lineOf = (path: string, text: string, offset: number): number => {
    const index = indexes.get(path) ?? lineIndex(text);
    indexes.set(path, index);
    return index.position(offset).line;
  };
  return ({ scope: { file, node } }) => {
    const patch = patches.get(file.path);
    const path = printable(displayPath(patch?.path ?? file.path));
    if (node === null) return path;
    const { start } = node.span;
    return patch === undefined
      ? `${path}:${lineOf(file.path, file.source.text, start)}`
      : `${path}:${lineOf(file.path, patch.before, originalOffset(patch, start))}`;
  };
}
