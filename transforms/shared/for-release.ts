import { evaluateString, isExpression } from '../../src/access/index.ts';
import { isSince } from '../../src/target/index.ts';
import type { TargetProfile } from '../../src/target/index.ts';
import { rememberWeakly } from '../../src/text/index.ts';
import type { FileEdit } from '../../src/transform/index.ts';

/**
 * The edits as the target takes them: before 2.4.13 quotes around the expression of `Require expr` are a part of it, and refused
 * (`expr_parse_config` in mod_authz_core.c; without them every release reads the same); before 2.4.8 the arguments of `Require user`,
 * `group`, `host` and others are no expressions (mod_authz_user.c): nothing is escaped in them.
 */
export function requireLinesFor(target: TargetProfile, edits: readonly FileEdit[]): readonly FileEdit[] {
  const { fit } = fitting(target);
  return fit === null
    ? edits
    : edits.map(({ file, edit }) => ({ file, edit: { ...edit, text: fit(edit.text) } }));
}

/** Null: as they are. */
const fitting = rememberWeakly(
  (target: TargetProfile): { readonly fit: ((text: string) => string) | null } => {
    if (isSince(target, '2.4.13')) return { fit: null };
    const isPlain = !isSince(target, '2.4.8');
    return { fit: (text) => unquoteExpressions(isPlain ? unescapeArguments(text) : text) };
  },
);

function unquoteExpressions(text: string): string {
  return text.replace(/^([ \t]*Require\s+(?:not\s+)?expr\s+)"([^"\n]*)"/gim, '$1$2');
}

/** What depends on the request has no other form. */
function unescapeArguments(text: string): string {
  return text.replace(
    /^([ \t]*Require[ \t]+(?:not[ \t]+)?([\w-]+)[ \t]+)(.*\\.*)$/gim,
    (line, start: string, provider: string, args: string) =>
      isExpression(provider) ? start + (evaluateString(args) ?? args) : line,
  );
}
