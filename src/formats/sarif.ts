import { ItemByItem, jsonPieces } from '../report/index.ts';
import { groupBy } from '../text/index.ts';
import type {
  EditReport,
  FileReport,
  FindingReport,
  Reason,
  RefusalReport,
  ReportData,
  RuleReport,
  TreeReport,
} from './report-data.ts';

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

/** SARIF 2.1.0: the findings as results, the edits as their fixes. Silenced findings are suppressed results. */
export function* renderSarif(data: ReportData): Generator<string> {
  const log = { $schema: SCHEMA, version: '2.1.0', runs: new ItemByItem(() => [runOf(data)]) };
  yield* jsonPieces(log, '  ');
  yield '\n';
}

function runOf(data: ReportData) {
  const rules = rulesOf(data.trees);
  const indexOf = new Map(rules.map(({ id }, index) => [id, index]));
  return {
    tool: { driver: { name: 'httpd-codemod', version: data.tool.version, rules } },
    invocations: [
      {
        commandLine: data.command,
        executionSuccessful: data.failure === null,
        exitCode: data.exitCode,
        endTimeUtc: data.made,
        ...(data.failure === null ? {} : { toolExecutionNotifications: [notification(data.failure)] }),
      },
    ],
    columnKind: 'unicodeCodePoints',
    results: new ItemByItem(function* () {
      for (const tree of data.trees) yield* resultsOf(tree, indexOf);
    }),
  };
}

function notification(text: string) {
  return { level: 'error', message: { text } };
}

function rulesOf(trees: readonly TreeReport[]) {
  const known = new Map(trees.flatMap(({ rules }) => rules.map((rule) => [rule.id, rule] as const)));
  const named = trees.flatMap(({ findings }) => findings.map(({ rule }) => rule));
  return [...new Set([...known.keys(), ...named, REFUSED])].map((id) => ruleOf(id, known.get(id)));
}

/** What the proof says of the whole tree. */
const REFUSED = 'access-proof';

function ruleOf(id: string, rule: RuleReport | undefined) {
  if (rule === undefined) return { id };
  return {
    id,
    shortDescription: { text: rule.title },
    fullDescription: { text: rule.does },
    help: { text: rule.why },
    ...(/^https?:\/\/\S+$/.test(rule.link) ? { helpUri: rule.link } : {}),
  };
}

function* resultsOf(tree: TreeReport, indexOf: ReadonlyMap<string, number>) {
  const fixes = fixesByFinding(tree);
  for (const refusal of tree.refused) yield refusalResult(refusal, indexOf);
  for (const finding of tree.findings) yield findingResult(finding, indexOf, fixes.get(finding));
}

function refusalResult(refusal: RefusalReport, indexOf: ReadonlyMap<string, number>) {
  return {
    ruleId: REFUSED,
    ruleIndex: indexOf.get(REFUSED),
    level: 'error',
    message: { text: refusal.message },
    locations: [location(refusal)],
  };
}

function findingResult(
  finding: FindingReport,
  indexOf: ReadonlyMap<string, number>,
  edits: readonly PlacedEdit[] | undefined,
) {
  return {
    ruleId: finding.rule,
    ruleIndex: indexOf.get(finding.rule),
    level: finding.level === 'info' ? 'note' : finding.level,
    message: { text: finding.message },
    locations: [location(finding)],
    ...(edits === undefined ? {} : { fixes: [fixOf(finding, edits)] }),
    ...(finding.silencedBy === null ? {} : { suppressions: [suppression(finding.silencedBy)] }),
    properties: {
      messageId: finding.messageId,
      applicability: finding.applicability,
      applied: finding.applied,
    },
  };
}

function suppression({ reason }: NonNullable<FindingReport['silencedBy']>) {
  return { kind: 'inSource', ...(reason === '' ? {} : { justification: reason }) };
}

function location({ realPath, position }: Pick<FindingReport, 'realPath' | 'position'>) {
  const region =
    position === null ? {} : { region: { startLine: position.line, startColumn: position.column } };
  return { physicalLocation: { artifactLocation: artifact(realPath), ...region } };
}

/** Relative names are those of the folder that the program ran in. */
function artifact(path: string) {
  const uri = path.split('/').map(encodeURIComponent).join('/');
  return { uri: path.startsWith('/') ? `file://${uri}` : uri };
}

interface PlacedEdit extends EditReport {
  /** Of its file, as it is named before. */
  readonly realPath: string;
}

/**
 * The edits of each finding whose fix is made. Each edit is in one fix only: that of the finding of the same rule nearest above it.
 * Access rules are converted whole or not at all, so one finding has all of them.
 */
function fixesByFinding(tree: TreeReport) {
  const byFinding = new Map<FindingReport, PlacedEdit[]>();
  const finder = findingFinder(tree);
  for (const file of tree.files) {
    for (const edit of file.edits) {
      const finding = finder(file, edit);
      if (finding === null) continue;
      const own = byFinding.get(finding) ?? [];
      byFinding.set(finding, own);
      own.push({ ...edit, realPath: file.realPath });
    }
  }
  return byFinding;
}

function findingFinder({
  findings,
  rules,
}: TreeReport): (file: FileReport, edit: EditReport) => FindingReport | null {
  const isWhole = new Set(rules.flatMap((rule) => (rule.isWhole ? [rule.id] : [])));
  const applied = findings.filter((finding) => finding.applied && finding.fixTitle !== null);
  const firstWhole = applied.find(({ rule }) => isWhole.has(rule)) ?? null;
  const byReason = groupBy(applied, ({ path, rule, fixTitle }) =>
    keyOf(path, { rule, title: fixTitle ?? '' }),
  );
  return ({ path }, { start, by }) => {
    if (by.some(({ rule }) => isWhole.has(rule))) return firstWhole;
    const lists = by.flatMap((reason) => {
      const list = byReason.get(keyOf(path, reason));
      return list === undefined ? [] : [list];
    });
    const above = lists.map((list) => lastUpTo(list, start.line)).findLast((finding) => finding !== null);
    return above ?? lists[0]?.[0] ?? null;
  };
}

/** Of findings of one file in their order, the last that stands no lower than the line. */
function lastUpTo(findings: readonly FindingReport[], line: number): FindingReport | null {
  let [low, high] = [0, findings.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const { position } = findings[middle]!;
    if (position === null || position.line <= line) low = middle + 1;
    else high = middle;
  }
  return findings[low - 1] ?? null;
}

function keyOf(path: string, { rule, title }: Reason): string {
  return JSON.stringify([path, rule, title]);
}

function fixOf({ fixTitle }: FindingReport, edits: readonly PlacedEdit[]) {
  const byFile = groupBy(edits, ({ realPath }) => realPath);
  return {
    description: { text: fixTitle ?? '' },
    artifactChanges: [...byFile].map(([path, own]) => ({
      artifactLocation: artifact(path),
      replacements: own.map(({ start, end, text }) => ({
        deletedRegion: {
          startLine: start.line,
          startColumn: start.column,
          endLine: end.line,
          endColumn: end.column,
        },
        ...(text === '' ? {} : { insertedContent: { text } }),
      })),
    })),
  };
}
