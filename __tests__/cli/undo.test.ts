import * as fs from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { rejectStaleBuild, runProgram } from './run-program.ts';
import { readTree, SMALL_SERVER, tempTree, writeFiles } from './temp-tree.ts';

beforeAll(rejectStaleBuild);

/** The program in a folder, with a history of its own. */
function inFolder(folder: string) {
  const env = { XDG_STATE_HOME: tempTree({}), TZ: 'UTC' };
  return (...words: string[]) => {
    const { exitCode, stdout, stderr } = runProgram(words, { folder, env });
    const shown = (text: string) =>
      text.replaceAll(folder, 'HERE').replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g, 'THEN');
    return { exitCode, stdout: shown(stdout), stderr: shown(stderr) };
  };
}

const NOTHING = { exitCode: 0, stdout: '', stderr: '' };

describe('undo', () => {
  test('gives the files back, by any path of the tree, and says so; then there is nothing more', () => {
    const folder = tempTree(SMALL_SERVER);
    const run = inFolder(folder);
    expect(run('.', '--write', '--quiet')).toEqual(NOTHING);
    expect(run('undo', 'conf.d/limits.conf')).toEqual({
      exitCode: 0,
      stdout: 'Undone: the run of THEN on HERE. 2 files are as before.\n',
      stderr: '',
    });
    expect(readTree(folder)).toEqual(SMALL_SERVER);
    expect(run('undo', '.')).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: 'httpd-codemod: nothing to undo: no known run has changed .\n',
    });
  });

  test('chooses none of several trees in a folder', () => {
    const folder = tempTree({});
    const files = Object.entries(SMALL_SERVER);
    for (const name of ['a', 'b']) writeFiles(join(folder, name), Object.fromEntries(files));
    const run = inFolder(folder);
    run('a', '--write', '--quiet');
    // Within the tree: one of a as well.
    run('a/conf.d/limits.conf', '--write', '--quiet');
    expect(run('undo', '.').stdout).toContain('Undone: the run of THEN on HERE/a.');
    run('a', '--write', '--quiet');
    run('b', '--write', '--quiet');
    const written = readTree(folder);
    expect(run('undo', '.')).toEqual({
      exitCode: 2,
      stdout: '',
      stderr:
        'httpd-codemod: in . several trees were written. Give the paths of those to undo:\n  the run of THEN on HERE/b\n  the run of THEN on HERE/a\n',
    });
    expect(readTree(folder)).toEqual(written);
    expect(run('undo', 'a', 'b')).toMatchObject({ exitCode: 0 });
  });

  test('of several trees, leaves alone those that no run has changed; none at all, or a name that leads nowhere, is a mistake', () => {
    const folder = tempTree({});
    for (const name of ['a', 'b', 'plain']) writeFiles(join(folder, name), { ...SMALL_SERVER });
    const run = inFolder(folder);
    run('a', '--write', '--quiet');
    run('b', '--write', '--quiet');
    expect(run('undo', 'a', 'plain', 'b')).toEqual({
      exitCode: 0,
      stdout: 'Undone: 2 trees of 3; no run has changed 1 tree.\n',
      stderr: '',
    });
    expect(readTree(join(folder, 'a'))).toEqual(SMALL_SERVER);
    expect(run('undo', 'a', 'plain', 'b')).toMatchObject({
      exitCode: 2,
      stdout: 'Undone: 0 trees of 3; 3 trees could not be.\n',
    });
    run('a', '--write', '--quiet');
    expect(run('undo', 'a', 'absent')).toEqual({
      exitCode: 2,
      stdout: 'Undone: 1 tree of 2; 1 tree could not be.\n',
      stderr: 'httpd-codemod: nothing to undo: no known run has changed absent\n',
    });
  });

  test('needs no tree that can be read', () => {
    const folder = tempTree(SMALL_SERVER);
    const run = inFolder(folder);
    run('.', '--write', '--quiet');
    fs.writeFileSync(join(folder, 'conf.d/broken.conf'), '<Directory />\nInclude conf.d/broken.conf\n');
    expect(run('undo', '.', '--quiet')).toEqual(NOTHING);
    expect(readTree(folder)).toMatchObject(SMALL_SERVER);
  });

  test('names the files that somebody has changed since, and where the originals are', () => {
    const folder = tempTree(SMALL_SERVER);
    const run = inFolder(folder);
    run('.', '--write', '--quiet');
    fs.appendFileSync(join(folder, 'conf/httpd.conf'), '# by hand\n');
    const { exitCode, stderr } = run('undo', '.');
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(
      /^httpd-codemod: conf\/httpd\.conf: was changed since\nhttpd-codemod: nothing was changed\. The originals are below \S+\/old\.\n$/,
    );
    const [place = ''] = /\S+\/old(?=\.\n)/.exec(stderr)!;
    expect(fs.readFileSync(join(place, folder, 'conf/httpd.conf'), 'latin1')).toBe(
      SMALL_SERVER['conf/httpd.conf'],
    );
  });

  test('--list shows the runs, the latest first; --finish finds nothing to finish', () => {
    const folder = tempTree({ 'a.conf': 'MaxClients 5\n', 'b.conf': 'MaxClients 6\n' });
    const run = inFolder(folder);
    expect(run('undo', '--list').stdout).toBe('Nothing to undo: no run of this program is known.\n');
    run('a.conf', '--write', '--quiet');
    run('b.conf', '--write', '--quiet');
    run('undo', 'a.conf');
    expect(run('undo', '--list').stdout).toBe(
      'THEN  done              1 file  HERE/b.conf\nTHEN  undone            1 file  HERE/a.conf\n',
    );
    expect(run('undo', '--list', 'a.conf').stdout).toBe('THEN  undone            1 file  HERE/a.conf\n');
    expect(run('undo', '--finish', 'b.conf')).toMatchObject({
      exitCode: 2,
      stderr: 'httpd-codemod: nothing to finish: no run on b.conf was stopped half way\n',
    });
  });

  test('is told what it wants', () => {
    const run = inFolder(tempTree({}));
    expect(run('undo').stderr).toContain('undo needs a PATH');
    expect(run('undo', 'a', 'b').stderr).toMatch(/has changed a\n.*has changed b\n/);
    expect(run('undo', '--list', '--finish').stderr).toContain('--list only looks');
  });
});

test('a history that cannot be kept stops the write', () => {
  const folder = tempTree(SMALL_SERVER);
  const env = { XDG_STATE_HOME: join(folder, 'conf/httpd.conf') };
  const { exitCode, stderr } = runProgram(['.', '--write', '--quiet'], { folder, env });
  expect(exitCode).toBe(2);
  expect(stderr).toContain('could not keep a journal here');
  expect(readTree(folder)).toEqual(SMALL_SERVER);
});
