import type { Scope } from '../../model/index.ts';
import { flatMap, groupBy } from '../../text/index.ts';
import { requireLine } from '../sections/require-text.ts';
import type { AccessLine } from '../sections/types.ts';
import { anchorLine, standsIn } from './old-lines.ts';
import { canonicalMethod } from '../policy/index.ts';

/** New lines of a section and the old ones that go for them. */
export interface Replacement {
  readonly lines: readonly string[];
  readonly remove: readonly AccessLine[];
}

/**
 * The replacement without the Require lines, and the Limits of Require lines, that are among both: what both versions read
 * alike need not be written anew. The order of a section's own Require lines says nothing.
 */
export function keepEqualLines(replacement: Replacement): Replacement {
  const { lines, remove } = replacement;
  if (!remove.some(({ name }) => name === 'require')) return replacement;
  const guards = anchorLine(remove)?.guards ?? [];
  const old = remove.filter((line) => line.name === 'require' && standsIn(guards, line));
  if (old.length === 0) return replacement;
  const equalLines = equalLinesAmong(old);
  const kept = blocksOf(lines)
    .map((block) => ({ block, equal: equalLines(block) }))
    .filter(({ equal }) => equal.length > 0);
  if (kept.length === 0) return replacement;
  const keptAt = new Set<number>();
  for (const { block } of kept) for (let at = block.start; at < block.end; at++) keptAt.add(at);
  const staying = new Set(flatMap(kept, ({ equal }) => equal));
  return {
    lines: lines.filter((_line, i) => !keptAt.has(i)),
    remove: remove.filter((line) => !staying.has(line)),
  };
}

/** A Require line, or a Limit with what is in it: that is equal to old Require lines only if it is nothing else. */
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
  return flatMap(lines, (line, start): readonly Block[] => {
    if (line.startsWith('Require ')) return [{ start, end: start + 1, opening: null, requires: [line] }];
    if (!line.startsWith('<Limit')) return NO_BLOCKS;
    const end = lines.findIndex((other, i) => i > start && other.startsWith('</Limit')) + 1;
    const inner = lines.slice(start + 1, end - 1).map((each) => each.slice(1));
    return [{ start, end, opening: line, requires: inner }];
  });
}

const NO_BLOCKS: readonly Block[] = [];

/** The old lines that say what the block says; none if there is a difference. */
function equalLinesAmong(old: readonly AccessLine[]): (block: Block) => readonly AccessLine[] {
  const outside = groupBy(
    old.filter(({ limits }) => limits.length === 0),
    requireText,
  );
  let insides: ReadonlyMap<string, readonly LinesInLimit[]> | null = null;
  return ({ opening, requires }) => {
    if (opening === null) return flatMap(requires, (line) => outside.get(line) ?? []);
    const alike = (insides ??= linesInLimits(old)).get(openingKey(opening)) ?? [];
    return alike.find(([, inside]) => isSameSet(inside.map(requireText), requires))?.[1] ?? [];
  };
}

type LinesInLimit = readonly [Scope, readonly AccessLine[]];

/** By how the Limit is opened. */
function linesInLimits(old: readonly AccessLine[]): ReadonlyMap<string, readonly LinesInLimit[]> {
  const inside = old.filter(({ limits }) => limits.length === 1);
  return groupBy(
    groupBy(inside, (line) => line.limits[0] as Scope),
    ([limit]) => limitKey(limit),
  );
}

function requireText({ occurrence }: AccessLine): string {
  return requireLine(occurrence);
}

/** Equal for Limits that are opened alike: the order of the methods says nothing, nor how often each is named; HEAD is GET. */
export function limitKey({ kind, args }: Pick<Scope, 'kind' | 'args'>): string {
  return keyOf(kind, args);
}

/** The same of `<Limit GET>` or `<LimitExcept GET>`. */
export function openingKey(opening: string): string {
  const [name = '', ...methods] = opening.slice(1, -1).split(' ');
  return keyOf(name.toLowerCase(), methods);
}

function keyOf(kind: string, methods: readonly string[]): string {
  return [kind, ...setOf(methods.map(canonicalMethod))].join('\n');
}

/** Whether both hold the same texts, however often each. */
function isSameSet(a: readonly string[], b: readonly string[]): boolean {
  return setOf(a).join('\n') === setOf(b).join('\n');
}

function setOf(texts: readonly string[]): string[] {
  return [...new Set(texts)].toSorted();
}
