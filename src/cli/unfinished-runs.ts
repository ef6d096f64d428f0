import {
  interruptedRuns,
  listRuns,
  livingHolder,
  openLedger,
  pendingRuns,
  treePaths,
} from '../output/index.ts';
import type { Run, Stopped } from '../output/index.ts';
import { plural, printable } from '../report/index.ts';
import { programName } from './same-command.ts';
import { shellWords } from '../text/index.ts';

/**
 * What keeps a tree from being read as anybody meant it, in one message: a run that was killed half way, and what to type about
 * it, or one that is at work. Null if there is none.
 */
export function unfinishedRuns(given: readonly string[]): string | null {
  try {
    return findUnfinished(given);
  } catch {
    // A state folder that can't be read is no reason not to look at a tree; who writes to it will be told.
    return null;
  }
}

function findUnfinished(given: readonly string[]): string | null {
  const ledger = openLedger();
  // What a thousand PATHs can be called takes long to ask.
  if (listRuns(ledger, 'pending').length === 0) return null;
  const paths = given.filter((path) => path !== '-').flatMap((path) => treePaths(path));
  if (paths.length === 0) return null;
  const [stopped] = interruptedRuns(ledger, paths);
  if (stopped !== undefined)
    return stoppedText(
      stopped,
      given.find((path) => path !== '-')!,
    );
  const atWork = pendingRuns(ledger, paths).find((run) => livingHolder(ledger, run) !== null);
  if (atWork === undefined) return null;
  return `${describeRun(atWork)} is changing files right now (${livingHolder(ledger, atWork)}); try again when it is done`;
}

/** The same for a command that only looks: its line on standard error; '' if there is nothing to say. */
export function unfinishedNote(given: readonly string[]): string {
  const text = unfinishedRuns(given);
  return text === null ? '' : `httpd-codemod: ${text}\n`;
}

function stoppedText({ run, isUndo, old, new: made, other }: Stopped, path: string): string {
  const all = old + made + other;
  const state = isUndo
    ? `undoing ${describeRun(run)} was stopped half way: ${plural(old, 'file')} of ${all} are back`
    : `${describeRun(run)} was stopped half way: ${plural(made, 'file')} of ${all} are changed`;
  const steps: [string, string][] = [[`undo ${shellWords([path])}`, 'to have all files as they were']];
  if (!isUndo) steps.push([`undo --finish ${shellWords([path])}`, 'to have all files changed']);
  const width = Math.max(...steps.map(([step]) => step.length));
  const lines = steps.map(([step, purpose]) => `\n  ${programName()} ${step.padEnd(width)}  ${purpose}`);
  const foreign = other === 0 ? '' : `, and ${plural(other, 'file')} changed by somebody else since`;
  return `${state}${foreign}. Type${lines.join('')}`;
}

/** `the run of 2026-11-21 09:42 on /etc/httpd`, local time. */
export function describeRun({ journal: { started, paths } }: Run): string {
  const on = paths.length === 0 ? '' : ` on ${printable(paths[0]!)}${paths.length > 1 ? ' and others' : ''}`;
  return `the run of ${localTime(started)}${on}`;
}

export function localTime(iso: string): string {
  const date = new Date(iso);
  const two = (number: number) => String(number).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
