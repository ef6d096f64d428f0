import { buildModel, patchedReader } from '../model/index.ts';
import type { ModelRequest, ServerModel, TreeReader } from '../model/index.ts';
import type { PatchSet } from '../patch/index.ts';
import type { TargetProfile } from '../target/index.ts';
import { askServer } from './ask-server.ts';
import { checkStart } from './check-start.ts';
import { judgeAnswer } from './judge-answer.ts';
import { messageReader } from './message-reader.ts';
import { readCommand, environmentFor } from './server-command.ts';
import { openStageFolder, planStage } from './stage-folder.ts';
import type { StageFolder } from './stage-folder.ts';
import { stagedTree } from './staged-tree.ts';
import type { StagedTree } from './staged-tree.ts';
import type { CheckWish, ConfigtestResult } from './types.ts';

export interface CheckRequest {
  readonly wish: CheckWish;
  /** How the tree is read: as for its migration. */
  readonly tree: ModelRequest;
  /** Shows the tree as it was before the patch set is written. */
  readonly reader: TreeReader;
  readonly patchSet: PatchSet;
  /** Null where a command is asked instead. */
  readonly server: TargetProfile | null;
  /** Ends the check early. */
  readonly signal: AbortSignal;
}

/** Longer than any tree takes to be read; host names in it may have to be looked up. */
export const READ_LIMIT = 120_000;

/**
 * Shows the server the tree as it will be, in a private folder that is gone afterwards. Nothing of the tree is changed. No program
 * that the configuration names is run; modules are loaded, for that is how a server reads.
 */
export async function checkStaged(request: CheckRequest): Promise<ConfigtestResult> {
  const reader = patchedReader(request.reader, request.patchSet);
  const model = buildModel(request.tree, reader);
  const problem = 'code' in model ? model.message : whyNot(model);
  if ('code' in model || problem !== null) return { type: 'failed', message: problem ?? '' };
  let stage: StageFolder | null = null;
  try {
    stage = openStageFolder();
    return await check(stagedTree(model, stage, reader, request.server), request);
  } catch (error) {
    return { type: 'failed', message: `the check could not be made: ${(error as Error).message}` };
  } finally {
    stage?.remove();
  }
}

/** Why a model can't be shown to a server; null if it can. */
export function whyNot({ kind, entry, statedRoot }: ServerModel): string | null {
  if (kind !== 'server' || entry === null) {
    return 'a server checks whole configurations only: give its main file or its folder';
  }
  return statedRoot.startsWith('/') ? null : `ServerRoot is no absolute path: ${statedRoot}`;
}

async function check(tree: StagedTree, request: CheckRequest): Promise<ConfigtestResult> {
  const { wish, server, signal, patchSet } = request;
  const { stage, model, place } = tree;
  const environment = environmentFor(wish, tree.environment);
  const folder = stage.layOut('tree', planStage(model, place.main, tree.edits('tree')));
  const command = readCommand(wish, server, { ...place, main: folder + place.main });
  const question = { words: command.words, environment, stage: stage.path, limit: READ_LIMIT, signal };
  const answer = await askServer(question);
  const asked = { ...command, of: 'staged' } as const;
  const read = judgeAnswer(answer, asked, messageReader({ model, patchSet, folder }), tree.notes);
  if (read.type !== 'accepted' || wish.type !== 'start' || server === null) return read;
  const start = await checkStart(tree, server.words ?? [server.name], signal);
  if (start.answer.type === 'skipped') {
    return { ...read, notes: [...read.notes, ...start.notes, start.answer.reason] };
  }
  const messages = messageReader({ model, patchSet, folder: start.folder });
  return judgeAnswer(start.answer, { ...asked, asked: `${asked.asked}, start` }, messages, [
    ...read.notes,
    ...start.notes,
  ]);
}
