import type { Guard } from '../../model/index.ts';
import { groupBy } from '../../text/index.ts';
import { choiceTags, indentUnit, insertBefore, insertBehind, replaceLines } from '../../syntax/index.ts';
import type { TemplateAsker } from '../../syntax/index.ts';
import { ALL_METHODS, printTrees } from '../policy/index.ts';
import { DEFINED_WORDS, writtenGuards } from '../sections/either-values.ts';
import type { AccessLine, AccessSection } from '../sections/types.ts';
import type { InPlaceCandidate, InPlaceLine } from './in-place.ts';
import { insideGuards, listRange } from './in-place.ts';
import type { UnitEdit } from './node-places.ts';
import { edits, limitPlaces } from './node-places.ts';
import type { UnitPlan } from './plan.ts';
import { requireText } from '../sections/require-text.ts';
import { partedLines } from './old-lines.ts';
import { removalsOf } from './removals.ts';
import type { RestoreVariables } from './restore-variables.ts';
import { behindAuthType } from './unit-edits.ts';
import { isNegated } from '../../model/index.ts';

/** The edits that turn each listed line into Require lines where it stands, and take the other host rules away. */
export function inPlaceEdits(
  { sections, remove }: UnitPlan,
  candidate: InPlaceCandidate,
  restore: RestoreVariables,
): UnitEdit[] {
  const { shape, lines, startsEmpty, users } = candidate;
  const section = sections[0] as AccessSection;
  const { file: own, node: around } = section.scope;
  // As deep as in the section, whatever stands around a branch.
  const unit = indentUnit(own.document, around);
  const inner = unit.repeat(Number(shape === 'all') + (shape === 'any' && users.length > 0 ? 2 : 0));
  const replaced = replacements(lines).flatMap(({ line, text }) => {
    const { file, node } = line.occurrence;
    const written = text.map(restore);
    return edits(
      { file },
      replaceLines(
        file.document,
        node,
        node,
        partedLines(written.map((each) => inner + withUnit(each, unit))),
      ),
    );
  });
  // A line whose words a template chooses is several: one of them may be listed alone.
  const listed = new Set(lines.map(({ line }) => line.occurrence.node));
  const others = remove.filter(({ occurrence }) => !listed.has(occurrence.node));
  return [
    ...(shape === 'all' || users.length > 0
      ? container(section, candidate, remove)
      : startsEmpty
        ? emptyList(section, others)
        : []),
    ...removalsOf(others, (line) => [
      ...writtenGuards(insideGuards(section, line)).map(({ file, node }) => ({ file, node })),
      ...limitPlaces(line),
    ]),
    ...replaced,
  ];
}

/** Deeper lines of a text that is itself deeper than the line in whose place it stands. */
function withUnit(text: string, unit: string): string {
  return text.replace(/^\t+/, (tabs) => unit.repeat(tabs.length));
}

/** What is written in the place of each line: a line whose value is a list or `all` is listed once as either. */
function replacements(
  lines: readonly InPlaceLine[],
): { readonly line: AccessLine; readonly text: readonly string[] }[] {
  let isDefined = false;
  return [...groupBy(lines, ({ line }) => line.occurrence.node).values()].flatMap((ways) => {
    const [first] = ways;
    if (first === undefined) return [];
    const asked = ofValues(first).filter(({ asker }) => asker === undefined);
    const needsNames = asked.length > 0 && !(isDefined && asked.every((each) => each.ofValue === 'anywhere'));
    isDefined ||= asked.some((each) => each.ofValue === 'anywhere');
    return [{ line: first.line, text: [...(needsNames ? DEFINED_WORDS : []), ...textOfWays(ways, 0)] }];
  });
}

function textOfWays(ways: readonly InPlaceLine[], depth: number): string[] {
  const [first] = ways;
  if (first === undefined) return [];
  const guard = ofValues(first)[depth];
  if (guard === undefined) return printTrees(first.trees.map((tree) => ({ tree, methods: ALL_METHODS })));
  if (guard.asker !== undefined) return textInTags(guard.asker, ways, depth);
  const { value: name } = guard.node.open.name;
  return [...groupBy(ways, (way) => ofValues(way)[depth]?.test ?? '')].flatMap(([test, inside]) => [
    `<${name} ${test}>`,
    ...textOfWays(inside, depth + 1).map((text) => `\t${text}`),
    `</${name}>`,
  ]);
}

/** In the tags of the template that chooses the words of the line. */
function textInTags(asker: TemplateAsker, ways: readonly InPlaceLine[], depth: number): string[] {
  const tags = choiceTags(asker);
  if (tags === null) return [];
  const isOfOther = (way: InPlaceLine): boolean => {
    const guard = ofValues(way)[depth];
    return guard !== undefined && isNegated(guard);
  };
  const textOf = (isOther: boolean): string[] =>
    textOfWays(
      ways.filter((way) => isOfOther(way) === isOther),
      depth + 1,
    ).map((text) => `\t${text}`);
  const otherwise = textOf(!asker.isNegated);
  return [
    tags.open,
    ...textOf(asker.isNegated),
    ...(otherwise.length === 0 ? [] : [...tags.otherwise.split('\n'), ...otherwise]),
    tags.end,
  ];
}

function ofValues({ line }: InPlaceLine): readonly Guard[] {
  return line.guards.filter(({ ofValue }) => ofValue !== undefined);
}

function container(
  section: AccessSection,
  { shape, users, startsEmpty }: InPlaceCandidate,
  remove: UnitPlan['remove'],
): UnitEdit[] {
  const { file } = section.scope;
  const range = listRange(
    section,
    remove.filter(({ name }) => HOST_RULE.test(name)),
  );
  if (range === null) return [];
  const asked = users.map(({ occurrence }) => `Require ${requireText(occurrence)}`);
  const one =
    asked.length < 2 ? asked : ['<RequireAny>', ...asked.map((line) => `\t${line}`), '</RequireAny>'];
  const isListed = shape === 'any';
  const first = one.length === 0 ? ['Require all granted'] : one;
  const open = [
    '<RequireAll>',
    ...first.map((line) => `\t${line}`),
    ...(isListed ? ['\t<RequireAny>'] : []),
    ...(startsEmpty ? ['\t\tRequire all denied'] : []),
  ];
  const close = [...(isListed ? ['\t</RequireAny>'] : []), '</RequireAll>'];
  return edits({ file }, [
    ...insertBefore(file.document, range.first, open),
    ...insertBehind(file.document, [range.first, range.last], close),
  ]);
}

const HOST_RULE = /^(?:order|allow|deny)$/;

function emptyList(section: AccessSection, others: UnitPlan['remove']): UnitEdit[] {
  const text = ['Require all denied'];
  const place = others.find((line) => insideGuards(section, line).length === 0)?.occurrence;
  return place === undefined
    ? behindAuthType(section, text)
    : edits(place, insertBefore(place.file.document, place.node, text));
}
