import type { ServerModel, Occurrence } from '../model/index.ts';
import { occurrencesOf, walkOccurrences, walkScopes } from '../model/index.ts';
import type { Answer } from './ask-server.ts';
import { askServer } from './ask-server.ts';
import { freePorts } from './free-ports.ts';
import { planStage } from './stage-folder.ts';
import { placeWords } from './server-command.ts';
import type { StagedTree } from './staged-tree.ts';
import { missingFolder, startEdits } from './start-edits.ts';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { moduleFacts } from '../catalog/index.ts';

/** What a start came to; `skipped`: it was not tried, for the reason given. */
type StartAnswer = Answer | { readonly type: 'skipped'; readonly reason: string };

interface StartCheck {
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

/** The pid file is written when all is prepared (ap_log_pid), the line when the processes for requests have been made. */
function isUp(run: string): boolean {
  return existsSync(join(run, 'httpd.pid')) && /resuming normal operations/.test(readLog(run));
}

function readLog(run: string): string {
  try {
    return readFileSync(join(run, 'error_log'), 'latin1');
  } catch {
    return '';
  }
}

/** `[Sat Nov 21 09:25:48 2026] [unixd:alert] [pid 20683:tid 20683] AH02155: ...` */
const SEVERE = /^\[[^\]]*\] \[[\w-]*:(?:emerg|alert)\] /;
const BAD = /^\[[^\]]*\] \[[\w-]*:(?:emerg|alert|crit|error)\] /;

/** A server whose processes complain like this serves nobody, even if their parent goes on. */
function judgeLog(answer: Answer, run: string): Answer {
  const lines = readLog(run).split('\n');
  if (answer.type === 'bad') {
    const bad = lines.filter((line) => BAD.test(line));
    return { ...answer, output: [...bad, answer.output].join('\n') };
  }
  const severe = [...new Set(lines.filter((line) => SEVERE.test(line)).map(withoutTime))];
  return answer.type === 'good' && severe.length > 0 ? { type: 'bad', output: severe.join('\n') } : answer;
}

function withoutTime(line: string): string {
  return line.replace(/^\[[^\]]*\] (\[[^\]]*\])(?: \[[^\]]*\])* /, '$1 ');
}

/** What to know of a start that was tried, as sentences. @param leftOut names of what it was tried without */
function startNotes({ modules }: ServerModel, leftOut: readonly string[]): string[] {
  const live = modules.filter(({ occurrence }) => occurrence.on24 !== 'no');
  const foreign = live.map(({ identifier }) => identifier).filter((name) => moduleFacts(name) === null);
  return [
    ...noteAbout('left out of the trial start, since it would act outside of it', leftOut),
    ...noteAbout('third-party modules, which were loaded and did whatever they do at start', foreign),
  ];
}

function noteAbout(what: string, names: readonly string[]): string[] {
  return names.length === 0 ? [] : [`${what}: ${[...new Set(names)].toSorted().join(', ')}`];
}

/** mod_md asks for certificates by itself. */
const ASKS_FOR_CERTIFICATES = /^(?:mdomain|mdmember|mdomainset|managedomain)$/;

/** Why no start of this configuration can be tried, as the end of a sentence; null if one can. */
export function whyNoStart(model: ServerModel): string | null {
  for (const { name, node } of walkScopes(model.main)) {
    if (ASKS_FOR_CERTIFICATES.test(name)) return speaks(`<${node?.open.name.value ?? name}>`);
  }
  for (const occurrence of walkOccurrences(model.main)) {
    const reason = reasonIn(occurrence);
    if (reason !== null) return reason;
  }
  return null;
}

function reasonIn({ name, node, args, scope }: Occurrence): string | null {
  const written = node.name.value;
  if (ASKS_FOR_CERTIFICATES.test(name)) return speaks(written);
  // mod_proxy_hcheck asks the backends at once.
  if (args.some((arg) => /^hcmethod=/i.test(arg))) return speaks(`${written} hcmethod=`);
  return name === 'listen' && scope.name === 'macro' ? 'a macro has Listen lines' : null;
}

function speaks(what: string): string {
  return `${what} would make the server connect to other machines`;
}

/** Of what a server says at its end: what the place of the start decides, not the configuration. */
const UNDECIDED: readonly (readonly [pattern: RegExp, reason: string])[] = [
  // mod_ssl: AH02577, AH02578, AH02580 and others of ssl_engine_pphrase.c.
  [/pass ?phrase/i, 'a private key needs a pass phrase, and nobody was there to type it'],
  // listen.c: the ports of a start are its own, each was free before it.
  [/AH00072: make_sock: could not bind/, 'another program took one of its ports'],
];

/** Why a start that failed says nothing of the configuration; null if it does. */
export function whyUndecided(output: string): string | null {
  return UNDECIDED.find(([pattern]) => pattern.test(output))?.[1] ?? null;
}
