import type { Scope, ServerModel } from '../../model/index.ts';
import { groupBy, rememberWeakly } from '../../text/index.ts';
import { meetingSections } from '../chains/index.ts';
import { originalHosts, originalPath } from '../hosts/edited-tree.ts';
import { HOST_AND_SATISFY } from '../sections/access-directives.ts';
import { hasOpenWordsOnly, openSections, unsureSections } from '../states/open-lines.ts';
import { analysisOf } from '../sections/analysis.ts';
import type { AccessSection } from '../sections/types.ts';
import { flatLines, isContainer, isOfHtaccess } from '../sections/types.ts';
import { canBeLive } from '../sections/worlds.ts';
import type { Semantics } from '../states/intended-state.ts';
import type { Correspondence } from './correspondence.ts';
import { sameTree } from './correspondence.ts';
import type { Above } from './start.ts';
import type { ProofResult } from './prove.ts';
import { prove } from './prove.ts';

export type PartsResult =
  | ProofResult
  /** What this section says is not known, and another one that a request meets together with it was converted. */
  | { readonly type: 'mixed'; readonly section: AccessSection };

export interface Parts {
  readonly before: ServerModel;
  readonly after: ServerModel;
  readonly semantics: Semantics;
  readonly accessCompat?: boolean | undefined;
  readonly above?: Above;
  /** The original as 2.4 reads it: what it lets in by its author's own lines for 2.4 is told elsewhere, and not compared. */
  readonly written?: ServerModel | undefined;
}

/**
 * The proof of a template of which some sections were left as they are: the others are compared, each with those that some request meets
 * together with it; what is left among these is obeyed by mod_access_compat, and must be answered as before. Where it is not known what some
 * of them say, that is told, and none of the others may have been converted.
 */
export function proveParts(parts: Parts): PartsResult {
  const { before, after, semantics, accessCompat, above = 'nothing' } = parts;
  const places = new Map<string, number>();
  const [hosts, original] = [before.virtualHosts, originalHosts(before, after)];
  const trees = [
    readTree(before, places, (server) => hosts.indexOf(server)),
    readTree(after, places, (server) => hosts.indexOf(original.get(server) ?? server)),
  ];
  const { written = before } = parts;
  const keysOfWritten =
    written === before
      ? new Map<Scope, string>()
      : keysOf(analysisOf(written).sections, places, (server) => written.virtualHosts.indexOf(server));
  const keyOf = ({ scope }: AccessSection): string =>
    [...trees.map(({ keys }) => keys.get(scope)), keysOfWritten.get(scope)].join('');
  const groups = joinGroups(trees.flatMap((tree) => tree.groups.map((group) => group.map(keyOf))));
  const keysIn = (sections: readonly AccessSection[]) => new Set(sections.map(keyOf));
  const openBefore = keysIn(trees[0]?.open ?? []);
  const unsure = unsureSections(after);
  // New lines in branches are 2.4's, and known.
  const isOpen = (section: AccessSection) => !unsure.has(section) || openBefore.has(keyOf(section));
  const open = trees[1]?.open.filter(isOpen) ?? [];
  const old = keysIn(trees[1]?.old ?? []);
  const converted = new Set([...keysIn(trees[0]?.old ?? [])].filter((key) => !old.has(key)));
  const isAuthors = createAuthorship(parts, keyOf);
  const serversOf = createServersOf(parts, original, keyOf);
  const results = groups.flatMap((group, i): PartsResult | [] => {
    const own = new Set(group);
    if (isAuthors(own)) return [];
    const unknown = open.filter((section) => own.has(keyOf(section)));
    const [first] = unknown;
    if (first !== undefined && !hasOpenWordsOnly(unknown, after)) {
      return group.some((key) => converted.has(key)) ? { type: 'mixed', section: first } : [];
    }
    // Where lines lead requests is compared on all servers once.
    const servers = i === 0 ? null : serversOf(group);
    const part: Correspondence = {
      ...sameTree(before, after),
      ...(servers === null ? {} : { isCompared: (server) => servers.has(server) }),
      above,
      concerns: (section) => own.has(keyOf(section)),
    };
    if (!group.some((key) => old.has(key))) return prove(before, after, semantics, accessCompat, part);
    // What can't be decided of it is no worse than it was.
    const left = prove(before, after, semantics, true, part);
    return left.type === 'different' ? left : [];
  });
  return results.reduce<PartsResult>(bothResults, { type: 'proven', flows: 0 });
}

/**
 * The servers of the original on which requests meet sections of these keys; null: any may be one, as the main server has some of these, or
 * a folder.
 */
function createServersOf(
  { before, after }: Parts,
  original: ReadonlyMap<Scope, Scope>,
  keyOf: (section: AccessSection) => string,
): (keys: readonly string[]) => ReadonlySet<Scope> | null {
  const { main } = before;
  const virtualHosts = new Set(before.virtualHosts);
  const hosts = new Map<string, Scope | null>();
  for (const section of [before, after].flatMap((model) => analysisOf(model).sections)) {
    const host = original.get(section.server) ?? section.server;
    const isOfHost = virtualHosts.has(host) && !isOfHtaccess(section);
    hosts.set(keyOf(section), isOfHost ? host : null);
  }
  return (keys) => {
    const found = keys.map((key) => hosts.get(key) ?? null);
    const isOfAll = found.includes(null);
    return isOfAll ? null : new Set([main, ...found.filter((host) => host !== null)]);
  };
}

/** Whether all that some sections say stands as it stood, and 2.4 has lines of its own in them. */
function createAuthorship(
  { before, after, written }: Parts,
  keyOf: (section: AccessSection) => string,
): (keys: ReadonlySet<string>) => boolean {
  if (written === undefined) return () => false;
  return (keys) => {
    const [read, original, result] = [before, written, after].map((model) =>
      analysisOf(model).sections.filter((section) => keys.has(keyOf(section))),
    );
    const isOwn = written === before ? original?.some(hasLinesOf24) : textOf(read) !== textOf(original);
    return isOwn === true && textOf(result) === textOf(original);
  };
}

/** What sections say about who gets in, with what is asked before a line is read. */
function textOf(sections: readonly AccessSection[] = []): string {
  const lines = sections.flatMap(({ entries }) => [
    ...flatLines(entries).map(({ guards, name, text, args, occurrence: { scope } }) =>
      [...guards.map(({ test }) => test), scope.name, name, text ?? args.join(' ')].join('\u0000'),
    ),
    '',
  ]);
  return lines.join('\n');
}

function hasLinesOf24({ entries }: AccessSection): boolean {
  return flatLines(entries).some(
    ({ name, guards }) => name === 'require' && canBeLive(guards, '2.4') && !canBeLive(guards, '2.2'),
  );
}

interface Tree {
  readonly groups: readonly (readonly AccessSection[])[];
  /** Those whose rules are not known. */
  readonly open: readonly AccessSection[];
  /** Those whose rules stay with mod_access_compat. */
  readonly old: readonly AccessSection[];
  /** What a section is called in both trees. */
  readonly keys: ReadonlyMap<Scope, string>;
}

/** @param places numbers of places, the same for both trees; @param numberOf of a virtual host, as the original has them */
function readTree(
  model: ServerModel,
  places: Map<string, number>,
  numberOf: (server: Scope) => number,
): Tree {
  const { sections } = analysisOf(model);
  const open = openSections(model);
  const keys = keysOf(sections, places, numberOf);
  return {
    groups: meetingSections(model, sections),
    open: sections.filter((section) => open.has(section)),
    old: sections.filter(hasOldLines),
    keys,
  };
}

function hasOldLines({ entries }: AccessSection): boolean {
  return entries.some(
    (entry) => !isContainer(entry) && HOST_AND_SATISFY.has(entry.name) && canBeLive(entry.guards, '2.4'),
  );
}

/** By its opening line, its place in those around it, and how many such came before it. */
function keysOf(
  sections: readonly AccessSection[],
  places: Map<string, number>,
  numberOf: (server: Scope) => number,
): Map<Scope, string> {
  const nameOf = rememberWeakly(({ scope, matcher, parent }: AccessSection): number => {
    // A number, for names of names grow with each section around them.
    const around = parent === null ? null : nameOf(parent);
    const place = JSON.stringify([originalPath(scope.file), matcher, numberOf(scope.server), around]);
    const number = places.get(place) ?? places.size;
    places.set(place, number);
    return number;
  });
  const named = [...groupBy(sections, nameOf)];
  return new Map(
    named.flatMap(([name, alike]) => alike.map(({ scope }, i) => [scope, `${name} ${i}`] as const)),
  );
}

function joinGroups(groups: readonly (readonly string[])[]): string[][] {
  const groupOf = new Map<string, string[]>();
  for (const group of groups) {
    const joined = [...new Set([...group, ...group.flatMap((key) => groupOf.get(key) ?? [])])];
    for (const key of joined) groupOf.set(key, joined);
  }
  return [...new Set(groupOf.values())];
}

function bothResults(one: PartsResult, other: PartsResult): PartsResult {
  if (one.type === 'proven') {
    return other.type === 'proven' ? { type: 'proven', flows: one.flows + other.flows } : other;
  }
  if (one.type !== 'different' || other.type === 'proven') return one;
  if (other.type !== 'different') return other;
  return {
    type: 'different',
    differences: [...one.differences, ...other.differences],
    lines: [...one.lines, ...other.lines],
  };
}
