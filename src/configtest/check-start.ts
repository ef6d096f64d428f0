import { occurrencesOf } from '../model/index.ts';
import type { ServerModel } from '../model/index.ts';
import type { Answer } from './ask-server.ts';
import { askServer } from './ask-server.ts';
import { freePorts } from './free-ports.ts';
import { isUp, judgeLog } from './start-log.ts';
import { startNotes } from './start-notes.ts';
import { planStage } from './plan-stage.ts';
import { placeWords } from './server-command.ts';
import type { StagedTree } from './staged-tree.ts';
import { missingFolder, startEdits } from './start-edits.ts';
import { whyNoStart, whyUndecided } from './why-no-start.ts';

/** What a start came to; `skipped`: it was not tried, for the reason given. */
export type StartAnswer = Answer | { readonly type: 'skipped'; readonly reason: string };

export interface StartCheck {
  readonly answer: StartAnswer;
  /** The folder of its staged files. */
  readonly folder: string;
  readonly notes: readonly string[];
}

/** Most servers are up within a second; one with thousands of certificates takes some. */
const LIMIT = 60_000;

/** Starts the server with the staged tree, on ports of the loopback address, and ends it. */
export async function checkStart(
  tree: StagedTree,
  program: readonly string[],
  signal: AbortSignal,
): Promise<StartCheck> {
  const { model, stage, edits, isFolder, locate, place } = tree;
  const whyNot = whyNoStart(model);
  if (whyNot !== null) return skipped(`no start was tried: ${whyNot}`);
  const run = stage.makeRunFolder('run');
  const ports = await freePorts(countListens(model));
  const plan = startEdits(model, { run, isFolder, locate, nextPort: () => ports.pop() ?? 0 });
  const folder = stage.layOut('start', planStage(model, place.main, [...plan.edits, ...edits('start')]));
  const answer = await askServer({
    words: [...program, ...placeWords({ ...place, main: folder + place.main }), ...ownWords(run)],
    environment: tree.environment,
    stage: stage.path,
    limit: LIMIT,
    signal,
    isUp: () => isUp(run),
  });
  const judged = judgeLog(answer, run);
  const undecided = judged.type === 'bad' ? whyUndecided(judged.output) : null;
  if (undecided !== null) return skipped(`the start is not decided: ${undecided}`);
  const named = withoutFolder(judged, missingFolder(run));
  return { answer: named, folder, notes: startNotes(model, plan.leftOut) };
}

function skipped(reason: string): StartCheck {
  return { answer: { type: 'skipped', reason }, folder: '', notes: [] };
}

/** What the stage gives instead of the configuration's own or the server's default; and no background, where it would be lost. */
function ownWords(run: string): string[] {
  const own = { DefaultRuntimeDir: run, PidFile: `${run}/httpd.pid`, ErrorLog: `${run}/error_log` };
  const words = Object.entries(own).flatMap(([name, path]) => ['-C', `${name} ${path}`]);
  return [...words, '-D', 'FOREGROUND'];
}

function countListens(model: ServerModel): number {
  return new Set(occurrencesOf(model, 'Listen').map(({ node }) => node)).size;
}

/** Names of files in folders that are not there, as the configuration has them. */
function withoutFolder(answer: Answer, folder: string): Answer {
  if (answer.type === 'failed') return answer;
  return { ...answer, output: answer.output.replaceAll(folder, '') };
}
