import type { ServerModel, TreeReader, Occurrence } from '../model/index.ts';
import { decodePath, resolvePath, walkOccurrences } from '../model/index.ts';
import type { TargetProfile } from '../target/index.ts';
import { leaveOutPrograms, setFirst } from './left-out.ts';
import type { ServerPlace } from './server-command.ts';
import { serverEnvironment } from './server-command.ts';
import type { StageFolder } from './stage-folder.ts';
import type { StagedEdit } from './staged-edits.ts';
import { posix } from 'node:path';

/** A migrated tree and all that is needed to show it to a server in another place. */
export interface StagedTree {
  readonly model: ServerModel;
  readonly stage: StageFolder;
  /** With the main file as the server names it. */
  readonly place: ServerPlace;
  readonly environment: Readonly<Record<string, string>>;
  /** The edits of every check in the stage's folder of that name: as few as can be. */
  edits(folder: string): readonly StagedEdit[];
  readonly notes: readonly string[];
  isFolder(path: string): boolean;
  /** Where a file is that the configuration names so: in a copy, those below its ServerRoot are in it. */
  locate(path: string): string;
}

/** @param reader shows the tree as it will be */
export function stagedTree(
  model: ServerModel,
  stage: StageFolder,
  reader: TreeReader,
  target: TargetProfile | null,
): StagedTree {
  const isFolder = (path: string) => reader.kindOf(path) === 'folder';
  const leftOut = leaveOutPrograms(model);
  const moved = relocateEdits(model, reader, target);
  const standIns: string[] = [];
  const standIn = () => (standIns[0] ??= stage.makeRunFolder('made-by-start'));
  const isCopy = model.statedRoot !== model.serverRoot;
  return {
    model,
    stage,
    place: {
      main: model.entry ?? '',
      root: isCopy ? model.serverRoot : model.statedRoot,
      defines: model.startedWith?.defines ?? [],
    },
    environment: serverEnvironment(model, isFolder, standIn),
    edits: (folder) => [...includeEdits(model, `${stage.path}/${folder}`).edits, ...leftOut.edits, ...moved],
    notes: [
      ...includeEdits(model, '').notes,
      ...(leftOut.names.length === 0 ? [] : [`not run, so not checked: ${leftOut.names.join(', ')}`]),
      ...(isCopy
        ? [`the tree is a copy: what it names outside of ${model.statedRoot} was looked for on this machine`]
        : []),
    ],
    isFolder,
    locate: (path) => locate(path, model),
  };
}

function locate(path: string, { statedRoot, serverRoot }: ServerModel): string {
  const named = resolvePath(statedRoot, decodePath(path));
  return inCopy(named, statedRoot, serverRoot) ?? named;
}

interface IncludeEdits {
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

/**
 * For a copy of a tree, which names files where it does not lie: names below the ServerRoot that it states mean those of the copy,
 * and modules that are not there are taken from the server that is asked.
 */
function relocateEdits(model: ServerModel, reader: TreeReader, target: TargetProfile | null): StagedEdit[] {
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
function inCopy(path: string, statedRoot: string, serverRoot: string): string | null {
  if (path !== statedRoot && !path.startsWith(`${statedRoot}/`)) return null;
  return `${serverRoot}${path.slice(statedRoot.length)}`;
}
