import { itemsGuarded, scopeHolding, scopesAround } from '../../model/index.ts';
import type { Guard, ModelFile, Occurrence, Scope, ServerModel } from '../../model/index.ts';
import type { Node, Section } from '../../syntax/index.ts';
import { ACCESS_DIRECTIVES } from '../sections/access-directives.ts';
import { guardsOfScope } from '../sections/read-sections.ts';
import { joinGuards } from '../sections/written-line.ts';
import { UNREAD_CONDITIONS } from './unread-rules.ts';

/** What stands inside of a guard. */
export interface Guarded {
  readonly guard: Guard;
  readonly items: readonly (Occurrence | Scope)[];
}

/** Every wanted guard of the tree with all that is in it. */
export function guardedItems(
  model: ServerModel,
  isWanted: (guard: Guard) => boolean = () => true,
): Guarded[] {
  const inside = new Map<Section, { readonly guard: Guard; readonly items: (Occurrence | Scope)[] }>();
  const gone = new Set<Scope>();
  const addItem = (item: Occurrence | Scope, around: readonly Guard[]): void => {
    const guards = item.guards.some(isWanted) ? [...around, ...item.guards.filter(isWanted)] : around;
    for (const guard of guards) {
      const known = inside.get(guard.node) ?? { guard, items: [] };
      inside.set(guard.node, known);
      known.items.push(item);
    }
    if (item.type !== 'scope' || guards.length === 0) return;
    gone.add(item);
    for (const each of item.items) addItem(each, guards);
  };
  for (const item of itemsGuarded(model)) {
    // Most stand in guards that are not asked about.
    if (!item.guards.some(isWanted)) continue;
    const scope = scopeHolding(item);
    if (scope === null || !scopesAround(scope).some((each) => gone.has(each))) addItem(item, []);
  }
  return [...inside.values()];
}

/** All guards of the tree. */
export function guardNodes(model: ServerModel): ReadonlySet<Section> {
  return new Set(guardedItems(model).map(({ guard }) => guard.node));
}

/** Outermost first. */
export function guardsAround(item: Occurrence | Scope): readonly Guard[] {
  return item.type === 'scope' ? guardsOfScope(item) : joinGuards(guardsOfScope(item.scope), item.guards);
}

/** The guards around a line or section that only 2.4 passes. */
export function newGuardsAround(item: Occurrence | Scope): Section[] {
  return guardsAround(item)
    .filter(isForNew)
    .map(({ node }) => node);
}

/** Whether 2.4 may read what is in it, and the server before does not. */
export function isForNew({ on22, on24 }: Guard): boolean {
  return on22 === 'no' && on24 !== 'no';
}

/** A guard that only 2.4 passes, and the lines and sections in it that say who gets in. */
export interface NewBranch {
  readonly guard: Guard;
  /** The guard itself, where nothing else is in it. */
  readonly nodes: readonly NodeIn[];
}

interface NodeIn {
  readonly file: ModelFile;
  readonly node: Node;
}

/** Those of these guards. */
export function newBranches(model: ServerModel, wanted: ReadonlySet<Section>): NewBranch[] {
  return guardedItems(model, ({ node }) => wanted.has(node)).map(({ guard, items }) => ({
    guard,
    nodes: isAllRules(items) ? [guard] : rulesIn(items),
  }));
}

/** Nothing but rules, and the sections that these stand in. */
function isAllRules(items: readonly (Occurrence | Scope)[]): boolean {
  return items.every((item) => item.type === 'scope' || isRuleName(item.name));
}

function rulesIn(items: readonly (Occurrence | Scope)[]): NodeIn[] {
  const whole = items.filter((item) => item.type === 'scope' && isWhole(item));
  const isInside = ({ scope }: Occurrence): boolean =>
    scopesAround(scope).some((around) => whole.includes(around));
  const lines = items.filter(
    (item) => item.type === 'occurrence' && isRuleName(item.name) && !isInside(item),
  );
  return [...whole, ...lines].flatMap(({ file, node }) => (node === null ? [] : [{ file, node }]));
}

/** A condition, or a container of Require lines, that stands in no other. */
function isWhole(scope: Scope): boolean {
  const counts = ({ name }: Scope): boolean => UNREAD_CONDITIONS.has(name) || name.startsWith('require');
  return counts(scope) && !scopesAround(scope).slice(1).some(counts);
}

/** Of a line of the access rules, of one that a login is made of, or of one that may set a variable for them; in lower case. */
export function isRuleName(name: string): boolean {
  return ACCESS_DIRECTIVES.has(name) || /^(?:auth(?!n)|setenvif|browsermatch)/.test(name);
}
