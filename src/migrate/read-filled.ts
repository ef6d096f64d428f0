import { buildModel, isModelFailure, patchedReader } from '../model/index.ts';
import type { ModelRequest, ServerModel, TreeReader } from '../model/index.ts';
import type { PatchSet } from '../patch/index.ts';

export interface ReadPlace {
  readonly request: ModelRequest;
  readonly reader: TreeReader;
}

/** The tree as changes make it, read with other texts in the place of its own; null if it can't be read so. */
export function readFilled(
  fill: (text: string, path: string) => string,
  changes: PatchSet,
  { request, reader }: ReadPlace,
): ServerModel | null {
  const own = changes.files.find(({ path }) => path === request.path);
  const given = request.text === undefined ? {} : { text: fill(own?.after ?? request.text, request.path) };
  const patched = patchedReader(reader, changes);
  const filled: TreeReader = {
    ...patched,
    readFile(path) {
      const read = patched.readFile(path);
      return 'failure' in read ? read : { ...read, text: fill(read.text, path) };
    },
  };
  const model = buildModel({ ...request, ...given }, filled);
  return isModelFailure(model) ? null : model;
}
