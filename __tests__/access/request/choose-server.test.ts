import { describe, expect, test } from '@jest/globals';
import { plainRequest } from '../../../src/access/index.ts';
import type { ConcreteRequest, Version } from '../../../src/access/index.ts';
import { ask, memoryTree } from './memory-tree.ts';

/** The DocumentRoot of the server that answers, and why that one does. */
function chosen(config: string, request: Partial<ConcreteRequest>, version: Version = '2.4') {
  const { tree } = ask(memoryTree(`DocumentRoot /main\n${config}`), '/', {}, version);
  const { server, why } = tree.choose({ ...plainRequest('/'), ...request });
  const root = server.items.find(({ name }) => name === 'documentroot');
  return { root: root?.args[0], why };
}

function host(addresses: string, root: string, lines = ''): string {
  return `<VirtualHost ${addresses}>\nDocumentRoot /${root}\n${lines}\n</VirtualHost>\n`;
}

describe('among the hosts of an address', () => {
  const hosts =
    host('*:80', 'a', 'ServerName a.example\nServerAlias *.a.example shared.example') +
    host('*:80', 'b', 'ServerName HTTP://B.example:80\nServerAlias x.a.example Alias.example') +
    host('*:80', 'c', 'ServerAlias ?.example shared.example');

  // As real servers answer.
  test.each([
    ['a.example', '/a'],
    ['A.EXAMPLE', '/a'],
    ['b.example', '/b'],
    ['alias.example', '/b'],
    ['x.a.example', '/a'],
    ['c.example', '/c'],
    ['shared.example', '/a'],
  ])('%s is answered by the first that goes by the name', (name, root) => {
    expect(chosen(hosts, { host: name })).toEqual({ root, why: `it goes by the name ${name}` });
    expect(chosen(`NameVirtualHost *:80\n${hosts}`, { host: name }, '2.2').root).toBe(root);
  });

  test.each([
    ['2.4', '', 'none.example', 'it is the first of its address, and none goes by the name none.example'],
    ['2.4', '', null, 'it is the first of its address, and no host name is given'],
    ['2.2', '', 'b.example', 'it is the first of its address, and 2.2 has no NameVirtualHost for that'],
    [
      '2.2',
      'NameVirtualHost *',
      'none.example',
      'it is the first of its address, and none goes by the name none.example',
    ],
    [
      '2.2',
      'NameVirtualHost 10.0.0.1:80',
      'b.example',
      'it is the first of its address, and 2.2 has no NameVirtualHost for that',
    ],
    [
      '2.2',
      'NameVirtualHost *:80',
      'none.example',
      'it is the first of its address, and none goes by the name none.example',
    ],
  ] as const)('%s with "%s": the first answers %s', (version, named, name, why) => {
    expect(chosen(`${named}\n${hosts}`, { host: name }, version)).toEqual({ root: '/a', why });
  });
});

describe('without a Host header', () => {
  const hosts =
    host('*:80', 'a', 'ServerName a.example') +
    host('*:80', 'b', 'ServerName b.example\nServerPath /zzz\nServerPath /b') +
    host('*:80', 'c', 'ServerName c.example\nServerPath /c/') +
    host('*:80', 'd', 'ServerName d.example\nServerPath /b');

  // As real servers answer.
  test.each([
    ['/b', '/b'],
    ['/b/x', '/b'],
    ['//b/x', '/b'],
    ['/bb/x', '/a'],
    ['/%62/x', '/a'],
    ['/zzz/x', '/a'],
    ['/c/x', '/c'],
    ['/c', '/a'],
  ])('%s is answered by the first with a ServerPath that it begins with: %s', (path, root) => {
    expect(chosen(hosts, { host: null, path }).root).toBe(root);
    expect(chosen(`NameVirtualHost *:80\n${hosts}`, { host: null, path }, '2.2').root).toBe(root);
    expect(chosen(hosts, { host: null, path }, '2.2').root).toBe('/a');
    expect(chosen(hosts, { host: 'none.example', path }).root).toBe('/a');
  });

  test('why', () => {
    expect(chosen(hosts, { host: null, path: '/b' }).why).toBe(
      'no host name is given, and its ServerPath is /b',
    );
  });
});

describe('among addresses', () => {
  const hosts =
    host('*:80', 'any', 'ServerName a.example') +
    host('10.0.0.1:80 [::1]:80', 'exact', 'ServerName b.example') +
    host('_default_:81', 'port', 'ServerName c.example');
  const ONLY = 'it is the only virtual host of its address';
  const NONE = 'no virtual host has this address and port';

  test.each([
    ['10.0.0.1', 80, '/exact', ONLY],
    ['::1', 80, '/exact', ONLY],
    ['10.0.0.2', 80, '/any', ONLY],
    ['10.0.0.1', 81, '/port', ONLY],
    ['10.0.0.1', 82, '/main', NONE],
  ])('%s, port %d', (serverAddress, port, root, why) => {
    expect(chosen(hosts, { host: 'none', serverAddress, port })).toEqual({ root, why });
  });

  test.each([
    ['b.example', 80, '/exact'],
    ['a.example', 80, '/any'],
    ['none', 80, '/any'],
    [null, 80, '/any'],
    ['c.example', 80, '/any'],
    ['b.example', 81, '/port'],
  ])('not known which: %s, port %d', (name, port, root) => {
    expect(chosen(hosts, { host: name, port }).root).toBe(root);
  });

  test('of two that go by the name, the one of the exact address', () => {
    const same = host('*:80', 'any', 'ServerName a') + host('10.0.0.1:80', 'exact', 'ServerName a');
    expect(chosen(same, { host: 'a' }).root).toBe('/exact');
  });

  test('hosts of other addresses answer where there are none for any', () => {
    expect(chosen(host('10.0.0.1:80', 'exact'), { host: 'none' }).root).toBe('/exact');
    expect(chosen(host('10.0.0.1:80', 'exact'), { host: 'none', serverAddress: '10.0.0.2' }).root).toBe(
      '/main',
    );
  });

  test('the main server answers where there are no hosts', () => {
    expect(chosen('', { host: 'a.example' })).toEqual({ root: '/main', why: 'there are no virtual hosts' });
  });

  // As a real 2.4 and a real 2.2.34 answer.
  test.each([
    ['*', '*:80', '/port', '/any'],
    ['10.0.0.1', '10.0.0.1:80', '/port', '/any'],
    ['10.0.0.1:*', '*:80', '/any', '/any'],
  ])('hosts of %s before those of %s: 2.4 prefers the port, 2.2 the first', (any, port, of24, of22) => {
    const mixed = host(any, 'any') + host(port, 'port');
    const request = { host: 'none', serverAddress: '10.0.0.1', port: 80 };
    expect(chosen(mixed, request).root).toBe(of24);
    expect(chosen(mixed, request, '2.2').root).toBe(of22);
    expect(chosen(mixed, { ...request, port: 82 }).root).toBe('/any');
  });
});

describe('the port, where it is not said', () => {
  const hosts = host('*:80', 'http') + host('*:443', 'https') + host('*:8080', 'other');
  test.each([
    ['', '/http'],
    ['Listen 443\nListen 80\n', '/http'],
    ['Listen 10.0.0.1:443\nListen 8080\n', '/https'],
    ['Listen [::]:8080\n', '/other'],
    ['<IfDefine NOT>\nListen 443\n</IfDefine>\nListen 8080\n', '/other'],
  ])('%j', (listen, root) => {
    expect(chosen(listen + hosts, {}).root).toBe(root);
  });
});

test('hosts inside a guard that does not hold answer nothing', () => {
  const guarded = `<IfDefine NOT>\n${host('*:80', 'a')}</IfDefine>\n${host('*:80', 'b')}`;
  expect(chosen(guarded, {}).root).toBe('/b');
});

describe('a host of the name at another port than the usual one', () => {
  const hosts = `Listen 8080\n${host('*:8080', 'a', 'ServerName a.example')}${host('127.0.0.1:80', 'b', 'ServerName b.example')}`;

  test.each([
    [{ host: 'b.example' }, '/b'],
    [{ host: 'none.example' }, '/a'],
    [{ host: 'b.example', port: 8080 }, '/a'],
    [{ host: 'a.example' }, '/a'],
  ])('%j: %s', (request, root) => {
    expect(chosen(hosts, request).root).toBe(root);
  });
});

describe('where the request arrives', () => {
  const hosts =
    host('*:80', 'any', 'ServerName any.example') +
    host('127.0.0.1:80', 'local', 'ServerName local.example') +
    host('*:8080', 'other', 'ServerName other.example');
  const elsewhere = (request: Partial<ConcreteRequest>): string[] => {
    const { tree } = ask(memoryTree(hosts), '/', {}, '2.4');
    return tree.choose({ ...plainRequest('/'), ...request }).elsewhere.map(({ address }) => address);
  };

  test.each([
    [{ host: 'local.example', port: 80 }, '/local', ['*:80']],
    [{ host: 'any.example', port: 80 }, '/any', ['127.0.0.1:80']],
    [{ host: 'local.example', port: 80, serverAddress: '10.0.0.1' }, '/any', []],
    [{ host: 'any.example', port: 80, serverAddress: '127.0.0.1' }, '/local', []],
    [{ host: 'local.example', port: 8080 }, '/other', []],
    [{ host: 'other.example' }, '/other', []],
  ] as const)('%j: %s', (request, root, others) => {
    expect(chosen(hosts, request).root).toBe(root);
    expect(elsewhere(request)).toEqual(others);
  });
});

// As a real 2.2.34 and a real 2.4 answer `Host: ...`; the path `/x` is there.
describe('a Host header that is no name', () => {
  const status = (name: string, lines: string, version: Version) => {
    const files = { 'htdocs/x': '', 'conf/httpd.conf': lines };
    const { served } = ask(memoryTree(files), '/x', { host: name, otherHeaders: 'absent' }, version);
    return served.status;
  };

  test.each([
    ['a_b.example', 400, 200],
    ['a b', 400, 400],
    ['a@b', 400, 400],
    ['a%62.example', 400, 400],
    ['1.2.3', 400, 400],
    ['1.2.3.4', 200, 200],
    ['1.2.03.4', 400, 400],
    ['.1.2.3', 400, 400],
    ['0x7f.1', 400, 400],
    ['a.1b', 400, 400],
    ['a.b1', 200, 200],
    ['12', 400, 400],
    ['a.example.', 200, 200],
    ['-a.example', 200, 200],
    ['a..example', 400, 400],
    ['a/b', 400, 400],
    ['[::1]', 200, 200],
    ['[::ffff:127.0.0.1]', 200, 200],
    ['[127.0.0.1]', 400, 400],
    ['[::g]', 400, 400],
    ['a.b.', 200, 200],
    ['a.-b', 400, 400],
    ['a:', 400, 400],
    ['a:x', 400, 400],
    ['a:0', 400, 400],
  ])('%j is answered %d by 2.2 and %d by 2.4', (name, of22, of24) => {
    expect([status(name, '', '2.2'), status(name, '', '2.4')]).toEqual([of22, of24]);
  });

  test.each([
    ['a_b.example', 200],
    ['a.1b', 200],
    ['12', 200],
    ['a:', 200],
    ['a:x', 200],
    ['a:0', 400],
    [':80', 400],
    ['a:65536', 400],
    ['a..example', 400],
    ['a/b', 400],
  ])('%j under HttpProtocolOptions Unsafe: %d', (name, expected) => {
    expect(status(name, 'HttpProtocolOptions Unsafe', '2.4')).toBe(expected);
  });
});

test.each<Version>(['2.2', '2.4'])('%s looks for an address in brackets without them', (version) => {
  const hosts =
    host('*', 'a', 'ServerName a.example') +
    host('*', 'b', 'ServerName b.example\nServerAlias [::1]') +
    host('*', 'c', 'ServerName c.example\nServerAlias ::1');
  expect(chosen(`NameVirtualHost *\n${hosts}`, { host: '[::1]' }, version).root).toBe('/c');
});

test('2.2 is taken to answer to a name that a host of its own has', () => {
  const hosts = host('*', 'a', 'ServerName a_b.example') + host('*', 'b', 'ServerName b.example');
  const asked = (name: string) => ask(memoryTree(`NameVirtualHost *\n${hosts}`), '/', { host: name }, '2.2');
  const statusOf = (name: string) => asked(name).evaluation.beside?.status;
  expect([statusOf('a_b.example'), statusOf('c_d.example')]).toEqual([undefined, 400]);
  const isTold = (name: string) =>
    asked(name).assumptions.some(({ text }) => text.endsWith(`400 to the name ${name}`));
  expect([isTold('a_b.example'), isTold('b.example')]).toEqual([true, false]);
});

// As both servers: such a host goes by the machine's name, or by that of its address.
test.each(['2.2', '2.4'] as const)(
  '%s: a host without a ServerName may go by a name that is looked up',
  (version) => {
    const config = `NameVirtualHost *\n${host('*', 'a', 'ServerName a.example')}${host('*', 'b')}`;
    const told = (name: string, lines = '') =>
      ask(memoryTree(lines + config), '/', { host: name }, version).assumptions.flatMap(({ text }) =>
        text.includes('looks up') ? [text] : [],
      );
    expect(told('c.example')).toEqual([
      'the name that the server looks up for this host, which has no ServerName, is not c.example',
    ]);
    expect(told('a.example')).toEqual([]);
    expect(told('c.example', 'ServerName main.example\n')).toEqual([]);
  },
);

describe('StrictHostCheck of 2.4', () => {
  const AT = { serverAddress: '192.0.2.1', port: 80, otherHeaders: 'absent' } as const;
  const lines = `ServerName main.example\nStrictHostCheck ON\n`;
  const hosts = host('*', 'a', 'ServerName a.example') + host('*', 'b', 'ServerName b.example');

  test.each([
    [lines, 'main.example', 200],
    [lines, 'Main.example.', 200],
    [lines, 'x.example', 400],
    [lines, '', 200],
    [lines + hosts, 'b.example', 200],
    [lines + hosts, 'x.example', 400],
    [hosts, 'x.example', 200],
    // The address of its line is no name here.
    [lines + host('192.0.2.1', 'a', 'ServerName a.example'), '192.0.2.1', 400],
  ])('%j and %s: %d', (config, name, expected) => {
    const files = {
      'htdocs/x': '',
      'conf/httpd.conf': config.replace(/DocumentRoot \/[ab]/g, 'DocumentRoot /srv/htdocs'),
    };
    const { served } = ask(memoryTree(files), '/x', { ...AT, host: name }, '2.4');
    expect(served.status).toBe(expected);
  });
});

test('who sends no Host header is led by ServerPath, as one whose header is not known', () => {
  const hosts =
    host('*', 'a', 'ServerName a.example') + host('*', 'b', 'ServerName b.example\nServerPath /b');
  for (const none of [null, '']) expect(chosen(hosts, { host: none, path: '/b/x' }).root).toBe('/b');
});
