import { spawnSync } from 'node:child_process';
import { PROGRAM } from './run-program.ts';
import type { Ran } from './run-program.ts';

/** Mounts are made for one process alone (in its namespace of mounts), and go with it. Who is not root needs one of users, too. */
const UNSHARE = ['unshare', ...(process.getuid?.() === 0 ? [] : ['-r']), '-m', '--propagation', 'private'];

/** Whether this user may do that here; if not, it is said why. Where he may, no test is skipped. */
export function canMount(command = 'mount --bind /tmp /tmp'): boolean {
  const { status, stderr, error } = inNamespace(command, ['true'], { folder: '/', env: {} });
  if (status === 0) return true;
  const reason = error?.message ?? stderr.toString('utf8').trim();
  console.warn(`SKIPPED: \`${command}\` is not allowed here, so what becomes of it is not seen: ${reason}`);
  return false;
}

interface Where {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Runs the built program where a shell has run the commands that mount. */
export function runWithMounts(mounts: readonly string[], words: readonly string[], where: Where): Ran {
  const program = [process.execPath, PROGRAM, ...words];
  const { status, stdout, stderr } = inNamespace(mounts.join(' && '), program, where);
  return { exitCode: status, stdout: stdout.toString('latin1'), stderr: stderr.toString('utf8') };
}

function inNamespace(mounts: string, command: readonly string[], { folder, env }: Where) {
  const [tool = '', ...words] = [...UNSHARE, 'sh', '-c', `${mounts} && exec "$@"`, 'sh', ...command];
  return spawnSync(tool, words, { cwd: folder, env: { PATH: process.env['PATH'] ?? '', ...env } });
}
