import type { Scope } from '../../model/index.ts';
import {
  appendChild,
  appendToDocument,
  insertAfter,
  insertBefore,
  leadingComments,
} from '../../syntax/index.ts';
import type { Section } from '../../syntax/index.ts';
import { groupBy } from '../../text/index.ts';
import type { TextEdit } from '../../text/index.ts';
import type { AccessSection } from '../sections/types.ts';
import type { CopyPlace, SectionCopy } from './candidate.ts';
import { candidateLines, copiesOf } from './candidate.ts';
import type { RewritePlan } from './plan.ts';
import { firstFilesSection } from './split.ts';
import type { UnitEdit } from './node-places.ts';

/** Copies that are written in one place, one behind the other, with the edits that do it. */
export interface WrittenCopies {
  /** The section of a folder that they stand inside of, or the Location that they stand behind. */
  readonly at: AccessSection;
  readonly place: CopyPlace['type'];
  /** As they are written. */
  readonly openings: readonly string[];
  readonly edits: readonly UnitEdit[];
}

/** In the order in which the sections that they are copies of are merged. */
export function writeCopies({ units, restore }: Pick<RewritePlan, 'units' | 'restore'>): WrittenCopies[] {
  const all = units.flatMap(({ candidate }) => copiesOf(candidate));
  const byPlace = groupBy(all, ({ place, of }): AccessSection =>
    place.type === 'inside' ? place.section : of,
  );
  return [...byPlace].map(([at, copies]) => {
    const lines = copies.flatMap(copyLines).map(restore([at]));
    const place = copies[0].place.type;
    const made =
      place === 'inside'
        ? insideFolder(at.scope, lines)
        : insertAfter(at.scope.file.document, sectionOf(at.scope), lines);
    const edits = made.map((edit) => ({ file: at.scope.file, edit }));
    return { at, place, openings: copies.map(openingOf), edits };
  });
}

/** Behind the section's own lines, before the Files sections that it has. */
function insideFolder(folder: Scope, lines: readonly string[]): TextEdit[] {
  const { node, file } = folder;
  const { document } = file;
  const first = firstFilesSection(folder)?.node ?? null;
  if (first !== null) return insertBefore(document, leadingComments(document, first)[0] ?? first, lines);
  return node === null ? appendToDocument(document, lines) : appendChild(document, node, lines);
}

function copyLines(copy: SectionCopy): string[] {
  const lines = candidateLines(copy.text).map((line) => `\t${line}`);
  return [openingOf(copy), ...lines, `</${nameOf(copy)}>`];
}

/** With the pattern of the section that it is a copy of as that is written, or with the address. */
function openingOf(copy: SectionCopy): string {
  const { place, of } = copy;
  const args = place.type === 'behind' ? place.address : argumentsOf(of.scope);
  return `<${nameOf(copy)} ${args}>`;
}

function nameOf({ of: { scope } }: SectionCopy): string {
  return sectionOf(scope).open.name.value;
}

function argumentsOf(scope: Scope): string {
  const { start, end } = sectionOf(scope).open.argsSpan;
  return scope.file.document.source.text.slice(start, end).replace(/[ \t]*\\\r?\n[ \t]*/g, ' ');
}

/** What is copied is a Files or a Location section as it is written. */
function sectionOf({ node }: Scope): Section {
  return node as Section;
}
