import { spawnSync } from 'node:child_process';

/**
 * Shows a long text of a terminal in the pager that the environment names (HTTPD_CODEMOD_PAGER, else PAGER; none by default), as long as
 * the reader wants. False where there is none, where the text fits the screen, or where the pager can't be started: then it is printed.
 */
export function showInPager(
  text: string,
  encoding: 'latin1' | 'utf8',
  environment: Readonly<Record<string, string | undefined>> = process.env,
): boolean {
  const pager = environment['HTTPD_CODEMOD_PAGER'] ?? environment['PAGER'] ?? '';
  if (process.stdout.isTTY !== true || pager === '' || pager === 'cat') return false;
  if (text.split('\n').length <= (process.stdout.rows || 24)) return false;
  // As git has it: less ends where all fits, keeps colours, and leaves the text on the screen.
  const env = { ...environment, LESS: environment['LESS'] ?? 'FRX' };
  const { status, error } = spawnSync('sh', ['-c', pager], {
    input: Buffer.from(text, encoding),
    stdio: ['pipe', 'inherit', 'inherit'],
    env,
  });
  // 126 and 127: the shell could not start it.
  return error === undefined && status !== 126 && status !== 127;
}
