import { directive24, moduleIdentifier } from '../../catalog/index.ts';
import { isForRequests, isLimit, moduleAsked } from '../../model/index.ts';
import type { Guard, ModelFile, Occurrence, Scope, ServerModel } from '../../model/index.ts';
import { placeOf } from '../../syntax/index.ts';
import type { Node, Section } from '../../syntax/index.ts';
import {
  ACCESS_DIRECTIVES,
  AUTHORITATIVE,
  HOST_AND_SATISFY,
  isOfLogin,
} from '../sections/access-directives.ts';
import type { Guarded } from './new-branches.ts';
import { guardedItems, guardsAround, isForNew } from './new-branches.ts';
import { append } from '../../text/index.ts';

/** A guard that only 2.2 passes, and what it is in. */
export interface OldGuard {
  readonly file: ModelFile;
  readonly node: Section;
  /** 2.2 passes it for the quotes around its name. */
  readonly isQuoted: boolean;
  /** Guards in it that only 2.4 passes: neither version reads what they hold, and 2.4 would without the outer one. */
  readonly dead: readonly Section[];
}

/**
 * The guards that 2.2 passes and 2.4 does not, around access rules that no guard beside them writes anew for 2.4: what is in them
 * belongs to the tree. Those around sections, or around the login that rules ask for: lines alone are written anew beside their guard.
 * @param linesNeeded lines that rules ask for, and 2.4 would not read
 */
export function oldGuards(model: ServerModel, linesNeeded: () => readonly Occurrence[]): OldGuard[] {
  const guards = guardedItems(model, isForOneVersion);
  const dead = deadGuards(guards);
  const forNew = newRules(guards.filter(({ guard }) => !dead.nodes.has(guard.node)));
  const alone = guards.filter(isForOld).filter((each) => twinsOf(each, forNew).length === 0);
  // Most trees have none, and then all their lines need not be looked at.
  if (alone.length === 0) return [];
  const needed: ReadonlySet<Occurrence | Scope> = new Set(linesNeeded());
  return alone
    .filter(
      (each) =>
        (hasQuotes(each.guard) || isNeeded(each.items.filter(isReadBy22), needed)) &&
        each.items.every((item) => isTakenBy24(item, each.guard)),
    )
    .map(({ guard }) => ({
      file: guard.file,
      node: guard.node,
      isQuoted: hasQuotes(guard),
      dead: dead.inside.get(guard.node) ?? [],
    }));
}

/** `<IfModule !"mod_x.c">`: for 2.2 the quotes are part of a name that nothing has, so that it reads on, whatever is loaded. */
function hasQuotes({ test }: Pick<Guard, 'test'>): boolean {
  return /^!(["']).*\1$/s.test(test);
}

function isNeeded(items: Guarded['items'], needed: ReadonlySet<Occurrence | Scope>): boolean {
  return holdsWholeRules(items) || items.some((item) => needed.has(item));
}

function isReadBy22({ on22 }: Occurrence | Scope): boolean {
  return on22 !== 'no';
}

/** The guards that only 2.4 passes inside of those that only 2.2 passes, by the guards that they are in. */
function deadGuards(guards: readonly Guarded[]): {
  readonly nodes: ReadonlySet<Section>;
  readonly inside: ReadonlyMap<Section, readonly Section[]>;
} {
  const nodes = new Set<Section>();
  const inside = new Map<Section, Section[]>();
  for (const { guard, items } of guards.filter(isForNewGuard)) {
    const around = items[0] === undefined ? [] : guardsAround(items[0]);
    const outer = around.slice(
      0,
      around.findIndex(({ node }) => node === guard.node),
    );
    const old = outer.filter((each) => isForOld({ guard: each }));
    if (old.length === 0) continue;
    nodes.add(guard.node);
    // One inside of another goes with it.
    if (!outer.some(({ node }) => nodes.has(node)))
      for (const { node } of old) append(inside, node, guard.node);
  }
  return { nodes, inside };
}

function isForNewGuard({ guard }: Guarded): boolean {
  return isForNew(guard);
}

/**
 * The guards that neither version passes, around access rules or lines that refuse requests: by another name 2.4 might pass them.
 * @param among those that are asked about
 * @param linesRefusing lines that refuse
 */
export function dormantGuards(
  model: ServerModel,
  among: ReadonlySet<Section>,
  linesRefusing: () => readonly Occurrence[],
): ReadonlySet<Section> {
  const guards = guardedItems(
    model,
    ({ on22, on24, node }) => on22 === 'no' && on24 === 'no' && among.has(node),
  );
  if (guards.length === 0) return new Set();
  const refusing: ReadonlySet<Occurrence | Scope> = new Set(linesRefusing());
  const decides = (item: Occurrence | Scope) => ACCESS_DIRECTIVES.has(item.name) || refusing.has(item);
  return new Set(guards.filter(({ items }) => items.some(decides)).map(({ guard }) => guard.node));
}

function isForOneVersion(guard: Guard): boolean {
  return isForOld({ guard }) || isForNew(guard);
}

/** `<IfModule !x>`, x a module that only 2.4 has: whether the result loads it says nothing of who is to get in. */
function isForOld({ guard: { on22, on24 } }: Pick<Guarded, 'guard'>): boolean {
  return on22 === 'yes' && on24 !== 'yes';
}

/** A guard for a module that 2.4 does not have was written for 2.2, which had it or not. */
export function asksForGone(guard: Guard): boolean {
  return moduleAsked(guard)?.in24 === false;
}

function hasRulesFor24({ guard, items }: Guarded): boolean {
  const decides = (name: string) => ACCESS_DIRECTIVES.has(name) || mayRefuse(name) || isOfLogin(name);
  return isForNew(guard) && items.some(({ name }) => decides(name));
}

/** Whether requests may be refused by lines of that name, beside the access rules. */
export function mayRefuse(name: string): boolean {
  return /^(?:rewriterule$|redirect|ssl|traceenable$|proxyblock$|userdir$)/.test(name);
}

/** The guards with rules for 2.4 beside those that only 2.2 passes, around a line. */
export function newGuardsBeside(model: ServerModel, line: Occurrence): Section[] {
  const guards = guardedItems(model, isForOneVersion);
  const forNew = newRules(guards);
  return guards
    .filter((each) => isForOld(each) && each.items.includes(line))
    .flatMap((each) => twinsOf(each, forNew).map(({ guard }) => guard.node));
}

function newRules(guards: readonly Guarded[]): ReadonlyMap<Node, Guarded> {
  return new Map(guards.filter(hasRulesFor24).map((each) => [each.guard.node, each]));
}

/** The guards before and behind it, with nothing but comments between, that hold access rules for 2.4 which can be the same ones. */
function twinsOf({ guard: { file, node }, items }: Guarded, forNew: ReadonlyMap<Node, Guarded>): Guarded[] {
  const place = placeOf(file.document, node);
  if (place === null) return [];
  const around = (place.parent ?? file.document).children;
  return [neighbour(around, place.index, -1), neighbour(around, place.index, 1)].flatMap((each) => {
    const other = each === undefined ? undefined : forNew.get(each);
    return other !== undefined && haveSectionInCommon(items, other.items) ? [other] : [];
  });
}

/** Lines without a section around them may belong together, whatever they say. */
function haveSectionInCommon(items: Guarded['items'], others: Guarded['items']): boolean {
  const [own, theirs] = [openingsIn(items), openingsIn(others)];
  return own.size === 0 || theirs.size === 0 || [...own].some((opening) => theirs.has(opening));
}

function openingsIn(items: Guarded['items']): Set<string> {
  const opened = items.filter((item) => item.type === 'scope' && isForRequests(item) && !isLimit(item));
  return new Set(opened.map(({ name, args }) => `${name} ${args.join(' ').replace(/\/$/, '')}`));
}

/** The next before or behind it that is more than a comment. @param step -1: before */
function neighbour(around: readonly Node[], index: number, step: -1 | 1): Node | undefined {
  for (let at = index + step; ; at += step) {
    const type = around[at]?.type;
    if (type !== 'blank' && type !== 'comment') return around[at];
  }
}

/** Sections with rules, or what a login is made of. */
function holdsWholeRules(items: readonly (Occurrence | Scope)[]): boolean {
  const rules = items.filter(
    (item): item is Occurrence => item.type === 'occurrence' && ACCESS_DIRECTIVES.has(item.name),
  );
  const opened = items.filter(
    (item) => item.type === 'scope' && item.kind !== 'limit' && item.kind !== 'limitexcept',
  );
  return rules.length > 0 && (opened.length > 0 || items.some(({ name }) => /^auth(?!z)/.test(name)));
}

/** Whether 2.4 can have the line where the guard is gone: not if it is of the module that the guard asks for, or of none. */
function isTakenBy24(item: Occurrence | Scope, { kind, test }: Guard): boolean {
  const name = item.type === 'scope' ? `<${item.name}` : item.name;
  if (HOST_AND_SATISFY.has(name) || AUTHORITATIVE.has(name) || kind === 'ifversion') return true;
  const sources = directive24(name)?.sourceFiles ?? [test];
  return sources.every((source) => source !== test && moduleIdentifier(source) !== test);
}
