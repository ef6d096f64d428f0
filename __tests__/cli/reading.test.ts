import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { colorizeDiff } from '../../src/output/index.ts';
import { runOnTerminal } from './run-on-terminal.ts';
import { rejectStaleBuild, runProgram } from './run-program.ts';
import { tempTree } from './temp-tree.ts';

beforeAll(rejectStaleBuild);

const HTTPD = 'ServerRoot "."\nListen 80\nMaxClients 5\nUser www\n';

describe('a diff on a terminal', () => {
  const REVERSED = '\u001b[7m';

  test('shows reversed what differs in a line', () => {
    const colored = colorizeDiff('@@ -1 +1 @@\n-MaxClients 5 # few\n+MaxRequestWorkers 5 # few\n');
    expect(colored).toContain(
      `-\u001b[39m\u001b[31m${REVERSED}MaxClients\u001b[27m\u001b[39m\u001b[31m 5 # few`,
    );
    expect(colored).toContain(`${REVERSED}MaxRequestWorkers\u001b[27m`);
  });

  test.each([
    ['lines that have nothing in common', '@@ -1 +1 @@\n-Deny all\n+Require x\n'],
    ['more lines than went', '@@ -1 +1,2 @@\n-a b\n+a c\n+a d\n'],
    ['headers', '--- a/x\n+++ b/x\n'],
  ])('and nothing of %s', (_what, diff) => {
    expect(colorizeDiff(diff)).not.toContain(REVERSED);
  });
});

test('--explain says why below each hunk, and patch takes it all the same', () => {
  const folder = tempTree({ 'httpd.conf': HTTPD });
  const { stdout } = runProgram(['httpd.conf', '--explain', '--target', 'stock'], { folder });
  expect(stdout).toMatch(
    /^\+MaxRequestWorkers 5\n(?:[ #].*\n)*# rename-max-clients: .*MaxRequestWorkers.* The old name still works\.$/m,
  );
  expect(runProgram(['httpd.conf', '--target', 'stock'], { folder }).stdout).not.toContain('# rename');
  const { status } = spawnSync('patch', ['--binary', '-p1'], { cwd: folder, input: stdout });
  expect(status).toBe(0);
  expect(readFileSync(join(folder, 'httpd.conf'), 'utf8')).toContain('MaxRequestWorkers 5\nUser www\n');
});

test('--stdin-filename says what the file is called', () => {
  const folder = tempTree({});
  const input = 'Order allow,deny\nAllow from all\n';
  const named = runProgram(['-', '--stdin-filename', '.htaccess', '--format', 'diff'], { folder, input });
  expect(named.stdout).toContain('--- a/.htaccess\n');
  expect(runProgram(['-', '--stdin-filename', '.htaccess'], { folder, input }).stdout).toBe(
    'Require all granted\n',
  );
  const { exitCode, stderr } = runProgram(['.', '--stdin-filename', 'x'], { folder });
  expect(exitCode).toBe(2);
  expect(stderr).toContain('--stdin-filename names what standard input holds: give - as PATH');
});

test('several PATHs have one sum', () => {
  const folder = tempTree({ 'a.conf': 'MaxClients 5\n', 'b.conf': 'MaxClients 5\nDefaultType text/plain\n' });
  const { stderr } = runProgram(['a.conf', 'b.conf'], { folder });
  expect(stderr).toMatch(/^All 2 PATHs: 2 of 2 files change; 1 warning\.$/m);
  expect(runProgram(['a.conf'], { folder }).stderr).not.toContain('All 1');
});

describe('a pager', () => {
  const long = Array.from(
    { length: 60 },
    (_, at) => `<Directory /srv/${at}>\nOrder allow,deny\n</Directory>\n`,
  ).join('');
  const folder = tempTree({ 'httpd.conf': HTTPD + long });
  const pager = join(tempTree({ pager: '#!/bin/sh\necho PAGED $(wc -l)\n' }), 'pager');
  chmodSync(pager, 0o755);
  const screenOf = (env: Readonly<Record<string, string>>, ...words: string[]) =>
    runOnTerminal(['httpd.conf', '--no-color', ...words], { folder, env }).screen;

  test('is what the environment names, for what is longer than the screen', () => {
    expect(screenOf({ PAGER: pager })).toMatch(/PAGED \d{3}/);
    expect(screenOf({ PAGER: pager })).not.toContain('+++ b/httpd.conf');
    expect(screenOf({ PAGER: 'cat', HTTPD_CODEMOD_PAGER: pager })).toContain('PAGED');
  });

  test('is none by default, nor where it is not there, nor for a program', () => {
    expect(screenOf({})).toContain('+++ b/httpd.conf');
    expect(screenOf({ PAGER: '/no/such/pager' })).toContain('+++ b/httpd.conf');
    expect(runProgram(['httpd.conf'], { folder, env: { PAGER: pager } }).stdout).toContain(
      '+++ b/httpd.conf',
    );
  });
});

describe.each([40, 80, 200])('nothing is wider than a terminal of %d columns', (columns) => {
  const words = [
    ['httpd.conf', '--target', 'stock'],
    ['who', '/private/', '--tree', 'httpd.conf'],
    ['explain', 'AH01630'],
    ['status', 'httpd.conf'],
  ];
  test.each(words)('%s %s', (...command) => {
    const folder = tempTree({ 'httpd.conf': HTTPD });
    const { stdout, stderr } = runProgram([...command, '--no-color'], { folder }, columns);
    const screen = stdout + stderr;
    expect(screen).not.toBe('');
    // A path can't be broken.
    const wide = screen.split('\n').filter((line) => line.length > columns && /\S \S+ \S/.test(line.trim()));
    expect(wide.filter((line) => !/^(?:[-+@ ]|\s*httpd-codemod )/.test(line))).toEqual([]);
  });
});
