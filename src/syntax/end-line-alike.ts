import type { TextEdit } from '../text/index.ts';
import type { Document, SyntaxDiagnostic } from './nodes.ts';
import { nodeAtOffset } from './node-at-offset.ts';

/**
 * For a diagnostic `double-backslash`: makes 2.4 end the line where 2.2 ended it. A space takes the place of the
 * backslash that 2.2 drops; in a comment, where it does no harm, the backslash stays before the space.
 */
export function endLineAlike(document: Document, { span }: SyntaxDiagnostic): TextEdit[] {
  const inComment = nodeAtOffset(document, span.start)?.type === 'comment';
  return [{ span: { start: inComment ? span.end : span.end - 1, end: span.end }, text: ' ' }];
}
