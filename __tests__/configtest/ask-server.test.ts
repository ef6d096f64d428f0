import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { askServer } from '../../src/configtest/ask-server.ts';
import { openStageFolder } from '../../src/configtest/stage-folder.ts';
import { tempTree } from '../cli/temp-tree.ts';

/** Asks a shell script in the server's stead. */
function ask(script: string, more: Partial<Parameters<typeof askServer>[0]> = {}) {
  const stage = tempTree({});
  const words = ['/bin/sh', '-c', script];
  const environment = { PATH: '/usr/bin:/bin' };
  return askServer({ words, environment, stage, limit: 5000, signal: new AbortController().signal, ...more });
}

describe('a server that is asked', () => {
  test('answers by its exit status, and everything that it prints is kept', async () => {
    expect(await ask('echo one; echo two >&2')).toEqual({
      type: 'good',
      output: expect.stringMatching(/one|two/),
    });
    expect(await ask('echo no; exit 1')).toEqual({ type: 'bad', output: 'no\n' });
    expect(await ask('kill -SEGV $$')).toMatchObject({ type: 'bad' });
  });

  test('gets nothing on its standard input, and makes files for its owner only', async () => {
    expect(await ask('umask')).toEqual({ type: 'good', output: '0077\n' });
    expect(await ask('cat; echo end')).toEqual({ type: 'good', output: 'end\n' });
  });

  test('that does not exist, or is no program, is said to be so', async () => {
    expect(await ask('', { words: ['/no/httpd'] })).toMatchObject({ type: 'failed' });
    expect(await ask('', { words: ['/etc/passwd'] })).toMatchObject({ type: 'failed' });
  });

  test('that hangs, deaf to every signal that can be ignored, is ended', async () => {
    const pid = join(tempTree({}), 'pid');
    const script = `trap '' TERM HUP INT; echo $$ > ${pid}; while :; do sleep 1; done`;
    expect(await ask(script, { limit: 3000 })).toMatchObject({
      type: 'failed',
      message: expect.stringContaining('no answer within 3 seconds'),
    });
    expect(existsSync(`/proc/${readFileSync(pid, 'utf8').trim()}/exe`)).toBe(false);
  });

  test('that leaves a child behind: the child goes, too', async () => {
    const folder = tempTree({});
    await ask(`(sleep 1; touch ${folder}/survived) & exit 0`);
    await new Promise((resolve) => setTimeout(resolve, 1300));
    expect(existsSync(join(folder, 'survived'))).toBe(false);
  });

  test('is not asked any further when somebody wants it to end', async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort('SIGINT'), 100);
    const answer = await ask('sleep 5', { signal: controller.signal });
    expect(answer).toEqual({ type: 'failed', message: 'the check was interrupted (SIGINT)' });
    expect(await ask('echo', { signal: controller.signal })).toEqual(answer);
  });

  test('a start that ends by itself is none, whatever its status; one that stays up is', async () => {
    const up = join(tempTree({}), 'up');
    const isUp = () => existsSync(up);
    expect(await ask('echo bye', { isUp: () => false })).toEqual({ type: 'bad', output: 'bye\n' });
    expect(await ask(`touch ${up}; sleep 60`, { isUp, limit: 60_000 })).toMatchObject({ type: 'good' });
    rmSync(up);
    expect(await ask(`touch ${up}; sleep 0.1`, { isUp, limit: 60_000 })).toMatchObject({ type: 'bad' });
  });

  test('that prints without end fills no memory', async () => {
    const answer = await ask('yes 0123456789012345678901234567890123456789 | head -c 20000000');
    expect(answer.type === 'failed' ? 0 : answer.output.length).toBeLessThan(2_000_000);
  });
});

describe('the stage', () => {
  test('is for its owner only, and gone when removed; a run folder can be passed through', () => {
    const stage = openStageFolder();
    const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
    expect(modeOf(stage.path)).toBe('700');
    const run = stage.makeRunFolder('run');
    expect([modeOf(stage.path), modeOf(run)]).toEqual(['711', '711']);
    mkdirSync(join(run, 'more'));
    stage.remove();
    expect(existsSync(stage.path)).toBe(false);
  });
});
