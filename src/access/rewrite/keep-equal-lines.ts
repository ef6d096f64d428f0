import { requireLine } from '../require-text.ts';
import type { AccessLine } from '../sections.ts';
import { isOpenedBy, isSameSet } from './limit-opening.ts';
import { anchorLine, standsIn } from './old-lines.ts';

/** New lines of a section and the old ones that go for them. */
export interface Replacement {
  readonly lines: readonly string[];
  readonly remove: readonly AccessLine[];
}

/**
 * The replacement without the Require lines, and the Limits of Require lines, that are among both: what both versions read
 * alike need not be written anew. The order of a section's own Require lines says nothing.
 */
export function keepEqualLines({ lines, remove }: Replacement): Replacement {
  const guards = anchorLine(remove)?.guards ?? [];
  const old = remove.filter((line) => line.name === 'require' && standsIn(guards, line));
  const kept = blocksOf(lines)
    .map((block) => ({ block, equal: equalLines(block, old) }))
    .filter(({ equal }) => equal.length > 0);
  return {
    lines: lines.filter((_line, i) => !kept.some(({ block }) => i >= block.start && i < block.end)),
    remove: remove.filter((line) => !kept.some(({ equal }) => equal.includes(line))),
  };
}

/** A Require line, or a Limit with nothing but Require lines. */
interface Block {
  /** Indices of its lines, half-open. */
  readonly start: number;
  readonly end: number;
  /** `<Limit GET>`; null of a line outside of any. */
  readonly opening: string | null;
  readonly requires: readonly string[];
}

/** Lines within other containers are indented, and say nothing by themselves. */
function blocksOf(lines: readonly string[]): Block[] {
  return lines.flatMap((line, start): Block[] => {
    if (line.startsWith('Require ')) return [{ start, end: start + 1, opening: null, requires: [line] }];
    if (!line.startsWith('<Limit')) return [];
    const end = lines.findIndex((other, i) => i > start && other.startsWith('</Limit')) + 1;
    const inner = lines.slice(start + 1, end - 1).map((each) => each.slice(1));
    const isPlain = inner.every((each) => each.startsWith('Require '));
    return isPlain ? [{ start, end, opening: line, requires: inner }] : [];
  });
}

/** The old lines that say what the block says; none if there is a difference. */
function equalLines({ opening, requires }: Block, old: readonly AccessLine[]): AccessLine[] {
  if (opening === null) {
    return old.filter((line) => line.limits.length === 0 && requires.includes(requireLine(line.occurrence)));
  }
  const limits = new Set(old.flatMap((line) => (line.limits.length === 1 ? line.limits : [])));
  for (const limit of limits) {
    const inside = old.filter((line) => line.limits.length === 1 && line.limits[0] === limit);
    const said = inside.map(({ occurrence }) => requireLine(occurrence));
    if (isOpenedBy(opening, limit) && isSameSet(said, requires)) return inside;
  }
  return [];
}
