import { beforeAll, describe, expect, test } from '@jest/globals';
import { join } from 'node:path';
import { rejectStaleBuild, runProgram } from './run-program.ts';
import { tempTree, writeFiles } from './temp-tree.ts';

beforeAll(rejectStaleBuild);

const LIST =
  'Loaded Modules:\n core_module (static)\n mpm_prefork_module (static)\n http_module (static)\n so_module (static)\n authz_host_module (static)\n';
const CONF =
  'ServerRoot .\nListen 80\nOptions None\nDocumentRoot htdocs\n<IfModule mod_expires.c>\n<Location /x>\nOrder allow,deny\nDeny from all\n</Location>\n</IfModule>\n';

/** A server that was built from source, and what it lists as compiled in. */
function server(list: string): string {
  return tempTree({ 'httpd.conf': CONF, 'htdocs/x': 'x', 'modules.txt': list });
}

const WITH = `${LIST} expires_module (static)\n`;

describe('--modules', () => {
  test('settles what only the 2.2 server knows, and its exit code', () => {
    const folder = server(WITH);
    expect(runProgram(['httpd.conf'], { folder }).exitCode).toBe(3);
    const told = runProgram(['httpd.conf', '--modules', 'modules.txt'], { folder });
    expect(told.exitCode).toBe(0);
    expect(told.stdout).toContain('+LoadModule expires_module ');
    const without = runProgram(['httpd.conf', '--modules', 'modules.txt'], { folder: server(LIST) });
    expect(without.exitCode).toBe(0);
    expect(without.stdout).not.toContain('expires_module');
  });

  test('is asked for once at a guard that holds access rules', () => {
    const { stderr } = runProgram(['httpd.conf'], { folder: server(LIST) });
    expect(stderr.match(/^httpd\.conf:5:1 .*/gm)).toEqual([expect.stringContaining('error unknown: ')]);
  });

  test.each(['prefork.c', 'worker.c'])(
    'is asked for where a line loads the module only in <IfModule %s>, which 2.4 does not have',
    (mpm) => {
      const load = `<IfModule ${mpm}>\nLoadModule expires_module modules/mod_expires.so\n</IfModule>\n`;
      const other = 'LoadModule authz_host_module modules/mod_authz_host.so\n';
      const folder = tempTree({ 'httpd.conf': `${other}${load}${CONF}`, 'htdocs/x': 'x' });
      const { exitCode, stderr } = runProgram(['httpd.conf', '--target', 'stock'], { folder });
      expect(exitCode).toBe(3);
      expect(stderr).toContain(`httpd.conf:3 loads it, but only where <IfModule ${mpm}> holds`);
    },
  );

  test('is a setting, relative to the settings file', () => {
    const folder = server(WITH);
    const settings = { '.httpd-codemod.json': '{ "modules": "modules.txt" }' };
    const set = tempTree({ 'httpd.conf': CONF, 'htdocs/x': 'x', 'modules.txt': WITH, ...settings });
    expect(runProgram(['.'], { folder: set }).stdout).toContain('+LoadModule expires_module ');
    expect(runProgram(['.'], { folder }).stdout).not.toContain('expires_module');
  });

  test('is told to who, for 2.2', () => {
    const who = (list: string) =>
      runProgram(['who', '/x', '--tree', 'httpd.conf', '--modules', 'modules.txt'], { folder: server(list) })
        .stdout;
    expect(who(WITH)).toContain('403');
    expect(who(LIST)).not.toContain('403');
  });

  test('is told to verify, for BEFORE alone', () => {
    const folder = server(WITH);
    const after = server(WITH);
    runProgram(['httpd.conf', '--write', '--modules', 'modules.txt'], { folder: after });
    const verify = (...words: readonly string[]) =>
      runProgram(['verify', 'httpd.conf', join(after, 'httpd.conf'), ...words], { folder }).exitCode;
    expect(verify('--modules', 'modules.txt')).toBe(0);
    writeFiles(after, { 'httpd.conf': CONF.replace(/Order.*\nDeny.*/, 'Require all denied') });
    expect(verify('--modules', 'modules.txt')).toBe(1);
  });

  test.each([
    ['a file that is not there', null, "modules.txt (--modules) can't be read"],
    [
      'a file of something else',
      'LoadModule expires_module x.so\n',
      'has no line as httpd -M or httpd -l prints',
    ],
    [
      'the list of a 2.4 server',
      `${LIST} authz_core_module (static)\n`,
      'lists authz_core_module, which 2.2 does not have',
    ],
  ])('%s: a sentence, exit code 2, nothing is written', (_what, list, said) => {
    const folder = tempTree({ 'httpd.conf': CONF, ...(list !== null && { 'modules.txt': list }) });
    const { exitCode, stdout, stderr } = runProgram(['httpd.conf', '--write', '--modules', 'modules.txt'], {
      folder,
    });
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain(said);
  });
});
