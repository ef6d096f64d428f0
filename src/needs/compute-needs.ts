import { isMpm, moduleFacts, modulesNeededBy24 } from '../catalog/index.ts';
import { itemsGuarded, occurrencesOf, isNegated } from '../model/index.ts';
import type { Guard, ModuleLine, Occurrence, ServerModel, Truth } from '../model/index.ts';
import type { TargetProfile } from '../target/index.ts';
import { groupBy } from '../text/index.ts';
import { createNumbersAround, type NumberAround } from './alike-items.ts';
import { chooseMpm } from './choose-mpm.ts';
import { createUseSearch, type LocatedUse, type RefusalTest } from './collect-uses.ts';
import { guardLine, liveItems } from './item-uses.ts';
import { inLoadingOrder } from './plan-loading.ts';
import { readingDemands, type ReadingDemands } from './reading-demands.ts';
import {
  givenMpm,
  liveModuleLines,
  modulesOf22,
  ownGuards,
  showsItsModules,
  treeModules,
} from './tree-modules.ts';
import type { Need, UnsureUse, UseSite } from './types.ts';
import { guardHolds, MARKS_OF_24, nameIn24, testedModule, type World } from './world.ts';

export interface Needs {
  /** In an order in which the modules can be loaded; the MPM first. */
  readonly needs: readonly Need[];
  /** What is not loaded because 2.2 may have run without it, once for each module. */
  readonly unsure: readonly UnsureUse[];
}

/**
 * Computes which 2.4 modules the tree needs beyond those it loads and those compiled into the target. A module that 2.2 ran
 * without is not needed by 2.4, but for those that are new, were split off, or took over what others had. Of a fragment, loose
 * .htaccess files or a tree whose LoadModule lines are elsewhere only these are named: its server has the others, or had not.
 */
export function computeNeeds(model: ServerModel, target: TargetProfile, isRefused?: RefusalTest): Needs {
  const numberAround = createNumbersAround();
  const search = startSearch(model, target, numberAround);
  addUnconditional(search);
  const usesNow = createUseSearch(model, search.world, numberAround, isRefused);
  addUses(search, usesNow);
  addAbsences(search);
  // Behind the uses, so that a line which needs it is named; guards may ask for it, too.
  addPrivileges(search);
  addLogins(search);
  addUses(search, usesNow);
  addGuarded(search);
  addUnsureGuards(search);
  return { needs: inLoadingOrder([...search.found.values()]), unsure: [...search.unsure.values()] };
}

/** A needed module may make a guard hold, and what the guard holds may need more. */
function addUses(search: Search, usesNow: () => readonly LocatedUse[]): void {
  for (let guards = -1; guards < guardsAnswered(search);) {
    guards = guardsAnswered(search);
    for (const use of usesNow()) addUse(use, search);
  }
}

interface Search {
  readonly model: ServerModel;
  readonly target: TargetProfile;
  readonly demands: ReadingDemands;
  readonly found: Map<string, Need>;
  readonly unsure: Map<string, UnsureUse>;
  /** Of which `present` grows. */
  readonly world: World & { readonly present: Set<string> };
}

function startSearch(model: ServerModel, target: TargetProfile, numberAround: NumberAround): Search {
  const own = treeModules(model);
  const present = new Set([...target.builtin, ...own.loaded]);
  const world = { present, had22: modulesOf22(model), ownGuard: ownGuards(model, target, own) };
  return {
    model,
    target,
    demands: readingDemands(model, numberAround),
    found: new Map(),
    unsure: new Map(),
    world,
  };
}

/** Without an MPM the server does not start (AH00534); without mod_authz_core every request answers 500 (AH00025). */
function addUnconditional(search: Search): void {
  const { model, target, world, demands } = search;
  if (!showsItsModules(model)) return;
  if (givenMpm(world.present, target) === null) {
    const choice = chooseMpm(model, target, demands);
    if (choice !== null) addToStart(choice.identifier, choice.what, null, search);
  }
  add('authz_core_module', 'every request', null, search);
  for (const identifier of MARKS_OF_24) {
    const guard = demands.get(identifier)?.guard;
    if (demands.has(identifier))
      add(identifier, guard?.what ?? 'guards that tell 2.2 from 2.4', guard?.site ?? null, search);
  }
  const guarded = new Set(guardedLines(model).map(({ identifier }) => nameIn24(identifier)));
  for (const identifier of world.present) if (!guarded.has(identifier)) addRequired(identifier, null, search);
}

/** The lines of modules that are loaded in guards alone of which it is not known whether they hold. */
function guardedLines(model: ServerModel): readonly ModuleLine[] {
  const lines = liveModuleLines(model);
  const certain = new Set(
    lines.filter(({ occurrence }) => occurrence.on24 === 'yes').map(({ identifier }) => nameIn24(identifier)),
  );
  return lines.filter(({ identifier }) => !certain.has(nameIn24(identifier)));
}

/** What such a module alone needs is loaded where it is: the server may not have it, and does not start without the file. */
function addGuarded(search: Search): void {
  const { model, target } = search;
  if (!showsItsModules(model)) return;
  const lines = guardedLines(model).flatMap(({ identifier, occurrence }) =>
    modulesNeededBy24(nameIn24(identifier)).map((needed) => ({ needed, identifier, occurrence })),
  );
  for (const [needed, [first, ...others]] of groupBy(lines, (line) => line.needed)) {
    if (first === undefined || isFound(needed, search)) continue;
    const { occurrence } = first;
    const isOneGuard = others.every((other) => innermost(other.occurrence) === innermost(occurrence));
    add(needed, first.identifier, null, search);
    const need = search.found.get(needed);
    if (need !== undefined && isOneGuard && target.loadable.has(needed))
      search.found.set(needed, { ...need, above: occurrence });
  }
}

function innermost({ guards }: Occurrence): Guard['node'] | undefined {
  return guards.at(-1)?.node;
}

/** A guard for the absence of a module that 2.2 had compiled in stays closed only where 2.4 has that module, too. */
function addAbsences(search: Search): void {
  const { model, world, target } = search;
  if (!showsItsModules(model)) return;
  const isMissing = (guard: Guard): boolean => {
    const tested = isNegated(guard) ? testedModule(guard) : null;
    if (tested === null || isMpm(tested) || world.present.has(tested)) return false;
    return target.loadable.has(tested) && world.had22(tested) === 'yes';
  };
  const asking = itemsGuarded(model).filter(({ guards }) => guards.some(isMissing));
  for (const { item } of liveItems(asking, (guard) =>
    isMissing(guard) ? 'yes' : guardHolds(guard, world),
  )) {
    for (const guard of item.guards.filter(isMissing)) {
      const site = { file: guard.file, span: guard.node.open.span };
      add(testedModule(guard) ?? '', guardLine(guard), site, search);
    }
  }
}

/** With or without User: 2.4 does not start unless a module gives up root's privileges (AH00136; server/core.c, core_post_config). */
function addPrivileges(search: Search): void {
  const { model, target } = search;
  const isForUnix = target.loadable.has('unixd_module');
  if (isForUnix && showsItsModules(model)) addToStart('unixd_module', 'its start', null, search);
}

/**
 * AuthType and AuthName were in the core of 2.2: a .htaccess file, or another package's part of the configuration, that comes to have them
 * is taken where a module for them is loaded. 2.4 answers 500, or does not start.
 */
function addLogins(search: Search): void {
  const login = ['auth_basic_module', 'auth_digest_module'].find((each) => search.world.present.has(each));
  if (login !== undefined && showsItsModules(search.model)) add('authn_core_module', login, null, search);
}

function guardsAnswered({ found, demands }: Search): number {
  return [...found.keys()].filter((identifier) => demands.has(identifier)).length;
}

function addUse(use: LocatedUse, search: Search): void {
  const { anyOf, what, site } = use;
  const identifier = anyOf.find((each) => search.target.loadable.has(each)) ?? anyOf[0];
  if (identifier === undefined || anyOf.some((each) => isFound(each, search))) return;
  const wanted = isWanted(use, search);
  const stops = use.kind !== 'behaviour' && use.live === 'yes' && !use.inHtaccess;
  const refuses = use.inHtaccess && use.live === 'yes' && use.kind === 'same';
  if (wanted === 'yes') (stops ? addToStart : add)(identifier, what, site, search);
  else if (wanted === 'maybe') addUnsure({ identifier, what, site, refuses }, search);
}

/** Whether the use calls for the module, given that nothing provides it yet. */
function isWanted({ anyOf, kind, live, inHtaccess }: LocatedUse, { model, world }: Search): Truth {
  if (!showsItsModules(model)) return kind === 'new' ? 'yes' : 'no';
  if (kind === 'new' || (kind === 'same' && live === 'yes' && !inHtaccess)) return 'yes';
  const truths = new Set(anyOf.map((identifier) => world.had22(identifier)));
  return truths.has('yes') ? 'yes' : truths.has('maybe') ? 'maybe' : 'no';
}

function isFound(identifier: string, { world, found }: Search): boolean {
  return world.present.has(identifier) || found.has(identifier);
}

function addToStart(identifier: string, what: string, site: UseSite | null, search: Search): void {
  if (isFound(identifier, search)) return;
  add(identifier, what, site, search);
  search.found.set(identifier, { ...search.found.get(identifier)!, stops: true });
}

function add(identifier: string, what: string, site: UseSite | null, search: Search): void {
  if (isFound(identifier, search)) return;
  const available = search.target.loadable.has(identifier);
  const opens = wouldOpen(identifier, search);
  const limit = search.demands.get(identifier)?.first ?? null;
  search.found.set(identifier, { identifier, what, site, limit, available, stops: false, opens });
  if (available && !opens) search.world.present.add(identifier);
  addRequired(identifier, site, search);
}

/** What a module needs whatever the configuration says: mod_proxy_balancer does not start without slotmem_shm (AH01177). */
function addRequired(identifier: string, site: UseSite | null, search: Search): void {
  for (const required of modulesNeededBy24(identifier)) addToStart(required, identifier, site, search);
}

/** AllowCONNECT was mod_proxy's: a forward proxy that ran without mod_proxy_connect refused CONNECT, and would allow it now. */
function wouldOpen(identifier: string, { model, world }: Search): boolean {
  if (identifier !== 'proxy_connect_module' || world.had22(identifier) === 'yes') return false;
  return occurrencesOf(model, 'ProxyRequests').some(({ args, on24 }) => {
    return on24 !== 'no' && args[0]?.toLowerCase() === 'on';
  });
}

/** What a guard holds that asks for a module which may have been compiled in. */
function addUnsureGuards(search: Search): void {
  if (!showsItsModules(search.model)) return;
  for (const [identifier, { guard }] of search.demands) {
    if (guard === null || isFound(identifier, search) || isMpm(identifier)) continue;
    if (moduleFacts(identifier)?.in24 && search.world.had22(identifier) === 'maybe') {
      addUnsure({ identifier, ...guard, refuses: false }, search);
    }
  }
}

function addUnsure(use: UnsureUse, { unsure }: Search): void {
  const known = unsure.get(use.identifier);
  if (known === undefined || (use.refuses && !known.refuses)) unsure.set(use.identifier, use);
}
