import type { Scope } from '../../model/index.ts';
import {
  appendChild,
  appendToDocument,
  insertAfter,
  insertBefore,
  leadingComments,
} from '../../syntax/index.ts';
import type { TextEdit } from '../../text/index.ts';
import type { AccessSection } from '../sections/types.ts';
import type { CopyPlace, SectionCopy } from './candidate.ts';
import { candidateLines, copiesOf } from './candidate.ts';
import type { UnitPlan } from './plan.ts';
import { firstFilesSection } from './split.ts';
import type { UnitEdit } from './unit-edits.ts';

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
export function writeCopies(units: readonly UnitPlan[]): WrittenCopies[] {
  const byPlace = new Map<AccessSection, SectionCopy[]>();
  for (const copy of units.flatMap(({ candidate }) => copiesOf(candidate))) {
    const at = copy.place.type === 'inside' ? copy.place.section : copy.of;
    byPlace.set(at, [...(byPlace.get(at) ?? []), copy]);
  }
  return [...byPlace].map(([at, copies]) => {
    const lines = copies.flatMap(copyLines);
    const place = copies[0]?.place.type ?? 'inside';
    const made = place === 'inside' ? insideFolder(at.scope, lines) : behindLocation(at.scope, lines);
    const edits = made.map((edit) => ({ file: at.scope.file, edit }));
    return { at, place, openings: copies.map(openingOf), edits };
  });
}

function behindLocation({ file, node }: Scope, lines: readonly string[]): TextEdit[] {
  return node === null ? [] : insertAfter(file.document, node, lines);
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
  return scope.node?.open.name.value ?? '';
}

function argumentsOf({ file, node }: Scope): string {
  if (node === null) return '';
  const { start, end } = node.open.argsSpan;
  return file.document.source.text.slice(start, end).replace(/[ \t]*\\\r?\n[ \t]*/g, ' ');
}
