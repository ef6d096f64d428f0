import { placeholdersIn } from '../../model/index.ts';
import type { ServerModel } from '../../model/index.ts';
import { analysisOf } from '../sections/analysis.ts';
import type { AccessSection } from '../sections/types.ts';

/** A value that would let a section with rules meet another one that it does not meet as it is written. */
export interface PathValue {
  readonly section: AccessSection;
  /** As it is written: `${SITE}`, `{{ docroot }}`. */
  readonly placeholder: string;
  readonly value: string;
}

/** More are not tried: sections that have so many others beside them are few. */
const MOST_VALUES = 24;

/**
 * Where the path of a section begins with, or holds, something that is not known: each other section's path as its value, and a
 * path below that. All further values let it meet no section that it does not meet with one of these, or with none.
 */
export function pathValues(model: ServerModel): PathValue[] {
  const sections = analysisOf(model).sections.filter(
    ({ scope: { kind } }) => kind === 'directory' || kind === 'location',
  );
  const found = new Map<string, PathValue>();
  for (const section of sections) {
    const path = pathOf(section);
    const placeholder = placeholdersIn(path, section.scope)[0]?.text;
    if (placeholder === undefined) continue;
    const before = path.slice(0, path.indexOf(placeholder));
    const others = sections.filter(
      (other) => other.scope.kind === section.scope.kind && !pathOf(other).includes(placeholder),
    );
    for (const value of others.flatMap((other) => valuesFor(before, pathOf(other)))) {
      found.set(`${placeholder} ${value}`, { section, placeholder, value });
    }
  }
  return [...found.values()].slice(0, MOST_VALUES);
}

/** Not the root: nobody means it, and its section is met by all others anyway. */
function valuesFor(before: string, other: string): string[] {
  if (!other.startsWith(before) || other === before || other === '/') return [];
  const value = other.slice(before.length).replace(/\/$/, '');
  return value === '' ? [] : [value, `${value}/0`];
}

function pathOf({ scope }: AccessSection): string {
  return scope.args[0] ?? '';
}
