import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import * as optionTable from '../../src/cli/arguments/option-table.ts';
import { PROJECT, rejectStaleBuild, runProgram } from './run-program.ts';
import { tempTree } from './temp-tree.ts';

// What options do that no other test runs the program with; and that there is none left.

beforeAll(rejectStaleBuild);

test('each option is given to the program by some test', () => {
  const texts = ['cli', 'fleet', 'documents', 'hostile', 'formats']
    .map((name) => join(PROJECT, '__tests__', name))
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    // That one gives all of them, and bad values only.
    .filter((path) => path.endsWith('.test.ts') && !path.endsWith('/every-option.test.ts'))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
  const flags = Object.values(optionTable)
    .flatMap((group) => Object.keys(group))
    .map((name) => (name.length === 1 ? `-${name}` : `--${name}`));
  expect(flags.length).toBeGreaterThan(50);
  expect(flags.filter((flag) => !new RegExp(`(?<![\\w-])${flag}(?![\\w-])`).test(texts))).toEqual([]);
});

const MODULES = [
  'authz_core',
  'authz_host',
  'authz_groupfile',
  'authz_user',
  'authn_core',
  'authn_file',
  'auth_basic',
  'setenvif',
]
  .map((name) => `LoadModule ${name}_module modules/mod_${name}.so\n`)
  .join('');
const LOGIN =
  'AuthType Basic\nAuthName x\nAuthBasicProvider file\nAuthUserFile /users\nAuthGroupFile /groups\n';
const place = (path: string, rule: string) => `<Location ${path}>\n${rule}\n</Location>\n`;
const server = () =>
  tempTree({
    'httpd.conf':
      `ServerRoot .\nListen 80\n${MODULES}SetEnvIf X-Key ^secret$ has_key\n` +
      place('/name', 'Require host example.org') +
      place('/group', `${LOGIN}Require group staff`) +
      place('/header', 'Require env has_key') +
      place('/method', 'Require method POST') +
      '<VirtualHost *:80>\nServerName one.example\n</VirtualHost>\n' +
      `<VirtualHost *:80>\nServerName two.example\n${place('/', 'Require all denied')}</VirtualHost>\n`,
  });

test.each([
  ['/name', ['--client-name', 'a.example.com'], ['--client-name', 'a.example.org']],
  ['/group', ['--user', 'ann', '--group', 'guests'], ['--user', 'ann', '--group', 'staff']],
  ['/header', ['--header', 'X-Key: guess'], ['--header', 'X-Key: secret']],
  ['/method', ['--method', 'GET'], ['--method', 'POST']],
  ['/', ['--host', 'two.example'], ['--host', 'one.example']],
] as const)('who %s refuses with %j what it lets through with %j', (path, refused, letThrough) => {
  const folder = server();
  const answer = (...words: readonly string[]) => {
    const { stdout } = runProgram(['who', path, '--tree', '.', '--client', '192.0.2.1', ...words], {
      folder,
    });
    return /^Answer +(\d+|let through|.*)/m.exec(stdout)?.[1];
  };
  expect(answer(...refused)).toMatch(/^40[13]/);
  expect(answer(...letThrough)).not.toMatch(/^40[13]|depends/);
});

test('verify asks of the host that --log-host names what the log names no host for', () => {
  const tree = (rule: string) =>
    `ServerRoot .\nListen 80\nNameVirtualHost *:80\n<VirtualHost *:80>\nServerName one.example\n</VirtualHost>\n` +
    `<VirtualHost *:80>\nServerName two.example\n${place('/', rule)}</VirtualHost>\n`;
  const folder = tempTree({
    'old/httpd.conf': tree('Order allow,deny\nAllow from all'),
    'new/httpd.conf': `${MODULES}${tree('Require all denied')}`,
    log: '192.0.2.1 - - [21/Nov/2026:09:42:01 +0000] "GET /a HTTP/1.1" 200 5\n',
  });
  const replay = (...words: string[]) =>
    runProgram(['verify', 'old', 'new', '--access-log', 'log', ...words], { folder }).stdout;
  expect(replay()).toContain('none of 1 request would be answered differently');
  expect(replay('--log-host', 'two.example')).toContain('1 of 1 request would be answered differently');
});

test('undo --from undoes all trees of a list', () => {
  const before = '<Directory /srv>\nOrder deny,allow\nDeny from all\n</Directory>\n';
  const folder = tempTree({ 'a.conf': before, 'b.conf': before, list: 'a.conf\nb.conf\n' });
  const options = { folder, env: { XDG_STATE_HOME: tempTree({}) } };
  for (const path of ['a.conf', 'b.conf']) expect(runProgram([path, '--write'], options).exitCode).toBe(0);
  const { exitCode, stdout } = runProgram(['undo', '--from', 'list'], options);
  expect([exitCode, stdout]).toEqual([0, 'Undone: 2 trees of 2.\n']);
  for (const path of ['a.conf', 'b.conf']) expect(readFileSync(join(folder, path), 'utf8')).toBe(before);
});
