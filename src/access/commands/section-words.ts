import type { Scope } from '../../model/index.ts';

/** Sections for one path or pattern, and for none (`dirsection` and its like, server/core.c). */
export function sectionError(scope: Scope): string | null {
  const { kind, name, args, node } = scope;
  const written = `<${node?.open.name.value ?? name}>`;
  if (name === 'else') return args.length > 0 ? '<Else> does not take an argument' : null;
  const isOfOne = /^(?:directory|location|files)(?:match)?$/.test(kind);
  // A tilde alone is a word.
  if (args.length === 0 && kind === name && (isOfOne || kind === 'virtualhost')) {
    return `${written} directive requires additional arguments`;
  }
  return isOfOne && args.length > 1 ? `Multiple ${written} arguments not (yet) supported.` : null;
}
