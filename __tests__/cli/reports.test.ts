import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { rejectStaleBuild, runProgram } from './run-program.ts';
import { SMALL_SERVER, tempTree } from './temp-tree.ts';

beforeAll(rejectStaleBuild);

const NAMES = ['r.html', 'r.md', 'r.sarif', 'r.xml', 'r.json', 'r.diff'];
/** How the file of each format begins. */
const BEGINNINGS = [
  /^<!DOCTYPE html>/,
  /^# Apache/,
  /^\{\s+"\$schema": ".*sarif/,
  /^<\?xml/,
  /^\{\s+"version": 1/,
  /^--- a\//,
];

describe('--output', () => {
  test('writes several reports at once, each as its ending says, and nothing to standard output', () => {
    const folder = tempTree(SMALL_SERVER);
    const words = NAMES.flatMap((name) => ['--output', name]);
    const { exitCode, stdout } = runProgram(['conf', ...words], { folder });
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '' });
    const texts = NAMES.map((name) => readFileSync(join(folder, name), 'utf8'));
    for (const [index, text] of texts.entries()) expect(text).toMatch(BEGINNINGS[index]!);
  });

  test('is the same for the same tree where SOURCE_DATE_EPOCH is set', () => {
    const folder = tempTree(SMALL_SERVER);
    const env = { SOURCE_DATE_EPOCH: '1700000000' };
    const once = runProgram(['conf', '--format', 'html'], { folder, env }).stdout;
    expect(once).toContain('2023-11-14T22:13:20.000Z');
    expect(runProgram(['conf', '--format', 'html'], { folder, env }).stdout).toBe(once);
  });

  test('leaves no report behind where one of several can not be written', () => {
    const folder = tempTree(SMALL_SERVER);
    const { exitCode, stderr } = runProgram(['conf', '--output', 'r.md', '--output', 'no/such/r.html'], {
      folder,
    });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('--output no/such/r.html: no such file or folder');
    expect(existsSync(join(folder, 'r.md'))).toBe(false);
  });

  test('tells of a place that can not be looked at', () => {
    const folder = tempTree(SMALL_SERVER);
    symlinkSync('loop', join(folder, 'loop'));
    const { exitCode, stderr } = runProgram(['conf', '--output', 'loop/r.html'], { folder });
    expect(exitCode).toBe(2);
    expect(stderr).toBe('httpd-codemod: --output loop/r.html: a symbolic link leads in a circle (ELOOP)\n');
  });

  test('keeps the migrated text of standard input on standard output beside a report', () => {
    const folder = tempTree({});
    const { stdout } = runProgram(['-', '--output', 'r.md'], { folder, input: 'MaxClients 5\n' });
    expect(stdout).toBe('MaxRequestWorkers 5\n');
    expect(existsSync(join(folder, 'r.md'))).toBe(true);
  });

  test('writes reports of a tree that is refused', () => {
    const folder = tempTree({
      'httpd.conf':
        'ServerRoot /etc/httpd\n<Directory /srv>\n Order allow,deny\n Allow from ${X}\n</Directory>\n',
    });
    const { exitCode } = runProgram(['httpd.conf', '--output', 'r.xml', '--output', 'r.md'], { folder });
    expect(exitCode).toBe(4);
    expect(readFileSync(join(folder, 'r.xml'), 'utf8')).toContain('<failure type="refused"');
    expect(readFileSync(join(folder, 'r.md'), 'utf8')).toContain('### Refused');
  });
});

describe('--format', () => {
  test.each([
    ['html', /^<!DOCTYPE html>/],
    ['markdown', /^# Apache/],
    ['sarif', /sarif-schema/],
    ['junit', /^<\?xml/],
  ])('%s goes to standard output, and nothing besides', (format, beginning) => {
    const folder = tempTree(SMALL_SERVER);
    const { exitCode, stdout, stderr } = runProgram(['conf', '--format', format], { folder });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toMatch(beginning);
  });

  test('text is what is printed without it', () => {
    const folder = tempTree(SMALL_SERVER);
    expect(runProgram(['conf', '--format', 'text'], { folder })).toEqual(runProgram(['conf'], { folder }));
  });

  test.each([
    ['junit', /<error type="unreadable"/],
    ['sarif', /"executionSuccessful": false/],
    ['markdown', /Nothing was done/],
    ['html', /Nothing was done/],
  ])('%s tells of a run that came to nothing', (format, words) => {
    const { exitCode, stdout } = runProgram(['no-such', '--format', format], { folder: tempTree({}) });
    expect(exitCode).toBe(2);
    expect(stdout).toMatch(words);
  });

  test.each([
    [['--format', 'pdf'], '--format can be text, diff, json, jsonl, html, markdown, sarif, junit, not pdf'],
    [
      ['--format', 'json', '--output', 'r.html'],
      '--output r.html is html by its ending, --format says json: leave out --format, or give the file another ending',
    ],
    [['--output', 'r.md', '--output', 'r.md'], '--output r.md is given twice: once is enough'],
  ])('%j is an error', (words, message) => {
    const folder = tempTree(SMALL_SERVER);
    const { exitCode, stderr } = runProgram(['conf', ...words], { folder });
    expect({ exitCode, first: stderr.split('\n')[0] }).toEqual({
      exitCode: 2,
      first: `httpd-codemod: ${message}`,
    });
  });
});
