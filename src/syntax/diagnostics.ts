import type { Span } from '../text/index.ts';
import type { SyntaxDiagnostic } from './nodes.ts';

// What the diagnostics say: what is wrong, what the server makes of it, what to do.

/** @param closedBy the name of the section whose closing line came first; null for the end of the file. */
export function unclosedSection(span: Span, name: string, closedBy: string | null): SyntaxDiagnostic {
  const before = closedBy === null ? 'before the end of the file' : `before </${closedBy}>`;
  const message = `<${name}> is not closed ${before}. Add </${name}> where the section should end.`;
  return { code: 'unclosed-section', span, message, refused: true };
}

/** A guard that is true reads on to the end of the file; what is left open in it is forgotten (ap_build_cont_config). */
export function unclosedInGuard(span: Span, name: string, guard: string): SyntaxDiagnostic {
  const message = `<${name}> is not closed before the end of the file: the server takes that only if the test of <${guard}> is true. Add </${name}> where the section should end.`;
  return { code: 'unclosed-section', span, message, refused: false };
}

/** What git, Mercurial and Subversion leave in a file. */
const CONFLICT = /^<{7}$/;

export function notASection(span: Span, tag: string): SyntaxDiagnostic {
  const message = CONFLICT.test(tag)
    ? `${tag} begins a merge conflict that was not resolved: no server starts with it. Keep the lines of one side, and remove those of the other with the marks.`
    : `${tag} opens no section that a server knows; it looks like a template's. Use the file that the template makes, or take the tag out.`;
  return { code: 'not-a-section', span, message, refused: true };
}

export function templateOverlap(span: Span, tag: string): SyntaxDiagnostic {
  const message = `${tag} and the sections around it overlap: which lines it is about can't be told. Migrate what the template makes, or let each tag stand around whole sections.`;
  return { code: 'template-overlap', span, message, refused: true };
}

export function strayClose(span: Span, name: string): SyntaxDiagnostic {
  const message = `</${name}> closes nothing: no <${name}> is open here. Remove the line or add the opening one.`;
  return { code: 'stray-close', span, message, refused: true };
}

export function unterminatedQuote(span: Span, quote: string): SyntaxDiagnostic {
  const message = `No closing ${quote}: the server takes everything up to the end of the line as one word. Add the quote if that is not meant.`;
  return { code: 'unterminated-quote', span, message, refused: false };
}

/** The server fills the bracket in by itself where no arguments follow the name of an opening line. */
export function missingBracket(span: Span, line: string, refused: boolean): SyntaxDiagnostic {
  const message = `${line} lacks its closing ">". Add it at the end of the line.`;
  return { code: 'missing-bracket', span, message, refused };
}

export function textAfterBracket(span: Span, refused: boolean): SyntaxDiagnostic {
  const fate = refused ? 'the server refuses this' : 'the server ignores it';
  const message = `Text follows the closing ">": ${fate}. Put it on a line of its own, or remove it.`;
  return { code: 'text-after-bracket', span, message, refused };
}

export function doubleBackslash(span: Span): SyntaxDiagnostic {
  const message =
    'The line ends in two backslashes: 2.2 ends it there, 2.4 joins the next line to it. Put a space after them, or write the line differently.';
  return { code: 'double-backslash', span, message, refused: false };
}

export function continuedPastEnd(span: Span): SyntaxDiagnostic {
  const message =
    'The file ends after a backslash that continues the line: 2.2 does not read this line at all, 2.4 does. Remove the backslash, or the line.';
  return { code: 'continued-past-end', span, message, refused: false };
}

export function lineTooLong(span: Span): SyntaxDiagnostic {
  const message =
    'The line is longer than the 8191 bytes that 2.2 reads as one line: it takes the rest for a new line, 2.4 reads on. Split it into several lines.';
  return { code: 'line-too-long', span, message, refused: false };
}

export function byteOrderMark(span: Span): SyntaxDiagnostic {
  const message =
    'The file begins with a byte order mark. Outside of Windows the server takes it for a part of the first word: it does not start, or answers 500 below the folder of a .htaccess file. Save the file without it.';
  return { code: 'byte-order-mark', span, message, refused: false };
}
