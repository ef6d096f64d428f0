import type { Guard, Occurrence, Scope } from '../../model/index.ts';
import { isLimit } from '../../model/index.ts';
import { insertAfter, insertBefore, prependChild, removeNode } from '../../syntax/index.ts';
import { flatMap, groupBy, rememberWeakly } from '../../text/index.ts';
import { writtenGuards } from '../sections/either-values.ts';
import { guardsAround } from '../unread/new-branches.ts';
import type { AccessLine, AccessSection } from '../sections/types.ts';
import { isContainer } from '../sections/types.ts';
import { canBeLive } from '../sections/worlds.ts';
import { candidateLines } from './candidate.ts';
import type { Replacement } from './keep-equal-lines.ts';
import { keepEqualLines, limitKey, openingKey } from './keep-equal-lines.ts';
import { carryComments } from './carry-comments.ts';
import { anchorLine, partedLines } from './old-lines.ts';
import type { UnitPlan } from './plan.ts';
import type { NodePlace, UnitEdit } from './node-places.ts';
import { edits, limitPlaces, placesOf } from './node-places.ts';
import { removalsOf } from './removals.ts';
import type { RestoreVariables } from './restore-variables.ts';
import { AS_IT_IS } from './restore-variables.ts';

/**
 * The edits that put a unit's new lines in the place of its old ones: at its first host rule, or at its first line that goes.
 * A `<Limit>` of which nothing is left goes too; its comments stay. Require lines that would be written anew stay where they
 * are. Lines that come from an Include which other sections read as well, and which need other lines there, are written
 * behind the Include instead (`shared`).
 */
export function unitEdits(whole: UnitPlan, shared: boolean, restore: RestoreVariables): UnitEdit[] {
  const all = linesOf(whole, restore);
  const replacement = { lines: all, remove: whole.remove };
  const kept = shared ? replacement : keepEqualLines(replacement);
  const { remove } = kept;
  const anchor = anchorOf(whole);
  // All who read a file take the same out of it.
  const around = (line: AccessLine): readonly NodePlace[] =>
    shared ? surroundings(line, whole.sections) : emptiedAround(line, whole, anchor);
  const { lines, gone, inPlace } = shared
    ? { ...kept, gone: NOTHING, inPlace: NOTHING }
    : carryComments(kept, restore, (line) => around(line).length);
  return insertedLines(whole, { lines, remove }, shared).concat(
    removalsOf(remove, around, containersToRemove(whole, anchor)),
    flatMap(gone, ({ file, node }) => edits({ file }, removeNode(file.document, node))),
    flatMap(inPlace, ({ line, old: { occurrence } }) =>
      edits(occurrence, insertBefore(occurrence.file.document, occurrence.node, [line])),
    ),
  );
}

function insertedLines(plan: UnitPlan, replacement: Replacement, shared: boolean): readonly UnitEdit[] {
  const { lines, remove } = replacement;
  if (lines.length === 0) return NOTHING;
  return remove.length === 0 ? besideKept(plan, lines) : insertion(plan, replacement, shared);
}

function linesOf({ candidate, remove }: UnitPlan, restore: RestoreVariables): readonly string[] {
  const lines = candidateLines(candidate);
  const isInLimit = remove.some(({ limits }) => limits.length > 0);
  if (!isInLimit && restore === AS_IT_IS) return plainLines(lines);
  return partedLines((isInLimit ? lines.map(asWritten(remove)) : lines).map(restore));
}

/** Many sections get the same. */
const plainLines = rememberWeakly(partedLines);

/** The containers of 2.4 that stand beside the old lines, with the Limits and guards for 2.4 around each: the new text says it all. */
function containersToRemove({ sections, candidate }: UnitPlan, anchor: NodePlace | null): NodePlace[][] {
  const { type } = candidate.type === 'split' ? candidate.rest : candidate;
  if (!REPLACES_CONTAINERS.has(type)) return [];
  return flatMap(sections, ({ entries }) => entries.filter(isContainer))
    .filter(({ guards }) => canBeLive(guards, '2.4'))
    .map(({ scope, guards }) => {
      const outer = scope.on22 === 'no' ? emptiedGuards(guards, scope, sections, anchor) : [];
      const around = [...outer, ...placesOf(limitsAround(scope))];
      return [...around.toSorted((x, y) => x.node.span.start - y.node.span.start), ...placesOf([scope])];
    });
}

const NOTHING: readonly never[] = [];

function limitsAround({ parent }: Scope): Scope[] {
  return parent !== null && isLimit(parent) ? [...limitsAround(parent), parent] : [];
}

const REPLACES_CONTAINERS: ReadonlySet<UnitPlan['candidate']['type']> = new Set([
  'nothing',
  'text',
  'guarded',
]);

/** Nothing goes: lines that are added stand before a Require line that stays, or behind the Limit that it stays in. */
function besideKept(plan: UnitPlan, lines: readonly string[]): UnitEdit[] {
  const anchor = anchorOf(plan);
  if (anchor === null) return behindAuthType(plan.sections[0] as AccessSection, lines);
  const { document } = anchor.file;
  const insert = anchor.node.type === 'section' ? insertAfter : insertBefore;
  return edits(anchor, insert(document, anchor.node, lines));
}

/** Gives the opening line of a Limit as the author wrote it, if an old one speaks of the same methods. */
function asWritten(remove: readonly AccessLine[]): (line: string) => string {
  const limits = groupBy(new Set(flatMap(remove, (line) => line.limits)), limitKey);
  return (line) => {
    const same = limits.get(openingKey(line.trimStart()))?.[0];
    return same === undefined ? line : `${line.slice(0, line.indexOf(' '))} ${same.args.join(' ')}>`;
  };
}

/** Where the new lines stand: the node they come before; null if the section has no line that goes. */
export function anchorOf(plan: UnitPlan): NodePlace | null {
  const line = anchorLine(plan.remove);
  return line === undefined ? null : outermost(line, plan);
}

function insertion(plan: UnitPlan, { lines, remove }: Replacement, shared: boolean): UnitEdit[] {
  const section = plan.sections[0] as AccessSection;
  const line = anchorLine(remove);
  if (line === undefined) return behindAuthType(section, lines);
  const anchor = outermost(line, plan);
  const include = shared ? includeBefore(section.scope, line) : null;
  if (include !== null) {
    const guarded = plan.candidate.type === 'guarded' ? lines : inGuards(lines, guardsBehind(include, line));
    return edits(include, insertAfter(include.file.document, include.node, guarded));
  }
  return edits(anchor, insertBefore(anchor.file.document, anchor.node, lines));
}

/** The guards around the line that are not around the Include, outermost first. */
function guardsBehind(include: Occurrence, { guards }: AccessLine): readonly Guard[] {
  const around = new Set(guardsAround(include).map(({ node }) => node));
  return writtenGuards(guards).filter(({ node }) => !around.has(node));
}

function inGuards(lines: readonly string[], guards: readonly Guard[]): readonly string[] {
  return guards.reduceRight((inner: readonly string[], { node, test }) => {
    const { value: name } = node.open.name;
    return [`<${name} ${test}>`, ...inner.map((line) => `\t${line}`), `</${name}>`];
  }, lines);
}

/**
 * Behind the section's AuthType and the lines of its kind that follow, else at its start; in a .htaccess file behind the first
 * line that counts. Never inside of a guard: the lines are for all requests.
 */
export function behindAuthType(section: AccessSection, lines: readonly string[]): UnitEdit[] {
  const { file, node } = section.scope;
  const own = section.entries.filter((entry): entry is AccessLine => !isContainer(entry));
  const outside = own.filter(({ guards }) => writtenGuards(guards).length === section.guards.length);
  const line = outside.find(({ name }) => name === 'authtype') ?? (node === null ? outside[0] : undefined);
  if (line !== undefined) {
    const last = lastAuthLine(section.scope, line.occurrence);
    return edits(last, insertAfter(last.file.document, last.node, lines));
  }
  if (node !== null) return edits({ file }, prependChild(file.document, node, lines));
  const guard = writtenGuards(own[0]?.guards ?? [])[section.guards.length];
  return guard === undefined ? [] : edits(guard, insertBefore(guard.file.document, guard.node, lines));
}

/** Of the Auth... lines that follow one another from this one on. */
function lastAuthLine({ items }: Scope, first: Occurrence): Occurrence {
  const rest = items.slice(items.indexOf(first) + 1);
  const end = rest.findIndex(
    (item) =>
      item.type === 'scope' ||
      !item.name.startsWith('auth') ||
      item.file !== first.file ||
      item.guards.at(-1)?.node !== first.guards.at(-1)?.node,
  );
  const following = rest.slice(0, end === -1 ? undefined : end).filter((item) => item.type === 'occurrence');
  return following.at(-1) ?? first;
}

/** The Include line in the section's own file through which the line came. */
export function includeBefore(scope: Scope, { occurrence }: AccessLine): Occurrence | null {
  const includes = scope.items.filter(
    (item): item is Occurrence =>
      item.type === 'occurrence' && item.name.startsWith('include') && item.seq < occurrence.seq,
  );
  return includes.findLast(({ file }) => file === scope.file) ?? null;
}

/**
 * The outermost Limit around the line, for the new lines have their own, or for lines that bring their own guards the
 * outermost Limit or guard inside the section; else the line.
 */
function outermost(line: AccessLine, plan: UnitPlan): NodePlace {
  return placesAround(line, plan)[0] ?? line.occurrence;
}

function placesAround(line: AccessLine, { sections, candidate }: UnitPlan): readonly NodePlace[] {
  return candidate.type === 'guarded' ? surroundings(line, sections) : limitPlaces(line);
}

/** What goes with a line that goes, if nothing else is in it: guards for 2.4, too, in which no new text is written. */
function emptiedAround(line: AccessLine, plan: UnitPlan, anchor: NodePlace | null): readonly NodePlace[] {
  const { on22, on24, file } = line.occurrence;
  const around = placesAround(line, plan);
  if (plan.candidate.type === 'guarded' || on22 !== 'no' || on24 !== 'yes') return around;
  const guards = emptiedGuards(line.guards, { file }, plan.sections, anchor);
  return [...around, ...guards].toSorted((x, y) => x.node.span.start - y.node.span.start);
}

/** Those of the guards that stand between the section and what goes, and hold no new text. */
function emptiedGuards(
  guards: readonly Guard[],
  { file }: Pick<Scope, 'file'>,
  sections: readonly AccessSection[],
  anchor: NodePlace | null,
): NodePlace[] {
  const outer = new Set(flatMap(sections, (section) => section.guards.map(({ node }) => node)));
  return writtenGuards(guards)
    .filter((guard) => guard.file === file && !outer.has(guard.node))
    .filter((guard) => anchor === null || !holds(guard, anchor))
    .map((guard) => ({ file, node: guard.node }));
}

function holds({ file, node: { span } }: NodePlace, inner: NodePlace): boolean {
  return file === inner.file && span.start <= inner.node.span.start && inner.node.span.end <= span.end;
}

/** Limits, and guards in the line's file, between the section's opening line and the line, outermost first. */
function surroundings(line: AccessLine, sections: readonly AccessSection[]): readonly NodePlace[] {
  const outer = flatMap(sections, ({ guards }) => guards.map(({ node }) => node));
  const guards = writtenGuards(line.guards).filter(
    ({ file, node }) => file === line.occurrence.file && !outer.includes(node),
  );
  const limits = limitPlaces(line);
  const inFile = limits.filter(({ file }) => file === line.occurrence.file);
  return [
    ...limits.slice(0, limits.length - inFile.length),
    ...[...inFile, ...guards].toSorted((a, b) => a.node.span.start - b.node.span.start),
  ];
}
