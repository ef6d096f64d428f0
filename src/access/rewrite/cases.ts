import type { Clause, Situation } from '../conditions/index.ts';
import { conditionText, hasConditions } from '../conditions/index.ts';
import type { MethodSet, MethodTree, RequireTree } from '../policy/index.ts';
import { isPathAtOrBelow } from '../folders/paths.ts';
import {
  allOf,
  anyOf,
  DENIED,
  hasMethod,
  isGranted,
  methodSet,
  OTHER_METHODS,
  requireLeaf,
} from '../policy/index.ts';
import { groupBy } from '../../text/index.ts';
import type { TextCandidate } from './candidate.ts';
import type { Case, CaseTable } from './case-table.ts';
import { createCaseTable, isOption, kindsIn } from './case-table.ts';
import type { Planning } from './planning.ts';

/** More virtual hosts than these in one section are nothing to read. */
const MOST_HOSTS_APART = 6;

/** What must hold in one of the situations in which requests come to a section. */
export interface Wanted {
  readonly situation: Situation;
  /** Any of these will do. In each every method has a tree. */
  readonly options: readonly (readonly MethodTree[])[];
}

/**
 * One text for a section that inherits different things for different files: each case guarded by an expression
 * (docs/access-proof.md, rewriting), folders told apart first, then file names and patterns. Null if an expression can't
 * tell the cases apart.
 * @param merging how it is joined to what is inherited
 */
export function casesFor(
  wanted: readonly Wanted[],
  { isOnWindows }: Pick<Planning, 'isOnWindows'>,
  merging: TextCandidate['merging'] = null,
): TextCandidate | null {
  const all = wanted.flatMap(({ options }) => options.flat());
  const names = [...new Set(all.flatMap(({ methods }) => methods.names))];
  const table = createCaseTable(
    wanted.map(({ situation }) => situation),
    isOnWindows,
  );
  const classes = new Map<number, { names: string[]; tree: RequireTree }>();
  for (const name of [...names, OTHER_METHODS]) {
    const tree = treeForMethod(wanted, name, table);
    if (tree === null) return null;
    const key = table.numberOf(tree);
    const known = classes.get(key) ?? { names: [], tree };
    known.names.push(name);
    classes.set(key, known);
  }
  const dropped = all.flatMap((tree) => tree.dropped);
  const trees = [...classes.values()].map((each) => ({
    methods: methodsOf(each.names, names),
    tree: each.tree,
    dropped,
  }));
  return { type: 'text', merging, trees, isByCases: trees.some(({ tree }) => hasConditions(tree)) };
}

function methodsOf(names: readonly string[], all: readonly string[]): MethodSet {
  if (!names.includes(OTHER_METHODS)) return methodSet('only', names);
  return methodSet(
    'except',
    all.filter((name) => !names.includes(name)),
  );
}

function treeForMethod(wanted: readonly Wanted[], method: string, table: CaseTable): RequireTree | null {
  const treeIn = (trees: readonly MethodTree[]): RequireTree =>
    trees.find(({ methods }) => hasMethod(methods, method))!.tree;
  const cases = table.casesFor((at) => wanted[at]!.options.map(treeIn));
  return treeByRegion(cases, table) ?? treeByHost(cases, table);
}

/**
 * Virtual hosts whose requests need other rules than those of the rest, in the same folder, are told apart by a flag that
 * is set in them. The main server has none, so it is one of the rest.
 */
function treeByHost(cases: readonly Case[], table: CaseTable): RequireTree | null {
  const byServer = groupBy(cases, ({ situation: { about } }) => about.server);
  const servers = [...byServer.values()].map((own) => ({ own, flag: flagOf(own[0].situation) }));
  // Then those that need fewest different rules: the others are told apart from them.
  const mainFirst = servers.toSorted(
    (a, b) => Number(a.flag !== null) - Number(b.flag !== null) || kindsIn(a.own) - kindsIn(b.own),
  );
  let rest: { readonly cases: readonly Case[]; readonly tree: RequireTree } = { cases: [], tree: DENIED };
  const apart: { flag: string; tree: RequireTree }[] = [];
  for (const { own, flag } of mainFirst) {
    const joined = [...rest.cases, ...own];
    const joinedTree = treeByRegion(joined, table);
    if (joinedTree !== null) rest = { cases: joined, tree: joinedTree };
    else {
      const tree = treeByRegion(own, table);
      if (tree === null || flag === null || apart.length === MOST_HOSTS_APART) return null;
      apart.push({ flag, tree });
    }
  }
  const flagged = (text: string, isTrue: boolean): Clause => ({ kind: 'flagged', text, isTrue });
  const inNone = apart.map(({ flag }) => flagged(flag, false));
  return eitherOf([
    ...apart.map(({ flag, tree }) => guard(tree, [flagged(flag, true)], table)),
    guard(rest.tree, inNone, table),
  ]);
}

/** Null of the main server. */
function flagOf({ about, flags }: Situation): string | null {
  const [flag = null] = flags.setIn.get(about.server) ?? [];
  return flag;
}

/** A region that needs what the innermost one around it needs is no case of its own. */
function treeByRegion(cases: readonly Case[], table: CaseTable): RequireTree | null {
  const isSame = (a: RequireTree, b: RequireTree): boolean => table.numberOf(a) === table.numberOf(b);
  const byRegion = groupBy(cases, ({ situation: { about } }) => about.region);
  const settled: { region: string | null; tree: RequireTree }[] = [];
  const outerFirst = [...byRegion].toSorted(([a], [b]) => (a ?? '').length - (b ?? '').length);
  for (const [region, inRegion] of outerFirst) {
    const around = settled.findLast((each) => contains(each.region, region));
    const inherited = around === undefined ? null : table.numberOf(around.tree);
    if (inherited !== null && inRegion.every((each) => isOption(inherited, each))) continue;
    const tree = treeByFile(inRegion, table);
    if (tree === null) return null;
    if (around === undefined || !isSame(around.tree, tree)) settled.push({ region, tree });
  }
  const [only] = settled;
  if (only !== undefined && settled.length === 1) return only.tree;
  const regions = settled.map(({ region }) => region);
  return eitherOf(settled.map(({ region, tree }) => guard(tree, clausesFor(region, regions), table)));
}

/** Tells the cases of one region apart by what they differ in: the file's name, or whether a pattern matches. */
function treeByFile(cases: readonly Case[], table: CaseTable): RequireTree | null {
  const [first] = cases;
  if (first === undefined) return null;
  const common = first.numbers.findIndex((number) => cases.every((each) => isOption(number, each)));
  if (common !== -1) return first.options[common]!;
  const best = table.bestSplit(cases);
  if (best === null) return null;
  const [yes, no] = [treeByFile(best.yes, table), treeByFile(best.no, table)];
  if (yes === null || no === null) return null;
  const { clause } = best.feature;
  // Beside a case in which everybody is let in the other need not say that it is the other.
  return eitherOf([
    isGranted(no) ? yes : guard(yes, [clause], table),
    isGranted(yes) ? no : guard(no, [{ ...clause, isTrue: false }], table),
  ]);
}

/** The tree for requests that meet the clauses, `denied` for the others. Null if no expression can say the clauses. */
function guard(
  tree: RequireTree,
  clauses: readonly Clause[],
  { isOnWindows }: CaseTable,
): RequireTree | null {
  if (clauses.length === 0) return tree;
  const text = conditionText(clauses, isOnWindows);
  return text === null ? null : allOf([requireLeaf('expr', text), tree]);
}

/** Null if one of them is. */
function eitherOf(trees: readonly (RequireTree | null)[]): RequireTree | null {
  return trees.every((tree) => tree !== null) ? anyOf(trees) : null;
}

/** In the region, and in none of those inside of it. Null is the region of requests that lead to no file. */
function clausesFor(region: string | null, regions: readonly (string | null)[]): Clause[] {
  const below = (text: string, isTrue: boolean): Clause => ({ kind: 'below', text, isTrue });
  if (region === null) return [below('/', false)];
  const inside = regions.filter((each) => each !== region && contains(region, each));
  const inner = inside.filter((each) => !inside.some((other) => other !== each && contains(other, each)));
  const isEverywhere = region === '/' && !regions.includes(null);
  return [...(isEverywhere ? [] : [below(region, true)]), ...inner.map((each) => below(each ?? '/', false))];
}

function contains(outer: string | null, inner: string | null): boolean {
  return outer !== null && inner !== null && isPathAtOrBelow(inner, outer);
}
