import type { Finding } from '../migrate/index.ts';

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
