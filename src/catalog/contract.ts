import { lazy } from '../text/index.ts';
import { rowsText } from './data/contract-rows.ts';
import type { ContractRow } from './types.ts';

/** Every behaviour change of the upgrade, in the order of the upgrade guide. */
export const contractRows = JSON.parse(rowsText) as readonly ContractRow[];

const index = lazy(() => new Map(contractRows.map((row) => [row.id, row])));

/** The row of that id, such as `eq-deny-all`, or null. */
export function contractRow(id: string): ContractRow | null {
  return index().get(id.toLowerCase()) ?? null;
}
