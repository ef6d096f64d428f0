import type { Finding } from '../migrate/index.ts';
import { groupBy } from '../text/index.ts';

/**
 * What a reader is to do about a finding, most urgent first:
 *
 * - `decide`: level error, a person has to act;
 * - `check`: a warning about something that the program does not do;
 * - `written`: it was done, and changes more than words;
 * - `offered`: a fix waits for `--apply review`;
 * - `know`: nothing, it is good to know;
 * - `unset`: the same of a default that the tree does not set;
 * - `settled`: nothing, the diff shows it.
 */
const TASKS = ['decide', 'check', 'written', 'offered', 'know', 'unset', 'settled'] as const;
export type Task = (typeof TASKS)[number];

export function taskOf(finding: Finding): Task {
  const { level, applied, isListed, isUnsetDefault } = finding;
  if (level === 'error') return 'decide';
  if (applied) return isListed === true || level === 'warning' ? 'written' : 'settled';
  if (level === 'warning') return 'check';
  if (isUnsetDefault === true) return 'unset';
  // The summary's first line says it.
  if (finding.transform === 'model' && finding.messageId === 'relocated-tree') return 'settled';
  return isHeldBack(finding) ? 'offered' : 'know';
}

/** The findings by task, each group in the order given; tasks without any are left out. */
export function groupFindings(findings: readonly Finding[]): ReadonlyMap<Task, readonly Finding[]> {
  const groups = groupBy(findings, taskOf);
  return new Map([...groups].toSorted(([a], [b]) => TASKS.indexOf(a) - TASKS.indexOf(b)));
}

/** Of these the first sentence is listed: it was done, or nothing need be done. */
export const SHORTENED: ReadonlySet<Task> = new Set(['written', 'offered', 'know', 'unset', 'settled']);

/** Fixes that wait for `--apply review` and are listed: those for defaults that nobody set are counted apart. */
export function countOffered(findings: readonly Finding[]): number {
  return findings.filter((finding) => isHeldBack(finding) && taskOf(finding) !== 'unset').length;
}

export interface FindingCounts {
  readonly error: number;
  readonly warning: number;
  readonly info: number;
  /** Findings whose fix waits for `--apply review`. */
  readonly heldBack: number;
}

export function countFindings(findings: readonly Finding[]): FindingCounts {
  const counts = { error: 0, warning: 0, info: 0, heldBack: 0 };
  for (const finding of findings) {
    counts[finding.level]++;
    if (isHeldBack(finding)) counts.heldBack++;
  }
  return counts;
}

/** Whether its fix waits for `--apply review`. */
export function isHeldBack(finding: Finding): boolean {
  return !finding.applied && finding.applicability === 'review' && finding.fixTitle !== null;
}

/** By path, then place; what is about a file as a whole comes first. */
export function sortFindings(findings: readonly Finding[]): Finding[] {
  return findings.toSorted(
    (a, b) =>
      compare(a.path, b.path) ||
      (a.span?.start ?? -1) - (b.span?.start ?? -1) ||
      compare(a.transform, b.transform) ||
      compare(a.messageId, b.messageId),
  );
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
