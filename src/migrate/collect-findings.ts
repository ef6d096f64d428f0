import type { ModelProblem, ServerModel, Unknown } from '../model/index.ts';
import { checkMemory, flatMap, groupBy, risingPositions } from '../text/index.ts';
import type { Position } from '../text/index.ts';
import type { Applicability, Level, PipelineResult, PlacedReport } from '../transform/index.ts';
import { syntaxFindings } from './syntax-findings.ts';
import type { Finding } from './types.ts';

/** A finding whose line and column are looked up when all of its file stand in order. */
export type FindingDraft = Finding & { position: Position | null };

/** All that a reader should know, file by file in the order in which the server reads them, then by place. */
export function collectFindings(
  model: ServerModel,
  unknowns: readonly Unknown[],
  result: PipelineResult,
): Finding[] {
  const found = [
    ...[...model.files.values()].flatMap(syntaxFindings),
    ...model.problems.filter((problem) => !isSaidOf(problem, unknowns)).map(problemFinding),
    ...unknowns.map(unknownFinding),
    ...result.reports.filter((placed) => !isAskedAlready(placed, unknowns)).map(reportFinding),
  ];
  const order = new Map([...model.files.keys()].map((path, index) => [path, index]));
  const ofFiles = groupBy(found, ({ path }) => order.get(path) ?? -1);
  const start = ({ span }: Finding): number => span?.start ?? -1;
  const ordered = [...ofFiles].toSorted(([a], [b]) => a - b);
  return flatMap(ordered, ([, ofFile]) =>
    addPositions(
      ofFile.toSorted((a, b) => start(a) - start(b)),
      model,
    ),
  );
}

/** A variable on which answers hang is an unknown: that it has no value is said there. */
function isSaidOf({ code, message }: ModelProblem, unknowns: readonly Unknown[]): boolean {
  if (code !== 'undefined-variable') return false;
  return unknowns.some(({ kind, subject }) => kind === 'value' && message.startsWith(`${subject} `));
}

/** That only the 2.2 server knows whether it has a module is an unknown where access rules depend on it. */
function isAskedAlready(
  { transform, report, path, span }: PlacedReport,
  unknowns: readonly Unknown[],
): boolean {
  if (transform !== 'load-needed-modules' || report.messageId !== 'unsure') return false;
  return unknowns.some(
    ({ kind, bearing, subject, ...at }) =>
      kind === 'module' &&
      bearing === 'access' &&
      at.path === path &&
      at.offset === span?.start &&
      report.message.includes(subject),
  );
}

function problemFinding({ code, level, message, path, offset }: ModelProblem): FindingDraft {
  const span = offset === null ? null : { start: offset, end: offset };
  const applicability = applicabilityWithoutFix(level);
  return {
    position: null,
    transform: 'model',
    messageId: code,
    level,
    message,
    path,
    span,
    applicability,
    fixTitle: null,
    applied: false,
  };
}

function unknownFinding({ kind, bearing, message, path, offset }: Unknown): FindingDraft {
  const level = bearing === 'access' ? 'error' : 'info';
  return {
    position: null,
    transform: 'unknown',
    messageId: kind,
    level,
    message,
    path,
    span: offset === null ? null : { start: offset, end: offset },
    applicability: applicabilityWithoutFix(level),
    fixTitle: null,
    applied: false,
  };
}

function reportFinding(placed: PlacedReport): FindingDraft {
  const { transform, report, path, span, applied, isTold, isUnsetDefault, isRefusedAtStart } = placed;
  const { messageId, level, message, fix } = report;
  const applicability = fix?.applicability ?? applicabilityWithoutFix(level);
  const finding: FindingDraft = {
    position: null,
    transform,
    messageId,
    level,
    message,
    path,
    span,
    applicability,
    fixTitle: fix?.title ?? null,
    applied,
  };
  // Most are none of these.
  if (!isTold && !isUnsetDefault && !isRefusedAtStart) return finding;
  return {
    ...finding,
    ...(isTold ? { isTold } : {}),
    ...(isUnsetDefault ? { isUnsetDefault } : {}),
    ...(isRefusedAtStart ? { isRefusedAtStart } : {}),
  };
}

function applicabilityWithoutFix(level: Level): Applicability | null {
  return level === 'info' ? null : 'manual';
}

/** @param findings those of one file, by place */
function addPositions(findings: readonly FindingDraft[], model: ServerModel): readonly Finding[] {
  const text = model.files.get(findings[0]?.path ?? '')?.source.text;
  if (text === undefined) return findings;
  const positionOf = risingPositions(text);
  for (const finding of findings) {
    checkMemory();
    if (finding.span !== null) finding.position = positionOf(finding.span.start);
  }
  return findings;
}
