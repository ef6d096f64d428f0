import { linesNamed } from '../../model/index.ts';
import type { ServerModel, Unknown } from '../../model/index.ts';
import { findPlaceholders } from '../../syntax/index.ts';
import { analysisOf } from '../sections/analysis.ts';
import { openLines } from '../sections/open-lines.ts';

/**
 * Lines that a template puts in whole, outside of the access rules: what they say is migrated by nobody. Beside rules that are converted a
 * section with old ones may be among them, or one that these override.
 */
export function madeLines(model: ServerModel): Unknown[] {
  const told = new Set(openLines(model).map(({ line }) => line.node));
  const bearing = analysisOf(model).sections.length > 0 ? 'access' : 'none';
  return linesNamed(model, mayBePlaceholder).flatMap(({ node, file }): Unknown[] => {
    const [placeholder] = findPlaceholders(node.name.value);
    if (placeholder === undefined || told.has(node)) return [];
    const { kind, text } = placeholder;
    const message = `${text} stands for whole lines, or for the name of a directive: what will be there is not known, and is not migrated. ${ADVICE[bearing]}`;
    const place = { path: file.path, offset: node.name.span.start, below: null };
    return [{ kind, ...place, subject: text, message, bearing }];
  });
}

const ADVICE = {
  access:
    'If it holds access rules of 2.2, who gets in below this file is other than before: migrate it, too.',
  none: 'Look through it for lines of 2.2.',
} as const;

/** Of a name in lower case. */
function mayBePlaceholder(name: string): boolean {
  return /[$<{[#@%_]/.test(name);
}
