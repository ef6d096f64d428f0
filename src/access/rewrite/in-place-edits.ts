import { indentUnit, insertBefore, replaceLines, wrap } from '../../syntax/index.ts';
import { ALL_METHODS, printTrees } from '../policy/index.ts';
import type { AccessSection } from '../sections/types.ts';
import { hostRange } from './host-range.ts';
import type { InPlaceCandidate, InPlaceLine } from './in-place.ts';
import { insideGuards } from './in-place.ts';
import type { UnitEdit } from './node-places.ts';
import { edits, limitPlaces } from './node-places.ts';
import type { UnitPlan } from './plan.ts';
import { partedLines } from './parted-lines.ts';
import { removalsOf } from './removals.ts';
import type { RestoreVariables } from './restore-variables.ts';
import { behindAuthType } from './unit-edits.ts';

/** The edits that turn each listed line into Require lines where it stands, and take the other host rules away. */
export function inPlaceEdits(
  { sections, remove }: UnitPlan,
  { shape, lines, startsEmpty }: InPlaceCandidate,
  restore: RestoreVariables,
): UnitEdit[] {
  const section = sections[0] as AccessSection;
  const { file: own, node: around } = section.scope;
  // As deep as in the section, whatever stands around a branch.
  const inner = shape === 'all' ? indentUnit(own.document, around) : '';
  const replaced = lines.flatMap(({ line, trees }: InPlaceLine) => {
    const { file, node } = line.occurrence;
    const written = printTrees(trees.map((tree) => ({ tree, methods: ALL_METHODS }))).map(restore);
    return edits(
      { file },
      replaceLines(file.document, node, node, partedLines(written.map((text) => inner + text))),
    );
  });
  const listed = new Set(lines.map(({ line }) => line));
  const others = remove.filter((line) => !listed.has(line));
  return [
    ...(shape === 'all' ? container(section, remove) : startsEmpty ? emptyList(section, others) : []),
    ...removalsOf(others, (line) => [
      ...insideGuards(section, line).map(({ file, node }) => ({ file, node })),
      ...limitPlaces(line),
    ]),
    ...replaced,
  ];
}

function container(section: AccessSection, remove: UnitPlan['remove']): UnitEdit[] {
  const range = hostRange(
    section,
    remove.filter(({ name }) => name !== 'satisfy'),
  );
  if (range === null) return [];
  const { file } = section.scope;
  const [, close] = wrap(file.document, [range.first, range.last], '<RequireAll>', '</RequireAll>');
  const open = insertBefore(file.document, range.first, ['<RequireAll>', '\tRequire all granted']);
  return edits({ file }, close === undefined ? [] : [...open, close]);
}

function emptyList(section: AccessSection, others: UnitPlan['remove']): UnitEdit[] {
  const text = ['Require all denied'];
  const place = others.find((line) => insideGuards(section, line).length === 0)?.occurrence;
  return place === undefined
    ? behindAuthType(section, text)
    : edits(place, insertBefore(place.file.document, place.node, text));
}
