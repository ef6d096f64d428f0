import type { ModelFile } from '../model/index.ts';
import type { SyntaxDiagnostic, SyntaxDiagnosticCode } from '../syntax/index.ts';
import type { Level } from '../transform/index.ts';
import type { UnplacedFinding } from './collect-findings.ts';

/** Diagnostics with which the server does not start, or answers 500 below the folder of a .htaccess file. */
const REFUSED: ReadonlySet<SyntaxDiagnosticCode> = new Set([
  'unclosed-section',
  'stray-close',
  'missing-bracket',
]);

/** Whether the server refuses the file for it. Such a file is not edited: what its lines belong to is a guess. */
export function isRefused({ code }: SyntaxDiagnostic): boolean {
  return REFUSED.has(code);
}

/** What the syntax of a file gives reason to say. */
export function syntaxFindings({ path, document }: ModelFile): UnplacedFinding[] {
  return document.diagnostics.map((diagnostic) => {
    const level: Level = isRefused(diagnostic) ? 'error' : 'warning';
    const note = isRefused(diagnostic)
      ? ' Nothing in this file was changed: correct it, then run again.'
      : '';
    return {
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
