import type { Finding } from '../migrate/index.ts';
import { groupBy } from '../text/index.ts';

/** A listed finding, and behind the last listed one of its kind how many more there are. */
export interface FoldedFinding {
  readonly finding: Finding;
  readonly more: { readonly findings: number; readonly files: number } | null;
}

/** A kind with at most so many findings is listed whole. */
const FOLD_ABOVE = 5;
/** Of a larger one, so many that say the very same are listed, and so many in all. */
const SAME = 3;
const MOST = 20;

/** One line for each finding, but never 5,000 lines that say the same of 5,000 virtual hosts. Keeps the order. */
export function foldFindings(findings: readonly Finding[]): FoldedFinding[] {
  const folded = new Map<Finding, FoldedFinding>();
  for (const kind of groupByKind(findings)) {
    const shown = chooseShown(kind);
    const hidden = kind.filter((finding) => !shown.has(finding));
    const last = [...shown].at(-1);
    for (const finding of shown) {
      folded.set(finding, {
        finding,
        more: finding === last && hidden.length > 0 ? countMore(hidden) : null,
      });
    }
  }
  return findings.flatMap((finding) => folded.get(finding) ?? []);
}

function chooseShown(kind: readonly Finding[]): ReadonlySet<Finding> {
  if (kind.length <= FOLD_ABOVE) return new Set(kind);
  const shown = new Set<Finding>();
  const times = new Map<string, number>();
  for (const finding of kind) {
    const said = times.get(finding.message) ?? 0;
    if (said === SAME || shown.size === MOST) continue;
    times.set(finding.message, said + 1);
    shown.add(finding);
  }
  return shown;
}

function groupByKind(findings: readonly Finding[]): Iterable<readonly Finding[]> {
  const kindOf = (finding: Finding): string =>
    `${finding.transform} ${finding.messageId} ${finding.level} ${finding.applied}`;
  return groupBy(findings, kindOf).values();
}

function countMore(findings: readonly Finding[]): { findings: number; files: number } {
  return { findings: findings.length, files: new Set(findings.map((finding) => finding.path)).size };
}
