import { checkMemory, NotEnoughMemory } from '../text/index.ts';
import type { LateName } from '../catalog/index.ts';
import type { ModelFile } from '../model/index.ts';
import type { TargetProfile } from '../target/index.ts';
import { beyondTarget } from './beyond-target.ts';
import type {
  Applicability,
  FileEdit,
  Fix,
  Report,
  Transform,
  TransformContext,
  TransformOptions,
} from './types.ts';
import { essentialTags } from '../syntax/index.ts';
import type { TemplateTag } from '../syntax/index.ts';

/** A report, the transform that made it, and whether its fix is made. */
export interface SettledReport {
  readonly by: Transform;
  readonly report: Report;
  readonly applied: boolean;
}

const TRUST: Readonly<Record<Applicability, number>> = { safe: 2, review: 1, manual: 0 };

/**
 * Everything one transform has to say, each thing once, with the decision whether its fix is made.
 * @throws Error naming the transform if it throws.
 */
export function runTransform(
  transform: Transform,
  context: Omit<TransformContext, 'report'>,
  isLocked: (file: ModelFile, by: Transform) => boolean,
  isDeclined: (report: Report) => boolean = () => false,
): SettledReport[] {
  const reports = collectReports(transform, context);
  if (reports.length === 0) return [];
  const isFileLocked = (file: ModelFile): boolean => isLocked(file, transform);
  return dropRepeated(reports).map((report) => {
    const applied =
      report.fix !== null && canApply(report.fix, context.options, isFileLocked) && !isDeclined(report);
    const tag = applied && report.fix !== null ? cutTag(report.fix) : null;
    if (tag !== null) return { by: transform, report: leftToTemplate(report, tag), applied: false };
    const late = applied && report.fix !== null ? beyondTarget(report.fix, context.target) : null;
    if (late !== null)
      return { by: transform, report: notDone(report, late, context.target), applied: false };
    return { by: transform, report, applied };
  });
}

/** What an engine puts into the line is not known: it is a person's. */
function leftToTemplate(report: Report, tag: string): Report {
  const message = `${report.message} It is left as it is: what the template puts in for ${tag.replace(/\s+/g, ' ')} is not known.`;
  return { ...report, level: 'error', message, fix: null };
}

/** A fix that would keep the target from starting is not made. That it was planned is an error of its transform. */
function notDone(report: Report, late: LateName, target: TargetProfile): Report {
  const message =
    `${report.fix?.title ?? ''} is not done: ${late.name} came with 2.4.${late.since}, and the target has ${target.version}. ` +
    'This is an error of httpd-codemod: please report it.';
  return { ...report, messageId: 'beyond-target', level: 'error', message, fix: null };
}

function collectReports(transform: Transform, context: Omit<TransformContext, 'report'>): Report[] {
  const reports: Report[] = [];
  const report: TransformContext['report'] = (place, messageId, details = {}) => {
    checkMemory();
    const template = transform.messages[messageId];
    if (template === undefined) throw new Error(`no message ${messageId}`);
    const message = details.data === undefined ? template : fillTemplate(template, details.data);
    reports.push({ place, messageId, message, level: details.level ?? 'info', fix: details.fix ?? null });
  };
  try {
    transform.run({ report, ...context });
  } catch (cause) {
    if (cause instanceof NotEnoughMemory) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`internal error: transform ${transform.id} failed: ${reason}`, { cause });
  }
  return reports;
}

function fillTemplate(template: string, data: Readonly<Record<string, string | number>>): string {
  return template.replace(/\{(\w+)\}/g, (whole, key: string) => {
    const value = data[key];
    return value === undefined ? whole : String(value).replace(LONG_WORD, '$<start>...');
  });
}

/** A name that nobody reads to its end: the line shows it. */
const LONG_WORD = /(?<start>\S{200})\S{200,}/g;

/** A file that two chains of Includes reach is read twice, and what is said of it is said twice. */
function dropRepeated(reports: readonly Report[]): Report[] {
  // By where they are: few have company there.
  const seen = new Map<string, Map<number, Report[]>>();
  return reports.filter((report) => {
    checkMemory(2);
    const { span, file } = report.place;
    let ofFile = seen.get(file.path);
    if (ofFile === undefined) seen.set(file.path, (ofFile = new Map()));
    const start = span?.start ?? -1;
    const others = ofFile.get(start);
    if (others === undefined) ofFile.set(start, [report]);
    else if (others.some((other) => isRepeated(other, report))) return false;
    else others.push(report);
    return true;
  });
}

function isRepeated(one: Report, other: Report): boolean {
  return (
    one.messageId === other.messageId &&
    one.message === other.message &&
    one.place.span?.end === other.place.span?.end &&
    isSameFix(one.fix, other.fix)
  );
}

function isSameFix(one: Fix | null, other: Fix | null): boolean {
  if (one === null || other === null) return one === other;
  return (
    one.edits.length === other.edits.length &&
    one.edits.every((edit, at) => isSameEdit(edit, other.edits[at]!)) &&
    JSON.stringify(one.fileChanges) === JSON.stringify(other.fileChanges)
  );
}

function isSameEdit(one: FileEdit, other: FileEdit): boolean {
  const [{ span, text }, { span: at, text: otherText }] = [one.edit, other.edit];
  const isThere = one.file.path === other.file.path && span.start === at.start && span.end === at.end;
  return isThere && text === otherText;
}

function canApply(fix: Fix, options: TransformOptions, isLocked: (file: ModelFile) => boolean): boolean {
  if (TRUST[fix.applicability] < TRUST[options.apply]) return false;
  // Nearly all are of one file.
  return !fix.edits.some(({ file }, at) => file !== fix.edits[at - 1]?.file && isLocked(file));
}

/** The tag of a template that a fix would change or lose: what the engine puts in there is not known, so it has to stay as it is. */
function cutTag({ edits }: Fix): string | null {
  for (const { file, edit } of edits) {
    const { start, end } = edit.span;
    if (start === end || edit.text === '') continue;
    const { source, tags } = file.document;
    const isLost = (tag: TemplateTag): boolean => {
      const { span } = tag;
      if (span.start >= end || span.end <= start) return false;
      const isKept = (written: string): boolean => edit.text.includes(written);
      return (
        !isKept(source.text.slice(span.start, span.end)) && !essentialTags(tag, source.text).every(isKept)
      );
    };
    const lost = tags.find(isLost);
    if (lost !== undefined) return source.text.slice(lost.span.start, lost.span.end);
  }
  return null;
}
