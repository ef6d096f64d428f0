import { isSince } from '../../src/target/index.ts';
import type { TargetProfile } from '../../src/target/index.ts';
import type { FileEdit } from '../../src/transform/index.ts';

/**
 * The edits as the target takes them: before 2.4.13 quotes around the expression of `Require expr` are a part of it, and refused
 * (`expr_parse_config` in mod_authz_core.c). Without them every release reads the same.
 */
export function requireLinesFor(target: TargetProfile, edits: readonly FileEdit[]): readonly FileEdit[] {
  if (isSince(target, '2.4.13')) return edits;
  return edits.map(({ file, edit }) => ({ file, edit: { ...edit, text: unquoteExpressions(edit.text) } }));
}

/** Whether a line is among them whose arguments mean another text before 2.4.8, which reads no expressions there (mod_authz_user.c). */
export function hasEscapedArguments(target: TargetProfile, edits: readonly FileEdit[]): boolean {
  if (isSince(target, '2.4.8')) return false;
  return edits.some(({ edit }) => /^[ \t]*Require\s+(?:not\s+)?(?!expr\b)\S+\s.*\\/im.test(edit.text));
}

function unquoteExpressions(text: string): string {
  return text.replace(/^([ \t]*Require\s+(?:not\s+)?expr\s+)"([^"\n]*)"/gim, '$1$2');
}
