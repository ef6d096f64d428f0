// Settings beside the access rules that decide what those who get in may do, and whose word is taken for who they are.
import { describe, expect, test } from '@jest/globals';
import { memoryTree, MODULES_22, MODULES_24 } from '../request/memory-tree.ts';
import { compare } from './two-trees.ts';

const BASE22 = `${MODULES_22}Listen 80\nServerRoot /srv\nDocumentRoot /srv/www\n`;
const BASE24 = `${MODULES_24}Listen 80\nServerRoot /srv\nDocumentRoot /srv/www\n`;

/** What is told of a whole server's settings, without their effects. */
function told(before: string, after: string): string[] {
  const { notes } = compare(memoryTree(BASE22 + before), memoryTree(BASE24 + after));
  return notes
    .filter(({ code, level }) => code === 'permission' && level === 'difference')
    .map(({ message }) => message.replace(/: [a-z][^:]*$/, ''));
}

const inFolder = (line: string, path = '/srv/www') => `<Directory ${path}>\n${line}\n</Directory>\n`;
const OPTIONS = inFolder('Options FollowSymLinks');

describe('a line that only one tree has', () => {
  test.each([
    ['Dav On', 'Dav On in AFTER only, Dav off (the default) in BEFORE only'],
    [
      'SetHandler server-status',
      'SetHandler server-status in AFTER only, SetHandler none (the default) in BEFORE only',
    ],
    ['AddHandler cgi-script .cgi', 'AddHandler cgi-script .cgi in AFTER only'],
    ['Options FollowSymLinks ExecCGI', 'Options: ExecCGI in AFTER only'],
    ['Options +Includes', 'Options: Includes, Includes with exec in AFTER only'],
    ['SSLOptions +FakeBasicAuth', 'SSLOptions: FakeBasicAuth in AFTER only'],
    ['RequestHeader set Authorization x', 'RequestHeader set Authorization x in AFTER only'],
  ])('in a folder: %s', (line, message) => {
    expect(told(OPTIONS, OPTIONS + inFolder(line))[0]).toBe(message);
  });

  test.each([
    'SSLCACertificateFile /etc/ca.crt',
    'SSLCACertificatePath /etc/ca',
    'SSLCADNRequestFile /etc/ca.crt',
    'SSLCARevocationFile /etc/ca.crl',
    'SSLUserName SSL_CLIENT_S_DN_CN',
    'SuexecUserGroup ann staff',
    'AllowCONNECT 22',
    'ScriptAlias /cgi/ /srv/cgi/',
    'LDAPTrustedGlobalCert CA_BASE64 /etc/ca.pem',
  ])('of a server: %s', (line) => {
    expect(told(`${OPTIONS}${line}\n`, OPTIONS)).toContain(`${line} in BEFORE only`);
    expect(told(OPTIONS, `${OPTIONS}${line}\n`)).toContain(`${line} in AFTER only`);
  });
});

test('which authorities 2.2 believes is said for the whole virtual host, in whatever section', () => {
  const [CA, OTHER] = ['SSLCACertificateFile conf/ca.crt', 'SSLCACertificateFile conf/other.crt'];
  expect(told(OPTIONS + inFolder(CA), `${CA}\n${OPTIONS}`)).toEqual([]);
  expect(told(OPTIONS + inFolder(CA) + inFolder(OTHER, '/srv/www/a'), `${OTHER}\n${OPTIONS}`)).toEqual([]);
  expect(told(OPTIONS + inFolder(CA), OPTIONS)).toEqual([`${CA} in BEFORE only`]);
  expect(told(OPTIONS + inFolder(CA) + inFolder(OTHER, '/srv/www/a'), `${CA}\n${OPTIONS}`)).toEqual([
    `${CA} in AFTER only, ${OTHER} in BEFORE only`,
  ]);
  // A host's own, not the main server's.
  const host = (lines: string) => `<VirtualHost *:80>\nServerName a\n${lines}\n</VirtualHost>\n`;
  expect(told(OPTIONS + host(inFolder(CA)), OPTIONS + host(CA))).toEqual([]);
  expect(told(OPTIONS + host(inFolder(CA)), `${OPTIONS}${CA}\n${host('')}`)).not.toEqual([]);
});

test('a cache is told where AFTER has more of it', () => {
  const cached = `${OPTIONS}CacheEnable disk /\n`;
  expect(told(OPTIONS, cached)).toEqual(['CacheEnable disk / in AFTER only']);
  expect(told(cached, OPTIONS)).toEqual([]);
  expect(told(`${cached}CacheDisable /a\n`, cached)).toEqual(['CacheDisable /a in BEFORE only']);
});

describe('is the same', () => {
  test.each([
    [
      'in another order, and in capitals',
      inFolder('Options Indexes FollowSymLinks'),
      inFolder('Options followsymlinks indexes'),
    ],
    [
      'with a sign, where that is what it comes to',
      inFolder('Options None') + inFolder('Options +ExecCGI', '/srv/www/a'),
      inFolder('Options None') + inFolder('Options ExecCGI', '/srv/www/a'),
    ],
    ['the default of 2.2, written for 2.4', '', inFolder('Options All', '/')],
    [
      'the lists of certificates that are asked alike',
      `${OPTIONS}SSLCARevocationFile /etc/ca.crl\n`,
      `${OPTIONS}SSLCARevocationFile /etc/ca.crl\nSSLCARevocationCheck chain no_crl_for_cert_ok\n`,
    ],
    [
      'the checks of backends that 2.2 did not make',
      `${OPTIONS}SSLProxyEngine on\n`,
      `${OPTIONS}SSLProxyEngine on\nSSLProxyCheckPeerCN off\nSSLProxyCheckPeerName off\nSSLProxyCheckPeerExpire off\n`,
    ],
    [
      'a file below the ServerRoot',
      `${OPTIONS}SSLCACertificateFile conf/ca.crt\n`,
      `${OPTIONS}SSLCACertificateFile /srv/conf/ca.crt\n`,
    ],
  ])('%s', (_, before, after) => {
    expect(told(before, after)).toEqual([]);
  });
});

test('a difference around is told once', () => {
  const inside = inFolder('Options +Indexes', '/srv/www/a');
  expect(told(inFolder('Options None') + inside, inFolder('Options ExecCGI') + inside)).toEqual([
    'Options: ExecCGI in AFTER only',
  ]);
});

describe('beside virtual hosts', () => {
  const hosts = (line: string) =>
    ['a', 'b'].map((name) => `<VirtualHost *:80>\nServerName ${name}.test\n${line}</VirtualHost>\n`).join('');

  test('what the main server says of a folder is told once', () => {
    const added = inFolder('Options FollowSymLinks ExecCGI');
    expect(told(OPTIONS + hosts(''), added + hosts(''))).toEqual(['Options: ExecCGI in AFTER only']);
  });

  test('what a host says around a folder of the main server counts there', () => {
    const added = OPTIONS + inFolder('CacheQuickHandler off', '/srv/www/a');
    const caching = hosts('CacheEnable disk /\n');
    expect(told(OPTIONS + hosts(''), added + hosts(''))).toEqual([]);
    expect(told(OPTIONS + caching, added + caching)).toHaveLength(1);
  });

  test('what a host says of Options counts in the folders that are served', () => {
    const serving = hosts('DocumentRoot /srv/own\nOptions None\n');
    const running = hosts('DocumentRoot /srv/own\nOptions ExecCGI\n');
    expect(told(OPTIONS + serving, OPTIONS + running)).toEqual([
      'Options: ExecCGI in AFTER only',
      'Options: ExecCGI in AFTER only',
    ]);
  });
});

test('what a server says of Options counts in the folders that are served', () => {
  expect(told('Options None\n', 'Options ExecCGI\n')).toEqual(['Options: ExecCGI in AFTER only']);
});

test('defaults that differ are told where something is served', () => {
  const listing = 'LoadModule autoindex_module modules/mod_autoindex.so\n';
  expect(told('', '')).toEqual([]);
  expect(told(listing, listing)).toEqual(['Options: Indexes in BEFORE only in /srv/www']);
  expect(told(listing, `${listing}Options All\n`)).toEqual([]);
  // 2.2 had nothing that lists, and lost nothing.
  expect(told('', listing)).toEqual([]);
  const running = 'LoadModule mime_module modules/mod_mime.so\nAddHandler cgi-script .cgi\n';
  expect(told(running, running)).toEqual(['Options: ExecCGI in BEFORE only in /srv/www']);
});

test('a part of a server says nothing of what is around it', () => {
  const part = (text: string) => memoryTree({ 'conf/part.conf': text }, { path: '/srv/conf/part.conf' });
  const lines = (before: string, after: string) =>
    compare(part(before), part(after)).notes.filter(({ code }) => code === 'permission');
  const rules = (line: string) => inFolder(`Options +Indexes\n${line}`);
  expect(lines(rules('Order allow,deny'), rules('Require all denied'))).toEqual([]);
  expect(lines(rules('Order allow,deny'), inFolder('Options Indexes\nRequire all denied'))).toHaveLength(1);
});
