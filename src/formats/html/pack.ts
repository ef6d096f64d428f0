import { ItemByItem, jsonPieces } from '../../report/index.ts';
import { groupBy } from '../../text/index.ts';
import type { FileReport, FindingReport, Reason, ReportData, TreeReport } from '../report-data.ts';
import { placeOf } from '../words.ts';

/** What the page's own program shows, as JSON that may stand in a script element: reasons are named once, edits are left out. */
export function* packData({ trees }: ReportData): Generator<string> {
  const packed = { trees: new ItemByItem(() => trees.map(packTree)) };
  for (const piece of jsonPieces(packed, '')) {
    yield piece.replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
  }
}

function packTree({ files, links, findings, access, includes, merges }: TreeReport) {
  const reasons = new Map<string, { readonly reason: Reason; readonly index: number }>();
  const indexOf = (reason: Reason): number => {
    const key = `${reason.rule} ${reason.title}`;
    const known = reasons.get(key) ?? { reason, index: reasons.size };
    reasons.set(key, known);
    return known.index;
  };
  return {
    files: new ItemByItem(function* () {
      for (const file of files) yield packFile(file, indexOf);
    }),
    // Those that the files name: they are printed before.
    reasons: new ItemByItem(() => [...reasons.values()].map(({ reason }) => reason)),
    links,
    findings: packFindings(findings),
    access,
    includes,
    merges,
  };
}

function packFile({ hunks, edits, ...file }: FileReport, indexOf: (reason: Reason) => number) {
  const packed = hunks.map(({ oldStart, newStart, lines, reasons }) => [
    oldStart,
    newStart,
    lines,
    reasons.map(indexOf),
  ]);
  return { ...file, places: edits.length, hunks: packed };
}

/** In the order in which they are shown. */
const KINDS = ['decide', 'check', 'written', 'offered', 'know', 'unset', 'settled', 'silenced'] as const;
type Kind = (typeof KINDS)[number];

function kindOf({ task, silencedBy }: FindingReport): Kind {
  return silencedBy === null ? task : 'silenced';
}

/** What was done is in the diff. */
function heldBackFix({ isHeldBack, fixTitle }: FindingReport): string | null {
  return isHeldBack ? fixTitle : null;
}

/** Findings that say the same are one, with their places. */
function packFindings(findings: readonly FindingReport[]) {
  const groups = groupBy(findings, (finding) =>
    JSON.stringify([
      kindOf(finding),
      finding.rule,
      finding.message,
      heldBackFix(finding),
      finding.silencedBy?.reason,
    ]),
  );
  return [...groups.values()]
    .map((group) => {
      const [{ rule, message, silencedBy }] = group;
      const fixTitle = heldBackFix(group[0]);
      const silence = silencedBy === null ? null : silencedBy.reason;
      return { kind: kindOf(group[0]), rule, message, fixTitle, silence, places: group.map(placeOf) };
    })
    .toSorted((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
}
