import { compareOrder, mergeOrder } from '../chains/index.ts';
import type { AccessSection } from '../sections/types.ts';

/** Sections that are one piece of text: one section of a file that several chains of Includes reach. */
export interface Unit {
  readonly sections: readonly AccessSection[];
  readonly order: readonly number[];
}

/** The pieces of text that can be rewritten, in the order in which their sections are merged. */
export function unitsOf(sections: readonly AccessSection[]): Unit[] {
  const byText = new Map<string, AccessSection[]>();
  for (const section of sections) {
    const { file, node } = section.scope;
    const key = `${file.path}\n${node?.span.start ?? -1}`;
    byText.set(key, [...(byText.get(key) ?? []), section]);
  }
  return [...byText.values()]
    .map((same) => ({ sections: same, order: same.map(mergeOrder).toSorted(compareOrder).at(-1) ?? [] }))
    .toSorted((a, b) => compareOrder(a.order, b.order));
}
