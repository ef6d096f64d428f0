import { buildModel, patchedReader } from '../model/index.ts';
import { askServer } from './ask-server.ts';
import { READ_LIMIT } from './check-staged.ts';
import type { CheckRequest } from './check-staged.ts';
import { judgeAnswer } from './judge-answer.ts';
import { leaveOutPrograms } from './left-out.ts';
import { messageReader } from './message-reader.ts';
import { readCommand, environmentFor, serverEnvironment } from './server-command.ts';
import { openStageFolder } from './stage-folder.ts';
import type { StageFolder } from './stage-folder.ts';
import type { ConfigtestResult } from './types.ts';

/**
 * Has the server read the tree where it lies, after it was written (`-t`; never a start). Null where that makes no sense: a copy
 * names files elsewhere, and a configuration that runs programs while it is read is not given to a server by us.
 */
export async function checkWritten(request: CheckRequest): Promise<ConfigtestResult | null> {
  const { wish, server, signal, patchSet } = request;
  const reader = patchedReader(request.reader, patchSet);
  const model = buildModel(request.tree, reader);
  if ('code' in model || model.entry === null || model.statedRoot !== model.serverRoot) return null;
  if (leaveOutPrograms(model).names.length > 0) return null;
  // Holds nothing but stand-ins for folders that a start script would make.
  let stage: StageFolder | null = null;
  try {
    stage = openStageFolder();
    const made = stage;
    const isFolder = (path: string) => reader.kindOf(path) === 'folder';
    const given = serverEnvironment(model, isFolder, () => made.makeRunFolder('made-by-start'));
    const environment = environmentFor(wish, given);
    const place = { main: model.entry, root: model.statedRoot, defines: model.startedWith?.defines ?? [] };
    const command = readCommand(wish, server, place);
    const question = { words: command.words, environment, stage: stage.path, limit: READ_LIMIT, signal };
    const answer = await askServer(question);
    const messages = messageReader({ model, patchSet, folder: '' });
    return judgeAnswer(answer, { ...command, of: 'written' }, messages, []);
  } catch (error) {
    return { type: 'failed', message: `the check could not be made: ${(error as Error).message}` };
  } finally {
    stage?.remove();
  }
}
