import { expect, test } from '@jest/globals';
import { defaultOverrideUsers } from '../../../src/access/index.ts';
import { memoryTree } from '../request/memory-tree.ts';

const RULE = 'Order allow,deny\n';
const folder = (path: string, lines: string): string => `<Directory ${path}>\n${lines}\n</Directory>\n`;
const host = (name: string, lines = ''): string =>
  `<VirtualHost *:80>\nServerName ${name}\n${lines}</VirtualHost>\n`;

/** The servers whose requests reach each .htaccess file without an AllowOverride: the main server is `main`. */
function users(conf: string, htaccess: Readonly<Record<string, string>> = { 'htdocs/a/.htaccess': RULE }) {
  const { model } = memoryTree({ 'conf/httpd.conf': `Listen 80\n${conf}`, ...htaccess });
  return [...defaultOverrideUsers(model)].map(
    ([file, servers]) =>
      `${file.scope.file.path}: ${[...servers].map((server) => server.items.find(({ name }) => name === 'servername')?.args[0] ?? 'main').join()}`,
  );
}

const FILE = '/srv/htdocs/a/.htaccess';

test('a file that no AllowOverride lies around has the default', () => {
  expect(users('')).toEqual([`${FILE}: main`]);
  expect(users(folder('/srv/htdocs/b', 'AllowOverride None'))).toEqual([`${FILE}: main`]);
  expect(users(folder('/srv/htdocs', RULE))).toEqual([`${FILE}: main`]);
});

test('one around it has said what holds, whatever it is, and however far out', () => {
  for (const path of ['/', '/srv/htdocs', '/srv/htdocs/a']) {
    expect(users(folder(path, `AllowOverride All\n${RULE}`))).toEqual([]);
  }
});

test('a file further in is told by itself', () => {
  const files = { 'htdocs/a/.htaccess': RULE, 'htdocs/b/in/.htaccess': RULE };
  expect(users(folder('/srv/htdocs/a', 'AllowOverride All'), files)).toEqual([
    '/srv/htdocs/b/in/.htaccess: main',
  ]);
});

test('each host has its own', () => {
  const said = folder('/srv/htdocs', 'AllowOverride All');
  expect(users(host('v') + host('w', said))).toEqual([`${FILE}: v`]);
  expect(users(host('v') + host('w'))).toEqual([`${FILE}: v,w`]);
  expect(users(said + host('v'))).toEqual([]);
});

test('in a guard that is open it may not be said', () => {
  const guarded = `<IfDefine X>\n${folder('/srv/htdocs', 'AllowOverride All')}</IfDefine>\n`;
  expect(users(guarded)).toEqual([`${FILE}: main`]);
  const both = `${guarded}${guarded.replace('X>', '!X>')}`;
  expect(users(both)).toEqual([]);
});

test('nothing is told of a tree without such files, or with files that say nothing of access', () => {
  expect(users('', {})).toEqual([]);
  expect(users('', { 'htdocs/a/.htaccess': 'Options None\n' })).toEqual([]);
});
