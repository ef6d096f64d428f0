import { modulesNeededBy24 } from '../catalog/index.ts';
import { occurrencesOf, type ServerModel, type Truth } from '../model/index.ts';
import type { TargetProfile } from '../target/index.ts';
import { chooseMpm } from './choose-mpm.ts';
import { collectUses, type LocatedUse } from './collect-uses.ts';
import { inLoadingOrder } from './loading-order.ts';
import { givenMpm, modulesOf22, treeModules, type TreeModules } from './tree-modules.ts';
import type { Need, UnsureUse, UseSite } from './types.ts';
import type { World } from './world.ts';

/** What the tree needs, and the world of guards in which that was found. */
export interface Needs {
  /** In an order in which the modules can be loaded; the MPM first. */
  readonly needs: readonly Need[];
  /** What is not loaded because 2.2 may have run without it, once for each module. */
  readonly unsure: readonly UnsureUse[];
  /** With the needed modules among those present. */
  readonly world: World;
}

/**
 * Computes which 2.4 modules the tree needs beyond those it loads and those compiled into the target. A module that 2.2 ran
 * without is not needed by 2.4, but for those that are new, were split off, or took over what others had.
 */
export function computeNeeds(model: ServerModel, target: TargetProfile): Needs {
  const own = treeModules(model);
  const found = new Map<string, Need>();
  const context: Context = { model, target, own, had22: modulesOf22(model), found, unsure: new Map() };
  addUnconditional(context);
  // A needed module may make a guard hold, and its content may need more: each round adds at least one module.
  let world = worldOf(context);
  for (let size = -1; size < found.size; world = worldOf(context)) {
    size = found.size;
    for (const use of collectUses(model, world)) addUse(use, context);
  }
  return { needs: inLoadingOrder([...found.values()]), unsure: [...context.unsure.values()], world };
}

interface Context {
  readonly model: ServerModel;
  readonly target: TargetProfile;
  readonly own: TreeModules;
  readonly had22: (identifier: string) => Truth;
  readonly found: Map<string, Need>;
  readonly unsure: Map<string, UnsureUse>;
}

/** Without an MPM the server does not start (AH00534); without mod_authz_core every request answers 500 (AH00025). */
function addUnconditional(context: Context): void {
  const { model, target, own } = context;
  if (givenMpm(own.loaded, target) === null) {
    const choice = chooseMpm(model, target);
    if (choice !== null) add(choice.identifier, choice.what, null, context);
  }
  add('authz_core_module', 'every request', null, context);
  for (const identifier of own.loaded) addRequired(identifier, null, context);
}

function worldOf({ target, own, found, had22 }: Context): World {
  const needed = [...found.values()].filter(({ available, opens }) => available && !opens);
  const identifiers = needed.map(({ identifier }) => identifier);
  return { present: new Set([...target.builtin, ...own.loaded, ...identifiers]), had22 };
}

function addUse(use: LocatedUse, context: Context): void {
  const { anyOf, what, site } = use;
  const identifier = anyOf.find((each) => context.target.loadable.has(each)) ?? anyOf[0];
  if (identifier === undefined || anyOf.some((each) => isPresent(each, context))) return;
  const wanted = isWanted(use, context);
  if (wanted === 'yes') add(identifier, what, site, context);
  else if (wanted === 'maybe' && !context.unsure.has(identifier)) {
    context.unsure.set(identifier, { identifier, what, site });
  }
}

/** Whether the use calls for the module, given that nothing provides it yet. */
function isWanted({ anyOf, kind, live, inHtaccess }: LocatedUse, { had22 }: Context): Truth {
  if (kind === 'new' || (kind === 'same' && live === 'yes' && !inHtaccess)) return 'yes';
  const truths = new Set(anyOf.map(had22));
  return truths.has('yes') ? 'yes' : truths.has('maybe') ? 'maybe' : 'no';
}

function isPresent(identifier: string, { own, target, found }: Context): boolean {
  return own.loaded.has(identifier) || target.builtin.has(identifier) || found.has(identifier);
}

function add(identifier: string, what: string, site: UseSite | null, context: Context): void {
  if (isPresent(identifier, context)) return;
  const available = context.target.loadable.has(identifier);
  context.found.set(identifier, { identifier, what, site, available, opens: wouldOpen(identifier, context) });
  addRequired(identifier, site, context);
}

/** What a module needs whatever the configuration says: mod_proxy_balancer does not start without slotmem_shm (AH01177). */
function addRequired(identifier: string, site: UseSite | null, context: Context): void {
  for (const required of modulesNeededBy24(identifier)) add(required, identifier, site, context);
}

/** AllowCONNECT was mod_proxy's: a forward proxy that ran without mod_proxy_connect refused CONNECT, and would allow it now. */
function wouldOpen(identifier: string, { model, had22 }: Context): boolean {
  if (identifier !== 'proxy_connect_module' || had22(identifier) === 'yes') return false;
  return occurrencesOf(model, 'ProxyRequests').some(({ args, on24 }) => {
    return on24 !== 'no' && args[0]?.toLowerCase() === 'on';
  });
}
