import type { ModelFile } from '../model/index.ts';
import type { TextEdit } from '../text/index.ts';

/** An edit of a file for the check only: it never adds or takes away a line, so that line numbers stay true. */
export interface StagedEdit {
  readonly file: ModelFile;
  readonly edit: TextEdit;
}

/** Edits by file; a line that is read several times is edited once. */
export function editsByFile(edits: readonly StagedEdit[]): ReadonlyMap<ModelFile, readonly TextEdit[]> {
  const byFile = new Map<ModelFile, Map<number, TextEdit>>();
  for (const { file, edit } of edits) {
    const ofFile = byFile.get(file) ?? new Map<number, TextEdit>();
    byFile.set(file, ofFile);
    if (!ofFile.has(edit.span.start)) ofFile.set(edit.span.start, edit);
  }
  return new Map([...byFile].map(([file, ofFile]) => [file, [...ofFile.values()]]));
}
