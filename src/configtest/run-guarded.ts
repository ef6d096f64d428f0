import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

/** A program that is run under guard. */
export interface GuardedRun {
  /** Exit status; null if it was ended, or could not be run. Settles when nothing of it is left. */
  readonly ended: Promise<number | null>;
  /** What it has printed so far, as Latin-1. */
  output(): string;
  /** Asks it to end, then makes it. Settles when nothing of it is left. */
  stop(): Promise<void>;
}

export interface GuardedCommand {
  readonly words: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Removed by the guard if this process is killed. */
  readonly stage: string;
}

/**
 * The guard between this process and the server. It holds the server's group together and waits for the end of its standard input,
 * which comes even if this process is killed (kill -9): then it ends the server, takes the stage away, and itself and all that is
 * left of the group. $0 is the stage, the words are the command. A server that ends sends TERM to its whole group (prefork.c, event.c),
 * which the guard must outlive. What it makes (logs, in a folder that others may pass through) is for its owner only.
 */
const GUARD = `
umask 077
exec 3<&0
"$@" </dev/null 3<&- &
server=$!
trap '' TERM
{ read -r _; kill -TERM $server; sleep 3; rm -rf -- "$0"; kill -KILL 0; } <&3 >/dev/null 2>&1 &
exec 3<&-
wait $server
`;

/** More than any server says; what comes after is dropped. */
const MOST_OUTPUT = 1024 * 1024;
/** How long a server has for an orderly end, in ms: it gives back shared memory and semaphores only then. */
const PATIENCE = 2500;

/** Runs a program in a process group of its own, with nothing on its standard input. Never throws. */
export function runGuarded({ words, environment, stage }: GuardedCommand): GuardedRun {
  const chunks: Buffer[] = [];
  let length = 0;
  const child = spawn('/bin/sh', ['-c', GUARD, stage, ...words], {
    cwd: '/',
    env: environment,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const keep = (chunk: Buffer) => {
    if (length < MOST_OUTPUT) chunks.push(chunk);
    length += chunk.length;
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  // A guard that is gone already.
  child.stdin.on('error', () => {});
  const ended = new Promise<number | null>((resolve) => {
    let status: number | null = null;
    // As a shell says it: not to be found, or not to be run.
    child.on('error', () => resolve(127));
    child.on('exit', (code) => {
      status = code;
      killGroup(child.pid);
    });
    child.on('close', () => resolve(status));
  });
  return {
    ended,
    output: () => Buffer.concat(chunks).toString('latin1'),
    async stop() {
      child.stdin.end();
      const patience = new AbortController();
      await Promise.race([ended, sleep(PATIENCE, null, { signal: patience.signal }).catch(() => null)]);
      patience.abort();
      killGroup(child.pid);
      await ended;
    },
  };
}

/** All that is left of a group that this process has started. */
function killGroup(leader: number | undefined): void {
  if (leader === undefined) return;
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // Nothing is left.
  }
}
