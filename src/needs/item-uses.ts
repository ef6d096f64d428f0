import { directive22, directive24, moduleIdentifier, modulesProviding24, isMpm } from '../catalog/index.ts';
import type { Guard, Occurrence, Scope, Truth } from '../model/index.ts';
import { nameOfItem, isInHtaccess, scopeHolding, isNegated } from '../model/index.ts';
import { readsArguments, usesOfArguments } from './argument-uses.ts';
import type { ModuleUse, UseSite } from './types.ts';
import { testedModule, nameIn24, both } from './world.ts';
import { flatMap } from '../text/index.ts';

type KindOfUse = Omit<ModuleUse, 'what'>;

/** The modules that a directive or section needs by its name and by its arguments, but those that are there. */
export function usesOfItem(
  item: Occurrence | Scope,
  isServed: (use: KindOfUse) => boolean,
): readonly ModuleUse[] {
  const byName = kindOfName(nameOfItem(item));
  const byArguments = usesOfArguments(item);
  const others = byArguments.length > 0 ? byArguments.filter((use) => !isServed(use)) : byArguments;
  if (byName === null || isServed(byName)) return others;
  const what = item.type === 'scope' ? `<${item.node?.open.name.value ?? ''}>` : item.node.name.value;
  return [{ what, ...byName }, ...others];
}

/**
 * Whether directives, or with `<` before it sections, of that name (lower case) call for no module that is not there, whatever their
 * arguments are.
 */
export function isSilent(name: string, isServed: (use: KindOfUse) => boolean): boolean {
  const byName = kindOfName(name);
  return (byName === null || isServed(byName)) && !readsArguments(name);
}

export const VERSION_USE: KindOfUse = { anyOf: ['version_module'], kind: 'same' };

/** What reads the guard, and what it asks for: a module that 2.2 had must be found, or what the guard holds is not read any more. */
export function usesOfGuard(guard: Guard): readonly ModuleUse[] {
  const use = kindOfGuard(guard);
  return use === null ? [] : [{ ...use, what: guardLine(guard) }];
}

/** What a guard asks for; null for nothing that must be there. */
export function kindOfGuard(guard: Guard): KindOfUse | null {
  if (guard.kind === 'ifversion') return VERSION_USE;
  const tested = isNegated(guard) ? null : testedModule(guard);
  return tested === null || isMpm(tested) ? null : { anyOf: [tested], kind: 'behaviour' };
}

export function guardLine({ node, test }: Pick<Guard, 'node' | 'test'>): string {
  return `<${node.open.name.value} ${test}>`;
}

export function siteOfItem(item: Occurrence | Scope): UseSite {
  const span = item.type === 'scope' ? item.node?.open.span : item.node.span;
  return { file: item.file, span: span ?? { start: 0, end: 0 } };
}

const kinds = new Map<string, KindOfUse | null>();

/** Null for what the core has, or an MPM, or nobody. Kept: a tree has few names, and each of them often. */
function kindOfName(name: string): KindOfUse | null {
  const known = kinds.get(name);
  if (known !== undefined || directive24(name) === null) return known ?? null;
  const kind = findKind(name);
  kinds.set(name, kind);
  return kind;
}

/** A directive that 2.2 had in the same module proves that the module was there; one that moved, or is new, does not. */
function findKind(name: string): KindOfUse | null {
  const anyOf = modulesProviding24(name);
  if (anyOf.length === 0 || anyOf.includes('core_module') || anyOf.some(isMpm)) return null;
  const facts = directive22(name);
  const before = new Set((facts ? [facts.module, ...facts.sourceFiles] : []).flatMap(moduleNow));
  return { anyOf, kind: anyOf.some((each) => before.has(each)) ? 'same' : 'new' };
}

/** Under its 2.4 name: what mod_disk_cache had, mod_cache_disk has. */
function moduleNow(name: string): readonly string[] {
  const identifier = moduleIdentifier(name);
  return identifier === null ? [] : [nameIn24(identifier)];
}

/** A directive or section that the server reads, or may read. */
export interface LiveItem {
  /** Its own guards hold or may hold, and so do those of the sections around it. */
  readonly item: Occurrence | Scope;
  /** Never `no`. */
  readonly live: Truth;
  readonly inHtaccess: boolean;
}

/** Whether a guard's content is read. */
type GuardTest = (guard: Guard) => Truth;

/** Those of the items that a server reads which sees guards so. */
export function liveItems(items: readonly (Occurrence | Scope)[], holds: GuardTest): LiveItem[] {
  const known = new Map<Scope, Truth>();
  const liveIn = (scope: Scope | null): Truth => {
    if (scope === null) return 'yes';
    const live = known.get(scope) ?? liveOf(scope);
    known.set(scope, live);
    return live;
  };
  const liveOf = (item: Occurrence | Scope): Truth => {
    let live = liveIn(scopeHolding(item));
    for (const guard of item.guards) live = both(live, holds(guard));
    return live;
  };
  return flatMap(items, (item) => {
    const live = liveOf(item);
    return live === 'no' ? [] : [{ item, live, inHtaccess: isInHtaccess(item) }];
  });
}
