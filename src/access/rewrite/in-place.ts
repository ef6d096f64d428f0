import type { Guard } from '../../model/index.ts';
import type { RequireTree, State24 } from '../policy/index.ts';
import { allOf, DENIED, GRANTED, hostTrees } from '../policy/index.ts';
import { AUTHORITATIVE } from '../sections/access-directives.ts';
import { writtenGuards } from '../sections/either-values.ts';
import type { AccessLine, AccessSection } from '../sections/types.ts';
import { isContainer } from '../sections/types.ts';
import type { World } from '../sections/worlds.ts';
import { canBeLive, isLive } from '../sections/worlds.ts';
import type { Unit } from './units.ts';
import type { Node } from '../../syntax/index.ts';

/**
 * Each Allow line, or each Deny line, becomes Require lines where it stands: in its branch of a template's choice, or in its loop, which
 * may give it any number of times.
 */
export interface InPlaceCandidate {
  readonly type: 'in-place';
  /** `any`: who is allowed, beside the Require lines that stay; `all`: everybody but those who are denied, in a `<RequireAll>`. */
  readonly shape: 'any' | 'all';
  readonly lines: readonly InPlaceLine[];
  /** A list that may be empty would say nothing: nobody is in it. */
  readonly startsEmpty: boolean;
  /** The Require lines that go into one `<RequireAll>` with the list: who is in it has to log in, too. */
  readonly users: readonly AccessLine[];
}

export interface InPlaceLine {
  readonly line: AccessLine;
  readonly trees: readonly RequireTree[];
}

/** For a section in which a template chooses among host rules, or repeats them. */
export function inPlaceCandidates({ sections: [section, ...more] }: Unit): InPlaceCandidate[] {
  if (section === undefined || more.length > 0 || !section.entries.every(isPlain)) return [];
  const hosts = linesOf(section).filter(({ name }) => /^(?:order|allow|deny)$/.test(name));
  const isChosen = hosts.some((line) =>
    insideGuards(section, line).some(({ kind, ofValue }) => kind === 'template' || ofValue !== undefined),
  );
  return isChosen ? [...listOf(section, hosts, 'any'), ...listOf(section, hosts, 'all')] : [];
}

function listOf(
  section: AccessSection,
  hosts: readonly AccessLine[],
  shape: InPlaceCandidate['shape'],
): InPlaceCandidate[] {
  const isDeny = shape === 'all';
  // A branch of a template for 2.2 alone stays as it is.
  const read = hosts.filter(({ guards }) => canBeLive(guards, '2.4'));
  const listed = read.filter(({ name }) => name === (isDeny ? 'deny' : 'allow'));
  const lines = listed.map((line) => ({ line, trees: hostTrees(line.args.slice(1), isDeny) }));
  const known = lines.flatMap(({ line, trees }) => (trees === null ? [] : [{ line, trees }]));
  if (known.length < lines.length || known.length === 0) return [];
  const users = listRange(section, read) === null ? null : usersBeside(section);
  const listOnly: InPlaceCandidate = {
    type: 'in-place',
    shape,
    lines: known,
    startsEmpty: !isDeny,
    users: [],
  };
  const isSure = known.some(({ line }) => insideGuards(section, line).length === 0);
  const withUsers = users === null ? [] : [{ ...listOnly, users, startsEmpty: !isDeny && !isSure }];
  if (isDeny) return listRange(section, read) === null ? [] : [listOnly, ...withUsers];
  const refusing = branchesWithoutAllow(section, read, listed);
  return [{ ...listOnly, lines: [...known, ...refusing], startsEmpty: false }, listOnly, ...withUsers];
}

/** The Require lines of a section, if each stands in no branch and no loop; null where there is none. */
function usersBeside(section: AccessSection): readonly AccessLine[] | null {
  const users = linesOf(section).filter(({ name }) => name === 'require');
  const isPlaced = users.every((line) => insideGuards(section, line).length === 0);
  return users.length > 0 && isPlaced ? users : null;
}

/** `Deny from all` in a branch that allows nobody by itself. */
function branchesWithoutAllow(
  section: AccessSection,
  hosts: readonly AccessLine[],
  allowing: readonly AccessLine[],
): InPlaceLine[] {
  const branchOf = (line: AccessLine) => writtenGuards(insideGuards(section, line)).at(-1)?.node;
  const allowed = new Set(allowing.map(branchOf));
  return hosts
    .filter((line) => line.name === 'deny' && line.args[1]?.toLowerCase() === 'all')
    .filter((line) => branchOf(line) !== undefined && !allowed.has(branchOf(line)))
    .map((line) => ({ line, trees: [DENIED] }));
}

/** What a 2.4 server reads in one world. @param rest what its other lines say */
export function inPlaceState(
  { shape, lines, startsEmpty, users }: InPlaceCandidate,
  rest: State24,
  world: World,
): State24 {
  const trees = lines.flatMap((each) => (isLive(each.line.guards, '2.4', world) ? each.trees : []));
  const kept = rest.tree?.type === 'any' ? rest.tree.children : [];
  const list = [...(startsEmpty ? [DENIED] : []), ...trees];
  if (users.length > 0) {
    const beside = shape === 'all' ? list : [anyOf(list)];
    return { ...rest, compat: null, tree: anyOf([allOf([anyOf(kept), ...beside])]) };
  }
  const listed = shape === 'all' ? [allOf([GRANTED, ...list])] : list;
  const children = [...kept, ...listed];
  return { ...rest, compat: null, tree: children.length === 0 ? null : { type: 'any', children } };
}

function anyOf(children: readonly RequireTree[]): RequireTree {
  return { type: 'any', children };
}

/** The guards around a line inside of its section. */
export function insideGuards(section: AccessSection, line: AccessLine): readonly Guard[] {
  return line.guards.slice(section.guards.length);
}

function linesOf({ entries }: AccessSection): AccessLine[] {
  return entries.filter((entry): entry is AccessLine => !isContainer(entry));
}

/** Lines for all methods, of one file, and none that this would have to take along. */
function isPlain(entry: AccessSection['entries'][number]): boolean {
  if (isContainer(entry)) return false;
  return entry.limits.length === 0 && entry.name !== 'authmerging' && !AUTHORITATIVE.has(entry.name);
}

/** Neighbours in a section's body. */
interface ListRange {
  readonly first: Node;
  readonly last: Node;
}

/** From the first of the host rules in a section to the last, if nothing else stands between them but Require lines and what a template chooses by. */
export function listRange(section: AccessSection, hosts: readonly AccessLine[]): ListRange | null {
  const { scope } = section;
  const nodes = new Set<Node>(hosts.map(({ occurrence }) => occurrence.node));
  const users = new Set<Node>((usersBeside(section) ?? []).map(({ occurrence }) => occurrence.node));
  const children = scope.node?.children ?? scope.file.document.children;
  const holds = (node: Node): boolean =>
    nodes.has(node) || (node.type === 'section' && node.children.some(holds));
  const isOnly = (node: Node): boolean => {
    if (node.type === 'section') return node.template !== undefined && node.children.every(isOnly);
    return nodes.has(node) || users.has(node) || node.type === 'blank' || node.type === 'comment';
  };
  const start = children.findIndex(holds);
  const end = children.findLastIndex(holds);
  const [first, last] = [children[start], children[afterBranches(children, end)]];
  if (first === undefined || last === undefined) return null;
  return children.slice(start, end + 1).every(isOnly) ? { first, last } : null;
}

/** The last branch of the choice at an index. */
function afterBranches(children: readonly Node[], index: number): number {
  const next = children[index + 1];
  return next?.type === 'section' && next.template?.isFurther === true
    ? afterBranches(children, index + 1)
    : index;
}
