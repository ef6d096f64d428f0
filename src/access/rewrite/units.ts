import { compareOrder, mergeOrder } from '../chains/index.ts';
import type { AccessSection } from '../sections/types.ts';

/** Sections that are one piece of text: one section of a file that several chains of Includes reach. */
export interface Unit {
  readonly sections: readonly AccessSection[];
  readonly order: readonly number[];
}

/** The pieces of text that can be rewritten, in the order in which their sections are merged. */
export function unitsOf(sections: readonly AccessSection[]): Unit[] {
  const byFile = new Map<string, Map<number, AccessSection[]>>();
  const texts: AccessSection[][] = [];
  for (const section of sections) {
    const { file, node } = section.scope;
    let byPlace = byFile.get(file.path);
    if (byPlace === undefined) byFile.set(file.path, (byPlace = new Map()));
    const place = node?.span.start ?? -1;
    const same = byPlace.get(place);
    if (same !== undefined) {
      same.push(section);
      continue;
    }
    const text = [section];
    byPlace.set(place, text);
    texts.push(text);
  }
  return texts
    .map((same) => ({ sections: same, order: lastOrder(same) }))
    .toSorted((a, b) => compareOrder(a.order, b.order));
}

function lastOrder(sections: readonly AccessSection[]): readonly number[] {
  const [only] = sections;
  if (only !== undefined && sections.length === 1) return mergeOrder(only);
  return sections.map(mergeOrder).toSorted(compareOrder).at(-1) ?? [];
}
