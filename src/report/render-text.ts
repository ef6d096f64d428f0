import type { Migration } from '../migrate/index.ts';
import { renderFindings, renderRefused } from './render-findings.ts';
import { renderSummary } from './render-summary.ts';
import type { TextStyle } from './text-style.ts';

/** A migration's findings and summary for people; '' if there is nothing that `style` lets be said. */
export function renderText(migration: Migration, style: TextStyle): string {
  const findings = renderFindings(migration.findings, style) + renderRefused(migration.refused, style);
  if (style.quiet) return findings;
  return `${findings}${findings === '' ? '' : '\n'}${renderSummary(migration, style)}`;
}
