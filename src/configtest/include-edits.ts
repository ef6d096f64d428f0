import { posix } from 'node:path';
import type { Occurrence, ServerModel } from '../model/index.ts';
import type { StagedEdit } from './staged-edits.ts';

export interface IncludeEdits {
  readonly edits: readonly StagedEdit[];
  readonly notes: readonly string[];
}

/**
 * Leads each Include line into the stage, by putting its folder in front of what is written: wildcards, variables and arguments
 * of macros stay for the server to resolve. What the model could not follow is left as it is, and said.
 */
export function includeEdits(model: ServerModel, tree: string): IncludeEdits {
  const edits: StagedEdit[] = [];
  const notes: string[] = [];
  for (const { occurrence, outcome } of model.includes) {
    if (outcome !== 'unknown') edits.push(...leadInto(occurrence, tree, model.statedRoot));
    else if (occurrence.on24 !== 'no') {
      const written = occurrence.args[0] ?? '';
      notes.push(
        `Include ${written} was read where it lies, not as migrated: its path has a part that is not known`,
      );
    }
  }
  return { edits, notes: [...new Set(notes)] };
}

function leadInto({ file, node, args }: Occurrence, tree: string, root: string): StagedEdit[] {
  const word = node.args[0];
  if (word === undefined) return [];
  const isAbsolute = args[0]?.startsWith('/') === true;
  const text = isAbsolute ? tree : `${tree}${posix.join(root, '/')}`;
  const start = word.span.start + word.quote.length;
  return [{ file, edit: { span: { start, end: start }, text } }];
}
