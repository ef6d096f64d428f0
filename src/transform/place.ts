import type { Occurrence, Scope } from '../model/index.ts';
import { wordsSpan } from '../syntax/index.ts';
import type { OpenLine } from '../syntax/index.ts';
import type { Span } from '../text/index.ts';
import type { Place } from './types.ts';

/** Where a finding about a directive points: from its name to its last argument. */
export function placeOf({ file, node }: Occurrence): Place {
  return { file, span: wordsSpan(node) };
}

/** Where a finding about a section points: its opening line; for a server or a .htaccess file, the file. */
export function placeOfScope({ file, node }: Scope): Place {
  return { file, span: node === null ? null : openingSpan(node.open) };
}

/** With the bracket before the name. */
export function openingSpan(open: OpenLine): Span {
  const { start, end } = wordsSpan(open);
  return { start: start - 1, end };
}
