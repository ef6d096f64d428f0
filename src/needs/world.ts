import { isMpm, moduleFacts, moduleIdentifier, moduleFateOf } from '../catalog/index.ts';
import type { Guard, Truth } from '../model/index.ts';
import { rememberSome } from '../text/index.ts';
import { isNegated } from '../model/index.ts';

/** Only 2.4 has them, and every 2.4 can: guards that ask for one tell the versions apart, and 2.4 must find it. */
export const MARKS_OF_24: ReadonlySet<string> = new Set([
  'authn_core_module',
  'authz_core_module',
  'unixd_module',
]);

/** What guards ask: which modules there are. */
export interface World {
  /** Identifiers of the modules that the 2.4 server has: compiled in, loaded by the tree, or to be loaded. */
  readonly present: ReadonlySet<string>;
  /** Whether the tree's 2.2 server had the module (identifier). */
  had22(identifier: string): Truth;
  /** Whether a guard holds that asks for a module of the tree's own lines; null where these don't tell. */
  ownGuard(guard: Guard): Truth | null;
}

/**
 * Whether the 2.4 server reads what the guard holds, once the needed modules are loaded. A module that 2.2 had compiled in
 * and 2.4 still knows counts as present: what its guard holds is in use, and that makes the module needed.
 */
export function guardHolds(guard: Guard, world: World): Truth {
  const tested = testedModule(guard);
  if (tested === null) return guard.on24;
  const own = world.ownGuard(guard);
  if (own !== null) return own;
  const present = world.present.has(tested) || (isKeptModule(tested) && world.had22(tested) === 'yes');
  return present !== isNegated(guard) ? 'yes' : 'no';
}

/** The module of 2.4 that an IfModule guard asks for; null for all other guards. */
export function testedModule(guard: Guard): string | null {
  return guard.kind === 'ifmodule' ? moduleOfTest(guard.test) : null;
}

const moduleOfTest = rememberSome(1000, (test): string | null => {
  const name = test.replace(/^!\s*/, '');
  const identifier = isModuleName(name) ? moduleIdentifier(name) : null;
  const now = identifier === null ? null : nameIn24(identifier);
  return now !== null && moduleFacts(now)?.in24 ? now : null;
});

/** `<IfModule mod_x>` names nothing on either version (beyond the manual: core.c compares whole names). */
function isModuleName(name: string): boolean {
  return name.endsWith('.c') || name.endsWith('_module');
}

/** Of both versions; but of MPMs a server has one only, and which one is decided by itself. */
function isKeptModule(identifier: string): boolean {
  const facts = moduleFacts(identifier);
  return facts !== null && facts.in22 && facts.in24 && !isMpm(identifier);
}

/** Both have to hold. */
export function both(a: Truth, b: Truth): Truth {
  if (a === 'no' || b === 'no') return 'no';
  return a === 'yes' && b === 'yes' ? 'yes' : 'maybe';
}

/** The identifier that a renamed module has in 2.4 (`disk_cache_module` -> `cache_disk_module`); any other stays. */
export function nameIn24(identifier: string): string {
  const fate = moduleFateOf(identifier);
  return fate?.fate === 'renamed' ? (fate.to[0] ?? identifier) : identifier;
}
