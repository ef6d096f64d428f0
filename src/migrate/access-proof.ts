import {
  describeDifference,
  describeHalfDifference,
  describeLine,
  editedHosts,
  fileNamesBetween,
  guardsAround,
  conditionsOf,
  lineAskingWithin,
  sectionsToldBy,
  DECIDING_FACTS,
  linesOfStoppedWalks,
  linesTellingFiles,
  newGuardsAround,
  newGuardsBeside,
  newGuardsMet,
  proveMigration,
  oneVersionSetters,
  oneVersionSettersBetween,
  originalHosts,
  originalPath,
  overlongLoginFiles,
  unreadConditions,
  REFUSAL_REASONS,
} from '../access/index.ts';
import type { AccessSection, LineDifference, OverlongLoginFile, ProvenMigration } from '../access/index.ts';
import { quotedLine } from '../model/index.ts';
import type { Guard, Occurrence, Scope, ServerModel } from '../model/index.ts';
import { positionAt } from '../text/index.ts';
import type { Position } from '../text/index.ts';
import type { PipelineResult } from '../transform/index.ts';
import type { AnswerDifference, MigrateOptions } from './types.ts';

/** More than these are not listed: the first ones show what is wrong. */
const MOST_LISTED = 20;

/** Tests beyond these are counted. */
const MOST_NAMED = 8;

export const TOO_MUCH_WORK =
  'Whether the same people get in could not be decided: there are too many combinations of access rules to go through. Give the tool parts of this tree, or simplify the rules: patterns (LocationMatch, DirectoryMatch, FilesMatch) are the usual cause.';

/** What keeps the proof from being made. */
export function undecidedMessage(guards: readonly Guard[]): string {
  const tests = guards.map(({ node, test }) => `<${node.open.name.value} ${test}>`);
  const named = tests.slice(0, MOST_NAMED).join(', ');
  const more = tests.length > MOST_NAMED ? ` and ${tests.length - MOST_NAMED} more` : '';
  return `Whether the same people get in could not be decided: access rules depend on ${tests.length} tests whose answer only the server knows (${named}${more}), and five at most are gone through. ${adviceOn(guards)}`;
}

/** The options that say what only the server knows. */
function adviceOn(guards: readonly Guard[]): string {
  const kinds = new Set(guards.map(({ kind }) => kind));
  return [
    ...(kinds.has('ifdefine') ? [`Say ${DECIDING_FACTS.names}; -D '!*' says that there are no others.`] : []),
    ...(kinds.has('ifmodule') ? [`Give ${DECIDING_FACTS.modules}.`] : []),
    'Tests that are always true can be taken away.',
  ].join(' ');
}

/** The same of what was converted, where some sections were left to a template. @param written the original as 2.4 reads it */
export function provePartly(
  before: ServerModel,
  after: ServerModel,
  options: MigrateOptions,
  written = before,
): AnswerDifference[] {
  return proveTrees({ before, after, written }, options);
}

/**
 * The proof that 2.4 lets in the same people to the migrated tree as 2.2 did to the original, as refusals: [] where it holds.
 */
export function proveAccess(
  before: ServerModel,
  after: ServerModel,
  options: MigrateOptions,
): AnswerDifference[] {
  return proveTrees({ before, after }, options);
}

type Trees = Omit<ProvenMigration, 'semantics'>;

function proveTrees({ before, after, written }: Trees, { semantics }: MigrateOptions): AnswerDifference[] {
  const differences = [
    ...hostDifferences(before, after),
    ...sectionDifferences({ before, after, semantics, written }),
  ];
  if (before.readBy === '2.4') return differences;
  const conditions = unreadConditions(after, before);
  return [
    ...differences,
    ...conditions.map((scope) => conditionDifference(scope, before)),
    ...setterDifferences(before, after, semantics),
    ...fileNameDifferences(before, after),
    ...(after.kind === 'server' ? linesOfStoppedWalks(after).slice(0, 1).map(stoppedWalk) : []),
    ...filesAskedWithin(before, after),
    ...overlongLoginFiles(before, after).map(overlong),
  ];
}

/** 2.2 skips an `<If>` or does not know it; 2.4 merges what it says last of all. */
function conditionDifference({ file, node, name }: Scope, before: ServerModel): AnswerDifference {
  const newGuards = unreadConditions(before).flatMap(newGuardsAround);
  const position = node === null ? null : positionAt(file.source.text, node.span.start);
  const message = `This <${node?.open.name.value ?? name}> holds access rules that 2.4 reads and 2.2 does not: whom they let in, or keep out, where their condition holds is not compared. Take them out to have the answers of 2.2 (--semantics exact does so where a guard makes them 2.4's), or write the rules for 2.4 without a condition.`;
  return { path: file.path, position, message, isUndecided: true, newGuards };
}

/** Its place is that of the result: the line was written. */
function stoppedWalk({ file }: Occurrence): AnswerDifference {
  const message =
    'The access rules of this server would ask for files that a <Directory> section with a wildcard, or with the path of a file, matches, and whether it meets them depends on FollowSymLinks, which may be off there. Write the section for the folders by name, or switch FollowSymLinks on for them, then run again.';
  return { path: file.path, position: null, message, isUndecided: true };
}

/** Of conditions that can't tell what a file meets that is asked for within a request. */
function filesAskedWithin(before: ServerModel, after: ServerModel): AnswerDifference[] {
  const telling = linesTellingFiles(after);
  const asking = telling.length === 0 ? null : lineAskingWithin(before, conditionsOf(telling));
  if (asking === null) return [];
  const { path } = asking.file;
  const sections = sectionsToldBy(conditionsOf(telling));
  const message = `\`${quotedLine(asking)}\` makes the server ask for another file within a request, and whether that file meets <Directory> with ${sections} can't be told, on which access rules depend. Write that section for the folders by name, or its rules into <FilesMatch>, then run again.`;
  return [{ path, position: placeOfLine(asking), message, isUndecided: true }];
}

function sectionDifferences(migration: ProvenMigration): AnswerDifference[] {
  const { before } = migration;
  const result = proveMigration(migration);
  if (result.type === 'proven') return [];
  if (result.type === 'undecided') {
    return [undecided(before, result.guards)];
  }
  if (result.type === 'mixed') return [mixed(result.section)];
  if (result.type === 'too-much-work') {
    const path = before.entry ?? before.serverRoot;
    return [{ path, position: null, message: TOO_MUCH_WORK, isUndecided: true }];
  }
  const describe = before.readBy === '2.4' ? describeHalfDifference : describeDifference;
  const listed = new Map<string, AnswerDifference>();
  for (const each of result.lines.slice(0, MOST_LISTED).map(lineDifference)) listed.set(each.message, each);
  const files = new Set<string>();
  for (const each of result.differences) {
    // One file has one cause, whoever meets it.
    const key = `${each.difference.before === 'serverError'} ${each.refusedFiles.join('\n')}`;
    if (each.refusedFiles.length > 0 && files.has(key)) continue;
    files.add(key);
    const scope = each.section?.scope;
    const message = describe(each, before.version24);
    listed.set(message, {
      path: scope?.file.path ?? before.entry ?? before.serverRoot,
      position: scope?.node ? positionAt(scope.file.source.text, scope.node.span.start) : null,
      message,
      newGuards: newGuardsMet(each),
    });
    if (listed.size === MOST_LISTED) break;
  }
  return [...listed.values()];
}

/** Names that an edit makes another virtual host answer. */
function hostDifferences(before: ServerModel, after: ServerModel): AnswerDifference[] {
  return editedHosts(before, after)
    .slice(0, MOST_LISTED)
    .map(({ host: { file, node }, message }) => {
      const position = node === null ? null : positionAt(file.source.text, node.span.start);
      return { path: file.path, position, message };
    });
}

/** Of a line that leads or refuses requests by itself, and is not the same in both trees. */
function lineDifference(each: LineDifference): AnswerDifference {
  const { file, node } = each.line;
  const message = `${describeLine(each)} Requests would not be answered as before.${openGuardOf(each.line)}`;
  return { path: file.path, position: positionAt(file.source.text, node.span.start), message };
}

/** What decides a line that 2.2 may have read or not. */
function openGuardOf(line: Occurrence): string {
  const guard = guardsAround(line).find(({ on22 }) => on22 === 'maybe');
  if (guard === undefined) return '';
  const { node, test } = guard;
  return ` Whether 2.2 read the line depends on <${node.open.name.value} ${test}>, which this tree does not decide. ${adviceOn([guard])}`;
}

function undecided({ entry, serverRoot }: ServerModel, guards: readonly Guard[]): AnswerDifference {
  const [first] = guards;
  const position = first === undefined ? null : positionAt(first.file.source.text, first.node.span.start);
  const path = first?.file.path ?? entry ?? serverRoot;
  return { path, position, message: undecidedMessage(guards), isUndecided: true };
}

function mixed({ scope: { file, node } }: AccessSection): AnswerDifference {
  const position = node === null ? null : positionAt(file.source.text, node.span.start);
  const message =
    'What this section says about who gets in is not known, and another section that a request meets together with it would be converted: 2.4 would ask both mod_access_compat and the Require lines. Say what stands for it (--env, --assume), or migrate what the template makes.';
  return { path: file.path, position, message, isUndecided: true };
}

/** Placed where the line stands in the original. */
function setterDifferences(
  before: ServerModel,
  after: ServerModel,
  semantics: MigrateOptions['semantics'],
): AnswerDifference[] {
  const left = oneVersionSettersBetween(before, after);
  const originals = left.length === 0 ? [] : oneVersionSetters(before);
  return left.slice(0, MOST_LISTED).map(({ line, text, readBy }) => {
    const original = originals.find(
      (one) => one.text === text && one.line.file.path === originalPath(line.file),
    );
    const other = readBy === '2.2' ? '2.4' : '2.2';
    const newGuards =
      original === undefined
        ? []
        : [...newGuardsAround(original.line), ...newGuardsBeside(before, original.line)];
    const isTakenOutByExact = readBy === '2.4' && semantics !== 'exact' && newGuards.length > 0;
    const remedy = isTakenOutByExact
      ? "Write the line where both versions read it, or let --semantics exact take it out where a guard makes it 2.4's, then run again."
      : 'Write the line where both versions read it, then run again.';
    return {
      path: line.file.path,
      position: original === undefined ? null : placeOfLine(original.line),
      newGuards,
      message: `${other} does not read \`${text}\`, which ${readBy} reads, and access rules ask for a variable that it sets. Requests would be answered differently. ${remedy}`,
    };
  });
}

/** Of AccessFileName lines that one version reads and the other does not. */
function fileNameDifferences(before: ServerModel, after: ServerModel): AnswerDifference[] {
  const pairs = [...originalHosts(before, after)].map(([now, then]): [Scope, Scope] => [then, now]);
  const found = fileNamesBetween(before, after, [[before.main, after.main], ...pairs]);
  return found.slice(0, MOST_LISTED).map(({ line, message }) => ({
    path: line.file.path,
    position: placeOfLine(line),
    message: `${message} Name the files where both versions read it, then run again.`,
    isUndecided: true,
  }));
}

function placeOfLine({ file, node }: Occurrence): Position {
  return positionAt(file.source.text, node.span.start);
}

function overlong({ line, file, group, gained, lost }: OverlongLoginFile): AnswerDifference {
  const position = positionAt(line.file.source.text, line.node.span.start);
  const users = (names: readonly string[]): string =>
    names.slice(0, MOST_NAMED).join(', ') +
    (names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '');
  const place = group === null ? 'in it' : `in its group ${group}`;
  const changes = [
    ...(gained.length > 0 ? [`2.4 finds ${users(gained)} ${place}, 2.2 does not.`] : []),
    ...(lost.length > 0 ? [`2.2 finds ${users(lost)} ${place}, 2.4 does not.`] : []),
  ].join(' ');
  const message = `A line of ${file} is longer than the 8191 bytes that 2.2 reads as one. ${changes} Break the line so that each part says what it should, then run again.`;
  return { path: line.file.path, position, message };
}

/**
 * Where no rules were written for some section, the old ones stay, and that 2.4 answers them differently is no news: the
 * section is named in place of the requests.
 */
export function ofUnconverted(
  differences: readonly AnswerDifference[],
  model: ServerModel,
  { reports }: PipelineResult,
): readonly AnswerDifference[] {
  const reasons: readonly string[] = REFUSAL_REASONS;
  const unconverted = reports.filter(
    ({ transform, report }) => transform === 'convert-access-control' && reasons.includes(report.messageId),
  );
  if (unconverted.length === 0 || differences.every(({ isUndecided }) => isUndecided === true))
    return differences;
  return unconverted.map(({ path, span }) => {
    const text = model.files.get(path)?.source.text;
    const position = span === null || text === undefined ? null : positionAt(text, span.start);
    return { path, position, message: UNCONVERTED, isUndecided: true };
  });
}

/** Whether the rules stay because of a template: everything else that is right for all that it may make is done. */
export function isLeftToTemplate({ reports }: PipelineResult): boolean {
  return reports.some(
    ({ transform, report }) =>
      transform === 'convert-access-control' && LEFT_TO_TEMPLATE.has(report.messageId),
  );
}

const LEFT_TO_TEMPLATE: ReadonlySet<string> = new Set(['template', 'other-branch']);

export function isConverted({ reports }: PipelineResult): boolean {
  return reports.some(
    ({ transform, report }) => transform === 'convert-access-control' && report.messageId === 'converted',
  );
}

const UNCONVERTED =
  'No Require lines were found for this section (see the error), so none of the access rules are converted, and 2.4 would not answer as 2.2 did.';
