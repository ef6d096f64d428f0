import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { createDiskReader } from '../../src/model/index.ts';
import { targetProfile } from '../../src/target/index.ts';
import type { MigrateCommand } from '../../src/cli/command.ts';
import { deliver } from '../../src/cli/commands/deliver.ts';
import { migrateAll } from '../../src/cli/migrate/migrate-all.ts';
import { settle } from '../../src/cli/migrate/settle.ts';
import { describeTerminal } from '../../src/cli/terminal.ts';
import { runHere } from './run-here.ts';
import { PROGRAM, PROJECT, rejectStaleBuild, runProgram } from './run-program.ts';
import { readTree, SMALL_SERVER, tempTree, writeFiles } from './temp-tree.ts';

beforeAll(rejectStaleBuild);

const SERVER = 'ServerRoot "."\nListen 80\nMaxClients 5\n';

/** What is wrong -> the files, the PATH, and what must be said. */
const BAD: Readonly<Record<string, readonly [files: Record<string, string>, path: string, said: RegExp]>> = {
  'a missing file': [{}, 'none.conf', /none\.conf does not exist/],
  'an empty folder': [{}, '.', /holds no main configuration file/],
  'a folder without configuration': [
    { 'a.txt': 'x\n', 'b/c.html': '<p>\n' },
    '.',
    /holds no main configuration file/,
  ],
  'a binary file': [{ 'x.conf': '\x7fELF\x02\x01\x01\x00\x00\x00' }, 'x.conf', /x\.conf holds binary data/],
  'UTF-16 text': [
    { 'x.conf': '\xff\xfeL\x00i\x00s\x00t\x00e\x00n\x00' },
    'x.conf',
    /x\.conf holds binary data/,
  ],
  'an unclosed section': [
    { 'httpd.conf': `${SERVER}<Directory />\nOrder deny,allow\n` },
    '.',
    /^httpd\.conf:4:1 error syntax: <Directory> is not closed/m,
  ],
  'an unclosed section in an included file': [
    { 'httpd.conf': `${SERVER}Include conf.d/*.conf\n`, 'conf.d/a.conf': '# one\n  <VirtualHost *>\n' },
    'httpd.conf',
    /^conf\.d\/a\.conf:2:\d+ error syntax: <VirtualHost> is not closed/m,
  ],
  'a section closed twice': [
    { 'x.conf': '<Files a>\n</Files>\n</Files>\nMaxClients 5\n' },
    'x.conf',
    /^x\.conf:3:1 error syntax: /m,
  ],
  'guards nested without end': [
    { 'httpd.conf': SERVER + '<IfDefine a>\n'.repeat(1500) + '</IfDefine>\n'.repeat(1500) },
    '.',
    /^httpd\.conf:25\d:\d+ error model: /m,
  ],
  'text behind a section line': [
    { 'httpd.conf': `${SERVER}<Directory> /x\n</Directory>\n` },
    '.',
    /^httpd\.conf:4:\d+ error syntax: Text follows .*: the server refuses this.* Nothing in this file was changed/m,
  ],
  'an Include cycle': [
    { 'httpd.conf': `${SERVER}Include other.conf\n`, 'other.conf': 'Include httpd.conf\n' },
    '.',
    /^other\.conf:1:\d+ error model: .*cycle/m,
  ],
};

test('of what can not be read no finding is offered to be read about that was not printed', async () => {
  const folder = tempTree({
    'x.conf': '<Location />\nOrder deny,allow\nDeny from all\nAllow from <%= nets %>\n</Location>\n</If>\n',
  });
  const { exitCode, stderr } = await runHere(['x.conf'], { folder });
  expect(exitCode).toBe(2);
  expect(stderr).toContain('x.conf:6:1 error syntax: ');
  expect(stderr).not.toContain('explain');
});

test('a name of bytes that are not UTF-8 is said to be one', () => {
  const folder = tempTree({ 'a.conf': SERVER });
  // The shell has the bytes; no argument that is handed over by Node has.
  const ask = (words: string) =>
    spawnSync(
      'sh',
      ['-c', `cp a.conf "$(printf 'caf\\351')"; exec "$0" "$1" ${words}`, process.execPath, PROGRAM],
      {
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, XDG_STATE_HOME: join(folder, 'state') },
      },
    );
  const name = `"$(printf 'caf\\351')"`;
  for (const words of [
    name,
    `who / --tree ${name}`,
    `undo ${name}`,
    `status ${name}`,
    `verify a.conf ${name}`,
  ]) {
    const { status, stderr } = ask(words);
    expect({ words, status }).toEqual({ words, status: 2 });
    expect(stderr).toMatch(
      /^httpd-codemod: \S*caf\uFFFD can't be opened: there are bytes in its name that are not UTF-8/,
    );
    expect(stderr).not.toContain('does not exist');
  }
  expect(ask(`who / --tree a.conf`).status).toBe(0);
});

test.each([
  ['gone', '/none/httpd.conf', 'gone'],
  ['loop', 'loop', 'loop'],
  ['httpd.conf', '/none/httpd.conf', '.'],
])('a link that leads nowhere is said to be one: %s', async (name, target, path) => {
  const folder = tempTree({ 'readme.txt': '' });
  symlinkSync(target, join(folder, name));
  const { exitCode, stderr } = await runHere([path], { folder });
  expect(exitCode).toBe(2);
  expect(stderr).toContain(
    `${join(folder, name)} is a symbolic link to ${target}, which leads nowhere. Copy what it should lead to, or correct the link.`,
  );
});

describe.each(Object.entries(BAD))('%s', (_what, [files, path, said]) => {
  test.each([[[]], [['--write']], [['--out', '../copy']], [['--check']]])(
    'gives exit code 2 and a clear message: %j',
    async (more) => {
      const folder = tempTree(files);
      const { exitCode, stdout, stderr } = await runHere([path, ...more], { folder });
      expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
      expect(stderr).toMatch(said);
      expect(stderr).toMatch(/^httpd-codemod: /m);
      expect(stderr).not.toMatch(/^\s+at /m);
      expect(readTree(folder)).toEqual(files);
    },
  );
});

test('a broken .htaccess file among good ones is left alone and named; the others are migrated', () => {
  const folder = tempTree({
    'a/.htaccess': '<Files x>\nForceType text/plain\n',
    'b/.htaccess': 'Order allow,deny\nAllow from all\n',
  });
  const { exitCode, stderr } = runProgram(['.', '--write'], { folder });
  expect(exitCode).toBe(3);
  expect(stderr).toMatch(/^a\/\.htaccess:1:1 error syntax: /m);
  expect(readTree(folder)).toEqual({
    'a/.htaccess': '<Files x>\nForceType text/plain\n',
    'b/.htaccess': 'Require all granted\n',
  });
});

test('a pipe and a device are not read', () => {
  const folder = tempTree({});
  spawnSync('mkfifo', [join(folder, 'pipe')]);
  expect(runProgram(['pipe'], { folder })).toMatchObject({ exitCode: 2, stdout: '' });
  expect(runProgram(['/dev/zero'], { folder })).toMatchObject({ exitCode: 2, stdout: '' });
});

describe('no permission', () => {
  // root may read everything: as root, the program is run by another user, from a copy that this user can read.
  const isRoot = process.getuid?.() === 0;
  const folder = tempTree(SMALL_SERVER);
  let program = join(PROJECT, 'bin/httpd-codemod.js');
  beforeAll(() => {
    if (!isRoot) return;
    const copy = tempTree({});
    for (const name of ['bin', 'dist', 'package.json'])
      cpSync(join(PROJECT, name), join(copy, name), { recursive: true });
    chmodSync(copy, 0o755);
    chmodSync(folder, 0o755);
    program = join(copy, 'bin/httpd-codemod.js');
  });
  const runAsNobody = (words: readonly string[]) => {
    const user = isRoot ? { uid: 65534, gid: 65534 } : {};
    const result = spawnSync(process.execPath, [program, ...words], {
      cwd: folder,
      encoding: 'utf8',
      ...user,
    });
    return { exitCode: result.status, stdout: result.stdout, stderr: result.stderr };
  };

  test('to read an included file', () => {
    chmodSync(join(folder, 'conf.d/limits.conf'), 0o000);
    const { exitCode, stdout, stderr } = runAsNobody(['.', '--write']);
    chmodSync(join(folder, 'conf.d/limits.conf'), 0o644);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toMatch(/^conf\/httpd\.conf:7:\d+ error model: .*limits\.conf/m);
    expect(readTree(folder)).toEqual(SMALL_SERVER);
  });

  test('to read the main file', () => {
    chmodSync(join(folder, 'conf/httpd.conf'), 0o000);
    const { exitCode, stderr } = runAsNobody(['conf/httpd.conf']);
    chmodSync(join(folder, 'conf/httpd.conf'), 0o644);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('httpd.conf');
  });

  test('to write beside the files', () => {
    chmodSync(join(folder, 'conf'), 0o555);
    const { exitCode, stdout, stderr } = runAsNobody(['.', '--write']);
    chmodSync(join(folder, 'conf'), 0o755);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toMatch(/^httpd-codemod: .*permission/m);
    expect(stderr).toContain('nothing was written');
    expect(readTree(folder)).toEqual(SMALL_SERVER);
  });
});

describe('a tree that is touched between reading and writing', () => {
  const command = (path: string): MigrateCommand => ({
    name: 'migrate',
    paths: [path],
    many: { list: null, isEach: false, jobs: null, cache: null, hasCache: true, isAllOrNone: false },
    mode: 'write',
    isInteractive: false,
    stdinName: null,
    explains: false,
    out: null,
    target: 'stock',
    httpd: null,
    modules: null,
    configtest: null,
    access: 'require',
    semantics: 'contract',
    dual: false,
    apply: 'safe',
    defines: [],
    environment: { values: {}, files: [] },
    serverRoot: null,
    maps: [],
    template: 'auto',
    assumptions: new Map(),
    readAs: null,
    only: null,
    skip: [],
    format: null,
    outputs: [],
    timings: false,
    terminal: { color: false, quiet: false, verbose: false },
  });

  test.each<[string, (folder: string) => void, RegExp]>([
    ['changed', (folder) => writeFiles(folder, { 'conf.d/limits.conf': '# new\n' }), /limits\.conf: .*chang/],
    [
      'changed, with the same size',
      (folder) =>
        writeFiles(folder, {
          'conf.d/limits.conf': SMALL_SERVER['conf.d/limits.conf']!.replace('1000', '2000'),
        }),
      /limits\.conf: .*chang/,
    ],
    ['gone', (folder) => rmSync(join(folder, 'conf.d/limits.conf')), /limits\.conf: /],
    [
      'replaced by a folder',
      (folder) => {
        rmSync(join(folder, 'conf.d/limits.conf'));
        mkdirSync(join(folder, 'conf.d/limits.conf'));
      },
      /limits\.conf: /,
    ],
  ])('%s: nothing is written, exit code 2', async (_what, touch, said) => {
    const folder = tempTree(SMALL_SERVER);
    const asked = command(folder);
    const found = { target: targetProfile('stock'), option: null, why: '' };
    const migrations = migrateAll(asked, asked, () => found, null, { environment: {} }, createDiskReader());
    if ('code' in migrations) throw new Error(migrations.message);
    touch(folder);
    const touched = readTree(folder);
    const result = await settle(asked, migrations, null, null);
    if (typeof result === 'string') throw new Error(result);
    const { exitCode, output, messages } = await deliver(result, describeTerminal(asked.terminal), []);
    expect({ exitCode, output }).toEqual({ exitCode: 2, output: '' });
    expect(messages).toMatch(said);
    expect(messages).toContain('nothing was written');
    expect(readTree(folder)).toEqual(touched);
  });
});

test('a zero byte is named with its place, and what it hides', () => {
  const folder = tempTree({ 'conf/httpd.conf': `${SERVER}<Location />\nOptions None\n\0</Location>\n` });
  const { exitCode, stderr } = runProgram(['conf'], { folder });
  expect(exitCode).toBe(2);
  expect(stderr).toContain(
    'conf/httpd.conf:6:1 error syntax: A zero byte: the server does not read the rest of its line.',
  );
  expect(stderr).toContain('conf/httpd.conf:4:1 error syntax: <Location> is not closed');
});

test.each([
  ['a file of an old Mac is named as one line', '# Old\rMaxClients 150\r', '1:6', 'all of the file'],
  ['a line end that is none is named', 'Timeout 5\n# Old\rMaxClients 150\n', '2:6', 'what follows'],
])('%s', (_, text, place, what) => {
  const folder = tempTree({ 'conf/httpd.conf': text });
  const { exitCode, stderr } = runProgram(['conf/httpd.conf'], { folder });
  expect(exitCode).toBe(0);
  expect(stderr).toContain(
    `conf/httpd.conf:${place} warning syntax: A carriage return (CR) without a line feed (LF) ends no line: the server takes ${what}`,
  );
});

test('carriage returns that end lines, or stand before their end, are not named', () => {
  const folder = tempTree({ 'httpd.conf': 'Timeout 5\r\r\nListen 80 \r \r\n# end\r' });
  expect(runProgram(['httpd.conf'], { folder }).stderr).not.toContain('carriage return');
});

test('a word that is too long for a name', () => {
  const { exitCode, stderr } = runProgram(['a'.repeat(300)], { folder: tempTree({}) });
  expect({ exitCode, stderr }).toEqual({
    exitCode: 2,
    stderr: expect.stringMatching(/a{300} does not exist/),
  });
});
