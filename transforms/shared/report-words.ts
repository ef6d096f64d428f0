import {
  classifyAllowWord,
  commentsOfHosts,
  droppedWords,
  lineOfDropped,
  oddHostNames,
} from '../../src/access/index.ts';
import type { UnitPlan } from '../../src/access/index.ts';
import type { Occurrence } from '../../src/model/index.ts';
import { placeOf } from '../../src/transform/index.ts';
import type { Place, TransformContext } from '../../src/transform/index.ts';

export const WORD_MESSAGES = {
  dropped: '`{text}` in this {directive} line matched nobody in 2.2, and matches nobody now: {why}.',
  'dropped-refused':
    '2.2 does not start with `{text}` in this {directive} line ({why}), so no server has read the line as it stands. The result leaves the word out. Correct it, then run again.',
  'dropped-24':
    '`{text}` in this Require line is for 2.4, and stands where only the start of the server tells whether it is read. 2.2 lets nobody in by it, and neither does the result. If this part was written for 2.4 already, run with --as 2.4: its lines stay. If 2.2 served it until now, take the line out.',
  'dropped-bare':
    'This Require line names nobody. 2.2 let nobody in by it, and 2.4 does not start with it: it is left out.',
  'odd-host-name':
    '`{word}` in this {directive} line is not an address: both versions take it for a host name, and look up the name of each client to compare it. If it was meant as a comment, or for nobody, remove it.',
  'no-comment':
    '`{words}` in this {directive} line is no comment: 2.2 takes each word for a host{everybody}, and the result keeps that. If a comment was meant, write it on a line of its own, then run again.',
} as const;

type Report = TransformContext<keyof typeof WORD_MESSAGES>['report'];

/** Tells of words in the old lines of a unit that do not mean what they seem to. @param place where words that it inherits are told */
export function reportWords(report: Report, plan: UnitPlan, place: Place): void {
  const comments = commentsOfHosts(plan);
  reportDropped(report, plan, place, new Set(comments.flatMap(({ words }) => words)));
  for (const { line, words } of comments) {
    const everybody = words.some((word) => word.toLowerCase() === 'all') ? ', and `all` for everybody' : '';
    report(placeOf(line.occurrence), 'no-comment', {
      level: 'warning',
      data: { directive: directiveOf(line.name), words: words.join(' '), everybody },
    });
  }
  for (const { line, words } of oddHostNames(plan)) {
    for (const word of words) {
      const data = { directive: directiveOf(line.name), word };
      report(placeOf(line.occurrence), 'odd-host-name', { level: 'warning', data });
    }
  }
}

function reportDropped(report: Report, plan: UnitPlan, place: Place, commented: ReadonlySet<string>): void {
  const isOpenPart = plan.remove.some(({ occurrence }) => isGuardedRequire(occurrence));
  for (const dropped of droppedWords(plan.candidate)) {
    const { directive, text, why, isOf24 } = dropped;
    const line = lineOfDropped(plan, dropped);
    if (line === null && directive !== 'Require' && commented.has(text)) continue;
    const at = line === null ? place : placeOf(line.occurrence);
    if (isOf24 === true && isOpenPart) {
      report(at, 'dropped-24', { level: 'error', data: { text } });
      continue;
    }
    if (directive !== 'Require' && classifyAllowWord(text).kind === 'error') {
      report(at, 'dropped-refused', { level: 'warning', data: { directive, text, why } });
      continue;
    }
    // `Allow from None`, as the packages of Fedora wrote it, says what it does.
    const level = /^none$/i.test(text) ? 'info' : 'warning';
    report(at, text === '' ? 'dropped-bare' : 'dropped', { level, data: { directive, text, why } });
  }
}

/** In a .htaccess file of an application the line is no sign of what its server is. */
function isGuardedRequire({ name, on22, guards, file }: Occurrence): boolean {
  return name === 'require' && file.role !== 'htaccess' && (on22 === 'maybe' || guards.length > 0);
}

function directiveOf(name: string): string {
  return name === 'allow' ? 'Allow' : 'Deny';
}
