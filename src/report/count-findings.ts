import type { Finding } from '../migrate/index.ts';

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
