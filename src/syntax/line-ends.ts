import { logicalLines } from './logical-line.ts';
import type { TextEdit } from '../text/index.ts';
import { lineEndingAt } from './layout.ts';
import { nodeAtOffset } from './parents.ts';
import type { Document, SyntaxDiagnostic } from './nodes.ts';

/** A diagnostic `line-too-long`, and what ends the line there. */
interface LongLine {
  readonly diagnostic: SyntaxDiagnostic;
  readonly edits: readonly TextEdit[];
}

/**
 * Where the lines of a document are to be ended, since 2.2 ended them there. A comment is broken in its middle, too: 2.4 takes no line of 8191 bytes in a .htaccess file
 * (ap_varbuf_cfg_getline, server/util.c).
 */
export function longLines(document: Document): LongLine[] {
  const { text } = document.source;
  let last = { start: 0, eol: '' };
  return document.diagnostics
    .filter(({ code }) => code === 'line-too-long')
    .map((diagnostic) => {
      const { start, end } = diagnostic.span;
      // What was one line of the file has one ending, however often it is broken.
      const isSameLine = last.eol !== '' && !text.slice(last.start, start).includes('\n');
      last = { start, eol: isSameLine ? last.eol : lineEndingAt(document, start) };
      const { eol } = last;
      // A backslash before the new line ending would continue the line.
      const atEnd = insertion(end, text[end - 1] === '\\' ? ` ${eol}` : eol);
      const isComment = nodeAtOffset(document, start)?.type === 'comment';
      const edits = isComment ? [insertion(middleOf(text, start, end), `${eol}#`), atEnd] : [atEnd];
      return { diagnostic, edits };
    });
}

/**
 * Ends the lines of any text where 2.2 ends them. The rest of a line becomes a comment, if that is all the same: it has none of the
 * characters by which the text's lines say anything.
 */
export function lineBreaksOf22(text: string, meaningful: string): TextEdit[] {
  const edits: TextEdit[] = [];
  let commentedTo = 0;
  for (const { end, overlong } of logicalLines(text, '2.2')) {
    if (!overlong || end < commentedTo) continue;
    const lf = text.indexOf('\n', end);
    const restEnd = lf === -1 ? text.length : lf;
    const eol = `${text[end - 1] === '\\' ? ' ' : ''}${text[lf - 1] === '\r' ? '\r\n' : '\n'}`;
    const isSilent = !text.slice(end, restEnd).includes(meaningful) && text[restEnd - 1] !== '\\';
    edits.push(insertion(end, isSilent ? `${eol}# ` : eol));
    if (isSilent) commentedTo = restEnd;
  }
  return edits;
}

function insertion(at: number, text: string): TextEdit {
  return { span: { start: at, end: at }, text };
}

/** Not behind a backslash, and not at a line ending. */
function middleOf(text: string, start: number, end: number): number {
  let at = (start + end) >>> 1;
  while (at < end && /[\\\r\n]/.test(text.slice(at - 1, at + 1))) at++;
  return at;
}

/**
 * For a diagnostic `double-backslash`: makes 2.4 end the line where 2.2 ended it. A space takes the place of the
 * backslash that 2.2 drops; in a comment, where it does no harm, the backslash stays before the space.
 */
export function endLineAlike(document: Document, { span }: SyntaxDiagnostic): TextEdit[] {
  const inComment = nodeAtOffset(document, span.start)?.type === 'comment';
  return [{ span: { start: inComment ? span.end : span.end - 1, end: span.end }, text: ' ' }];
}
