import type { Migration } from '../migrate/index.ts';
import { renderFindings, renderRefused } from './render-findings.ts';
import { renderSummary } from './render-summary.ts';
import type { TextStyle } from './text-style.ts';

/** A migration's summary, then its findings by what is to be done about them; '' if there is nothing that `style` lets be said. */
export function renderText(migration: Migration, style: TextStyle): string {
  const details = renderRefused(migration.refused, style) + renderFindings(migration.findings, style);
  return style.quiet ? details : renderSummary(migration, style) + details;
}
