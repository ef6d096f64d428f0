// A process that works on trees for a run over many servers, when that run is gone: Ctrl-C ends it first.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { beforeAll, expect, test } from '@jest/globals';
import { PROGRAM, rejectStaleBuild } from './run-program.ts';
import { tempTree } from './temp-tree.ts';

beforeAll(rejectStaleBuild);

const HOSTS = Array.from(
  { length: 400 },
  (_, i) =>
    `<VirtualHost *:80>\nServerName s${i}\nDocumentRoot /srv/${i}\n<Location /${i}>\nOrder deny,allow\nDeny from all\nAllow from 10.${i % 256}.0.0/16\n</Location>\n</VirtualHost>\n`,
).join('');

test.each([200, 400, 700])(
  'ends without a word when nobody listens any more, %d ms later',
  async (wait) => {
    const folder = tempTree({ 'a/httpd.conf': `Listen 80\n${HOSTS}`, 'b/httpd.conf': `Listen 81\n${HOSTS}` });
    const words = ['a', 'b', '--jobs', '2', '--no-cache'];
    const run = spawn(process.execPath, [PROGRAM, ...words], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const said = text(run.stderr);
    await workersStarted(run.pid);
    // They have their trees, and are not done with them.
    await setTimeout(wait);
    run.kill('SIGKILL');
    expect(await said).toBe('');
  },
  20_000,
);

async function workersStarted(pid: number | undefined): Promise<void> {
  if (workersOf(pid) === 2) return;
  await setTimeout(10);
  return workersStarted(pid);
}

function workersOf(pid: number | undefined): number {
  const children = readFileSync(join('/proc', String(pid), 'task', String(pid), 'children'), 'utf8');
  return children.split(' ').filter((each) => each !== '').length;
}
