import { pathValues } from '../access/index.ts';
import type { PathValue } from '../access/index.ts';
import { buildModel, isModelFailure, patchedReader } from '../model/index.ts';
import type { ModelRequest, ServerModel, TreeReader } from '../model/index.ts';
import type { PatchSet } from '../patch/index.ts';
import { positionAt } from '../text/index.ts';
import type { AccessProof } from './migrate-tree.ts';
import type { AnswerDifference, MigrateOptions } from './types.ts';

/**
 * Whether the result is right wherever the paths lead that are not known: both trees are read and compared once more with each value
 * that lets a section meet another one.
 */
export function pathDifferences(
  model: ServerModel,
  changes: PatchSet,
  proof: AccessProof,
  { request, reader, options }: { request: ModelRequest; reader: TreeReader; options: MigrateOptions },
): AnswerDifference[] {
  const wrong = pathValues(model).find((path) => {
    const read = (made: PatchSet) => readFilled(path, made, request, reader);
    const before = read({ files: [], links: [] });
    const after = read(changes);
    return before !== null && after !== null && proof(before, after, options).length > 0;
  });
  return wrong === undefined ? [] : [differenceAt(wrong)];
}

function differenceAt({ section: { scope }, placeholder, value }: PathValue): AnswerDifference {
  const start = scope.node?.span.start ?? 0;
  const message = `Where ${placeholder} leads is not known: with ${value} in its place other rules are inherited here, and 2.4 would answer otherwise than 2.2. Say what it stands for (--env), migrate what the template makes, or say in this section all that shall hold (Order, Allow, Deny, Require and Satisfy).`;
  return {
    path: scope.file.path,
    position: positionAt(scope.file.source.text, start),
    message,
    isUndecided: true,
  };
}

function readFilled(
  { placeholder, value }: PathValue,
  changes: PatchSet,
  request: ModelRequest,
  reader: TreeReader,
): ServerModel | null {
  const fill = (text: string) => text.replaceAll(placeholder, () => value);
  const own = changes.files.find(({ path }) => path === request.path);
  const given = request.text === undefined ? {} : { text: fill(own?.after ?? request.text) };
  const patched = patchedReader(reader, changes);
  const filled: TreeReader = {
    ...patched,
    readFile(path) {
      const read = patched.readFile(path);
      return 'failure' in read ? read : { ...read, text: fill(read.text) };
    },
  };
  const model = buildModel({ ...request, ...given }, filled);
  return isModelFailure(model) ? null : model;
}
