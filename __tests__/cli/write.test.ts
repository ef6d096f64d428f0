import { chmodSync, existsSync, mkdirSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { rejectStaleBuild, startProgram } from './run-program.ts';
import { readTree, SMALL_SERVER, tempTree } from './temp-tree.ts';

beforeAll(rejectStaleBuild);

describe('--check', () => {
  test('exits with 1 if anything would change, writes nothing', () => {
    const folder = tempTree(SMALL_SERVER);
    const { exitCode, stdout } = startProgram(['.', '--check'], { folder });
    expect(exitCode).toBe(1);
    expect(stdout).toContain('+MaxRequestWorkers   150');
    expect(readTree(folder)).toEqual(SMALL_SERVER);
  });

  test('with --quiet says it by the exit code alone', () => {
    const folder = tempTree(SMALL_SERVER);
    expect(startProgram(['.', '--check', '--quiet'], { folder })).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: '',
    });
  });

  test('exits with 0 once the tree was written', () => {
    const folder = tempTree(SMALL_SERVER);
    expect(startProgram(['.', '--write', '--quiet'], { folder })).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: '',
    });
    expect(startProgram(['.', '--check', '--quiet'], { folder })).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: '',
    });
  });
});

describe('--write', () => {
  test('changes the files, says how many and prints no diff; a second run has nothing to do', () => {
    const folder = tempTree(SMALL_SERVER);
    const { exitCode, stdout, stderr } = startProgram(['.', '--write'], { folder });
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '' });
    expect(stderr).toContain('2 of 2 files changed, in ');
    expect(stderr).toContain('Written: 2 files.');
    const written = readTree(folder);
    expect(written['conf/httpd.conf']).toContain('# How many at once?\nMaxRequestWorkers   150\n');
    expect(written['conf.d/limits.conf']).toContain('MaxConnectionsPerChild 1000 # no comment\n');
    const second = startProgram(['.', '--write'], { folder });
    expect(second).toMatchObject({ exitCode: 0, stdout: '' });
    expect(second.stderr).toContain('Nothing to change in 2 files: it is written for 2.4 already (');
    expect(readTree(folder)).toEqual(written);
  });

  test('leaves nothing but the files of the tree, with the modes they had', () => {
    const folder = tempTree(SMALL_SERVER);
    chmodSync(join(folder, 'conf/httpd.conf'), 0o640);
    startProgram(['.', '--write'], { folder });
    expect(Object.keys(readTree(folder))).toEqual(Object.keys(SMALL_SERVER).toSorted());
    expect(statSync(join(folder, 'conf/httpd.conf')).mode & 0o777).toBe(0o640);
  });

  test('with --format diff or --output also tells what was done', () => {
    const diff = startProgram(['.'], { folder: tempTree(SMALL_SERVER) }).stdout;
    expect(
      startProgram(['.', '--write', '--format', 'diff'], { folder: tempTree(SMALL_SERVER) }).stdout,
    ).toBe(diff);
    const folder = tempTree(SMALL_SERVER);
    const { stdout } = startProgram(['.', '--write', '--output', 'record.diff'], { folder });
    expect(stdout).toBe('');
    expect(readTree(folder)['record.diff']).toBe(diff);
  });

  test('writes several PATHs together, or none', () => {
    const folder = tempTree({ 'a.conf': 'MaxClients 5\n', 'b.conf': 'MaxClients 6\n' });
    expect(startProgram(['a.conf', 'missing.conf', '--write'], { folder }).exitCode).toBe(2);
    expect(readTree(folder)).toEqual({ 'a.conf': 'MaxClients 5\n', 'b.conf': 'MaxClients 6\n' });
    expect(startProgram(['a.conf', 'b.conf', 'a.conf', '--write'], { folder }).exitCode).toBe(0);
    expect(readTree(folder)).toEqual({
      'a.conf': 'MaxRequestWorkers 5\n',
      'b.conf': 'MaxRequestWorkers 6\n',
    });
  });

  test('follows a symbolic link and changes the file behind it', () => {
    const folder = tempTree({ 'real/site.conf': 'MaxClients 5\n' });
    symlinkSync('real/site.conf', join(folder, 'site.conf'));
    expect(startProgram(['site.conf', '--write'], { folder }).exitCode).toBe(0);
    expect(readTree(folder)).toEqual({
      'real/site.conf': 'MaxRequestWorkers 5\n',
      'site.conf': 'MaxRequestWorkers 5\n',
    });
    expect(statSync(join(folder, 'site.conf')).ino).toBe(statSync(join(folder, 'real/site.conf')).ino);
  });
});

describe('--out', () => {
  test('writes a migrated copy of the tree and leaves the tree alone', () => {
    const folder = tempTree({ ...prefixed('old/', SMALL_SERVER), 'old/docs/readme.txt': 'MaxClients\n' });
    const { exitCode, stdout } = startProgram(['old', '--out', 'copy'], { folder });
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '' });
    const files = readTree(folder);
    const written = tempTree(SMALL_SERVER);
    startProgram(['.', '--write'], { folder: written });
    expect(files).toEqual({
      ...prefixed('old/', { ...SMALL_SERVER, 'docs/readme.txt': 'MaxClients\n' }),
      ...prefixed('copy/', { ...readTree(written), 'docs/readme.txt': 'MaxClients\n' }),
    });
  });

  test('of a main file copies the folder that holds all that it includes', () => {
    const folder = tempTree(prefixed('old/', SMALL_SERVER));
    expect(startProgram(['old/conf/httpd.conf', '--out', 'copy'], { folder }).exitCode).toBe(0);
    expect(existsSync(join(folder, 'copy/conf.d/limits.conf'))).toBe(true);
  });

  test('refuses a folder that is not empty, and one inside of the tree', () => {
    const folder = tempTree(prefixed('old/', SMALL_SERVER));
    mkdirSync(join(folder, 'full/of'), { recursive: true });
    const before = readTree(folder);
    for (const out of ['full', 'old/copy']) {
      const { exitCode, stdout, stderr } = startProgram(['old', '--out', out], { folder });
      expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
      expect(stderr).toContain(`httpd-codemod: ${out}: `);
      expect(stderr).toContain('nothing was written');
      expect(readTree(folder)).toEqual(before);
    }
  });
});

function prefixed(prefix: string, files: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [prefix + name, text]));
}
