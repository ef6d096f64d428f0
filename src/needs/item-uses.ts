import { directive22, moduleFateOf, moduleIdentifier, modulesProviding24, isMpm } from '../catalog/index.ts';
import type { Guard, Occurrence, Scope } from '../model/index.ts';
import { usesOfAlias, usesOfArguments } from './argument-uses.ts';
import type { ModuleUse, UseSite } from './types.ts';
import { isNegated, testedModule } from './world.ts';

const TELLS_VERSIONS_APART = new Set(['authn_core_module', 'authz_core_module', 'unixd_module']);

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

/**
 * What reads the guard, and what it asks for. A guard that asks for what only 2.4 has, and every 2.4 has, is there to tell the
 * versions apart; one that asks for a module of 2.2 must find what it found.
 */
export function usesOfGuard(guard: Guard): readonly ModuleUse[] {
  const what = `<${guard.node.open.name.value} ${guard.test}>`;
  if (guard.kind === 'ifversion') return [{ anyOf: ['version_module'], kind: 'same', what }];
  const tested = testedModule(guard);
  if (tested === null || isMpm(tested)) return [];
  if (TELLS_VERSIONS_APART.has(tested)) return [{ anyOf: [tested], kind: 'new', what }];
  return isNegated(guard) ? [] : [{ anyOf: [tested], kind: 'behaviour', what }];
}

export function siteOfItem(item: Occurrence | Scope): UseSite {
  const span = item.type === 'scope' ? item.node?.open.span : item.node.span;
  return { file: item.file, span: span ?? { start: 0, end: 0 }, seq: item.seq };
}

/** A directive that 2.2 had in the same module proves that the module was there; one that moved, or is new, does not. */
function usesOfName(name: string, asWritten: string): readonly ModuleUse[] {
  const anyOf = modulesProviding24(name);
  if (anyOf.length === 0 || anyOf.some(isMpm)) return [];
  const facts = directive22(name);
  const before = new Set((facts ? [facts.module, ...facts.sourceFiles] : []).flatMap(namesNow));
  return [{ anyOf, kind: anyOf.some((each) => before.has(each)) ? 'same' : 'new', what: asWritten }];
}

/** Under its 2.4 name: what mod_disk_cache had, mod_cache_disk has. */
function namesNow(module: string): readonly string[] {
  const identifier = moduleIdentifier(module);
  if (identifier === null) return [];
  const fate = moduleFateOf(identifier);
  return fate?.fate === 'renamed' ? fate.to : [identifier];
}
