import type { AnswerDifference, Finding } from '../migrate/index.ts';
import { isHeldBack } from './count-findings.ts';
import { foldFindings } from './fold-findings.ts';
import type { FoldedFinding } from './fold-findings.ts';
import { groupFindings } from './group-findings.ts';
import type { Task } from './group-findings.ts';
import { painter } from './paint.ts';
import { placeText } from './place-text.ts';
import { grouped, plural } from './plural.ts';
import { printable } from './printable.ts';
import { sortFindings } from './sort-findings.ts';
import type { TextStyle } from './text-style.ts';
import { wrapWords } from './wrap-words.ts';

const INDENT = '    ';

/** The findings by what is to be done about them, one to a line (`file:line:column level rule: message`); '' for none. */
export function renderFindings(findings: readonly Finding[], style: TextStyle): string {
  const groups = groupFindings(sortFindings(findings));
  if (style.quiet) return listText(groups.get('decide') ?? [], style, 'decide');
  return [...groups]
    .map(([task, group]) => {
      if (!style.verbose && task === 'settled') return '';
      if (!style.verbose && task === 'unset') return `${wrap(unsetText(group, style), style)}\n`;
      return `${headText(task, group.length, style)}\n${listText(group, style, task)}`;
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

function headText(task: Task, count: number, style: TextStyle): string {
  const paint = painter(style.color);
  const head = wrap(`${HEADS[task]}: ${grouped(count)}`, style);
  if (task === 'decide') return paint.level('error', head);
  return task === 'check' ? paint.level('warning', head) : paint.strong(head);
}

/** `7 defaults changed that this tree does not set (default-limits): --verbose lists them, --apply review writes the old ones.` */
function unsetText(findings: readonly Finding[], style: TextStyle): string {
  const rules = [...new Set(findings.map(({ transform }) => transform))].join(', ');
  const isOffered = style.mode === 'show' && findings.some(isHeldBack);
  const offer = isOffered ? ', --apply review writes the old ones' : '';
  return `${plural(findings.length, 'default')} changed that this tree does not set (${rules}): --verbose lists them${offer}.`;
}

function listText(findings: readonly Finding[], style: TextStyle, task: Task): string {
  const folded = style.verbose
    ? findings.map((finding) => ({ finding, same: [], more: [] }))
    : foldFindings(findings);
  const paint = painter(style.color);
  return folded
    .map((one) => {
      const lines = [wrap(findingLine(one, style, task), style)];
      if (one.more.length > 0) lines.push(wrap(paint.faint(`${INDENT}${moreText(one.more, style)}`), style));
      return `${lines.join('\n')}\n`;
    })
    .join('');
}

function findingLine({ finding, same }: FoldedFinding, style: TextStyle, task: Task): string {
  const paint = painter(style.color);
  const place = paint.strong(placeText(finding.path, finding.position, style));
  const level = paint.level(finding.level, finding.level);
  const also = same.length === 0 ? '' : ` (also ${placesText(same, style, finding.path)})`;
  return `${place} ${level} ${finding.transform}: ${printable(finding.message)}${fixText(finding, style, task)}${also}`;
}

function fixText(finding: Finding, style: TextStyle, task: Task): string {
  if (finding.fixTitle === null || style.quiet) return '';
  const title = printable(finding.fixTitle);
  if (finding.applied) return ` [done: ${title}]`;
  if (!isHeldBack(finding)) return '';
  // Above those that are only offered stands how to have them.
  return ` [held back: ${title}${task === 'offered' ? '' : '; --apply review does it'}]`;
}

function moreText(findings: readonly Finding[], style: TextStyle): string {
  return `... and ${grouped(findings.length)} more like this: ${placesText(findings, style)}; --verbose lists them`;
}

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
