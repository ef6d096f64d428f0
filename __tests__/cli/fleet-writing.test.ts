// What may happen to the servers of a fleet between being looked at and being written, and between two runs.
import { cpSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { parseCommandLine } from '../../src/cli/arguments/parse-command-line.ts';
import { openRunLog } from '../../src/cli/fleet/run-log.ts';
import { workServer } from '../../src/cli/fleet/work-server.ts';
import type { FleetWish } from '../../src/cli/fleet/work-server.ts';
import { writeServers } from '../../src/cli/fleet/write-servers.ts';
import { chooseOptions } from '../../src/cli/migrate/choose-target.ts';
import { framesOf, openBriefStore } from '../../src/fleet/index.ts';
import type { JsonServer, ServerOutcome } from '../../src/fleet/index.ts';
import { killWhileWriting } from './kill-while-writing.ts';
import { rejectStaleBuild, runProgram } from './run-program.ts';
import { readTree, tempTree, writeFiles } from './temp-tree.ts';

beforeAll(rejectStaleBuild);

let folder: string;
let env: Record<string, string>;

beforeEach(() => {
  folder = tempTree({});
  env = { XDG_STATE_HOME: tempTree({}) };
});

/** By one process, unless it says by how many: each takes its time to start. */
const run = (...words: string[]) => {
  const jobs = words[0] === 'undo' || words.some((word) => word.startsWith('-j')) ? [] : ['-j1'];
  return runProgram([...words, ...jobs], { folder, env });
};
const hosts = () => readdirSync(join(folder, 'hosts')).map((name) => `hosts/${name}`);
const read = () => readTree(folder);
const lines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as JsonServer);

/** A server with a file of its own, and more in its main file. */
function writeServer(name: string, more = ''): void {
  writeFiles(folder, {
    [`hosts/${name}/conf/httpd.conf`]: `ServerRoot "${folder}/hosts/${name}"\nMaxClients 5\nInclude conf.d/*.conf\n${more}`,
    [`hosts/${name}/conf.d/own.conf`]: 'MaxRequestsPerChild 10\n',
    [`hosts/${name}/conf.d/plain.conf`]: 'Timeout 5\n',
  });
}

/** Each of the servers reads common.conf through a link of its own. */
function shareWith(...names: string[]): void {
  writeFiles(folder, { 'common.conf': '<Location /x>\nOrder allow,deny\nAllow from all\n</Location>\n' });
  for (const name of names) {
    symlinkSync('../../../common.conf', join(folder, `hosts/${name}/conf.d/common.conf`));
  }
}

describe('a file that changes after it was looked at', () => {
  /** The servers are looked at, then `change` happens, then they are written. */
  async function writeAfter(change: () => void): Promise<readonly ServerOutcome[]> {
    process.env['XDG_STATE_HOME'] = env['XDG_STATE_HOME'];
    const paths = hosts().map((path) => join(folder, path));
    const command = await parseCommandLine([...paths, '--write']);
    if (!('name' in command) || command.name !== 'migrate') throw new Error('no command');
    const options = chooseOptions(command);
    const store = openBriefStore();
    if (typeof options === 'string' || typeof store === 'string') throw new Error('no run');
    const wish: FleetWish = { command, options, given: { environment: {} }, target: null, reports: false };
    const frames = framesOf(paths);
    const results = paths.map((path, index) => {
      const task = { server: { name: path, path, target: null }, frame: frames[index]! };
      return { ...task, summary: workServer(wish, task, store).summary };
    });
    change();
    const log = openRunLog(join(env['XDG_STATE_HOME']!, 'log'));
    if (typeof log === 'string') throw new Error(log);
    return writeServers({ results, store, log, isAllOrNone: false, before: [], settle: null, tell() {} });
  }

  test.each([
    ['one that is to be changed', 'conf.d/own.conf'],
    ['one that was only read', 'conf.d/plain.conf'],
  ])('%s: its server is not written, others are', async (_, file) => {
    for (const name of ['a', 'b', 'c']) writeServer(name);
    const before = read();
    const outcomes = await writeAfter(() => {
      writeFileSync(join(folder, `hosts/b/${file}`), 'Timeout 99\n');
    });
    expect(outcomes.map(({ exitCode, written }) => [exitCode, written])).toEqual([
      [0, 2],
      [2, null],
      [0, 2],
    ]);
    expect(outcomes[1]?.failure).toContain(`${file} was changed since it was read`);
    const now = read();
    expect(now['hosts/b/conf/httpd.conf']).toBe(before['hosts/b/conf/httpd.conf']);
    expect(now['hosts/c/conf/httpd.conf']).toContain('MaxRequestWorkers');
  });

  test('a server whose folder is gone is told of, others are written', async () => {
    for (const name of ['a', 'b', 'c']) writeServer(name);
    const outcomes = await writeAfter(() => rmSync(join(folder, 'hosts/b'), { recursive: true }));
    expect(outcomes.map(({ exitCode }) => exitCode)).toEqual([0, 2, 0]);
  });

  test('is taken as it is if another server of the run has written it', async () => {
    for (const name of ['a', 'b', 'c']) writeServer(name);
    shareWith('a', 'b', 'c');
    const outcomes = await writeAfter(() => {});
    expect(outcomes.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0]);
    expect(read()['common.conf']).toContain('Require all granted');
  });
});

test('a file that several servers share stays if one that reads it is not migrated', () => {
  for (const name of ['a', 'b']) writeServer(name);
  writeServer('refused', '<Location /y>\nOrder deny,allow\nDeny from all\nAllow from ${WHO}\n</Location>\n');
  shareWith('a', 'refused');
  const before = read();
  const result = run(...hosts(), '--write', '--format', 'jsonl');
  const codes = lines(result.stdout).map(({ path, exitCode }) => [path, exitCode]);
  expect(Object.fromEntries(codes)).toEqual({ 'hosts/a': 2, 'hosts/b': 0, 'hosts/refused': 4 });
  expect(result.stdout).toContain('not all change it alike: hosts/refused does not');
  expect(read()['common.conf']).toBe(before['common.conf']);
  expect(read()['hosts/a/conf/httpd.conf']).toBe(before['hosts/a/conf/httpd.conf']);
});

test('--apply review adds the fixes that were held back to servers that were written without', () => {
  const question =
    'RewriteEngine On\nRewriteRule ^/old/(.*)$ /new/$1?x [L]\nRewriteRule ^/a/(.*)$ http://b/$1 [R]\n';
  for (const name of ['a', 'b']) writeServer(name, question);
  writeServer('c');
  const before = read();
  cpSync(join(folder, 'hosts'), join(folder, 'alone'), { recursive: true });
  run(...hosts(), '--write');
  const held = read();
  expect(run(...hosts(), '--write', '--apply', 'review').exitCode).toBe(0);
  for (const name of ['a', 'b', 'c']) run(`alone/${name}`, '--write', '--apply', 'review');
  expect(readTree(join(folder, 'hosts'))).toEqual(readTree(join(folder, 'alone')));
  expect(read()['hosts/a/conf/httpd.conf']).not.toBe(held['hosts/a/conf/httpd.conf']);
  // The one run, then the other.
  const hostsOf = (files: Record<string, string>) =>
    Object.fromEntries(Object.entries(files).filter(([path]) => path.startsWith('hosts/')));
  for (const state of [held, before]) {
    expect(run('undo', ...hosts()).exitCode).toBe(0);
    expect(hostsOf(read())).toEqual(hostsOf(state));
  }
});

test('undo gives a server back whose file another one reads by a link, and --apply review adds to it', () => {
  writeServer('a', 'RewriteEngine On\nRewriteRule ^/old/(.*)$ /new/$1?x [L]\n');
  writeServer('b');
  rmSync(join(folder, 'hosts/b/conf.d/plain.conf'));
  symlinkSync('../../a/conf.d/plain.conf', join(folder, 'hosts/b/conf.d/plain.conf'));
  const before = read();
  run(...hosts(), '--write');
  const written = read();
  expect(run('hosts/a', '--write', '--apply', 'review').exitCode).toBe(0);
  expect(read()['hosts/a/conf/httpd.conf']).not.toBe(written['hosts/a/conf/httpd.conf']);
  expect(run('undo', 'hosts/a').exitCode).toBe(0);
  const { exitCode, stdout } = run('undo', ...hosts());
  expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: 'Undone: 2 trees of 2.\n' });
  expect(read()).toEqual(before);
});

describe('a run that was killed while it wrote', () => {
  beforeEach(() => {
    const names = Array.from({ length: 12 }, (_, at) => `h${String(at).padStart(2, '0')}`);
    for (const [at, name] of names.entries()) writeServer(name, `KeepAliveTimeout ${at % 3}\n`);
    shareWith(...names);
  });

  test('ends with what servers share as the whole run does, and tells the same', async () => {
    cpSync(folder, `${folder}-kept`, { recursive: true, verbatimSymlinks: true });
    const whole = run(...hosts(), '--write');
    const after = read();
    rmSync(folder, { recursive: true });
    rmSync(env['XDG_STATE_HOME']!, { recursive: true });
    renameSync(`${folder}-kept`, folder);
    await killWhileWriting([...hosts(), '--write'], { folder, env });
    const rest = run(...hosts(), '--write');
    expect(rest.stdout).toBe(whole.stdout);
    expect(read()).toEqual(after);
  });

  test('takes all back that was to be all or none, if one can no longer be read', async () => {
    const before = read();
    await killWhileWriting([...hosts(), '--write', '--all-or-none'], { folder, env });
    writeFiles(folder, { 'hosts/h11/conf/httpd.conf': 'Include httpd.conf\n' });
    expect(run(...hosts(), '--write', '--all-or-none').exitCode).toBe(2);
    expect(read()).toEqual({ ...before, 'hosts/h11/conf/httpd.conf': 'Include httpd.conf\n' });
  });
});
