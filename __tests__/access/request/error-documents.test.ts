import { describe, expect, test } from '@jest/globals';
import { clientStatus } from '../../../src/access/index.ts';
import type { Version } from '../../../src/access/index.ts';
import { statusOf } from './status-of.ts';
import { ask, memoryTree, MODULES_22, MODULES_24 } from './memory-tree.ts';

// An ErrorDocument that names a URL makes a redirect of the answer: as both servers do, asked for each of these.

const FILES = {
  'htdocs/x': '',
  'htdocs/sub/.htaccess': 'Nonsense here\n',
  'htdocs/own/.htaccess': 'ErrorDocument 403 http://own/\nOrder allow,deny\n',
};

function status(config: string, asked: string, version: Version = '2.2'): number | null {
  const modules = version === '2.2' ? MODULES_22 : MODULES_24;
  const [path = '', method = 'GET'] = asked.split(' ').toReversed();
  const links = { '/srv/htdocs/gone': '/srv/nothing' };
  const tree = memoryTree({ ...FILES, 'conf/httpd.conf': modules + config }, { links });
  const found = ask(tree, path, { method, otherHeaders: 'absent' }, version);
  const [only] = found.possible;
  return only === undefined ? null : clientStatus(only.answer, found);
}

const location = (path: string, lines: string) => `<Location ${path}>\n${lines}\n</Location>\n`;
const shut = (lines: string) => location('/x', `${lines}\nOrder allow,deny`);
const AWAY = 'http://o.test/';

describe('ErrorDocument', () => {
  test.each<[config: string, asked: string, status: number]>([
    ['', '/x', 200],
    [shut(`ErrorDocument 403 ${AWAY}`), '/x', 302],
    [shut(`ErrorDocument 403 "${AWAY}"`), '/x', 302],
    [shut(`ErrorDocument 403 "${AWAY} b"`), '/x', 403],
    [shut(`ErrorDocument 404 ${AWAY}`), '/x', 403],
    [shut('ErrorDocument 403 /x'), '/x', 403],
    [shut('ErrorDocument 403 "text'), '/x', 403],
    [shut('ErrorDocument 403 ftp:/x'), '/x', 302],
    [shut(`ErrorDocument 403 ${AWAY}\nErrorDocument 403 default`), '/x', 403],
    [`ErrorDocument 403 ${AWAY}\n${shut('')}`, '/x', 302],
    [`ErrorDocument 404 ${AWAY}\n`, '/none', 302],
    [`ErrorDocument 405 ${AWAY}\n`, 'PUT /x', 302],
    [`ErrorDocument 400 ${AWAY}\n`, '/%zz', 302],
    [
      `ErrorDocument 401 ${AWAY}\n${location('/x', 'AuthType Basic\nAuthName x\nRequire valid-user')}`,
      '/x',
      401,
    ],
    [`Redirect gone /x\n${location('/x', `ErrorDocument 410 ${AWAY}`)}`, '/x', 302],
    // What is found on a way that ends before the file does not count.
    [`ErrorDocument 500 ${AWAY}\n`, '/sub/', 302],
    [`<Directory /srv/htdocs/sub>\nErrorDocument 500 ${AWAY}\n</Directory>\n`, '/sub/', 500],
    [`<Directory /srv/htdocs>\nErrorDocument 403 ${AWAY}\n</Directory>\n`, '/gone', 403],
    [`ErrorDocument 403 ${AWAY}\n`, '/gone', 302],
    ['', '/own/x', 302],
    [
      `LoadModule proxy_module x.so\nProxyPass /x http://h/\n<Proxy http://h/>\nErrorDocument 403 ${AWAY}\nOrder allow,deny\n</Proxy>\n`,
      '/x',
      302,
    ],
  ])('%j, %s: %s', (config, asked, expected) => {
    expect(status(config, asked)).toBe(expected);
  });

  test('of 2.4, too', () => {
    const shut24 = location('/x', `ErrorDocument 403 ${AWAY}\nRequire all denied`);
    expect(status(shut24, '/x', '2.4')).toBe(302);
  });
});

test('a link to nothing is not followed, whatever Options say', () => {
  expect(status('', '/gone')).toBe(403);
  expect(status('', '/gone/more')).toBe(403);
  expect(status('', 'OPTIONS /gone')).toBe(403);
  expect(status('DirectoryIndex gone x\n', '/')).toBe(200);
  expect(status('DirectoryIndex gone none\n', '/')).toBe(403);
  expect(status('DirectoryIndex gone\n', 'PUT /')).toBe(403);
});

// As both servers answered.
test.each<[asked: string, length: string, status: number | null]>([
  ['/x', '6', 413],
  ['/x', '5', 200],
  ['/none', '6', 413],
  ['/shut', '6', 413],
  ['/gone', '6', 413],
  ['/far', '6', 413],
  ['/free', '6', 404],
  ['/closed', '6', 503],
  ['/nameless', '6', 500],
  ['/%zz', '6', 400],
])('LimitRequestBody 5: %s with %s bytes is answered with %d', (asked, length, expected) => {
  const nameless = location('/nameless', 'AuthType Basic\nRequire valid-user');
  const lines = `LimitRequestBody 5\nRedirect /far ${AWAY}\nRedirect 503 /closed\n${nameless}${location('/free', 'LimitRequestBody 0')}`;
  for (const version of ['2.2', '2.4'] as const) {
    const rule = location('/shut', version === '2.2' ? 'Order allow,deny' : 'Require all denied');
    const modules = version === '2.2' ? MODULES_22 : MODULES_24;
    const tree = memoryTree({ ...FILES, 'conf/httpd.conf': modules + lines + rule });
    const headers = new Map([['content-length', length]]);
    const { possible } = ask(tree, asked, { method: 'POST', headers, otherHeaders: 'absent' }, version);
    expect(possible.map(({ status: each }) => each)).toEqual([expected]);
  }
});

// As both servers answered.
test.each([
  ['Header set "" y', '/', 500],
  ['Header set "X Y" y', '/', 500],
  ['Header onsuccess add "X(" y', '/', 500],
  ['Header set X "a\u0001b"', '/', 500],
  ['Header set "X:Y" y', '/', 200],
  ['Header edit "X Y" a b', '/', 200],
  ['Header set "X Y" y', '/none', 404],
  ['Header always set "X Y" y', '/none', 500],
  ['Header always set "X Y" y\n<Location />\nOrder allow,deny\nRequire all denied\n</Location>', '/', 500],
  ['Header always set "X Y" y\nRedirect /r http://h/', '/r', 500],
  ['Header set "X Y" y\nRedirect /r http://h/', '/r', 302],
  ['Header always set "X Y" y', '/ TRACE', 200],
  // Not known: whether the line counts.
  ['Header set "X Y" y env=A', '/', null],
  ['Header set "X Y" y\nHeader unset "X Y"', '/', null],
])('%j, of what no answer may have: %s gets %s', (line, asked, expected) => {
  const lines = `LoadModule headers_module modules/mod_headers.so\n${line}\n`;
  const said = (['2.2', '2.4'] as const).map((version) => {
    const own = version === '2.2' ? lines.replace(/^Require all.*\n/m, '') : lines.replace(/^Order.*\n/m, '');
    return statusOf(own, asked.split(' ').toReversed().join(' '), version, { 'htdocs/index.html': '' });
  });
  expect(said).toEqual([expected, expected]);
});
