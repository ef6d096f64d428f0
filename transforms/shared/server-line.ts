// Where a line for the main server goes that states a default.
import type { Occurrence, Scope } from '../../src/model/index.ts';
import { leadingComments } from '../../src/syntax/index.ts';
import { insertAfter, insertBefore, placeOf, placeOfScope } from '../../src/transform/index.ts';
import type { FileEdit, Place } from '../../src/transform/index.ts';
import { linesOf } from './directory-sections.ts';

export interface ServerLine {
  readonly place: Place;
  readonly edits: readonly FileEdit[];
}

/**
 * Puts a line before the main server's first one of the same name (which may build on it); else behind one of the directives
 * `beside` (lower case, the first that is there), else behind DocumentRoot, else into the main file: before its first section
 * or behind its last directive; else before any section. Null if there is nothing of all this.
 * @param module the line stands in an IfModule for it (`mod_x.c`)
 */
export function placeServerLine(
  main: Scope,
  line: string,
  beside: readonly string[] = [],
  module: string | null = null,
): ServerLine | null {
  const [first] = linesOf(main, line.slice(0, line.indexOf(' ')).toLowerCase());
  const lines = module === null ? [line] : [`<IfModule ${module}>`, `\t${line}`, '</IfModule>'];
  if (first !== undefined) return before(first, lines);
  for (const name of [...beside, 'documentroot']) {
    const neighbour = linesOf(main, name).findLast(({ guards }) => guards.length === 0);
    if (neighbour !== undefined) return behind(neighbour, lines);
  }
  const free = main.items.filter(({ node, guards }) => node !== null && guards.length === 0);
  const sections = free.filter((item) => item.type === 'scope');
  const inMainFile = sections.find(({ file }) => file === main.file);
  if (inMainFile !== undefined) return beforeSection(inMainFile, lines);
  const last = free.findLast(
    (item) => item.type === 'occurrence' && item.file === main.file && !isInclude(item),
  );
  if (last?.type === 'occurrence') return behind(last, lines);
  return sections[0] === undefined ? null : beforeSection(sections[0], lines);
}

function isInclude({ name }: Occurrence): boolean {
  return name === 'include' || name === 'includeoptional';
}

/** Before the guards around it, too: the line is wanted whether or not they are true. */
function before(neighbour: Occurrence, lines: readonly string[]): ServerLine {
  return { place: placeOf(neighbour), edits: insertBefore(neighbour.guards[0] ?? neighbour, lines) };
}

function behind(neighbour: Occurrence, lines: readonly string[]): ServerLine {
  return { place: placeOf(neighbour), edits: insertAfter(neighbour, lines) };
}

function beforeSection(section: Scope, lines: readonly string[]): ServerLine | null {
  const { file, node } = section;
  if (node === null) return null;
  // Above the comments that belong to the section.
  const top = leadingComments(file.document, node)[0] ?? node;
  return { place: placeOfScope(section), edits: insertBefore({ file, node: top }, lines) };
}
