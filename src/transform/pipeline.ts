import { keepWhole, takeApart } from '../model/index.ts';
import type { ModelFile, Remains, ServerModel } from '../model/index.ts';
import { editPatch, makingPatch, originalOffset, renamePatch, startPatch } from '../patch/index.ts';
import type { FilePatch, LinkPatch, PatchEdit, PatchSet, Provenance } from '../patch/index.ts';
import type { TargetProfile } from '../target/index.ts';
import { append, flatMap, sortEdits, timed } from '../text/index.ts';
import type { Span } from '../text/index.ts';
import { runTransform } from './run-transform.ts';
import type { SettledReport } from './run-transform.ts';
import { STAGES } from './types.ts';
import type { FileChange, Fix, FixCandidate, Report, Transform, TransformOptions } from './types.ts';

/** What the pipeline needs. It reads no file: `rebuild` does. */
export interface PipelineRequest {
  readonly transforms: readonly Transform[];
  /** Transform ids; null for all. */
  readonly only: readonly string[] | null;
  readonly skip: readonly string[];
  readonly model: ServerModel;
  readonly target: TargetProfile;
  readonly options: TransformOptions;
  readonly writtenFor: '2.2' | '2.4';
  /** Whether a file must stay as it is, whatever a transform proposes. */
  readonly isLocked: (file: ModelFile, by: Transform) => boolean;
  /** Whether a fix that could be made is not wanted. */
  readonly isDeclined?: ((fix: FixCandidate) => boolean) | undefined;
  /** The model of the tree as it is with these texts, names and links. @param earlier of the model before (`takeApart`) */
  readonly rebuild: (changes: PatchSet, earlier?: Remains) => ServerModel;
  /** Where a name that a transform gives lies, folders that are links followed. */
  readonly placeOf: (path: string) => string;
}

/** What is told of a report. Its place and its edits go with the model that they are of: of a large tree nothing else may keep that. */
type ReportWords = Pick<Report, 'messageId' | 'message' | 'level'> & {
  readonly fix: Pick<Fix, 'title' | 'applicability'> | null;
};

/** A report with its transform, and its place in the original text. */
export interface PlacedReport {
  readonly transform: string;
  readonly report: ReportWords;
  readonly path: string;
  /** In the original text; null if it is about the file as a whole. */
  readonly span: Span | null;
  readonly applied: boolean;
  /** See Transform. */
  readonly isListed: boolean;
  readonly isUnsetDefault: boolean;
  readonly isRefusedAtStart: boolean;
}

export interface PipelineResult {
  /** The tree after the last transform. */
  readonly model: ServerModel;
  readonly patches: readonly FilePatch[];
  readonly links: readonly LinkPatch[];
  /** Those that are made. */
  readonly folders: readonly string[];
  /** By transform, in the order in which they ran; each one's in the order in which it made them. */
  readonly reports: readonly PlacedReport[];
}

/** What the transforms so far have made of the tree. */
interface Progress {
  /** Null while it is made anew. */
  model: ServerModel | null;
  /** By the path that the model has for the file. */
  readonly patches: Map<string, FilePatch>;
  readonly links: LinkPatch[];
  readonly folders: string[];
  readonly reports: PlacedReport[];
}

/**
 * Runs the transforms by stage; each sees the tree as the earlier ones left it, but independent ones of a stage share one model.
 * @throws EditConflictError if two fixes want the same bytes: an error of their transforms.
 */
export function runPipeline(request: PipelineRequest): PipelineResult {
  const empty = { patches: new Map(), links: [], folders: [], reports: [] };
  const progress: Progress = { model: request.model, ...empty };
  // It is compared with the last.
  keepWhole(request.model);
  for (const batch of batchTransforms(chooseTransforms(request))) {
    if (runBatch(batch, request, progress)) rebuildModel(request, progress);
  }
  const { patches, links, folders, reports } = progress;
  const model = progress.model!;
  keepWhole(model);
  return { model, patches: [...patches.values()], links, folders, reports };
}

/** Whether a text, a name or a link changed. */
function runBatch(batch: readonly Transform[], request: PipelineRequest, progress: Progress): boolean {
  const { model: original, target, options, writtenFor, isLocked } = request;
  const context = { model: progress.model!, original, target, options, writtenFor };
  const settled = flatMap(batch, (transform) =>
    timed(`transform ${transform.id}`, () =>
      runTransform(transform, context, isLocked, declinedOf(transform, request, progress)),
    ),
  );
  // Reports are placed before the edits are made: their spans are of the text that the transforms saw.
  const words = new Map<string, ReportWords>();
  for (const one of settled) progress.reports.push(placeReport(one, progress.patches, words));
  return timed('edit', () => applyReports(settled, request, progress));
}

/** What did not change goes from the old model to the new one, but for the first, which is compared with the last. */
function rebuildModel({ rebuild, model: first }: PipelineRequest, progress: Progress): void {
  const { patches, links, folders, model } = progress;
  const earlier = model === null || model === first ? undefined : takeApart(model);
  progress.model = null;
  progress.model = rebuild({ files: [...patches.values()], links, folders }, earlier);
}

function declinedOf(
  { id }: Transform,
  { isDeclined }: PipelineRequest,
  { patches }: Progress,
): (report: Report) => boolean {
  if (isDeclined === undefined) return () => false;
  return ({ place: { file, span }, messageId, fix }) => {
    if (fix === null) return false;
    const patch = patches.get(file.path);
    const start =
      span === null || patch === undefined ? (span?.start ?? null) : originalOffset(patch, span.start);
    const { title, applicability } = fix;
    return isDeclined({
      transform: id,
      messageId,
      title,
      applicability,
      path: patch?.path ?? file.path,
      start,
    });
  };
}

/** The transforms that run, in the order in which they run. */
export function chooseTransforms({
  transforms,
  only,
  skip,
}: Pick<PipelineRequest, 'transforms' | 'only' | 'skip'>): Transform[] {
  const rank = ({ stage, isFirst, isIndependent }: Transform): number =>
    3 * STAGES.indexOf(stage) + (isFirst ? 0 : isIndependent ? 1 : 2);
  return transforms
    .filter(({ id }) => (only === null || only.includes(id)) && !skip.includes(id))
    .toSorted((a, b) => rank(a) - rank(b) || (a.id < b.id ? -1 : 1));
}

/** Neighbours that are independent and of one stage, together; every other transform alone. */
function batchTransforms(transforms: readonly Transform[]): Transform[][] {
  const batches: Transform[][] = [];
  for (const transform of transforms) {
    const last = batches.at(-1)?.[0];
    if (transform.isIndependent && last?.isIndependent && last.stage === transform.stage) {
      batches.at(-1)!.push(transform);
    } else batches.push([transform]);
  }
  return batches;
}

function placeReport(
  { by, report, applied }: SettledReport,
  patches: ReadonlyMap<string, FilePatch>,
  words: Map<string, ReportWords>,
): PlacedReport {
  const { file, span } = report.place;
  const patch = patches.get(file.path);
  return {
    transform: by.id,
    report: wordsOf(report, words),
    path: patch?.path ?? file.path,
    span: patch === undefined || span === null ? span : originalSpan(patch, span),
    applied,
    isListed: by.isListed === true,
    isUnsetDefault: by.unsetDefaults?.includes(report.messageId) === true,
    isRefusedAtStart: isRefusedAtStart(by, report),
  };
}

/** Below a .htaccess file 2.4 answers 500, and starts. */
function isRefusedAtStart({ refusedAtStart }: Transform, { messageId, level, place }: Report): boolean {
  const isListed = refusedAtStart?.includes(messageId) === true;
  return isListed && level === 'error' && place.file.role !== 'htaccess';
}

function originalSpan(patch: FilePatch, span: Span): Span {
  const start = originalOffset(patch, span.start);
  return { start, end: Math.max(start, originalOffset(patch, span.end)) };
}

/** @param last by message: of many lines the same is told, and one object tells it */
function wordsOf(report: Report, last: Map<string, ReportWords>): ReportWords {
  const { messageId, message, level, fix } = report;
  const before = last.get(messageId);
  if (before !== undefined && tellsSame(before, report)) return before;
  const title = fix === null ? null : { title: fix.title, applicability: fix.applicability };
  const made = { messageId, message, level, fix: title };
  last.set(messageId, made);
  return made;
}

/** Of two with the same message id. */
function tellsSame(a: ReportWords, b: ReportWords): boolean {
  return (
    a.message === b.message &&
    a.level === b.level &&
    a.fix?.title === b.fix?.title &&
    a.fix?.applicability === b.fix?.applicability
  );
}

/** Whether a text, a name or a link changed. */
function applyReports(
  settled: readonly SettledReport[],
  { placeOf }: PipelineRequest,
  progress: Progress,
): boolean {
  const authors = new Map<string, Provenance>();
  const edits = new Map<ModelFile, PatchEdit[]>();
  const changes: { readonly change: FileChange; readonly by: Provenance }[] = [];
  for (const { by: transform, report, applied } of settled) {
    const { fix } = report;
    if (!applied || fix === null) continue;
    const by = authorOf(transform.id, fix, authors);
    // By index, as most fixes have two or three edits, for which an iterator is a lot.
    for (let i = 0; i < fix.edits.length; i++) {
      const { file, edit } = fix.edits[i]!;
      const { span, text } = edit;
      append(edits, file, { span, text, by });
    }
    if (fix.fileChanges !== undefined) for (const change of fix.fileChanges) changes.push({ change, by });
  }
  for (const [file, ofFile] of edits) {
    progress.patches.set(file.path, editPatch(patchOf(file, progress), mergeEqual(ofFile)));
  }
  // After the edits, which call the files by the names that they had.
  for (const { change, by } of changes) applyFileChange(inPlace(change, placeOf), by, progress);
  return edits.size + changes.length > 0;
}

/** Few titles stand for many fixes. */
function authorOf(transform: string, { title }: Fix, authors: Map<string, Provenance>): Provenance {
  const key = `${transform} ${title}`;
  const author = authors.get(key) ?? { transform, title };
  authors.set(key, author);
  return author;
}

function patchOf(file: ModelFile, { patches }: Progress): FilePatch {
  return patches.get(file.path) ?? startPatch(file.path, file.source.text, file.stat);
}

/** A file that is read twice may be given the same edit twice; an insertion, too, is meant once. */
function mergeEqual(edits: readonly PatchEdit[]): readonly PatchEdit[] {
  const sorted = sortEdits(edits);
  const isRepeated = (edit: PatchEdit, at: number): boolean => {
    for (let before = at - 1; before >= 0 && isOfSpan(sorted[before]!, edit.span); before--)
      if (isEqual(sorted[before]!, edit)) return true;
    return false;
  };
  return sorted.some(isRepeated) ? sorted.filter((edit, at) => !isRepeated(edit, at)) : sorted;
}

function isOfSpan({ span }: PatchEdit, { start, end }: Span): boolean {
  return span.start === start && span.end === end;
}

function isEqual(a: PatchEdit, b: PatchEdit): boolean {
  return a.by.transform === b.by.transform && a.text === b.text;
}

/** The same by the names that files are read by: no diff is applied to what lies behind a link. */
function inPlace(change: FileChange, placeOf: PipelineRequest['placeOf']): FileChange {
  return change.type === 'rename'
    ? { ...change, to: placeOf(change.to) }
    : { ...change, path: placeOf(change.path) };
}

function applyFileChange(change: FileChange, by: Provenance, progress: Progress): void {
  if (change.type === 'link' || change.type === 'unlink') progress.links.push({ ...change, by });
  else if (change.type === 'folder') progress.folders.push(change.path);
  else if (change.type === 'make') makeFile(change, by, progress);
  else renameFile(change, by, progress);
}

type Making = Extract<FileChange, { type: 'make' }>;

function makeFile({ path, text, like }: Making, by: Provenance, { patches }: Progress): void {
  const other = patches.get(path);
  if (other !== undefined && other.after !== text)
    throw new Error(`internal error: ${by.transform} makes a file that is made already: ${path}`);
  patches.set(path, makingPatch(path, text, like, by));
}

type Renaming = Extract<FileChange, { type: 'rename' }>;

function renameFile(change: Renaming, by: Provenance, progress: Progress): void {
  const file = progress.model?.files.get(change.from);
  if (file === undefined)
    throw new Error(`internal error: ${by.transform} renames a file that is not read: ${change.from}`);
  const patch = patchOf(file, progress);
  progress.patches.delete(file.path);
  progress.patches.set(change.to, renamePatch(patch, change.to, by));
}
