import { lowerName, SKIP, visit } from '../../syntax/index.ts';
import type { Directive, Document } from '../../syntax/index.ts';
import { isGuard } from '../guards/decide-guard.ts';

/** What stands in the file outside of sections other than guards, in order; names in lower case. */
export interface TopLevel {
  readonly directives: readonly Directive[];
  readonly names: ReadonlySet<string>;
  /** Names of the sections, guards left out. */
  readonly sections: ReadonlySet<string>;
}

export function topLevelOf(document: Document): TopLevel {
  const directives: Directive[] = [];
  const sections = new Set<string>();
  visit(document, (node) => {
    if (node.type === 'directive') directives.push(node);
    if (node.type !== 'section') return;
    const name = lowerName(node);
    if (isGuard(name)) return;
    sections.add(name);
    return SKIP;
  });
  return { directives, names: new Set(directives.map(lowerName)), sections };
}
