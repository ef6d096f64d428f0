import { loadsBefore } from './loading-order.ts';
import type { CommentedModule, ModelFile, ServerModel } from '../model/index.ts';
import { appendToDocument, insertAfter, insertBefore, uncomment } from '../syntax/index.ts';
import type { TargetProfile } from '../target/index.ts';
import type { Span, TextEdit } from '../text/index.ts';
import { moduleLine, moduleLineStyle } from './module-line.ts';
import { findModuleSlot, type ModuleSlot, type ReadingPlace } from './module-slot.ts';
import { liveModuleLines } from './tree-modules.ts';

/** How a module comes to be loaded. */
export interface LoadPlan {
  readonly type: 'uncomment' | 'insert';
  readonly file: ModelFile;
  /** The comment, or the line beside which the new one comes; null for the end of the file. */
  readonly span: Span | null;
  readonly edits: readonly TextEdit[];
}

/**
 * Plans the loading of a module that the target has: a commented-out LoadModule line of the tree made live if it stands early
 * enough, else a new line where this tree loads modules.
 * @param limit the first line that must find the module loaded; null if any place will do
 * @returns null if the model has no entry file
 */
export function planLoading(
  model: ServerModel,
  target: TargetProfile,
  identifier: string,
  limit: ReadingPlace | null,
): LoadPlan | null {
  const commented = findCommentedLine(model, identifier, limit);
  if (commented !== null) {
    const { file, comment } = commented;
    return { type: 'uncomment', file, span: comment.body, edits: uncomment(file.document, comment) };
  }
  const slot = findModuleSlot(model, limit);
  return slot ? insertAt(model, target, identifier, slot) : appendToEntry(model, target, identifier);
}

/** One that 2.4 reads for certain, in the place of which the module would be there in time and what it needs is there already. */
function findCommentedLine(
  model: ServerModel,
  identifier: string,
  limit: ReadingPlace | null,
): CommentedModule | null {
  const first = lastRequirement(model, identifier);
  const isInTime = ({ seq }: CommentedModule) => seq > first && seq < (limit?.seq ?? Infinity);
  const lines = model.commentedModules.filter(
    (line) => line.identifier === identifier && line.on24 === 'yes',
  );
  return lines.find(isInTime) ?? null;
}

function lastRequirement(model: ServerModel, identifier: string): number {
  const required = liveModuleLines(model).filter((line) => loadsBefore(line.identifier, identifier));
  return Math.max(-1, ...required.map(({ occurrence }) => occurrence.seq));
}

function insertAt(model: ServerModel, target: TargetProfile, identifier: string, slot: ModuleSlot): LoadPlan {
  const { file, node, side } = slot;
  const line = newLine(model, target, identifier, slot);
  const insert = side === 'after' ? insertAfter : insertBefore;
  return { type: 'insert', file, span: node.span, edits: insert(file.document, node, [line]) };
}

/** An entry file of comments only, or an empty one. */
function appendToEntry(model: ServerModel, target: TargetProfile, identifier: string): LoadPlan | null {
  const file = model.entry === null ? undefined : model.files.get(model.entry);
  if (file === undefined) return null;
  const line = newLine(model, target, identifier, null);
  return { type: 'insert', file, span: null, edits: appendToDocument(file.document, [line]) };
}

function newLine(
  model: ServerModel,
  target: TargetProfile,
  identifier: string,
  slot: ModuleSlot | null,
): string {
  const style = moduleLineStyle(model, slot, target.moduleFolder);
  return moduleLine(style, identifier, target.loadable.get(identifier) ?? `mod_${identifier}.so`);
}
