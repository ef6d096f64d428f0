import { buildModel, createMemoryReader } from '../../src/model/index.ts';
import type { ModelFile, ServerModel } from '../../src/model/index.ts';
import { applyEdits } from '../../src/text/index.ts';
import { editsByFile } from '../../src/configtest/staged-edits.ts';
import type { StagedEdit } from '../../src/configtest/staged-edits.ts';

export const MAIN = '/etc/httpd/conf/httpd.conf';
const HEAD = 'ServerRoot "/etc/httpd"\nListen 80\n';

/** The model of a server whose main file has these lines below its first two. */
export function modelOf(lines: string, files: Readonly<Record<string, string>> = {}): ServerModel {
  const model = buildModel({ path: MAIN }, createMemoryReader({ [MAIN]: HEAD + lines, ...files }));
  if ('code' in model) throw new Error(model.message);
  return model;
}

/** Those lines with the edits made. */
export function stagedLines(model: ServerModel, edits: readonly StagedEdit[]): string {
  const file = model.files.get(MAIN) as ModelFile;
  return applyEdits(file.source.text, editsByFile(edits).get(file) ?? [])
    .split('\n')
    .slice(2)
    .join('\n');
}
