import { modules } from '../../catalog/index.ts';
import type { Guard } from '../../model/index.ts';
import { escapePattern } from '../../pattern/index.ts';
import { findPlaceholders } from '../../syntax/index.ts';
import type { Placeholder } from '../../syntax/index.ts';
import { rememberWeakly } from '../../text/index.ts';

/** A guard that may hold for one of the versions and not for the other, by what is put into it. */
export interface UnsureGuard {
  /** As it is written: `<IfVersion {{ sign }} 2.4>`. */
  readonly text: string;
  readonly placeholder: Placeholder;
}

export function unsureGuardAmong(guards: readonly Guard[]): UnsureGuard | null {
  for (const guard of guards) {
    const isOfVersion = guard.kind === 'ifversion' || guard.kind === 'ifmodule';
    const [unsure] = isOfVersion ? unsureGuards(guard) : [];
    if (unsure !== undefined) return unsure;
  }
  return null;
}

/** The guard, if it is one. */
const unsureGuards = rememberWeakly(({ file, kind, test, node }: Guard): readonly UnsureGuard[] => {
  const placeholders = findPlaceholders(test, file.document.engine);
  const [placeholder] = placeholders;
  if (placeholder === undefined || (kind === 'ifmodule' && !mayDiffer(test, placeholders))) return [];
  const { start, end } = node.open.span;
  return [{ text: file.source.text.slice(start, end).trim(), placeholder }];
});

/** Whether a module that only one version has can be meant. */
function mayDiffer(test: string, placeholders: readonly Placeholder[]): boolean {
  const fixed = fixedParts(test.replace(/^!/, ''), placeholders);
  const pattern = new RegExp(`^${fixed.map(escapePattern).join('.*')}$`);
  return modules().some(
    ({ identifier, sourceFile, in22, in24 }) =>
      in22 !== in24 && (pattern.test(identifier) || pattern.test(sourceFile)),
  );
}

function fixedParts(test: string, placeholders: readonly Placeholder[]): string[] {
  let rest = test;
  const parts = placeholders.map(({ text }) => {
    const at = rest.indexOf(text);
    const part = rest.slice(0, at);
    rest = rest.slice(at + text.length);
    return part;
  });
  return [...parts, rest];
}
