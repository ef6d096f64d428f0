import { directive22, moduleFateOf, moduleIdentifier, modulesProviding24, isMpm } from '../catalog/index.ts';
import type { Guard, Occurrence, Scope } from '../model/index.ts';
import { usesOfAlias, usesOfArguments } from './argument-uses.ts';
import type { ModuleUse, UseSite } from './types.ts';
import { isNegated, testedModule } from './world.ts';

/** The modules that a directive or section needs by its name and by its arguments. */
export function usesOfItem(item: Occurrence | Scope): readonly ModuleUse[] {
  if (item.type === 'occurrence') {
    return [...usesOfName(item.name, item.node.name.value), ...usesOfArguments(item.name, item.args)];
  }
  if (item.node === null) return [];
  return [
    ...usesOfName(`<${item.name}`, `<${item.node.open.name.value}>`),
    ...usesOfAlias(item.name, item.args),
  ];
}

/** What reads the guard, and what it asks for: a module that 2.2 had must be found, or what the guard holds is not read any more. */
export function usesOfGuard(guard: Guard): readonly ModuleUse[] {
  if (guard.kind === 'ifversion')
    return [{ anyOf: ['version_module'], kind: 'same', what: guardLine(guard) }];
  const tested = isNegated(guard) ? null : testedModule(guard);
  return tested === null || isMpm(tested)
    ? []
    : [{ anyOf: [tested], kind: 'behaviour', what: guardLine(guard) }];
}

export function guardLine({ node, test }: Guard): string {
  return `<${node.open.name.value} ${test}>`;
}

export function siteOfItem(item: Occurrence | Scope): UseSite {
  const span = item.type === 'scope' ? item.node?.open.span : item.node.span;
  return { file: item.file, span: span ?? { start: 0, end: 0 } };
}

/** A directive that 2.2 had in the same module proves that the module was there; one that moved, or is new, does not. */
function usesOfName(name: string, asWritten: string): readonly ModuleUse[] {
  const kind = kindOfName(name);
  return kind === null ? [] : [{ ...kind, what: asWritten }];
}

const kinds = new Map<string, Omit<ModuleUse, 'what'> | null>();

/** Null for what the core has, or an MPM, or nobody. Kept: a tree has few names, and each of them often. */
function kindOfName(name: string): Omit<ModuleUse, 'what'> | null {
  let kind = kinds.get(name);
  if (kind === undefined) kinds.set(name, (kind = findKind(name)));
  return kind;
}

function findKind(name: string): Omit<ModuleUse, 'what'> | null {
  const anyOf = modulesProviding24(name);
  if (anyOf.length === 0 || anyOf.includes('core_module') || anyOf.some(isMpm)) return null;
  const facts = directive22(name);
  const before = new Set((facts ? [facts.module, ...facts.sourceFiles] : []).flatMap(namesNow));
  return { anyOf, kind: anyOf.some((each) => before.has(each)) ? 'same' : 'new' };
}

/** Under its 2.4 name: what mod_disk_cache had, mod_cache_disk has. */
function namesNow(module: string): readonly string[] {
  const identifier = moduleIdentifier(module);
  if (identifier === null) return [];
  const fate = moduleFateOf(identifier);
  return fate?.fate === 'renamed' ? fate.to : [identifier];
}
