import type { ModelFile, ServerModel } from '../model/index.ts';
import { editPatch, originalOffset, renamePatch, startPatch } from '../patch/index.ts';
import type { FilePatch, LinkPatch, PatchEdit, Provenance } from '../patch/index.ts';
import type { TargetProfile } from '../target/index.ts';
import type { Span } from '../text/index.ts';
import { runTransform } from './run-transform.ts';
import type { SettledReport } from './run-transform.ts';
import { STAGES } from './types.ts';
import type { FileChange, Report, Transform, TransformOptions } from './types.ts';
import { writtenFor } from './written-for.ts';

/** What the pipeline needs. It reads no file: `rebuild` does. */
export interface PipelineRequest {
  readonly transforms: readonly Transform[];
  /** Transform ids; null for all. */
  readonly only: readonly string[] | null;
  readonly skip: readonly string[];
  readonly model: ServerModel;
  readonly target: TargetProfile;
  readonly options: TransformOptions;
  /** Whether a file must stay as it is, whatever a transform proposes. */
  readonly isLocked: (file: ModelFile) => boolean;
  /** The model of the tree with these texts (by real path) in place of the ones on disk. */
  readonly rebuild: (texts: ReadonlyMap<string, string>) => ServerModel;
}

/** A report with its transform, and its place in the original text. */
export interface PlacedReport {
  readonly transform: string;
  readonly report: Report;
  readonly path: string;
  /** In the original text; null if it is about the file as a whole. */
  readonly span: Span | null;
  readonly applied: boolean;
}

export interface PipelineResult {
  /** The tree after the last transform. */
  readonly model: ServerModel;
  readonly patches: readonly FilePatch[];
  readonly links: readonly LinkPatch[];
  /** By transform, in the order in which they ran; each one's in the order in which it made them. */
  readonly reports: readonly PlacedReport[];
}

/** What the transforms so far have made of the tree. */
interface Progress {
  model: ServerModel;
  readonly patches: Map<string, FilePatch>;
  readonly links: LinkPatch[];
  readonly reports: PlacedReport[];
}

/**
 * Runs the transforms by stage, then id; each sees the tree as the earlier ones left it.
 * @throws EditConflictError if two fixes of one transform want the same bytes: an error of that transform.
 */
export function runPipeline(request: PipelineRequest): PipelineResult {
  const progress: Progress = { model: request.model, patches: new Map(), links: [], reports: [] };
  const origin = writtenFor(request.model);
  for (const transform of chooseTransforms(request)) {
    const context = { model: progress.model, target: request.target, options: request.options };
    const settled = runTransform(transform, { ...context, writtenFor: origin }, request.isLocked);
    // Reports are placed before the edits are made: their spans are of the text that the transform saw.
    progress.reports.push(...settled.map((one) => placeReport(transform.id, one, progress.patches)));
    if (applyReports(transform.id, settled, progress)) {
      progress.model = request.rebuild(currentTexts(progress.patches));
    }
  }
  const { model, patches, links, reports } = progress;
  return { model, patches: [...patches.values()], links, reports };
}

/** The transforms that run, in the order in which they run. */
export function chooseTransforms({
  transforms,
  only,
  skip,
}: Pick<PipelineRequest, 'transforms' | 'only' | 'skip'>): Transform[] {
  return transforms
    .filter(({ id }) => (only === null || only.includes(id)) && !skip.includes(id))
    .toSorted((a, b) => STAGES.indexOf(a.stage) - STAGES.indexOf(b.stage) || (a.id < b.id ? -1 : 1));
}

function placeReport(
  transform: string,
  { report, applied }: SettledReport,
  patches: ReadonlyMap<string, FilePatch>,
): PlacedReport {
  const { file, span } = report.place;
  const patch = patches.get(file.path);
  if (patch === undefined || span === null) return { transform, report, path: file.path, span, applied };
  const start = originalOffset(patch, span.start);
  const end = Math.max(start, originalOffset(patch, span.end));
  return { transform, report, path: file.path, span: { start, end }, applied };
}

/** Whether a text changed. */
function applyReports(transform: string, settled: readonly SettledReport[], progress: Progress): boolean {
  const edits = new Map<ModelFile, PatchEdit[]>();
  for (const { report, applied } of settled) {
    if (!applied || report.fix === null) continue;
    const by: Provenance = { transform, title: report.fix.title };
    for (const { file, edit } of report.fix.edits) {
      const ofFile = edits.get(file);
      if (ofFile === undefined) edits.set(file, [{ ...edit, by }]);
      else ofFile.push({ ...edit, by });
    }
    for (const change of report.fix.fileChanges ?? []) applyFileChange(change, by, progress);
  }
  for (const [file, ofFile] of edits) {
    progress.patches.set(file.path, editPatch(patchOf(file, progress), mergeEqual(ofFile)));
  }
  return edits.size > 0;
}

function patchOf(file: ModelFile, { patches }: Progress): FilePatch {
  return patches.get(file.path) ?? startPatch(file.path, file.source.text, file.stat);
}

/** A file that is read twice may be given the same edit twice; an insertion, too, is meant once. */
function mergeEqual(edits: readonly PatchEdit[]): PatchEdit[] {
  const seen = new Map<string, PatchEdit>();
  for (const edit of edits) {
    const key = JSON.stringify([edit.span.start, edit.span.end, edit.text]);
    if (!seen.has(key)) seen.set(key, edit);
  }
  return [...seen.values()];
}

function applyFileChange(change: FileChange, by: Provenance, progress: Progress): void {
  if (change.type !== 'rename') {
    progress.links.push({ ...change, by });
    return;
  }
  const file = progress.model.files.get(change.from);
  if (file === undefined)
    throw new Error(`internal error: ${by.transform} renames a file that is not read: ${change.from}`);
  progress.patches.set(file.path, renamePatch(patchOf(file, progress), change.to));
}

function currentTexts(patches: ReadonlyMap<string, FilePatch>): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [path, patch] of patches) if (patch.after !== patch.before) texts.set(path, patch.after);
  return texts;
}
