import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { JsonReport } from '../../src/report/index.ts';
import { PROGRAM, rejectStaleBuild, runProgram } from './run-program.ts';
import { readTree, SMALL_SERVER, tempTree, writeFiles } from './temp-tree.ts';

beforeAll(rejectStaleBuild);

function reportOf(words: readonly string[], folder: string): JsonReport {
  const { stdout } = runProgram([...words, '--format', 'json'], { folder });
  return JSON.parse(Buffer.from(stdout, 'latin1').toString('utf8')) as JsonReport;
}

describe('--format json', () => {
  test('is one document with these fields', () => {
    const folder = tempTree(SMALL_SERVER);
    const report = reportOf(['conf'], folder);
    expect(Object.keys(report)).toEqual([
      'version',
      'tool',
      'encoding',
      'mode',
      'exitCode',
      'configtest',
      'migrations',
      'failure',
    ]);
    expect(report).toMatchObject({
      version: 1,
      encoding: 'latin1',
      mode: 'show',
      exitCode: 0,
      failure: null,
    });
    const [migration] = report.migrations;
    expect(Object.keys(migration ?? {})).toEqual([
      'path',
      'kind',
      'layout',
      'entry',
      'readAs',
      'serverRoot',
      'filesRead',
      'target',
      'writtenFor',
      'files',
      'links',
      'findings',
      'silenced',
      'unknowns',
      'refused',
    ]);
    expect(migration).toMatchObject({
      path: 'conf',
      kind: 'server',
      entry: join(folder, 'conf/httpd.conf'),
      filesRead: 2,
      writtenFor: '2.2',
    });
  });

  test('has each edit with its place and who made it', () => {
    const folder = tempTree(SMALL_SERVER);
    const files = reportOf(['.'], folder).migrations[0]?.files ?? [];
    const limits = files.find(({ path }) => path.endsWith('limits.conf'));
    expect(limits).toEqual({
      path: join(folder, 'conf.d/limits.conf'),
      newPath: join(folder, 'conf.d/limits.conf'),
      renamedBy: null,
      isNew: false,
      edits: [
        {
          start: 0,
          end: 19,
          startPosition: { line: 1, column: 1 },
          endPosition: { line: 1, column: 20 },
          before: 'MaxRequestsPerChild',
          after: 'MaxConnectionsPerChild',
          by: [{ transform: 'rename-max-requests-per-child', title: expect.any(String) }],
        },
      ],
    });
  });

  test('its edits, made in the old text, give the new one, byte for byte', () => {
    const bytes =
      'ServerRoot "."\r\nListen 80\r\n# \xe9 \xc3\xa9 \xff \x1b \x85\r\nMaxClients 5\r\n# \u00fe\r\nMaxRequestsPerChild 0';
    const folder = tempTree({ 'httpd.conf': bytes });
    const [file] = reportOf(['.'], folder).migrations[0]?.files ?? [];
    let text = bytes;
    for (const { start, end, before, after } of (file?.edits ?? []).toReversed()) {
      expect(text.slice(start, end)).toBe(before);
      text = text.slice(0, start) + after + text.slice(end);
    }
    runProgram(['.', '--write'], { folder });
    expect(text).toBe(readTree(folder)['httpd.conf']);
    expect(text).not.toBe(bytes);
  });

  test('is valid UTF-8 whatever the files hold', () => {
    const folder = tempTree({ 'x.conf': 'MaxClients \xff\xfe\x80\n' });
    const { stdout } = spawnSync(process.execPath, [PROGRAM, 'x.conf', '--format', 'json'], { cwd: folder });
    expect(() => new TextDecoder('utf-8', { fatal: true }).decode(stdout)).not.toThrow();
  });

  test('says why nothing was done', () => {
    const folder = tempTree({ 'bad.conf': '<Files x>\nMaxClients 5\n' });
    expect(reportOf(['none.conf'], folder)).toMatchObject({
      exitCode: 2,
      migrations: [],
      failure: expect.stringContaining('does not exist'),
    });
    const blocked = reportOf(['bad.conf', '--write'], folder);
    expect(blocked).toMatchObject({
      exitCode: 2,
      mode: 'write',
      failure: expect.stringMatching(/bad\.conf:1:1: <Files> is not closed before the end of the file/),
    });
    const errors = blocked.migrations[0]?.findings.filter(({ level }) => level === 'error');
    expect(errors?.[0]).toMatchObject({
      transform: 'syntax',
      messageId: 'unclosed-section',
      level: 'error',
      position: { line: 1, column: 1 },
    });
  });

  test("of a configuration that can't be read tells no changes, and nothing of who gets in", () => {
    const rules = '<Directory /srv>\nOrder deny,allow\nDeny from all\nAllow from 10.0.0.1\n</Directory>\n';
    const main = `ServerRoot .\nListen 80\nInclude conf.d/*.conf\n${rules}`;
    const folder = tempTree({ 'httpd.conf': `${main}<Directory /x>\n`, 'conf.d/a.conf': rules });
    const [broken] = reportOf(['httpd.conf'], folder).migrations;
    expect(broken).toMatchObject({ files: [], refused: [] });
    expect(broken?.findings.filter(({ applied }) => applied)).toEqual([]);
    writeFiles(folder, { 'httpd.conf': main });
    expect(reportOf(['httpd.conf'], folder).migrations[0]?.files).toHaveLength(2);
  });

  test('has one entry for each PATH, and tells of --write', () => {
    const folder = tempTree({ 'a.conf': 'MaxClients 5\n', 'b.conf': '# none\n' });
    const report = reportOf(['a.conf', 'b.conf', '--write'], folder);
    expect(report.migrations.map(({ path, files }) => [path, files.length])).toEqual([
      ['a.conf', 1],
      ['b.conf', 0],
    ]);
    expect(report).toMatchObject({ mode: 'write', exitCode: 0 });
    expect(readTree(folder)['a.conf']).toBe('MaxRequestWorkers 5\n');
  });

  test('leaves stderr empty: nothing is told twice', () => {
    const folder = tempTree(SMALL_SERVER);
    expect(runProgram(['.', '--format', 'json'], { folder }).stderr).toBe('');
  });
});
