// Many servers where something beside them fails: a cache that is damaged, a full disk, a report that can't be written.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { killWhileWriting } from './kill-while-writing.ts';
import { PROGRAM, rejectStaleBuild, runProgram } from './run-program.ts';
import { readTree, tempTree, writeFiles } from './temp-tree.ts';
import { describeInCI } from '../effort.ts';

beforeAll(rejectStaleBuild);

const HOSTS = ['a', 'b', 'c', 'd', 'e', 'f'];
let folder: string;
let env: Record<string, string>;

beforeEach(() => {
  folder = tempTree({});
  env = { XDG_STATE_HOME: tempTree({}) };
  for (const [i, name] of HOSTS.entries()) writeServer(name, `MaxClients ${100 + (i % 3)}\n`);
});

function writeServer(name: string, line: string): void {
  const rules = '<Location /x>\nOrder deny,allow\nDeny from all\nAllow from 10.0.0.1\n</Location>\n';
  writeFiles(folder, {
    [`hosts/${name}/conf/httpd.conf`]: `ServerRoot "/etc/httpd"\nListen 80\n${line}${rules}`,
  });
}

const hosts = () => readdirSync(join(folder, 'hosts')).map((name) => `hosts/${name}`);
const run = (...words: string[]) =>
  runProgram([...words, ...(words[0] === 'undo' ? [] : ['--jobs', '1'])], { folder, env });
const trees = () => readTree(join(folder, 'hosts'));

describe('a cache', () => {
  const cacheFiles = () => {
    const [key = ''] = readdirSync(join(folder, 'cache'));
    return readdirSync(join(folder, 'cache', key)).map((name) => join(folder, 'cache', key, name));
  };

  test.each<[string, (file: string) => void]>([
    ['cut off', (file) => truncateSync(file, 40)],
    ['filled with other bytes', (file) => writeFileSync(file, '\u0000{"a":1}\n'.repeat(50))],
    [
      'replaced by folders',
      (file) => {
        rmSync(file);
        mkdirSync(file);
      },
    ],
  ])('whose files were %s is as none, and is whole again then', (how, damage) => {
    const whole = run(...hosts(), '--no-cache').stdout;
    run(...hosts(), '--cache', 'cache');
    for (const file of cacheFiles()) damage(file);
    const { exitCode, stdout } = run(...hosts(), '--cache', 'cache');
    // What can't be replaced is told of.
    if (how === 'replaced by folders')
      return expect([exitCode, stdout.includes('give --cache DIR')]).toEqual([2, true]);
    expect([exitCode, stdout]).toEqual([0, whole]);
    expect(run(...hosts(), '--cache', 'cache', '--format', 'jsonl').stdout).toBe(
      run(...hosts(), '--no-cache', '--format', 'jsonl').stdout,
    );
  });

  test('of which only what is kept of trees is damaged is written from as if it were new', () => {
    run(...hosts(), '--cache', 'cache');
    for (const file of cacheFiles()) if (file.endsWith('.json')) truncateSync(file, 40);
    expect(run(...hosts(), '--cache', 'cache', '--write').exitCode).toBe(0);
    expect(Object.values(trees()).join()).not.toContain('MaxClients');
  });
});

describe('a state folder that cannot be made', () => {
  beforeEach(() => {
    env = { XDG_STATE_HOME: join(folder, 'hosts/a/conf/httpd.conf') };
  });

  test('keeps nobody from looking: nothing is kept then', () => {
    const { exitCode, stdout, stderr } = run(...hosts());
    expect([exitCode, stdout]).toEqual([0, run(...hosts(), '--no-cache').stdout]);
    expect(stderr).not.toContain('cache');
  });

  test.each([[[]], [['--no-cache']]])(
    'is named, with what to do, where servers are to be written: %p',
    (more) => {
      const before = trees();
      const { exitCode, stderr } = run(...hosts(), '--write', ...more);
      expect(exitCode).toBe(2);
      expect(stderr).toMatch(
        /: not a folder \(ENOTDIR\); set XDG_STATE_HOME to a folder that you may write to\n$/,
      );
      expect(trees()).toEqual(before);
    },
  );

  test('is named where it was asked for', () => {
    const { exitCode, stderr } = run(...hosts(), '--cache', 'hosts/a/conf/httpd.conf/x');
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(
      /the cache .* can't be used: not a folder \(ENOTDIR\); give --cache another DIR, or --no-cache\n$/,
    );
  });
});

test('a folder for temporary files that is not there is named, with what to do', () => {
  env = { ...env, TMPDIR: join(folder, 'absent') };
  const { exitCode, stderr } = run(...hosts(), '--no-cache');
  expect([exitCode, stderr]).toEqual([
    2,
    `httpd-codemod: ${join(folder, 'absent')} can't be used: no such file or folder (ENOENT); set TMPDIR to a folder that you may write to\n`,
  ]);
});

const asRoot = process.getuid?.() === 0 ? test : test.skip;
asRoot('a user without a name, as containers have them, needs no home to look', () => {
  const start = (...words: string[]) =>
    spawnSync(process.execPath, [PROGRAM, ...words], { uid: 54_321, gid: 54_321, env: {}, encoding: 'utf8' });
  chmodSync(folder, 0o755);
  const paths = hosts().map((name) => join(folder, name));
  expect(start(...paths, '--check', '--quiet')).toMatchObject({ status: 1, stderr: '' });
  expect(start('undo', '--list').stdout).toContain('Nothing to undo');
});

// By processes of its own, each: not for a sample.
describeInCI('a full disk', () => {
  /** No file may become longer than that: what a full disk does, to any user. */
  const runShort = (blocks: number, ...words: string[]) => {
    const command = `ulimit -f ${blocks}; trap '' XFSZ; exec "$@"`;
    const { status, stdout, stderr } = spawnSync(
      'bash',
      ['-c', command, 'bash', process.execPath, PROGRAM, ...words],
      { cwd: folder, env: { PATH: process.env['PATH'] ?? '', ...env }, encoding: 'utf8' },
    );
    return { exitCode: status, stdout, stderr };
  };

  test('for the cache: each server says so, nothing is written, and nothing is left behind', () => {
    const before = trees();
    const { exitCode, stdout } = runShort(1, ...hosts(), '--write', '--cache', 'cache');
    expect(exitCode).toBe(2);
    expect(stdout).toContain('give --cache DIR on another disk');
    expect(stdout).not.toContain('error of the program');
    expect(trees()).toEqual(before);
    expect(run(...hosts(), '--cache', 'cache').stdout).toBe(run(...hosts(), '--no-cache').stdout);
  });

  test('for the log of what is written: nothing is', () => {
    run(...hosts(), '--cache', 'cache');
    const before = trees();
    const { exitCode, stdout } = runShort(1, ...hosts(), '--write', '--cache', 'cache');
    expect(exitCode).toBe(2);
    expect(stdout).toContain("what is written can't be noted");
    expect(trees()).toEqual(before);
  });

  test('for the report: it is told, with how many servers were written', () => {
    const { exitCode, stderr } = run(...hosts(), '--write', '--output', '/dev/full');
    expect(exitCode).toBe(2);
    expect(stderr).toContain(
      '--output /dev/full: no space is left on the disk (ENOSPC); 6 servers written all the same',
    );
  });

  test('for a report of its own file: no half of it is left', () => {
    const { exitCode, stderr } = runShort(8, ...hosts(), '--no-cache', '--output', 'r.html');
    expect([exitCode, stderr.includes('--output r.html')]).toEqual([2, true]);
    expect(readdirSync(folder)).toEqual(['hosts']);
  });
});

test('a report that can have no place is told of before anything is written', () => {
  const before = trees();
  const { exitCode, stderr } = run(...hosts(), '--write', '--output', 'nowhere/r.html');
  expect([exitCode, stderr.includes('nowhere/r.html')]).toEqual([2, true]);
  expect(trees()).toEqual(before);
});

test('two runs at once write each server once', async () => {
  const before = trees();
  const words = [PROGRAM, ...hosts(), '--write', '--format', 'jsonl'];
  const options = { cwd: folder, env: { PATH: process.env['PATH'] ?? '', ...env }, stdio: 'ignore' } as const;
  const ends = [1, 2].map(
    () => new Promise((resolve) => spawn(process.execPath, words, options).on('exit', resolve)),
  );
  for (const code of await Promise.all(ends)) expect([0, 2]).toContain(code);
  run(...hosts(), '--write');
  expect(run(...hosts(), '--check').exitCode).toBe(0);
  expect(run('undo', ...hosts()).exitCode).toBe(0);
  expect(trees()).toEqual(before);
});

describe('a run that was killed while it wrote, and is followed by one that', () => {
  const killed = () => killWhileWriting([...hosts(), '--write'], { folder, env });

  test('is asked for something else, takes nothing over', async () => {
    await killed();
    const rest = hosts().filter(
      (path) => trees()[`${path.slice(6)}/conf/httpd.conf`]?.includes('Order') === true,
    );
    run(...hosts(), '--write', '--access', 'compat');
    for (const path of rest)
      expect(trees()[`${path.slice(6)}/conf/httpd.conf`]).toContain('Order deny,allow');
    expect(run(...hosts(), '--check').exitCode).not.toBe(2);
  });

  test('finds a server changed back, one changed and one gone, looks at these anew', async () => {
    const before = trees();
    await killed();
    writeServer('a', 'MaxClients 7\n');
    writeServer('e', 'KeepAlive 5\n');
    rmSync(join(folder, 'hosts/f'), { recursive: true });
    const { exitCode, stdout } = run('--format', 'jsonl', ...HOSTS.map((name) => `hosts/${name}`), '--write');
    expect(exitCode).toBe(2);
    expect(stdout).toContain('does not exist');
    expect(trees()['a/conf/httpd.conf']).toContain('MaxRequestWorkers 7');
    expect(trees()['e/conf/httpd.conf']).toContain('KeepAlive On');
    expect(run('undo', ...hosts()).exitCode).toBe(0);
    expect(trees()['b/conf/httpd.conf']).toBe(before['b/conf/httpd.conf']);
  });
});

// Root may read all.
const nobodyTest = process.getuid?.() === 0 ? test : test.skip;

nobodyTest('servers that may not be read are told of by what may not, others are written', () => {
  chmodSync(join(folder, 'hosts/b/conf/httpd.conf'), 0o000);
  chmodSync(join(folder, 'hosts/c/conf'), 0o000);
  const state = env['XDG_STATE_HOME'] ?? '';
  spawnSync('chown', ['-R', '65534:65534', folder, state]);
  spawnSync('chown', ['0:0', join(folder, 'hosts/d')]);
  chmodSync(join(folder, 'hosts/d'), 0o700);
  const { status, stdout } = spawnSync(process.execPath, [PROGRAM, ...hosts(), '--write'], {
    cwd: folder,
    uid: 65534,
    gid: 65534,
    env: { PATH: process.env['PATH'] ?? '', ...env },
    encoding: 'utf8',
  });
  expect(status).toBe(2);
  for (const path of ['b/conf/httpd.conf', 'c/conf', 'd']) {
    expect(stdout).toContain(`hosts/${path} may not be read: permission denied.`);
  }
  expect(trees()['a/conf/httpd.conf']).toContain('MaxRequestWorkers');
});
