import type { ModelFile } from '../model/index.ts';
import type { Level } from '../transform/index.ts';
import type { FindingDraft } from './collect-findings.ts';

/** What transforms tell: keep-line-ends and break-long-lines. */
const TOLD_BY_TRANSFORMS: ReadonlySet<string> = new Set(['double-backslash', 'line-too-long']);

/** What the syntax of a file gives reason to say. */
export function syntaxFindings({ path, document }: ModelFile): FindingDraft[] {
  const told = document.diagnostics.filter(({ code }) => !TOLD_BY_TRANSFORMS.has(code));
  return told.map((diagnostic) => {
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
