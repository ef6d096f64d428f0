import type { Migration } from '../migrate/index.ts';
import { renderFindings, renderRefused } from './render-findings.ts';
import { renderSummary } from './render-summary.ts';
import type { TextStyle } from './text-style.ts';
import { namedInTree } from './tree-places.ts';

/** A migration's summary, then its findings by what is to be done about them; '' if there is nothing that `style` lets be said. */
export function renderText(migration: Migration, style: TextStyle): string {
  // Programs that read lines want names that lead to the file from where they stand.
  const placed = style.width > 0 ? namedInTree(migration, style) : style;
  const details = renderRefused(migration.refused, placed) + renderFindings(migration.findings, placed);
  return style.quiet ? details : renderSummary(migration, style) + details;
}
