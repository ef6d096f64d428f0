import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { rejectStaleBuild, runProgram } from './run-program.ts';
import { tempTree } from './temp-tree.ts';

beforeAll(rejectStaleBuild);

const HALF = {
  'httpd.conf':
    'ServerRoot "."\nListen 80\nMutex default\n<Directory "/srv">\n  Order allow,deny\n  Allow from all\n</Directory>\n',
};

test('a tree that was moved in part is read as a 2.4 reads it, and finished', () => {
  const folder = tempTree(HALF);
  const { exitCode, stdout, stderr } = runProgram(['.'], { folder });
  expect(exitCode).toBe(0);
  expect(stdout).toContain('+  Require all granted');
  expect(stderr).toContain(
    'Read 1 file of httpd.conf: it is written for 2.4 in part (Mutex, httpd.conf:3:1).',
  );
  expect(stderr).toContain('Mutex default is written for 2.4');
  expect(stderr).toContain('Proven: 2.4 lets in the same people as 2.4 with mod_access_compat.');
  expect(stderr).toContain('If 2.2 served it until now, run with --as 2.2.');
});

test('where nothing but a sign of 2.4 keeps lines of 2.2 from being changed, the sign is named', () => {
  const main = 'ServerRoot "."\nListen 80\nLoadModule authz_default_module modules/mod_authz_default.so\n';
  const folder = tempTree({ 'httpd.conf': `${main}<Directory "/srv">\n  Require all foo\n</Directory>\n` });
  const { stdout, stderr } = runProgram(['.'], { folder });
  expect(stdout).not.toBe('');
  expect(stderr).toContain(
    'Read 1 file of httpd.conf: it is written for 2.4 already (Require, httpd.conf:5:3).',
  );
});

test('--as 2.2 finishes it, and a second run has nothing to do', () => {
  const folder = tempTree(HALF);
  const first = runProgram(['.', '--as', '2.2', '--write'], { folder });
  expect(first.exitCode).toBe(0);
  const { exitCode, stdout, stderr } = runProgram(['.', '--as', '2.2'], { folder });
  expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '' });
  expect(stderr).toContain(
    'Nothing to change in 1 file: it is written for 2.4 already (Require, httpd.conf:',
  );
});

test('parts that were written one by one count as they were: the whole comes out as if it had been written at once', () => {
  const folder = tempTree({
    ...serverOf('t', 'a', 'b'),
    ...serverOf('u', 'a', 'b'),
  });
  const run = (...words: string[]) => runProgram(words, { folder }).stderr;
  expect(run('t/conf.d/a.conf', '--write')).toContain('2 other files of that server must change with it');
  expect(run('t/conf.d/b.conf', '--write')).toContain('1 other file of that server must change with it');
  const whole = run('t', '--write', '--verbose');
  expect(whole).toContain('Proven: 2.4 lets in the same people as 2.2.');
  expect(whole).toContain('Its original was taken');
  run('u', '--write');
  const files = ['httpd.conf', 'conf.d/a.conf', 'conf.d/b.conf'];
  const texts = (tree: string) => files.map((file) => readFileSync(join(folder, tree, file), 'latin1'));
  expect(texts('t')).toEqual(texts('u'));
  for (let runs = 0; runs < 3; runs++) run('undo', 't');
  expect(texts('t')).toEqual(files.map((file) => serverOf('t', 'a', 'b')[`t/${file}`]));
});

/** A section of each part is inside of the main file's, and would say something else if that were 2.4's already. */
function serverOf(tree: string, ...parts: string[]): Record<string, string> {
  const part = (name: string) =>
    `<Directory /srv/${name}>\n  Order deny,allow\n  Allow from 192.0.2.1\n</Directory>\n`;
  const main =
    'ServerRoot "."\nListen 80\nDocumentRoot /srv\n<Directory />\n  AllowOverride None\n  Order allow,deny\n  Deny from all\n</Directory>\nInclude conf.d/*.conf\n';
  return {
    [`${tree}/httpd.conf`]: main,
    ...Object.fromEntries(parts.map((name) => [`${tree}/conf.d/${name}.conf`, part(name)])),
  };
}

test('verify reads BEFORE as 2.2 did only if it is told to', () => {
  const folder = tempTree({
    'before.conf': HALF['httpd.conf'],
    'after.conf': '<Directory "/srv">\n  Require all granted\n</Directory>\n',
  });
  const refused = runProgram(['verify', 'before.conf', 'after.conf'], { folder });
  expect(refused.exitCode).toBe(2);
  expect(refused.stderr).toContain('--as 2.2');
  const compared = runProgram(['verify', 'before.conf', 'after.conf', '--as', '2.2'], { folder });
  expect(compared.exitCode).toBe(0);
});

const CONTAINER =
  '<Directory "/srv">\n  <RequireAny>\n    Require ip 192.0.2.1\n    Require ip 192.0.2.2\n  </RequireAny>\n  Order deny,allow\n  Deny from 192.0.2.2\n</Directory>\n';

test('--as 2.2 drops no container of 2.4: 2.2 does not start with one', () => {
  const folder = tempTree({ 'x.conf': CONTAINER });
  const { exitCode, stdout } = runProgram(['x.conf', '--as', '2.2'], { folder });
  expect(exitCode).toBe(0);
  expect(stdout).toContain('+    <RequireAny>');
  expect(stdout).toContain('+    Require not ip 192.0.2.2');
});

test('--access compat leaves the old lines of a tree of 2.4', () => {
  const folder = tempTree({ 'x.conf': CONTAINER });
  const { exitCode, stdout, stderr } = runProgram(['x.conf', '--access', 'compat'], { folder });
  expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '' });
  expect(stderr).toContain('report-mixed-access');
});

test('a condition that is read with each request keeps a tree from being finished', () => {
  const folder = tempTree({
    'x.conf': `${CONTAINER}<If "%{REQUEST_METHOD} == 'GET'">\n  Require all granted\n</If>\n`,
  });
  const { exitCode, stdout, stderr } = runProgram(['x.conf'], { folder });
  expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '' });
  expect(stderr).toContain('x.conf:9:1 warning convert-access-control:');
});
