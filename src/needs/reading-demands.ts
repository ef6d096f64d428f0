import { directive24, isMpm, moduleFacts, modulesProviding24, UNIX_MPMS } from '../catalog/index.ts';
import { itemsWanted, nameOfItem, isNegated } from '../model/index.ts';
import type { Guard, Occurrence, Scope, ServerModel, Truth } from '../model/index.ts';
import { createFirstOfAlike, createNumbersAround } from './alike-items.ts';
import { guardLine, liveItems } from './item-uses.ts';
import type { ReadingPlace, UseSite } from './types.ts';
import { testedModule, nameIn24 } from './world.ts';

/** Who must find a module loaded while the configuration is read. */
export interface ReadingDemand {
  /** The first item before which it must be loaded. */
  readonly first: ReadingPlace;
  /** The first guard that asks for the module; null for none, or for guards that ask for its absence only. */
  readonly guard: { readonly site: UseSite; readonly what: string } | null;
}

/** By identifier, under its 2.4 name. */
export type ReadingDemands = ReadonlyMap<string, ReadingDemand>;

/**
 * Which modules must be loaded before which place. httpd looks most directives up when all files are read; but guards ask
 * for what is loaded above them (else 2.4 silently skips `<IfModule prefork.c>`), some directives are executed while they
 * are read, and a module's file may hold symbols that another one's needs.
 */
export function readingDemands(model: ServerModel, numberAround = createNumbersAround()): ReadingDemands {
  const demands = new Map<string, ReadingDemand>();
  // Whether a guard holds depends on what is loaded where, which is to be found out: all that ask for modules count.
  const holds = (guard: Guard): Truth => (guard.kind === 'ifmodule' ? 'maybe' : guard.on24);
  const isFirst = createFirstOfAlike(numberAround);
  const asking = itemsWanted(model, {
    isOfGuards: (item) => isFirst(item, '', ''),
    ofName: (name) =>
      name === 'loadmodule' || modulesOfName(name).length > 0
        ? (item) => modulesAtReading(item).length > 0
        : null,
  });
  for (const { item, inHtaccess } of liveItems(asking, holds)) {
    if (inHtaccess) continue;
    const first = { file: item.file, node: item.node, seq: item.seq };
    for (const guard of item.guards) addGuard(guard, first, demands);
    for (const identifier of modulesAtReading(item)) add(identifier, { first, guard: null }, demands);
  }
  return demands;
}

function addGuard(guard: Guard, first: ReadingPlace, demands: Map<string, ReadingDemand>): void {
  const tested = guard.kind === 'ifversion' ? 'version_module' : testedModule(guard);
  if (tested === null) return;
  const known = demands.get(tested);
  if (known !== undefined && (known.guard !== null || isNegated(guard))) return;
  const site = { file: guard.file, span: guard.node.open.span, seq: first.seq };
  add(tested, { first, guard: isNegated(guard) ? null : { site, what: guardLine(guard) } }, demands);
  // What loads the MPM is looked for above all settings of MPMs, and not among them.
  if (isMpm(tested)) for (const other of UNIX_MPMS) add(other, { first, guard: null }, demands);
}

function add(identifier: string, demand: ReadingDemand, demands: Map<string, ReadingDemand>): void {
  const known = demands.get(identifier);
  if (known === undefined) demands.set(identifier, demand);
  else if (known.guard === null && demand.guard !== null) {
    demands.set(identifier, { first: known.first, guard: demand.guard });
  }
}

function modulesAtReading(item: Occurrence | Scope): readonly string[] {
  if (item.name === 'loadmodule' && item.type === 'occurrence') return modulesBehindFile(item.args[0] ?? '');
  return modulesOfName(nameOfItem(item));
}

const ofNames = new Map<string, readonly string[]>();

/** Kept for names of 2.4: a tree has few, and each of them often. */
function modulesOfName(name: string): readonly string[] {
  const known = ofNames.get(name);
  if (known !== undefined) return known;
  const facts = directive24(name);
  const modules = facts?.flags.includes('EXEC_ON_READ') ? modulesProviding24(name) : [];
  if (facts !== null) ofNames.set(name, modules);
  return modules;
}

/** mod_cache_disk.so can't be loaded before mod_cache.so. */
function modulesBehindFile(identifier: string): readonly string[] {
  const requires = moduleFacts(nameIn24(identifier))?.requires ?? [];
  return requires.filter(({ kind, always }) => kind === 'load' && always).flatMap(({ anyOf }) => anyOf);
}
