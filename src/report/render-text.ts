import type { Migration } from '../migrate/index.ts';
import { taskOf } from './group-findings.ts';
import { newLines } from './new-lines.ts';
import { plural } from './phrases.ts';
import { renderFindings, renderRefused } from './render-findings.ts';
import { renderSummary } from './render-summary.ts';
import type { TextStyle } from './text-style.ts';
import { namedInTree } from './finding-places.ts';

/** A migration's summary, then its findings by what is to be done about them; '' if there is nothing that `style` lets be said. */
export function renderText(migration: Migration, style: TextStyle): string {
  // Programs that read lines want names that lead to the file from where they stand.
  const placed = style.width > 0 ? namedInTree(migration, style) : style;
  const details = renderRefused(migration.refused, placed) + renderDetails(migration, placed);
  return style.quiet ? details : renderSummary(migration, style) + details;
}

/** Of a refused migration what a person has to see to: the rest is about lines that are not written. */
function renderDetails({ refused, findings, patchSet }: Migration, style: TextStyle): string {
  if (refused.length === 0) {
    const added = new Set([...newLines(patchSet).keys()].map((line) => `Write ${line}`));
    return renderFindings(findings, style, added);
  }
  if (style.verbose || style.quiet) return renderFindings(findings, style);
  const urgent = findings.filter((finding) => ['decide', 'check'].includes(taskOf(finding)));
  const rest = findings.length - urgent.length;
  const them = rest === 1 ? 'it' : 'them';
  const notes = rest === 0 ? '' : `${plural(rest, 'note')} on what is not written: --verbose lists ${them}\n`;
  return renderFindings(urgent, style) + notes;
}
