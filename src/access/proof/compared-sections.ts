import type { Guard, Scope, ServerModel } from '../../model/index.ts';
import { flatMap, groupBy, remember } from '../../text/index.ts';
import type { SidedSection } from '../chains/index.ts';
import { analysisOf } from '../sections/analysis.ts';
import { comparedSections, readAllSections } from '../sections/read-sections.ts';
import type { AccessSection, Matcher } from '../sections/types.ts';
import { guardsOf } from '../sections/types.ts';
import type { World } from '../sections/worlds.ts';
import { loginLines } from '../states/login.ts';
import type { Correspondence } from './correspondence.ts';

/** The sections of two trees, of which the flows are made that are gone through on both servers. */
export interface ComparedSections {
  readonly sided: readonly SidedSection[];
  /** What each server reads where requests come to each of these. */
  readonly twins: readonly Twins[];
}

/** Sections that stand at the same place of both trees; null of a tree that says nothing there. */
export interface Twins {
  readonly before: AccessSection | null;
  readonly after: AccessSection | null;
}

/** Each section by itself. */
export function sectionsApart(
  before: ServerModel,
  after: ServerModel,
  correspondence: Correspondence,
): ComparedSections {
  const { placeBefore } = correspondence;
  const [own, written] = [before, after].map((model) =>
    ofCompared(analysisOf(model).allSections, correspondence),
  );
  const old = place(own!, (section) => [placeBefore(section)]);
  return apart(old, placedAfter(written!, correspondence));
}

/**
 * The same of a tree that was edited, with two sections as one wherever those of a server are the same in both trees, one by one, up to what
 * is said in them: they apply to the same requests, in the same order.
 */
export function sectionsPaired(
  before: ServerModel,
  after: ServerModel,
  correspondence: Correspondence,
): ComparedSections {
  const all = analysisOf(before).allSections;
  // Read for this alone: nothing keeps them, as an analysis would. Of parts there are many, and each asks for them.
  const isWhole = correspondence.concerns === undefined;
  const allAfter = isWhole ? readAllSections(after) : analysisOf(after).allSections;
  const isOwn = memberOf(ofCompared(all, correspondence), all);
  const isTheirs = memberOf(ofCompared(allAfter, correspondence), allAfter);
  const old = groupBy(all, ({ server }) => server);
  const written = groupBy(allAfter, ({ server }) => correspondence.serverOf(server));
  const sided: SidedSection[] = [];
  const twins: Twins[] = [];
  for (const server of new Set([...old.keys(), ...written.keys()])) {
    const own = old.get(server as Scope) ?? [];
    const theirs = written.get(server) ?? [];
    if (!standAlike(own, theirs)) {
      const each = apart(own.filter(isOwn), placedAfter(theirs.filter(isTheirs), correspondence));
      for (const one of each.sided) sided.push(one);
      for (const pair of each.twins) twins.push(pair);
      continue;
    }
    own.forEach((section, i) => {
      const twin = theirs[i]!;
      const pair = { before: isOwn(section) ? section : null, after: isTheirs(twin) ? twin : null };
      if (pair.before === null && pair.after === null) return;
      sided.push({ section, side: sideOf(pair) });
      twins.push(pair);
    });
  }
  return { sided, twins };
}

/** Whether it is one of those of all that were kept: most often all were. */
function memberOf(
  kept: readonly AccessSection[],
  all: readonly AccessSection[],
): (section: AccessSection) => boolean {
  if (kept.length === all.length) return () => true;
  const members = new Set(kept);
  return (section) => members.has(section);
}

const NO_GUARDS: readonly Guard[] = [];

/** The guards of all sections of either tree, those of the first tree before those of the second. */
export function* guardsOfBoth({ twins }: ComparedSections): Generator<Guard> {
  for (const side of ['before', 'after'] as const) {
    for (let i = 0; i < twins.length; i++) {
      const twin = twins[i]![side];
      const guards = twin === null ? NO_GUARDS : guardsOf(twin);
      // Around most there are none.
      if (guards.length > 0) yield* guards;
    }
  }
}

/** Of all sections of a tree. */
function ofCompared(
  all: readonly AccessSection[],
  { logins, concerns }: Correspondence,
): readonly AccessSection[] {
  const compared = comparedSections(all, logins === null ? () => false : saysOfUsers);
  return concerns === undefined ? compared : compared.filter(concerns);
}

/** Whether it says whose credentials are good, whatever its guards turn out to be. */
function saysOfUsers({ scope }: AccessSection): boolean {
  return VERSIONS.some((version) => loginLines(scope, version, NO_WORLD).length > 0);
}

const VERSIONS = ['2.2', '2.4'] as const;

/** In which all lines are read that may be. */
const NO_WORLD: World = new Map();

/** @param written the second tree's, on servers of the first */
function apart(old: readonly AccessSection[], written: readonly AccessSection[]): ComparedSections {
  return {
    sided: [
      ...old.map((section) => ({ section, side: 'before' as const })),
      ...written.map((section) => ({ section, side: 'after' as const })),
    ],
    twins: [
      ...old.map((section) => ({ before: section, after: null })),
      ...written.map((section) => ({ before: null, after: section })),
    ],
  };
}

function placedAfter(
  written: readonly AccessSection[],
  { serverOf, placeAfter }: Correspondence,
): AccessSection[] {
  return place(written, (section) => {
    const server = serverOf(section.server);
    if (server === null) return [];
    const hosts = section.hosts?.flatMap((host) => serverOf(host) ?? []);
    const own = { server, ...(hosts === undefined ? {} : { hosts }) };
    return placeAfter(section).map((each) => ({ ...each, ...own }));
  });
}

/** Each section as those that it stands for, what is inside of it inside of those. */
function place(
  sections: readonly AccessSection[],
  placesOf: (section: AccessSection) => readonly AccessSection[],
): AccessSection[] {
  const placed: (section: AccessSection) => readonly AccessSection[] = remember((section) => {
    const parents = section.parent === null ? [null] : placed(section.parent);
    const places = placesOf(section);
    return flatMap(parents, (parent) =>
      places.map((each) => (each.parent === parent ? each : { ...each, parent })),
    );
  });
  return flatMap(sections, placed);
}

function sideOf({ before, after }: Twins): SidedSection['side'] {
  if (before === null) return 'after';
  return after === null ? 'before' : 'both';
}

/** Whether two lists hold the same sections, what they say apart, in the order in which each tree is read. */
function standAlike(before: readonly AccessSection[], after: readonly AccessSection[]): boolean {
  if (before.length !== after.length || !isInOrder(before) || !isInOrder(after)) return false;
  // What a section stands in was read before it.
  const isSameParent = ({ parent }: AccessSection, twin: AccessSection, at: number): boolean =>
    parent === null || twin.parent === null
      ? parent === twin.parent
      : before.lastIndexOf(parent, at) === after.lastIndexOf(twin.parent, at);
  return before.every((section, at) => {
    const twin = after[at] as AccessSection;
    const isSamePlace = isSameMatcher(section.matcher, twin.matcher) && isSameParent(section, twin, at);
    return isSamePlace && isFixed(section) && isFixed(twin);
  });
}

function isInOrder(sections: readonly AccessSection[]): boolean {
  return sections.every(
    ({ scope }, i) => i === 0 || (sections[i - 1] as AccessSection).scope.seq < scope.seq,
  );
}

/** Not a file that some servers read only, nor a pattern for folders, whose `$` is another thing to each version. */
function isFixed({ hosts, matcher: { type } }: AccessSection): boolean {
  return hosts === undefined && type !== 'directory-wildcard' && type !== 'directory-regex';
}

function isSameMatcher(a: Matcher, b: Matcher): boolean {
  const one: Readonly<Record<string, unknown>> = a;
  const other: Readonly<Record<string, unknown>> = b;
  for (const name in one) if (!isSameValue(one[name], other[name])) return false;
  return true;
}

function isSameValue(a: unknown, b: unknown): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return a === b;
  return a.length === b.length && a.every((part, i) => part === b[i]);
}
