import type { ModelFile } from '../model/index.ts';
import type { Level } from '../transform/index.ts';
import type { FindingDraft } from './collect-findings.ts';

/** What transforms tell: keep-line-ends and break-long-lines. */
const TOLD_BY_TRANSFORMS: ReadonlySet<string> = new Set(['double-backslash', 'line-too-long']);

/** What the syntax of a file gives reason to say. */
export function syntaxFindings({ path, document, source }: ModelFile): FindingDraft[] {
  const told = document.diagnostics.filter(({ code }) => !TOLD_BY_TRANSFORMS.has(code));
  // What is wrong besides may be for want of what these hide.
  const refused = told.some((diagnostic) => diagnostic.refused);
  const damages = [...zeroBytes(source.text), ...loneReturns(source.text)].map((one) => ({
    ...one,
    refused,
  }));
  return [...damages, ...told].map((diagnostic) => {
    // The server does not start, or answers 500 below the folder of a .htaccess file. What the file's lines belong to is a guess.
    const level: Level = diagnostic.refused ? 'error' : 'warning';
    const note = diagnostic.refused ? ' Nothing in this file was changed: correct it, then run again.' : '';
    return {
      position: null,
      transform: 'syntax',
      messageId: diagnostic.code,
      level,
      message: diagnostic.message + note,
      path,
      span: diagnostic.span,
      applicability: 'manual',
      fixTitle: null,
      applied: false,
    };
  });
}

/** The first line end of an old Mac: what follows may be part of a comment, and nobody sees that it is. */
function loneReturns(text: string) {
  const start = text.search(/\r[\t ]*[^\s\0]/);
  if (start === -1) return [];
  const what = text.includes('\n')
    ? 'what follows for a part of the same line'
    : 'all of the file for one line';
  const message = `A carriage return (CR) without a line feed (LF) ends no line: the server takes ${what}. Save the file with LF at the end of each line, then run again.`;
  return [{ code: 'lone-carriage-return', span: { start, end: start + 1 }, message }];
}

/** The first zero byte of a text: what a damaged disk or a broken transfer leaves, and editors hide. */
function zeroBytes(text: string) {
  const start = text.indexOf('\0');
  if (start === -1) return [];
  const count = text.split('\0').length - 1;
  const all = count === 1 ? '' : ` (the file has ${count})`;
  const message = `A zero byte${all}: the server does not read the rest of its line. Is the file damaged? Take it out, or the rest of the line.`;
  return [{ code: 'zero-byte', span: { start, end: start + 1 }, message }];
}
