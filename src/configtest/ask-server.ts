import { setInterval, setTimeout as sleep } from 'node:timers/promises';
import { runGuarded } from './run-guarded.ts';
import type { GuardedCommand } from './run-guarded.ts';

/** How a question to the server ended. */
export type Answer =
  /** As was hoped: with exit status 0, or, of a start, it is up and stays. */
  | { readonly type: 'good' | 'bad'; readonly output: string }
  /** Not within the time, or stopped from outside, or not to be run: a sentence. */
  | { readonly type: 'failed'; readonly message: string };

export interface Question extends GuardedCommand {
  /** ms */
  readonly limit: number;
  readonly signal: AbortSignal;
  /** Of a start: whether the server is up by now. */
  readonly isUp?: (() => boolean) | undefined;
}

const LOOK_EVERY = 40;
/** How long a server that is up must stay so, in ms: processes that can't begin their work end within this time. */
const MUST_STAY = 600;

/** Runs the server until it ends, is up, or has taken too long; nothing of it is left afterwards. */
export async function askServer(question: Question): Promise<Answer> {
  const { limit, signal, isUp, words } = question;
  if (signal.aborted) return interrupted(signal);
  const run = runGuarded(question);
  const waiting = new AbortController();
  const first = await Promise.race([
    run.ended.then((status) => ({ type: 'ended', status }) as const),
    untilUp(isUp, waiting.signal),
    sleep(limit, 'late' as const, { signal: waiting.signal }).catch(() => 'late' as const),
    untilAborted(signal, waiting.signal),
  ]);
  waiting.abort();
  await run.stop();
  const output = run.output();
  if (first === 'up') return { type: 'good', output };
  if (first === 'aborted') return interrupted(signal);
  if (first === 'late' || first.status === null) {
    const reason = first === 'late' ? `no answer within ${limit / 1000} seconds` : 'was ended by a signal';
    return { type: 'failed', message: `${words[0]}: ${reason}` };
  }
  return ended(first.status, question, output);
}

/** Resolves when the server has been up for long enough; never for a question that is no start. */
async function untilUp(isUp: Question['isUp'], signal: AbortSignal): Promise<'up'> {
  if (isUp === undefined) return new Promise(() => {});
  try {
    for await (const _ of setInterval(LOOK_EVERY, null, { signal })) if (isUp()) break;
    await sleep(MUST_STAY, null, { signal });
  } catch {
    // Nobody waits any more.
  }
  return 'up';
}

function untilAborted(signal: AbortSignal, done: AbortSignal): Promise<'aborted'> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve('aborted'), { once: true, signal: done });
  });
}

function interrupted({ reason }: AbortSignal): Answer {
  return { type: 'failed', message: `the check was interrupted (${String(reason)})` };
}

/** 126 and 127 are the shell's: the program can't be run, or is not there. A start that comes to an end by itself is none. */
function ended(status: number, { words: [program], isUp }: Question, output: string): Answer {
  if (status === 126 || status === 127) {
    return { type: 'failed', message: `${program}: can't be run (${output.trim().slice(0, 200)})` };
  }
  return { type: status === 0 && isUp === undefined ? 'good' : 'bad', output };
}
