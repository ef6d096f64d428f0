import { beforeAll, describe, expect, test } from '@jest/globals';
import { rejectStaleBuild, runProgram } from './run-program.ts';
import { tempTree } from './temp-tree.ts';

beforeAll(rejectStaleBuild);

const BLOCK_LIST = 'Order allow,deny\nAllow from all\nDeny from 192.0.2.1\n';
const BLOCKED = '<RequireAll>\n    Require all granted\n    Require not ip 192.0.2.1\n</RequireAll>\n';

describe('the inside of a section as a file of its own', () => {
  test.each(['x.conf', 'badhosts.inc', 'hosts'])(
    'is converted as %s, and its section is asked for',
    (name) => {
      const folder = tempTree({ [name]: BLOCK_LIST });
      const { exitCode, stderr } = runProgram([name, '--write'], { folder });
      expect(exitCode).toBe(3);
      expect(stderr).toContain(`${name} error unknown: These access rules stand in no section`);
    },
  );

  test('is converted on standard input', () => {
    const { exitCode, stdout } = runProgram(['-'], { folder: tempTree({}), input: BLOCK_LIST });
    expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: BLOCKED });
  });

  test('is nothing odd as a .htaccess file', () => {
    const folder = tempTree({ '.htaccess': BLOCK_LIST });
    expect(runProgram(['.htaccess'], { folder }).exitCode).toBe(0);
  });
});

describe('a section of a part', () => {
  test.each(['!mod_foo.c', 'mod_foo.c', '!mod_rewrite.c'])(
    'keeps its rules inside <IfModule %s>',
    (question) => {
      const folder = tempTree({
        'x.conf': `<Directory /srv/a>\n  <IfModule ${question}>\n    Order allow,deny\n    Allow from all\n  </IfModule>\n</Directory>\n`,
      });
      const { exitCode, stdout } = runProgram(['x.conf'], { folder });
      expect(exitCode).toBe(0);
      expect(stdout).toContain('+    Require all granted');
    },
  );

  test('says by itself what holds, whatever the server says around it', () => {
    const folder = tempTree({
      'x.conf':
        '<Directory /srv/a>\nOrder deny,allow\nDeny from all\nAllow from 10.1\n</Directory>\n<Location /x>\nAuthType Basic\nAuthName x\nRequire valid-user\n</Location>\n',
    });
    const { exitCode, stdout } = runProgram(['x.conf'], { folder });
    expect(exitCode).toBe(0);
    expect(stdout).not.toContain('AuthMerging');
  });
});

test('a main file on standard input is read, though what it includes is not there', () => {
  const input =
    'Listen 80\nUser www\nDocumentRoot /srv\nInclude conf.d/x.conf\n<Directory />\nAllowOverride None\nOrder allow,deny\n</Directory>\n';
  const { exitCode, stdout, stderr } = runProgram(['-'], { folder: tempTree({}), input });
  expect(exitCode).toBe(0);
  expect(stdout).toContain('Require all denied');
  expect(stderr).toContain('conf.d/x.conf is not there');
});

test.each(['httpd.conf', 'conf/httpd.conf'])(
  'ServerRoot "." of %s is where its Include lines lead',
  (main) => {
    const rules = '<Location /a>\nOrder allow,deny\nDeny from all\n</Location>\n';
    const folder = tempTree({
      [`server/${main}`]: 'ServerRoot "."\nListen 80\nInclude mods/*.conf\n',
      'server/mods/a.conf': rules,
    });
    const { stdout, stderr } = runProgram(['server'], { folder });
    expect(stderr).not.toContain('not part of this copy');
    expect(stdout).toContain('+++ b/server/mods/a.conf');
    expect(runProgram([`server/${main}`], { folder }).stdout).toBe(stdout);
  },
);

test.each([
  ['sites-available/x', 'server/apache2.conf'],
  ['conf/extra/x.conf', 'server/conf/httpd.conf'],
])('%s names the server that it lies in', (part, main) => {
  const folder = tempTree({
    [`server/${part}`]: '<Directory /srv/a>\nOrder allow,deny\nAllow from all\n</Directory>\n',
    [main]: 'Listen 80\n',
  });
  const { stderr } = runProgram([`server/${part}`], { folder });
  expect(stderr).toContain('Read alone, as a part of a server');
  expect(stderr).toContain(`To read it in its place: httpd-codemod ${main}.`);
});
