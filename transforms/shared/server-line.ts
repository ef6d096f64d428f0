// Where a line for the main server goes that states a default.
import type { Scope } from '../../src/model/index.ts';
import { insertAfter, insertBefore } from '../../src/syntax/index.ts';
import { inFile, placeOf, placeOfScope } from '../../src/transform/index.ts';
import type { FileEdit, Place } from '../../src/transform/index.ts';
import { linesOf } from './directory-sections.ts';

export interface ServerLine {
  readonly place: Place;
  readonly edits: readonly FileEdit[];
}

/**
 * Puts a line before the main server's first one of the same name (which may build on it); else behind one of the directives
 * `beside` (lower case, the first that is there), else behind DocumentRoot, else before the first section. Null if there is
 * nothing of all this.
 */
export function placeServerLine(
  main: Scope,
  line: string,
  beside: readonly string[] = [],
): ServerLine | null {
  const [first] = linesOf(main, line.slice(0, line.indexOf(' ')).toLowerCase());
  if (first !== undefined) {
    return {
      place: placeOf(first),
      edits: inFile(first.file, insertBefore(first.file.document, first.node, [line])),
    };
  }
  for (const name of [...beside, 'documentroot']) {
    const neighbour = linesOf(main, name).findLast(({ guards }) => guards.length === 0);
    if (neighbour === undefined) continue;
    const { file, node } = neighbour;
    return { place: placeOf(neighbour), edits: inFile(file, insertAfter(file.document, node, [line])) };
  }
  const section = main.items.find(
    (item) => item.type === 'scope' && item.node !== null && item.guards.length === 0,
  );
  if (section?.type !== 'scope' || section.node === null) return null;
  const edits = insertBefore(section.file.document, section.node, [line]);
  return { place: placeOfScope(section), edits: inFile(section.file, edits) };
}
