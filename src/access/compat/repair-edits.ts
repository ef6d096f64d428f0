import { insertAfter, insertBefore, removeArgument } from '../../syntax/index.ts';
import { printTrees } from '../policy/index.ts';
import { requireLine } from '../sections/require-text.ts';
import { authoritativeLines, liveOn24 } from '../rewrite/old-lines.ts';
import type { NodePlace, UnitEdit } from '../rewrite/node-places.ts';
import { limitPlaces } from '../rewrite/node-places.ts';
import { removalsOf } from '../rewrite/removals.ts';
import { behindAuthType, includeBefore } from '../rewrite/unit-edits.ts';
import type { AccessLine, AccessSection } from '../sections/types.ts';
import { hostLines, isTakenBy24, satisfyLines } from './host-lines.ts';
import type { RepairPlan } from './plan-repairs.ts';

/** The edits that carry a repair out; what 2.4 refuses in the lines that stay goes as well. */
export function repairEdits(plan: RepairPlan): UnitEdit[] {
  const [section] = plan.sections;
  if (section === undefined || isLeftAlone(plan)) return [];
  const { host, satisfy, trees } = plan.repair;
  const record = [...(host === null ? [] : hostLines(host)), ...satisfyLines(satisfy ?? [])];
  const wanted = trees === null ? [] : printTrees(trees);
  const kept = trees === null ? [] : keptRequires(section, wanted);
  const gone = plan.sections.flatMap((each) => [
    ...authoritativeLines(each),
    ...(host === null ? [] : liveOn24(each).filter(isHostLine)),
    ...(satisfy === null ? [] : linesNamed(each, 'satisfy')),
    ...(trees === null ? [] : linesNamed(each, 'require').filter((line) => !isAmong(line, kept))),
  ]);
  const missing = wanted.filter((line) => !kept.some((each) => requireLine(each.occurrence) === line));
  return [
    ...insertRecord(section, record),
    ...insertRequires(section, missing),
    ...(host === null ? refusedWords(section) : []),
    ...removalsOf(gone),
  ];
}

/** A .htaccess file that no request comes to: what stands in it harms nobody. */
function isLeftAlone({ isRead, sections }: RepairPlan): boolean {
  return !isRead && sections.every(({ matcher, parent }) => (parent?.matcher ?? matcher).type === 'htaccess');
}

/** Lines that say already what is wanted, for all methods. */
function keptRequires(section: AccessSection, wanted: readonly string[]): AccessLine[] {
  return linesNamed(section, 'require').filter(
    (line) => line.limits.length === 0 && wanted.includes(requireLine(line.occurrence)),
  );
}

function isAmong({ occurrence }: AccessLine, lines: readonly AccessLine[]): boolean {
  return lines.some((line) => line.occurrence.node === occurrence.node);
}

/** Behind the host rules, or before Satisfy, or before the Require lines; in a section without any of them behind its AuthType. */
function insertRecord(section: AccessSection, lines: readonly string[]): UnitEdit[] {
  if (lines.length === 0) return [];
  const host = liveOn24(section).findLast(isHostLine);
  const next = linesNamed(section, 'satisfy')[0] ?? linesNamed(section, 'require')[0];
  if (host !== undefined) return insertAt(section, host, lines, 'behind');
  return next === undefined ? behindAuthType(section, lines) : insertAt(section, next, lines, 'before');
}

function isHostLine({ name }: AccessLine): boolean {
  return HOST_NAMES.has(name);
}

const HOST_NAMES: ReadonlySet<string> = new Set(['order', 'allow', 'deny']);

function insertRequires(section: AccessSection, lines: readonly string[]): UnitEdit[] {
  if (lines.length === 0) return [];
  const [first] = linesNamed(section, 'require');
  return first === undefined ? behindAuthType(section, lines) : insertAt(section, first, lines, 'before');
}

/** Beside a line of the section, or beside its Limit; a line of an Include belongs to others too, so then behind the Include. */
function insertAt(
  section: AccessSection,
  line: AccessLine,
  lines: readonly string[],
  side: 'before' | 'behind',
): UnitEdit[] {
  const include = line.occurrence.file === section.scope.file ? null : includeBefore(section.scope, line);
  if (include !== null) return editsAt(include, insertAfter(include.file.document, include.node, lines));
  const place: NodePlace = limitPlaces(line)[0] ?? line.occurrence;
  const { document } = place.file;
  const made =
    side === 'before' ? insertBefore(document, place.node, lines) : insertAfter(document, place.node, lines);
  return editsAt(place, made);
}

/** Words of Allow and Deny that 2.4 refuses (`# office`); a line of which nothing is left goes. */
function refusedWords(section: AccessSection): UnitEdit[] {
  const lists = liveOn24(section).filter(({ name }) => name === 'allow' || name === 'deny');
  return lists.flatMap((line) => {
    const { file, node } = line.occurrence;
    const refused = node.args.flatMap(({ value }, index) => (isTakenBy24(value) ? [] : [index]));
    if (refused.length === node.args.length - 1) return removalsOf([line]);
    return editsAt(
      line.occurrence,
      refused.flatMap((index) => removeArgument(file.document, node, index)),
    );
  });
}

function linesNamed(section: AccessSection, wanted: string): AccessLine[] {
  return liveOn24(section).filter(({ name }) => name === wanted);
}

function editsAt({ file }: Pick<NodePlace, 'file'>, made: readonly UnitEdit['edit'][]): UnitEdit[] {
  return made.map((edit) => ({ file, edit }));
}
