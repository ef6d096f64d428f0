import { remember } from '../../text/index.ts';
import type { AccessSection, Form } from '../sections/types.ts';
import type { World } from '../sections/worlds.ts';
import { isLive, rememberPerWorld } from '../sections/worlds.ts';
import { effectOf, jointEffect } from '../states/effect.ts';
import { formOf } from '../states/form.ts';
import { guardsOfText, hasOldLines, hasRefusedRequire } from './old-lines.ts';
import type { Planning } from './planning.ts';

/** What of the planning the effects of sections depend on. */
export type EffectBasis = Pick<Planning, 'readBy' | 'semantics' | 'servesForeign' | 'leaving'>;

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
