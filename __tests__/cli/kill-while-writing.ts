import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PROGRAM } from './run-program.ts';

/**
 * Runs the program until three servers are written, and kills it. Where the machine is so fast that all are, a test has less to say, and
 * still holds.
 */
export async function killWhileWriting(
  words: readonly string[],
  { folder, env }: { readonly folder: string; readonly env: Readonly<Record<string, string>> },
): Promise<void> {
  const child = spawn(process.execPath, [PROGRAM, ...words], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => child.on('exit', resolve));
  const timer = setInterval(() => {
    if (countWritten(env['XDG_STATE_HOME'] ?? '') >= 3) child.kill('SIGKILL');
  }, 5);
  await ended;
  clearInterval(timer);
}

function countWritten(stateHome: string): number {
  try {
    return readdirSync(join(stateHome, 'httpd-codemod/history')).length;
  } catch {
    return 0;
  }
}
