import type { AnswerDifference, Finding } from '../migrate/index.ts';
import { isHeldBack } from './count-findings.ts';
import { foldFindings } from './fold-findings.ts';
import type { FoldedFinding } from './fold-findings.ts';
import { groupFindings, SAID_SHORT } from './group-findings.ts';
import { firstSentence } from './first-sentence.ts';
import type { Task } from './group-findings.ts';
import { painter } from './paint.ts';
import { placeText } from './place-text.ts';
import { grouped, plural } from './plural.ts';
import { printable } from './printable.ts';
import { groupBy } from '../text/index.ts';
import { sortFindings } from './sort-findings.ts';
import type { TextStyle } from './text-style.ts';
import { wrapWords } from './wrap-words.ts';

const INDENT = '    ';

/** The findings by what is to be done about them, one to a line (`file:line:column level rule: message`); '' for none. */
export function renderFindings(findings: readonly Finding[], style: TextStyle): string {
  const whole = renderGroups(findings, { ...style, isTerse: false });
  const isLong = style.width > 0 && !style.verbose && whole.split('\n').length > MOST_ROWS;
  return isLong ? renderGroups(findings, { ...style, isTerse: true }) : whole;
}

/** With the summary above it and what to type next below it a longer list is more than a screen: then it says less of each warning. */
const MOST_ROWS = 20;

interface FindingStyle extends TextStyle {
  /** Of warnings, too, only what is so. */
  readonly isTerse: boolean;
}

function renderGroups(findings: readonly Finding[], style: FindingStyle): string {
  const groups = groupFindings(sortFindings(findings));
  if (style.quiet) return listText(groups.get('decide') ?? [], style, 'decide');
  return [...groups]
    .map(([task, group]) => {
      if (!style.verbose && task === 'settled') return '';
      if (!style.verbose && task === 'unset') return `${wrap(unsetText(group, style), style)}\n`;
      if (!style.verbose && task === 'know' && foldFindings(group).length > 1)
        return `${wrap(notesText(group), style)}\n`;
      return `${headText(task, group, style)}\n${listText(group, style, task)}`;
    })
    .join('');
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
  written: 'Written, and worth knowing',
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
function messageText({ message, level, fixTitle }: Finding, style: FindingStyle, task: Task): string {
  const isShort = SAID_SHORT.has(task) || (task === 'check' && style.isTerse);
  if (style.verbose || !isShort) return message;
  return task === 'written' && level === 'info' && fixTitle !== null ? fixTitle : firstSentence(message);
}

function listText(findings: readonly Finding[], style: FindingStyle, task: Task): string {
  const folded = style.verbose
    ? findings.map((finding) => ({ finding, same: [], alike: [], more: [] }))
    : foldFindings(findings);
  const paint = painter(style.color);
  const repeated = repeatedAdvice(folded, style);
  return folded
    .map((one) => {
      const lines = [wrap(findingLine(one, style, task, repeated.has(one)), style)];
      if (one.alike.length > 0)
        lines.push(wrap(paint.faint(`${INDENT}${alikeText(one, style, task)}`), style));
      if (one.more.length > 0) lines.push(wrap(paint.faint(`${INDENT}${moreText(one, style)}`), style));
      return `${lines.join('\n')}\n`;
    })
    .join('');
}

/** On a screen what to do is said once: of later findings of one kind only what is so. */
function repeatedAdvice(folded: readonly FoldedFinding[], style: TextStyle): ReadonlySet<FoldedFinding> {
  if (style.width === 0 || style.verbose) return new Set();
  const kinds = groupBy(folded, ({ finding }) => kindOf(finding));
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
  const said = messageText(finding, style, task);
  const message = printable(isRepeated ? firstSentence(said) : said);
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

function alikeText({ finding: { path }, alike }: FoldedFinding, style: TextStyle, task: Task): string {
  const shown = alike.slice(0, MOST_ALIKE[task === 'decide' ? 'decide' : 'other']);
  const names = shown.map(
    ({ word, finding }) => `${printable(word)} (${placesText([finding], style, path)})`,
  );
  const rest = alike.length - shown.length;
  return `the same of ${names.join(', ')}${rest > 0 ? ` and ${grouped(rest)} more; --verbose lists them` : ''}`;
}

function moreText({ finding, more }: FoldedFinding, style: TextStyle): string {
  return `... and ${grouped(more.length)} more like this: ${placesText(more, style, finding.path)}; --verbose lists them`;
}

/** So many words are named, the others counted. */
const MOST_ALIKE = { decide: 20, other: 4 } as const;

/** So many places are named, the others counted. */
const MOST_PLACES = 4;

/** `x.conf:1:1, x.conf:7:1`; in the file named before, `line 7`. */
function placesText(findings: readonly Finding[], style: TextStyle, named: string | null = null): string {
  const places = findings.slice(0, MOST_PLACES).map(({ path, position }) => {
    return path === named && position !== null ? `line ${position.line}` : placeText(path, position, style);
  });
  const rest = findings.length - places.length;
  return places.join(', ') + (rest > 0 ? ` and ${plural(rest, 'more place')}` : '');
}

function wrap(line: string, style: TextStyle): string {
  return wrapWords(line, style.width, INDENT);
}
