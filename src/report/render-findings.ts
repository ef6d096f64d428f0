import type { AnswerDifference, Finding } from '../migrate/index.ts';
import { isHeldBack } from './count-findings.ts';
import { foldFindings } from './fold-findings.ts';
import { painter } from './paint.ts';
import { placeText } from './place-text.ts';
import { plural } from './plural.ts';
import { printable } from './printable.ts';
import { sortFindings } from './sort-findings.ts';
import type { TextStyle } from './text-style.ts';
import { wrapWords } from './wrap-words.ts';

const INDENT = '    ';

/** The findings, one to a line (`file:line:column level rule: message`), sorted by place; '' for none. */
export function renderFindings(findings: readonly Finding[], style: TextStyle): string {
  const shown = sortFindings(findings.filter((finding) => isShown(finding, style)));
  const folded = style.verbose ? shown.map((finding) => ({ finding, more: null })) : foldFindings(shown);
  const paint = painter(style.color);
  return folded
    .map(({ finding, more }) => {
      const lines = [findingLine(finding, style), ...fixLines(finding, style)];
      if (more !== null) lines.push(paint.faint(`${INDENT}${moreText(more)}`));
      return `${lines.join('\n')}\n`;
    })
    .join('');
}

/** What the result would answer differently, one to a line. */
export function renderRefused(refused: readonly AnswerDifference[], style: TextStyle): string {
  const paint = painter(style.color);
  const lines = refused.map(({ path, position, message }) => {
    const place = placeText(path, position, style);
    const line = `${paint.strong(place)} ${paint.level('error', 'refused')}: ${printable(message)}`;
    return wrapWords(line, style.width, INDENT);
  });
  return lines.map((line) => `${line}\n`).join('');
}

/** A safe fix that was made is told by the diff and counted in the summary; what changes the server unasked is listed, too. */
function isShown(finding: Finding, style: TextStyle): boolean {
  if (style.quiet) return finding.level === 'error';
  return style.verbose || finding.level !== 'info' || !finding.applied || finding.isTold === true;
}

function findingLine(finding: Finding, style: TextStyle): string {
  const paint = painter(style.color);
  const place = paint.strong(placeText(finding.path, finding.position, style));
  const level = paint.level(finding.level, finding.level);
  const line = `${place} ${level} ${finding.transform}: ${printable(finding.message)}`;
  return wrapWords(line, style.width, INDENT);
}

function fixLines(finding: Finding, style: TextStyle): string[] {
  if (finding.fixTitle === null || style.quiet) return [];
  const title = printable(finding.fixTitle);
  const text = finding.applied
    ? `fix: ${title}`
    : isHeldBack(finding)
      ? `held back: ${title} (--apply review does it)`
      : null;
  return text === null ? [] : [wrapWords(`${INDENT}${text}`, style.width, INDENT)];
}

function moreText({ findings, files }: { findings: number; files: number }): string {
  return `... and ${plural(findings, 'more', 'more')} like this in ${plural(files, 'file')}; --verbose lists them`;
}
