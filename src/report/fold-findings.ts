import type { Finding } from '../migrate/index.ts';

/** A listed finding, and behind the last listed one of its kind how many more there are. */
export interface FoldedFinding {
  readonly finding: Finding;
  readonly more: { readonly findings: number; readonly files: number } | null;
}

/** Of a kind with more than `FOLD_ABOVE` findings, only `SHOWN` are listed. */
const FOLD_ABOVE = 5;
const SHOWN = 3;

/** One line for each finding, but never 5,000 lines that say the same of 5,000 virtual hosts. Keeps the order. */
export function foldFindings(findings: readonly Finding[]): FoldedFinding[] {
  const folded = new Map<Finding, FoldedFinding>();
  for (const kind of groupByKind(findings)) {
    const shown = kind.length > FOLD_ABOVE ? kind.slice(0, SHOWN) : kind;
    const hidden = kind.slice(shown.length);
    for (const finding of shown) folded.set(finding, { finding, more: null });
    if (hidden.length > 0) folded.set(shown.at(-1)!, { finding: shown.at(-1)!, more: countMore(hidden) });
  }
  return findings.flatMap((finding) => folded.get(finding) ?? []);
}

function groupByKind(findings: readonly Finding[]): Iterable<readonly Finding[]> {
  const kinds = new Map<string, Finding[]>();
  for (const finding of findings) {
    const kind = `${finding.transform} ${finding.messageId} ${finding.level} ${finding.applied}`;
    const group = kinds.get(kind);
    if (group === undefined) kinds.set(kind, [finding]);
    else group.push(finding);
  }
  return kinds.values();
}

function countMore(findings: readonly Finding[]): { findings: number; files: number } {
  return { findings: findings.length, files: new Set(findings.map((finding) => finding.path)).size };
}
