import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { PROGRAM, rejectStaleBuild, runProgram, startProgram } from './run-program.ts';
import { readTree, SMALL_SERVER, tempTree } from './temp-tree.ts';
import { someOf } from '../effort.ts';

beforeAll(rejectStaleBuild);

const shell = (line: string, folder: string) =>
  spawnSync('bash', ['-c', line], { cwd: folder, encoding: 'latin1' });

describe('standard input', () => {
  const folder = tempTree({});
  const filter = (input: string, words: readonly string[] = []) =>
    startProgram(['-', ...words], { folder, input });

  test('comes out migrated, findings on stderr', () => {
    const { exitCode, stdout, stderr } = filter(
      '# caf\xe9\r\nMaxClients 5\r\n<Directory />\r\n  Order deny,allow\r\n  Deny from all\r\n</Directory>',
    );
    expect(stdout).toBe(
      '# caf\xe9\r\nMaxRequestWorkers 5\r\n<Directory />\r\n  Require all denied\r\n</Directory>',
    );
    expect(exitCode).toBe(0);
    expect(stderr).toContain('1 of 1 file changes');
  });

  test('that needs no change comes out as it is', () => {
    expect(filter('# nothing \xff')).toMatchObject({ exitCode: 0, stdout: '# nothing \xff' });
    expect(filter('')).toMatchObject({ exitCode: 0, stdout: '' });
  });

  test('can be shown as a diff, checked, reported', () => {
    expect(filter('MaxClients 5\n', ['--format', 'diff']).stdout).toContain(
      '-MaxClients 5\n+MaxRequestWorkers 5\n',
    );
    expect(filter('MaxClients 5\n', ['--check', '--quiet']).exitCode).toBe(1);
    expect(JSON.parse(filter('MaxClients 5\n', ['--format', 'json']).stdout)).toMatchObject({ exitCode: 0 });
  });

  test('that is no configuration gives no half output', () => {
    expect(filter('<Directory />\nMaxClients 5\n')).toMatchObject({ exitCode: 2, stdout: '' });
    expect(filter('\x00\x01\x02\x03')).toMatchObject({ exitCode: 2, stdout: '' });
  });
});

describe('standard output', () => {
  /** More than a pipe holds, so that a reader who goes away is noticed. */
  const LARGE = tempTree({ 'x.conf': 'MaxClients 5\n# x\n# x\n# x\n# x\n# x\n# x\n# x\n'.repeat(3000) });

  test('whose reader goes away is no error', () => {
    const { stdout, stderr } = shell(
      `"${process.execPath}" "${PROGRAM}" x.conf --quiet | head -1; echo "\${PIPESTATUS[0]}"`,
      LARGE,
    );
    expect(stdout).toBe('--- a/x.conf\n0\n');
    expect(stderr).toBe('');
  });

  test.each(
    someOf(
      [
        ['json', '{'],
        ['sarif', '{'],
        ['html', '<!DOCTYPE html>'],
      ],
      3,
    ),
  )('whose reader goes away is no error, nor for %s', (format, first) => {
    const { stdout, stderr } = shell(
      `"${process.execPath}" "${PROGRAM}" x.conf --format ${format} | head -1; echo "\${PIPESTATUS[0]}"`,
      LARGE,
    );
    expect(stdout).toBe(`${first}\n0\n`);
    expect(stderr).toBe('');
  });

  const full = existsSync('/dev/full') ? test : test.skip;
  full('that is full is one', () => {
    const { status, stderr } = shell(
      `"${process.execPath}" "${PROGRAM}" . --quiet > /dev/full`,
      tempTree(SMALL_SERVER),
    );
    expect(status).toBe(2);
    expect(stderr).toContain("httpd-codemod: standard output can't be written (ENOSPC)");
  });

  test('and standard error closed: the work is still done', () => {
    const folder = tempTree(SMALL_SERVER);
    shell(`"${process.execPath}" "${PROGRAM}" . --write >&- 2>&-`, folder);
    expect(readTree(folder)['conf/httpd.conf']).toContain('MaxRequestWorkers');
  });
});

describe('--output', () => {
  test('takes what stdout would have got; the summary stays on stderr', () => {
    const folder = tempTree(SMALL_SERVER);
    const { stdout: diff, stderr } = runProgram(['.'], { folder });
    const summary = stderr.slice(0, stderr.indexOf('Next:'));
    const written = runProgram(['.', '--output', 'x.diff'], { folder });
    expect(written).toMatchObject({ exitCode: 0, stdout: '' });
    expect(written.stderr.startsWith(summary)).toBe(true);
    expect(readTree(folder)).toEqual({ ...SMALL_SERVER, 'x.diff': diff });
  });

  test('replaces a file as a whole and leaves nothing beside it', () => {
    const folder = tempTree({ ...SMALL_SERVER, 'x.json': 'old' });
    runProgram(['.', '--output', 'x.json', '--format', 'json'], { folder });
    expect(Object.keys(readTree(folder))).toEqual([...Object.keys(SMALL_SERVER), 'x.json'].toSorted());
    expect(JSON.parse(readTree(folder)['x.json'] ?? '')).toMatchObject({ version: 1 });
  });

  test('is left alone when there is nothing to print', () => {
    const folder = tempTree({ 'bad.conf': '<Files x>\n', 'x.diff': 'old' });
    expect(runProgram(['bad.conf', '--output', 'x.diff'], { folder }).exitCode).toBe(2);
    expect(readTree(folder)).toEqual({ 'bad.conf': '<Files x>\n', 'x.diff': 'old' });
  });

  test('may be a pipe', () => {
    const { stdout } = shell(
      `"${process.execPath}" "${PROGRAM}" . --output /dev/stdout --quiet | cat`,
      tempTree(SMALL_SERVER),
    );
    expect(stdout).toContain('+MaxRequestWorkers');
  });
});

describe('colours', () => {
  const folder = tempTree({ 'x.conf': '# \x1b]0;title\x07\nMaxClients 5\n' });
  const run = (words: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    runProgram(['x.conf', ...words], { folder, env });

  test('are for terminals; a pipe gets the bytes', () => {
    expect(run([]).stdout).toContain(' # \x1b]0;title\x07\n-MaxClients 5\n');
  });

  test.each<[string, readonly string[], Record<string, string>, boolean]>([
    ['--color', ['--color'], {}, true],
    ['--color and NO_COLOR', ['--color'], { NO_COLOR: '1' }, true],
    ['FORCE_COLOR', [], { FORCE_COLOR: '1' }, true],
    ['FORCE_COLOR=0', [], { FORCE_COLOR: '0' }, false],
    ['--no-color and FORCE_COLOR', ['--no-color'], { FORCE_COLOR: '1' }, false],
    ['NO_COLOR and FORCE_COLOR', [], { NO_COLOR: '1', FORCE_COLOR: '1' }, false],
    ['an empty NO_COLOR', [], { NO_COLOR: '', FORCE_COLOR: '1' }, true],
  ])('%s', (_name, words, env, isColored) => {
    const { stdout } = run(words, env);
    // The words that differ are reversed.
    expect(stdout.includes('\x1b[32m\x1b[7mMaxRequestWorkers')).toBe(isColored);
    // What would steer the terminal is shown to people and left alone for programs.
    expect(stdout.includes('\x1b]0;')).toBe(!isColored);
  });
});

test('control characters of a file never reach stderr as they are', () => {
  const folder = tempTree({
    'x.conf': 'MaxClients 5\nLoadModule \x1b[31mred_module modules/mod_\x9b\x07.so\nOrder \x1b[2J\n',
  });
  const { stderr } = runProgram(['x.conf', '--verbose'], { folder });
  // eslint-disable-next-line no-control-regex
  expect(stderr).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f]/);
});

test('a current folder that is gone is said so', () => {
  const gone = `cd "$(mktemp -d)" && rmdir "$PWD" && "${process.execPath}" "${PROGRAM}" .`;
  const { status, stderr } = shell(gone, tempTree({}));
  expect(status).toBe(2);
  expect(stderr).toBe('httpd-codemod: the current folder is gone; change to another one and try again\n');
});
