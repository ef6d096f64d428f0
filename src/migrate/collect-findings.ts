import type { ModelProblem, ServerModel, Unknown, ModelFile } from '../model/index.ts';
import type { Position } from '../text/index.ts';
import { checkMemory, flatMap, groupBy, risingPositions } from '../text/index.ts';
import type { Applicability, Level, PipelineResult, PlacedReport } from '../transform/index.ts';
import type { Finding } from './types.ts';

/** A finding whose line and column are looked up when all of its file stand in order. */
type FindingDraft = Finding & { position: Position | null };

/** All that a reader should know, file by file in the order in which the server reads them, then by place. */
export function collectFindings(
  model: ServerModel,
  unknowns: readonly Unknown[],
  result: PipelineResult,
): Finding[] {
  const found = [
    ...[...model.files.values()].flatMap(syntaxFindings),
    ...model.problems.filter((problem) => !isUnknownOf(problem, unknowns)).map(problemFinding),
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
function isUnknownOf({ code, message }: ModelProblem, unknowns: readonly Unknown[]): boolean {
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

const LEVELS: Readonly<Record<Unknown['bearing'], Level>> = {
  access: 'error',
  unread: 'warning',
  none: 'info',
};

function unknownFinding({ kind, bearing, message, path, offset }: Unknown): FindingDraft {
  const level = LEVELS[bearing];
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
  const { transform, report, path, span, applied, isListed, isUnsetDefault, isRefusedAtStart } = placed;
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
  if (!isListed && !isUnsetDefault && !isRefusedAtStart) return finding;
  return {
    ...finding,
    ...(isListed ? { isListed } : {}),
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

/** What transforms tell: keep-line-ends and break-long-lines. */
const REPORTED_BY_TRANSFORMS: ReadonlySet<string> = new Set(['double-backslash', 'line-too-long']);

/** What the syntax of a file gives reason to say. */
function syntaxFindings({ path, document, source }: ModelFile): FindingDraft[] {
  const reported = document.diagnostics.filter(({ code }) => !REPORTED_BY_TRANSFORMS.has(code));
  // What is wrong besides may be for want of what these hide.
  const refused = reported.some((diagnostic) => diagnostic.refused);
  const damages = [...zeroBytes(source.text), ...loneReturns(source.text)].map((one) => ({
    ...one,
    refused,
  }));
  return [...damages, ...reported].map((diagnostic) => {
    // The server does not start, or answers 500 below the folder of a .htaccess file. What the file's lines belong to is a guess.
    const level: Level = diagnostic.refused ? 'error' : 'warning';
    const note = diagnostic.refused ? ' Nothing in this file was changed: correct it, then run again.' : '';
    return {
      position: null,
      transform: 'syntax',
      messageId: diagnostic.code,
      level,
      message: diagnostic.message + note,
      path,
      span: diagnostic.span,
      applicability: 'manual',
      fixTitle: null,
      applied: false,
    };
  });
}

/** The first line end of an old Mac: what follows may be part of a comment, and nobody sees that it is. */
function loneReturns(text: string) {
  const start = text.search(/\r[\t ]*[^\s\0]/);
  if (start === -1) return [];
  const what = text.includes('\n')
    ? 'what follows for a part of the same line'
    : 'all of the file for one line';
  const message = `A carriage return (CR) without a line feed (LF) ends no line: the server takes ${what}. Save the file with LF at the end of each line, then run again.`;
  return [{ code: 'lone-carriage-return', span: { start, end: start + 1 }, message }];
}

/** The first zero byte of a text: what a damaged disk or a broken transfer leaves, and editors hide. */
function zeroBytes(text: string) {
  const start = text.indexOf('\0');
  if (start === -1) return [];
  const count = text.split('\0').length - 1;
  const all = count === 1 ? '' : ` (the file has ${count})`;
  const message = `A zero byte${all}: the server does not read the rest of its line. Is the file damaged? Take it out, or the rest of the line.`;
  return [{ code: 'zero-byte', span: { start, end: start + 1 }, message }];
}
