import { rowsText } from './data/fates.ts';
import { FATE_NOTES, REFUSED_BY_BOTH } from './fate-notes.ts';
import { lazy } from './lazy.ts';
import type { CommandFlag, DirectiveFate, Fate } from './types.ts';

/** A row of the data. `in` is left out where it is `from`. */
interface FateRow {
  readonly name: string;
  readonly fate: string;
  readonly from: string;
  readonly in?: string | null;
  readonly to?: string;
  readonly also?: readonly string[];
  readonly mutex?: string;
  readonly requiresAlso?: string;
  readonly contextsAdded?: readonly string[];
  readonly oldDefault?: string | null;
  readonly newDefault?: string | null;
}

/** Of every directive of 2.2.34, in the manual's order. */
export const fates = lazy(() => (JSON.parse(rowsText) as readonly FateRow[]).map(toFate));

const index = lazy(() => new Map(fates().map((fate) => [fate.name.toLowerCase(), fate])));

/** What 2.4 does with a directive or section of 2.2 (any case); null if 2.2 has none of that name. */
export function fateOf(name: string): DirectiveFate | null {
  return index().get(name.replace(/^</, '').toLowerCase()) ?? null;
}

function toFate(row: FateRow): DirectiveFate {
  return {
    name: row.name,
    fate: row.fate as Fate,
    also: (row.also ?? []) as readonly Fate[],
    fromModule: row.from,
    toModule: row.in === undefined ? row.from : row.in,
    to: row.to ?? null,
    mutex: row.mutex ?? null,
    requiresAlso: row.requiresAlso ?? null,
    flagsAdded: (row.contextsAdded ?? []) as readonly CommandFlag[],
    ...(row.oldDefault !== undefined && { oldDefault: row.oldDefault }),
    ...(row.newDefault !== undefined && { newDefault: row.newDefault }),
    note: FATE_NOTES[row.name] ?? null,
    isRefusedByBoth: Object.hasOwn(REFUSED_BY_BOTH, row.name),
  };
}
