import type { AnswerDifference, Finding } from '../migrate/index.ts';
import { foldFindings } from './fold-findings.ts';
import type { FoldedFinding } from './fold-findings.ts';
import { groupFindings, SHORTENED, isHeldBack, sortFindings } from './group-findings.ts';
import type { Task } from './group-findings.ts';
import { painter } from './text-style.ts';
import { alikeText, moreText, placesText, titlesText } from './finding-places.ts';
import { grouped, plural, placeText, adviceOf, firstSentence } from './phrases.ts';
import { printable } from './printable.ts';
import { groupBy } from '../text/index.ts';
import type { TextStyle } from './text-style.ts';
import { wrapWords } from './wrap-words.ts';

const INDENT = '    ';

/**
 * The findings by what is to be done about them, one to a line (`file:line:column level rule: message`); '' for none.
 * @param listed titles of fixes that the summary above names
 */
export function renderFindings(
  findings: readonly Finding[],
  style: TextStyle,
  listed: ReadonlySet<string> = new Set(),
): string {
  const whole = renderGroups(findings, { ...style, isTerse: false, listed });
  const isLong = style.width > 0 && !style.verbose && whole.split('\n').length > MOST_ROWS;
  return isLong ? renderGroups(findings, { ...style, isTerse: true, listed }) : whole;
}

/** With the summary above it and what to type next below it a longer list is more than a screen: then it says less of each warning. */
const MOST_ROWS = 20;

interface FindingStyle extends TextStyle {
  /** Of warnings, too, only what is so; of what was done, only what is not said above; notes are counted. */
  readonly isTerse: boolean;
  readonly listed: ReadonlySet<string>;
}

function renderGroups(findings: readonly Finding[], style: FindingStyle): string {
  const groups = groupFindings(findings);
  if (style.quiet) return listText(sortFindings(groups.get('decide') ?? []), style, 'decide');
  const notes = [...(groups.get('know') ?? []), ...(groups.get('unset') ?? [])];
  if (style.isTerse && notes.length > 0)
    return groupTexts(groups, style, ['know', 'unset', 'settled']) + `${wrap(countsText(groups), style)}\n`;
  return groupTexts(groups, style, style.verbose ? [] : ['settled']);
}

function groupTexts(
  groups: ReturnType<typeof groupFindings>,
  style: FindingStyle,
  without: readonly Task[],
): string {
  return [...groups]
    .map(([task, unsorted]) => {
      // What the diff shows is most of all.
      if (without.includes(task)) return '';
      const group = sortFindings(unsorted);
      if (!style.verbose && task === 'unset') return `${wrap(unsetText(group, style), style)}\n`;
      if (!style.verbose && task === 'know' && foldFindings(group).length > 1)
        return `${wrap(notesText(group), style)}\n`;
      return `${headText(task, group, style)}\n${listText(group, style, task)}`;
    })
    .join('');
}

/** `Good to know: 3 notes, 2 defaults changed that are not set here (--verbose)` */
function countsText(groups: ReturnType<typeof groupFindings>): string {
  const notes = groups.get('know') ?? [];
  const unset = groups.get('unset') ?? [];
  const parts = [
    ...(notes.length > 0 ? [plural(notes.length, 'note')] : []),
    ...(unset.length > 0
      ? [`${plural(unset.length, 'default')} changed that ${unset.length === 1 ? 'is' : 'are'} not set here`]
      : []),
  ];
  return `${HEADS.know}: ${parts.join(', ')} (--verbose)`;
}

/** What the result would answer differently, one to a line. */
export function renderRefused(refused: readonly AnswerDifference[], style: TextStyle): string {
  const paint = painter(style.color);
  const lines = refused.map(({ path, position, message }) => {
    const place = placeText(path, position, style);
    const line = `${paint.strong(place)} ${paint.level('error', 'refused')}: ${printable(message)}`;
    return wrap(line, style);
  });
  return lines.map((line) => `${line}\n`).join('');
}

const HEADS: Readonly<Record<Task, string>> = {
  decide: 'For you to decide',
  check: 'To check by hand',
  written: 'Changes worth knowing',
  offered: 'Held back (--apply review writes it)',
  know: 'Good to know',
  unset: 'Defaults that changed, and that this tree does not set',
  settled: 'Settled',
};

function headText(task: Task, group: readonly Finding[], style: FindingStyle): string {
  const paint = painter(style.color);
  const isCut =
    !style.verbose &&
    (hasRepeats(group, style) ||
      group.some((finding) => messageText(finding, style, task) !== finding.message));
  const head = wrap(
    `${HEADS[task]}: ${grouped(group.length)}${isCut ? ' (--verbose says more)' : ''}`,
    style,
  );
  if (task === 'decide') return paint.level('error', head);
  return task === 'check' ? paint.level('warning', head) : paint.strong(head);
}

/** `Good to know: 3 notes (rename-max-clients, convert-access-control): --verbose lists them` */
function notesText(findings: readonly Finding[]): string {
  return `${HEADS.know}: ${plural(findings.length, 'note')} ${rulesText(findings)}: ${verboseText(findings)}`;
}

/** `2 defaults changed that this tree does not set (default-limits, default-file-etag): --verbose lists them` */
function unsetText(findings: readonly Finding[], { width }: TextStyle): string {
  const defaults = plural(findings.length, 'default');
  // Which these are is for logs and for programs; a screen has no room for it.
  const rules = width === 0 ? ` ${rulesText(findings)}` : '';
  return `${defaults} changed that this tree does not set${rules}: ${verboseText(findings)}`;
}

function rulesText(findings: readonly Finding[]): string {
  return `(${[...new Set(findings.map(({ transform }) => transform))].join(', ')})`;
}

function verboseText({ length }: readonly Finding[]): string {
  return `--verbose lists ${length === 1 ? 'it' : 'them'}`;
}

/** All of it where somebody has to act; of what was done without need what it is. */
function messageText(finding: Finding, style: FindingStyle, task: Task): string {
  const isShort = SHORTENED.has(task) || (task === 'check' && style.isTerse);
  if (style.verbose || !isShort) return finding.message;
  return isClearByTitle(finding, task) ? finding.fixTitle : firstSentence(finding.message);
}

/** Whether what was done says enough. */
function isClearByTitle<T extends Pick<Finding, 'level' | 'fixTitle'>>(
  finding: T,
  task: Task,
): finding is T & { readonly fixTitle: string } {
  return task === 'written' && finding.level === 'info' && finding.fixTitle !== null;
}

function listText(findings: readonly Finding[], style: FindingStyle, task: Task): string {
  const folded = style.verbose
    ? findings.map((finding) => ({ finding, same: [], alike: [], more: [] }))
    : foldFindings(findings, style.width > 0);
  const isTitled = ({ finding }: FoldedFinding) => style.isTerse && isClearByTitle(finding, task);
  const titled = folded.filter(isTitled);
  // One alone says no less with its place before it.
  const news = titled.filter(({ finding }) => !style.listed.has(finding.fixTitle ?? ''));
  const isJoined = titled.length > 1;
  const shown = isJoined ? folded.filter((one) => !isTitled(one)) : folded;
  const titles = isJoined && news.length > 0 ? [wrap(titlesText(news, style), style)] : [];
  const repeated = repeatedAdvice(shown, style);
  return [...shown.flatMap((one) => entryLines(one, style, task, repeated.has(one))), ...titles]
    .map((line) => `${line}\n`)
    .join('');
}

function entryLines(one: FoldedFinding, style: FindingStyle, task: Task, isRepeated: boolean): string[] {
  const paint = painter(style.color);
  const lines = [wrap(findingLine(one, style, task, isRepeated), style)];
  if (one.alike.length > 0) lines.push(wrap(paint.faint(`${INDENT}${alikeText(one, style)}`), style));
  if (one.more.length > 0) lines.push(wrap(paint.faint(`${INDENT}${moreText(one, style)}`), style));
  return lines;
}

/** On a screen what to do is said once: of later findings of one kind, to which the same advice is given, only what is so. */
function repeatedAdvice(folded: readonly FoldedFinding[], style: TextStyle): ReadonlySet<FoldedFinding> {
  if (style.width === 0 || style.verbose) return new Set();
  const kinds = groupBy(folded, ({ finding }) => `${kindOf(finding)} ${adviceOf(finding.message)}`);
  return new Set([...kinds.values()].flatMap(([, ...later]) => later));
}

function hasRepeats(findings: readonly Finding[], { width }: TextStyle): boolean {
  return width > 0 && new Set(findings.map(kindOf)).size < findings.length;
}

function kindOf({ transform, messageId }: Finding): string {
  return `${transform} ${messageId}`;
}

function findingLine(
  { finding, same }: FoldedFinding,
  style: FindingStyle,
  task: Task,
  isRepeated: boolean,
): string {
  const paint = painter(style.color);
  const place = paint.strong(placeText(finding.path, finding.position, style));
  // On a terminal the line above the group says it; programs that read lines read each by itself.
  const level = style.width === 0 || style.quiet ? `${paint.level(finding.level, finding.level)} ` : '';
  const also = same.length === 0 ? '' : ` (also ${placesText(same, style, finding.path)})`;
  const text = messageText(finding, style, task);
  const message = printable(isRepeated ? firstSentence(text) : text);
  const fix = message === finding.fixTitle ? '' : fixText(finding, style, task);
  return `${place} ${level}${finding.transform}: ${message}${fix}${also}`;
}

function fixText(finding: Finding, style: TextStyle, task: Task): string {
  if (finding.fixTitle === null || style.quiet) return '';
  const title = printable(finding.fixTitle);
  if (finding.applied) return isCalled(title, finding.transform) ? '' : ` [done: ${title}]`;
  if (!isHeldBack(finding)) return '';
  // Above those that are only offered stands how to have them.
  return ` [held back: ${title}${task === 'offered' ? '' : '; --apply review does it'}]`;
}

/** `Remove DefaultType` of remove-default-type. */
function isCalled(title: string, transform: string): boolean {
  return title.replaceAll(/\W/g, '').toLowerCase() === transform.replaceAll('-', '');
}

function wrap(line: string, style: TextStyle): string {
  return wrapWords(line, style.width, INDENT);
}
