import { moduleFateOf } from '../catalog/index.ts';
import type { Guard, ServerModel } from '../model/index.ts';
import { balancerMention, usesOfBalancing, type BalancerMention } from './balancer-uses.ts';
import { siteOfItem, usesOfGuard, usesOfItem } from './item-uses.ts';
import { treeModules } from './tree-modules.ts';
import type { ModuleUse, UsePlace } from './types.ts';
import { walkLive, type LiveItem } from './walk-live.ts';
import { guardHolds, type World } from './world.ts';

/** A use at its place. */
export type LocatedUse = ModuleUse & UsePlace;

/** Every use of a module that the 2.4 server reads in that world and does not have there, in reading order but for balancers. */
export function collectUses(model: ServerModel, world: World): readonly LocatedUse[] {
  const uses: LocatedUse[] = [...usesOfTakenOver(model), ...usesOfVersions(model, world)];
  const mentions: (BalancerMention & UsePlace)[] = [];
  const isServed = ({ anyOf }: Pick<ModuleUse, 'anyOf'>) => anyOf.some((each) => world.present.has(each));
  const holds = (guard: Guard) => guardHolds(guard, world);
  walkLive(model, holds, (found) => {
    for (const guard of found.item.guards) {
      for (const use of usesOfGuard(guard)) if (!isServed(use)) uses.push({ ...use, ...placeOf(found) });
    }
    for (const use of usesOfItem(found.item, isServed)) uses.push({ ...use, ...placeOf(found) });
    const mention = balancerMention(found.item);
    if (mention !== null) mentions.push({ ...mention, ...placeOf(found) });
  });
  return [...uses, ...usesOfBalancing(mentions)];
}

function placeOf({ item, live, inHtaccess }: LiveItem): UsePlace {
  return { site: siteOfItem(item), live, inHtaccess };
}

/** `<IfVersion>` itself needs mod_version, whether what it holds is read or not. */
function usesOfVersions(model: ServerModel, world: World): readonly LocatedUse[] {
  const uses: LocatedUse[] = [];
  if (world.present.has('version_module')) return uses;
  const isReached = (guard: Guard) => (guard.kind === 'ifversion' ? 'yes' : guardHolds(guard, world));
  walkLive(model, isReached, (found) => {
    const versions = found.item.guards.filter(({ kind }) => kind === 'ifversion');
    for (const use of versions.flatMap(usesOfGuard)) uses.push({ ...use, ...placeOf(found) });
  });
  return uses;
}

/** mod_authn_alias is part of mod_authn_core now: whoever loads it needs that. */
function usesOfTakenOver(model: ServerModel): readonly LocatedUse[] {
  return treeModules(model).takenOver.flatMap(({ identifier, occurrence }) => {
    const place: UsePlace = { site: siteOfItem(occurrence), live: occurrence.on24, inHtaccess: false };
    const successors = moduleFateOf(identifier)?.to ?? [];
    return successors.map((each) => ({ anyOf: [each], kind: 'new', what: identifier, ...place }) as const);
  });
}
