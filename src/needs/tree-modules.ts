import { isMpm, moduleFateOf, moduleIdentifier, staticIn22 } from '../catalog/index.ts';
import type { Guard, ModuleLine, ServerModel, Truth } from '../model/index.ts';
import type { TargetProfile } from '../target/index.ts';
import { testedModule, type World, nameIn24 } from './world.ts';
import { isNegated } from '../model/index.ts';

/** The tree's own LoadModule lines, as 2.4 has them: renamed modules under their new names, gone ones left out. */
export interface TreeModules {
  /** Identifiers; a third party's too. */
  readonly loaded: ReadonlySet<string>;
  /** Live lines of modules that others took over (mod_authn_alias) or that fell into several (2.0's mod_auth). */
  readonly takenOver: readonly ModuleLine[];
}

/** The LoadModule lines that 2.4 reads, or may read (what starts the server may pass other -D names than this run was given). */
export function liveModuleLines(model: ServerModel): readonly ModuleLine[] {
  return model.modules.filter(({ occurrence }) => occurrence.on24 !== 'no');
}

export function treeModules(model: ServerModel): TreeModules {
  const loaded = new Set<string>();
  const takenOver: ModuleLine[] = [];
  for (const line of liveModuleLines(model)) {
    const fate = moduleFateOf(line.identifier);
    if (fate?.fate === 'merged' || fate?.fate === 'split') takenOver.push(line);
    else if (fate?.fate !== 'removed') loaded.add(nameIn24(line.identifier));
  }
  for (const line of model.modules) if (isFallback(line)) loaded.add(nameIn24(line.identifier));
  return { loaded, takenOver };
}

/**
 * `<IfModule !mod_x.c>` around the LoadModule of that module: whether 2.2 had it compiled in or not, 2.4 has it from there on. Only of
 * modules that 2.4 knows; the guards around it must not keep 2.4 from reading it.
 */
function isFallback({ identifier, occurrence }: ModuleLine): boolean {
  const name = nameIn24(identifier);
  const isOwn = (guard: Guard) => isNegated(guard) && testedModule(guard) === name;
  const { guards, scope } = occurrence;
  return (
    guards.some(isOwn) && scope.on24 !== 'no' && guards.every((guard) => isOwn(guard) || guard.on24 !== 'no')
  );
}

/**
 * Tells whether guards hold that ask for a module which the tree loads by itself. LoadModule takes effect where it stands and none of these
 * lines is moved, so a guard above the line finds nothing: `<IfModule !mod_x.c>` around a LoadModule line holds with all that is in it.
 */
export function ownGuards(
  model: ServerModel,
  target: TargetProfile,
  { loaded }: TreeModules,
): World['ownGuard'] {
  const fallbacks = fallbacksOf(model, target);
  return (guard) => {
    const tested = testedModule(guard);
    if (tested === null || !loaded.has(tested)) return null;
    const fallback = fallbacks.get(tested);
    if (fallback === undefined) return guard.on24 === 'maybe' ? null : guard.on24;
    return fallback.has(guard.node) ? 'yes' : null;
  };
}

/**
 * Lines of modules that 2.4 has no file of, in a guard for the absence of what they load or of what took that over: whether it holds depends on
 * where 2.4 comes to load that.
 */
export function linesBehindOwnGuard({ modules }: ServerModel): readonly ModuleLine[] {
  return modules.filter(({ identifier, occurrence: { guards, scope, on24 } }) => {
    const fate = moduleFateOf(identifier);
    if (on24 !== 'no' || scope.on24 === 'no' || fate === null || !HAS_NO_FILE.has(fate.fate)) return false;
    const names = new Set([identifier, ...fate.to]);
    const isOwn = (guard: Guard) => isNegated(guard) && guardedModules(guard).some((each) => names.has(each));
    return guards.every((guard) => isOwn(guard) || guard.on24 !== 'no');
  });
}

const HAS_NO_FILE: ReadonlySet<string> = new Set(['removed', 'merged', 'split']);

function guardedModules(guard: Guard): readonly string[] {
  const name = guard.test.replace(/^!\s*/, '');
  return [moduleIdentifier(name), testedModule(guard)].filter((each) => each !== null);
}

/** Of modules that nothing but a fallback loads: the guards of the first of these. */
function fallbacksOf(model: ServerModel, target: TargetProfile): Map<string, ReadonlySet<Guard['node']>> {
  const live = new Set(liveModuleLines(model).map(({ identifier }) => nameIn24(identifier)));
  const fallbacks = new Map<string, ReadonlySet<Guard['node']>>();
  for (const line of model.modules) {
    const name = nameIn24(line.identifier);
    if (live.has(name) || target.builtin.has(name) || fallbacks.has(name) || !isFallback(line)) continue;
    const own = line.occurrence.guards.filter((guard) => testedModule(guard) === name);
    fallbacks.set(name, new Set(own.map(({ node }) => node)));
  }
  return fallbacks;
}

/**
 * Whether the lines that load the server's modules are to be seen, if there are any. Of a fragment they are not, nor of a packaged
 * server's tree without one of them: packages load all that is not compiled in by LoadModule lines. One for a server that does not
 * have the module (`<IfModule !mod_version.c>`, as --dual writes it) shows nothing of the others.
 */
export function showsItsModules({ kind, layout, modules }: ServerModel): boolean {
  return kind === 'server' && (layout === 'upstream' || modules.some((line) => !isFallback(line)));
}

/** The MPM that the 2.4 server has without our doing: loaded by the tree or compiled into the target; null for none. */
export function givenMpm(loaded: ReadonlySet<string>, target: TargetProfile): string | null {
  return [...loaded, ...target.builtin].find(isMpm) ?? null;
}

/**
 * Tells whether the tree's 2.2 server had a module (identifier, under its 2.4 name). Where no LoadModule line at all is to be seen
 * the usual build from source is assumed: it has its default modules compiled in.
 */
export function modulesOf22(model: ServerModel): (identifier: string) => Truth {
  const { loaded } = treeModules(model);
  const fromSource = staticIn22('upstream');
  return (identifier) => {
    if (loaded.has(identifier)) return 'yes';
    const truth = model.hasModule22(identifier);
    return truth === 'maybe' && loaded.size === 0 && fromSource.has(identifier) ? 'yes' : truth;
  };
}

/**
 * Whether the tree's modules are 2.4's already. A tree that 2.4 reads has what it needs; one that has lines for 2.4 and loads
 * modules that 2.4 lacks is read by neither version: somebody stopped on the way.
 */
export function hasModulesOf24(model: ServerModel, writtenFor: '2.2' | '2.4'): boolean {
  if (writtenFor === '2.2') return false;
  return !model.modules.some(({ identifier, occurrence }) => {
    return isGoneIn24(identifier) && occurrence.on22 !== 'no' && occurrence.on24 === 'yes';
  });
}

/** Whether it is a module of 2.0 or 2.2 that is gone in 2.4, or has another name. */
function isGoneIn24(identifier: string): boolean {
  const fate = moduleFateOf(identifier);
  return fate !== null && fate.fate !== 'same';
}
