import { nameValue, SKIP, visit } from '../../syntax/index.ts';
import type { Directive, Document, Section } from '../../syntax/index.ts';
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
    const name = nameOf(node);
    if (isGuard(name)) return;
    sections.add(name);
    return SKIP;
  });
  return { directives, names: new Set(directives.map(nameOf)), sections };
}

/** The name in lower case: one text for all lines of a name. */
export function nameOf(node: Directive | Section): string {
  const value = nameValue(node.type === 'section' ? node.open : node);
  const known = lowered.get(value);
  if (known !== undefined) return known;
  const name = value.toLowerCase();
  if (lowered.size < MOST_LOWERED) lowered.set(value, name);
  return name;
}

const lowered = new Map<string, string>();

/** Many times the directives there are: hostile input must not fill the memory. */
const MOST_LOWERED = 10_000;
