import { walkOccurrences } from '../model/index.ts';
import { posix } from 'node:path';
import type { Occurrence, ServerModel, TreeReader } from '../model/index.ts';
import type { TargetProfile } from '../target/index.ts';
import { setFirst } from './left-out.ts';
import type { StagedEdit } from './staged-edits.ts';

/**
 * For a copy of a tree, which names files where it does not lie: names below the ServerRoot that it states mean those of the copy,
 * and modules that are not there are taken from the server that is asked.
 */
export function relocateEdits(
  model: ServerModel,
  reader: TreeReader,
  target: TargetProfile | null,
): StagedEdit[] {
  const { statedRoot, serverRoot } = model;
  if (statedRoot === serverRoot) return [];
  return [...walkOccurrences(model.main)].flatMap((occurrence) => {
    if (/^include(?:optional)?$/.test(occurrence.name)) return [];
    if (occurrence.name === 'serverroot') return [setFirst(occurrence, `"${serverRoot}"`)];
    if (occurrence.name === 'loadmodule') return moduleEdit(occurrence, model, reader, target);
    return wordEdits(occurrence, model, reader);
  });
}

function moduleEdit(
  { args, file, node }: Occurrence,
  { serverRoot, statedRoot }: ServerModel,
  reader: TreeReader,
  target: TargetProfile | null,
): StagedEdit[] {
  const [identifier = '', path = ''] = args;
  const span = node.args[1]?.span;
  const place = posix.resolve(serverRoot, inCopy(path, statedRoot, serverRoot) ?? path);
  if (span === undefined) return [];
  if (reader.kindOf(place) !== null) return [{ file, edit: { span, text: `"${place}"` } }];
  const name = target?.loadable.get(identifier);
  if (target === null || name === undefined) return [];
  return [{ file, edit: { span, text: `"${posix.join(target.moduleFolder, name)}"` } }];
}

function wordEdits(
  { file, node }: Occurrence,
  { statedRoot, serverRoot }: ServerModel,
  reader: TreeReader,
): StagedEdit[] {
  return node.args.flatMap(({ value, span }) => {
    const place = inCopy(value, statedRoot, serverRoot);
    if (place === null || reader.kindOf(place) === null) return [];
    return [{ file, edit: { span, text: `"${place}"` } }];
  });
}

/** Where a path below the stated ServerRoot lies in the copy; null for one that is not below it. */
export function inCopy(path: string, statedRoot: string, serverRoot: string): string | null {
  if (path !== statedRoot && !path.startsWith(`${statedRoot}/`)) return null;
  return `${serverRoot}${path.slice(statedRoot.length)}`;
}
