import type { ModelFile } from '../model/index.ts';
import type { Level } from '../transform/index.ts';
import type { FindingDraft } from './collect-findings.ts';

/** What transforms tell: keep-line-ends and break-long-lines. */
const TOLD_BY_TRANSFORMS: ReadonlySet<string> = new Set(['double-backslash', 'line-too-long']);

/** What the syntax of a file gives reason to say. */
export function syntaxFindings({ path, document, source }: ModelFile): FindingDraft[] {
  const told = document.diagnostics.filter(({ code }) => !TOLD_BY_TRANSFORMS.has(code));
  return [...zeroBytes(source.text, told), ...told].map((diagnostic) => {
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

/** The first zero byte of a text: what a damaged disk or a broken transfer leaves, and editors hide. */
function zeroBytes(text: string, others: readonly { readonly refused: boolean }[]) {
  const start = text.indexOf('\0');
  if (start === -1) return [];
  const count = text.split('\0').length - 1;
  const all = count === 1 ? '' : ` (the file has ${count})`;
  const message = `A zero byte${all}: the server does not read the rest of its line. Is the file damaged? Take it out, or the rest of the line.`;
  // What is wrong besides may be for want of what it hides.
  const refused = others.some((other) => other.refused);
  return [{ code: 'zero-byte', span: { start, end: start + 1 }, message, refused }];
}
