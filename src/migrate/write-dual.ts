import type { ChooseGuard, DualFile, FirstGuard, VersionPrelude } from '../dual/index.ts';
import { differentReading, dualPatch, firstGuard, guardChooser, versionPrelude } from '../dual/index.ts';
import { itemsGuarded, isNegated } from '../model/index.ts';
import type { Guard, Occurrence, ServerModel } from '../model/index.ts';
import type { FilePatch, LinkPatch, PatchSet } from '../patch/index.ts';
import type { TargetProfile } from '../target/index.ts';
import { positionAt } from '../text/index.ts';
import type { PipelineResult } from '../transform/index.ts';
import type { AnswerDifference, Finding } from './types.ts';

/** A migration as one text for 2.2 and 2.4. */
export interface DualMigration {
  readonly patches: readonly FilePatch[];
  readonly links: readonly LinkPatch[];
  readonly folders: readonly string[];
  /** The tree as it is then. */
  readonly model: ServerModel;
  readonly findings: readonly Finding[];
  /** Not empty: one of the servers would read something else than it should. */
  readonly refused: readonly AnswerDifference[];
}

interface DualMigrationRequest {
  readonly before: ServerModel;
  readonly result: PipelineResult;
  readonly target: TargetProfile;
  /** Whether a transform writes access rules. */
  readonly isAccess: (transform: string) => boolean;
  readonly rebuild: (changes: PatchSet) => ServerModel;
}

/**
 * Makes the migrated tree one that 2.2 reads as before and 2.4 as migrated, and makes sure of both: each must read the same
 * directives, in the same order and sections, as in the tree that is its own.
 */
export function writeDual(request: DualMigrationRequest): DualMigration {
  const { before, result, target, isAccess, rebuild } = request;
  const chooserOf = guardChooser(before, result.model, target, isAccess);
  const dual = new Map<string, { patch: FilePatch; choose: ChooseGuard; file: DualFile }>();
  for (const patch of result.patches) {
    const file = before.files.get(patch.path);
    if (file === undefined || patch.after === patch.before) continue;
    const choose = chooserOf(file);
    dual.set(patch.path, { patch, choose, file: dualPatch(patch, choose) });
  }
  const files = new Map([...dual].map(([path, { file }]) => [path, file]));
  const prelude = neededPrelude(before, files, target);
  const first = prelude === null ? undefined : (dual.get(prelude.path) ?? unchanged(before, prelude.path));
  if (prelude !== null && first) files.set(prelude.path, dualPatch(first.patch, first.choose, prelude));
  const patches = [...files.values()].map(({ patch }) => patch);
  const model = rebuild({ files: patches, links: [] });
  return {
    patches,
    links: [],
    folders: [],
    model,
    findings: [
      ...dualFindings(before, result, guardsOf(files), target),
      ...(prelude === null ? [] : versionGuards(before)),
    ],
    refused: [
      ...misread(differentReading(before, model, '2.2', isVersionModule), '2.2'),
      ...misread(differentReading(result.model, model, '2.4', isVersionModule), '2.4'),
    ],
  };
}

function guardsOf(files: ReadonlyMap<string, DualFile>): FirstGuard[] {
  return [...files].flatMap(([path, { guards }]) =>
    guards.filter(({ kind }) => kind === 'version').map(({ at }) => ({ path, at })),
  );
}

function neededPrelude(
  before: ServerModel,
  files: ReadonlyMap<string, DualFile>,
  target: TargetProfile,
): VersionPrelude | null {
  const first = firstGuard(before, guardsOf(files));
  return first === null ? null : versionPrelude(before, target, first);
}

/** A file that nothing else changes. */
function unchanged(before: ServerModel, path: string) {
  const file = before.files.get(path);
  if (file === undefined) return undefined;
  const { text } = file.source;
  const span = { start: 0, end: text.length };
  const patch: FilePatch = {
    path,
    newPath: path,
    before: text,
    pieces: [{ type: 'kept', span }],
    after: text,
    stat: file.stat,
  };
  return { patch, choose: () => 'version' as const };
}

/** What makes IfVersion known to both. */
function isVersionModule({ name, args }: Occurrence): boolean {
  return name === 'loadmodule' && args[0] === 'version_module';
}

function misread(line: Occurrence | null, version: string): AnswerDifference[] {
  if (line === null) return [];
  const { file, node } = line;
  const message = `With guards for both versions ${version} would read other directives from here on than it should.`;
  return [{ path: file.path, position: positionAt(file.source.text, node.span.start), message }];
}

/** What one text for both versions can't say, or takes for granted. */
function dualFindings(
  before: ServerModel,
  result: PipelineResult,
  guards: readonly FirstGuard[],
  target: TargetProfile,
): Finding[] {
  const [first] = guards;
  const renamed = result.patches.filter(({ path, newPath }) => path !== newPath);
  return [
    ...renamed.map(({ path, newPath }) => finding('file-name', 'error', path, namesMessage(newPath))),
    ...(first === undefined ? [] : [versionFinding(before, first, target)]),
  ];
}

function namesMessage(newPath: string): string {
  return `2.4 wants this file to be called ${newPath}. One text for both versions can't have two names: give it the new name on the machines that run 2.4.`;
}

function versionFinding(before: ServerModel, { path, at }: FirstGuard, target: TargetProfile): Finding {
  const text = before.files.get(path)?.source.text ?? '';
  const place = { span: { start: at, end: at }, position: positionAt(text, at) };
  const isThere = target.builtin.has('version_module') || target.loadable.has('version_module');
  const message = isThere
    ? 'What only one version reads stands in <IfVersion>: the machines of both must have mod_version.'
    : `What only one version reads stands in <IfVersion>, but the target (${target.name}) has no mod_version: build or install it.`;
  return { ...finding('version', isThere ? 'info' : 'error', path, message), ...place };
}

/** Whether 2.2 had mod_version may not be known; by what the text for both loads it has it. */
function versionGuards(before: ServerModel): Finding[] {
  const asks = ({ kind, test }: Guard): boolean =>
    kind === 'ifmodule' && /^!?(?:mod_version\.c|version_module)$/.test(test);
  const asking = itemsGuarded(before).find(({ name, guards }) => name !== 'loadmodule' && guards.some(asks));
  const guard = asking?.guards.find(asks);
  if (guard === undefined) return [];
  const { file, node } = guard;
  const { span } = node.open;
  const place = { span, position: positionAt(file.source.text, span.start) };
  const message = `The text for both versions loads mod_version above this guard. If the 2.2 server did not have it, it will ${isNegated(guard) ? 'skip' : 'read'} these lines from now on.`;
  return [{ ...finding('version-guard', 'warning', file.path, message), ...place }];
}

function finding(messageId: string, level: Finding['level'], path: string, message: string): Finding {
  return {
    transform: 'dual',
    messageId,
    level,
    message,
    path,
    span: null,
    position: null,
    applicability: level === 'info' ? null : 'manual',
    fixTitle: null,
    applied: false,
  };
}
