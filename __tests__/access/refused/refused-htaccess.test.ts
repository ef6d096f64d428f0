import { expect, test } from '@jest/globals';
import { refusedHtaccessFiles } from '../../../src/access/index.ts';
import { memoryTree } from '../request/memory-tree.ts';

const folder = (path: string, override: string): string =>
  `<Directory /srv/htdocs${path}>\nAllowOverride ${override}\n</Directory>\n`;
const RULE = 'Order allow,deny\n';

/** The folders below DocumentRoot whose .htaccess files 2.2 answers 500 for. */
function refused(conf: string, files: Readonly<Record<string, string>>): string[] {
  const { model } = memoryTree({
    'conf/httpd.conf': `Listen 80\n${conf}`,
    ...Object.fromEntries(Object.entries(files).map(([path, text]) => [`htdocs${path}/.htaccess`, text])),
  });
  return [...refusedHtaccessFiles(model)].map((path) =>
    path.slice('/srv/htdocs'.length, -'/.htaccess'.length),
  );
}

test('files that say what AllowOverride does not permit', () => {
  const files = { '/a': RULE, '/b': 'AuthName x\n', '/c': 'Options None\n' };
  expect(refused(folder('', 'Limit'), files)).toEqual(['/b', '/c']);
  expect(refused(folder('', 'AuthConfig Options=All'), files)).toEqual(['/a']);
  expect(refused(folder('', 'Limit') + folder('/b', 'AuthConfig'), files)).toEqual(['/c']);
  expect(refused(folder('', 'All') + folder('/b', 'Limit'), files)).toEqual(['/b']);
});

test('no file that is not opened, nor where all is permitted', () => {
  const files = { '/a': RULE, '/b': RULE };
  expect(refused(folder('', 'None') + folder('/b', 'AuthConfig'), files)).toEqual(['/b']);
  expect(refused(folder('', 'All'), files)).toEqual([]);
  expect(refused('', files)).toEqual([]);
});

test('no file that some host takes', () => {
  const host = (override: string): string => `<VirtualHost *:80>\n${folder('', override)}</VirtualHost>\n`;
  expect(refused(host('AuthConfig') + host('Limit'), { '/a': RULE })).toEqual([]);
  expect(refused(host('AuthConfig') + host('FileInfo'), { '/a': RULE })).toEqual(['/a']);
});

test('no file that is taken with a name that the server may be started with', () => {
  const guarded = (guard: string, override: string): string =>
    `<IfDefine ${guard}>\n${folder('', override)}</IfDefine>\n`;
  expect(refused(guarded('X', 'AuthConfig') + guarded('!X', 'Limit'), { '/a': RULE })).toEqual([]);
  expect(refused(guarded('X', 'AuthConfig') + guarded('!X', 'FileInfo'), { '/a': RULE })).toEqual(['/a']);
});

test('files with a section that no .htaccess file may have', () => {
  const section = (open: string, name: string) => `<${open}>\n${RULE}</${name}>\n`;
  const files = {
    '/a': section('Directory /', 'Directory'),
    '/b': section('Location /x', 'Location'),
    '/c': section('VirtualHost *', 'VirtualHost'),
    '/d': section('Files x', 'Files'),
  };
  expect(refused(folder('', 'All'), files)).toEqual(['/a', '/b', '/c']);
});

test('files with a byte order mark before the first directive, and with guards that 2.2 does not take', () => {
  const guarded = (guard: string) => `<${guard}>\n${RULE}</${guard.split(' ')[0]}>\n`;
  const files = {
    '/a': `\u00ef\u00bb\u00bf${RULE}`,
    '/b': guarded('IfModule "mod_alias.c"'),
    '/c': guarded('IfModule mod_alias.c '),
    '/d': guarded('IfDefine "X"'),
    '/e': guarded('IfModule mod_alias.c'),
    '/f': guarded('IfModule mod_foo.c')
      .replace('Order', '<IfModule "x">\nOrder')
      .replace('deny\n', 'deny\n</IfModule>\n'),
    '/g': guarded('IfVersion >= 2.2'),
    '/h': '\u00ef\u00bb\u00bf# A comment, and no line.\n',
  };
  expect(refused(folder('', 'All'), files)).toEqual(['/a', '/b', '/c', '/d', '/h']);
});

test('no file with a byte order mark on Windows, where the server reads past it', () => {
  const { model } = memoryTree({
    'conf/httpd.conf': `ServerRoot "C:/srv"\nDocumentRoot "C:/srv/htdocs"\nListen 80\n${folder('', 'All').replaceAll('/srv/', 'C:/srv/')}`,
    'htdocs/a/.htaccess': `\u00ef\u00bb\u00bf${RULE}`,
  });
  expect(model.htaccess).toHaveLength(1);
  expect([...refusedHtaccessFiles(model)]).toEqual([]);
});

test('files with words that 2.2 does not take, under an AllowOverride that permits all', () => {
  const files = { '/a': 'Deny fron all\n', '/b': 'Options +Foo\n', '/c': 'Options +indexes\n', '/d': RULE };
  expect(refused(folder('', 'All'), { '/a': files['/a'], '/d': RULE })).toEqual(['/a']);
  expect(refused(folder('', 'All'), files)).toEqual(['/a', '/b']);
});

// As a 2.2.34 says (`httpd -t`).
test('files with values that 2.4 alone takes', () => {
  const refusedBy = (line: string): boolean => refused(folder('', 'All'), { '/a': `${line}\n` }).length > 0;
  const taken = ['set A b', 'set A b env=x', 'set A b early', 'unset A', 'edit A b c', 'always set A "%%l"'];
  const others = [
    'setifempty A b',
    'note A b',
    'set A "%l"',
    'set A b expr=x',
    'always note A b',
    'unset A b',
  ];
  expect(taken.filter((line) => refusedBy(`Header ${line}`))).toEqual([]);
  expect(others.filter((line) => !refusedBy(`Header ${line}`))).toEqual([]);
  expect(['[L,R=301]', '[L,END]', '[QSD]'].map((flags) => refusedBy(`RewriteRule a b ${flags}`))).toEqual([
    false,
    true,
    true,
  ]);
});

test('by both servers, files with what 2.4 no longer has and 2.2 permits in no such file', () => {
  const { model } = memoryTree({
    'conf/httpd.conf': `Listen 80\n${folder('', 'All')}`,
    'htdocs/a/.htaccess': 'AcceptMutex default\n',
    'htdocs/b/.htaccess': '<IfVersion < 2.4>\nAcceptMutex default\n</IfVersion>\n',
    'htdocs/c/.htaccess': 'AuthzUserAuthoritative Off\n',
  });
  const paths = (version: '2.2' | '2.4') => [...refusedHtaccessFiles(model, version)];
  expect(paths('2.2')).toEqual(['/srv/htdocs/a/.htaccess', '/srv/htdocs/b/.htaccess']);
  expect(paths('2.4')).toEqual(['/srv/htdocs/a/.htaccess', '/srv/htdocs/c/.htaccess']);
});
