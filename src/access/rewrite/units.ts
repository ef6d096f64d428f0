import { compareOrder, mergeOrder } from '../chains/index.ts';
import type { AccessSection, Form } from '../sections/types.ts';
import { remember } from '../../text/index.ts';
import type { World } from '../sections/worlds.ts';
import { isLive, rememberPerWorld } from '../sections/worlds.ts';
import { effectOf, jointEffect } from '../states/effect.ts';
import { formOf } from '../states/form.ts';
import { guardsOfText, hasOldLines, hasRefusedRequire } from './old-lines.ts';
import type { Planning } from './planning.ts';

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

/** What of the planning the effects of sections depend on. */
export type EffectBasis = Pick<Planning, 'readBy' | 'semantics' | 'servesForeign' | 'context' | 'leaving'>;

/** One object for all sections that are planned alike where requests come to them in equal states, and that are one text each. */
export type UnitEffects = (section: AccessSection, world: World) => object;

export function createUnitEffects(basis: EffectBasis): UnitEffects {
  const { readBy, semantics, leaving } = basis;
  const make = (section: AccessSection, world: World): object => {
    const unit = { sections: [section], order: [] };
    const parts = {
      before: effectOf(section, readBy, world, semantics),
      after: effectOf(section, '2.4', world, semantics),
      isTextRead: isLive(guardsOfText(section), '2.4', world),
      hasOldLines: hasOldLines(unit, basis),
      hasRefusedRequire: hasRefusedRequire(unit, basis),
    };
    return jointEffect(parts, world);
  };
  if (leaving.size > 0) return rememberPerWorld(make);
  const ofForm = remember(({ section, world }: Form) => make(section, world));
  return (section, world) => ofForm(formOf(section, world));
}
