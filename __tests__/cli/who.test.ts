import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { rejectStaleBuild, runProgram } from './run-program.ts';
import { tempTree, writeFiles } from './temp-tree.ts';

beforeAll(rejectStaleBuild);

const LOADED = ['authz_core', 'authz_host', 'authn_core', 'dir', 'alias', 'cgi']
  .map((name) => `LoadModule ${name}_module modules/mod_${name}.so\n`)
  .join('');

/** A 2.4 server with some files; @param conf more of its configuration */
function server(conf: string, files: Readonly<Record<string, string>> = {}): string {
  const folder = tempTree({ 'htdocs/there.html': 'x', 'cgi-bin/run': 'x', ...files });
  const roots = `ServerRoot "${folder}"\nDocumentRoot "${folder}/htdocs"\nScriptAlias /cgi-bin/ "${folder}/cgi-bin/"\n`;
  const open = '<Directory />\nAllowOverride All\nRequire all granted\n</Directory>\n';
  writeFiles(folder, { 'conf/httpd.conf': `${roots}${LOADED}${open}${conf}` });
  return folder;
}

function who(folder: string, address: string, ...words: string[]): string {
  const { stdout } = runProgram(['who', address, '--tree', '.', '--client', '192.0.2.1', ...words], {
    folder,
  });
  return stdout.replaceAll(folder, '');
}

/** What the answer is, and why. */
function answer(folder: string, address: string, ...words: string[]): string {
  return (
    who(folder, address, ...words)
      .split('\nAnswer    ')[1]
      ?.split('\n\n')[0] ?? ''
  ).trimEnd();
}

describe('who', () => {
  test('says the status as far as the configuration tells it', () => {
    const folder = server(
      '<Location /no>\nRequire all denied\n</Location>\nRedirect /old http://a.example/\n',
    );
    expect(answer(folder, '/there.html')).toMatch(/^200 OK\n {2}Require lets this client through\n/);
    expect(answer(folder, '/none.html')).toMatch(/^404 Not Found\n(?:.*\n)*? {2}then: there is no such file/);
    expect(answer(folder, '/no')).toMatch(/^403 Forbidden\n/);
    expect(answer(folder, '/old')).toBe('302 Found\n  Redirect redirects it');
    expect(answer(folder, '/cgi-bin/run')).toMatch(/^let through; the handler cgi-script answers\n/);
  });

  test('takes a method as it is typed: get is another one than GET', () => {
    const folder = server('<Location /there.html>\n<Limit GET>\nRequire all denied\n</Limit>\n</Location>\n');
    expect(answer(folder, '/there.html', '--method', 'GET')).toMatch(/^403 Forbidden\n/);
    expect(answer(folder, '/there.html', '--method', 'get')).toMatch(
      /^501 .*\n(?:.*\n)*? {2}then: nothing that serves files knows get: upper and lower case differ in methods$/m,
    );
  });

  test('says where an ErrorDocument leads elsewhere, and takes *', () => {
    const folder = server('ErrorDocument 404 http://a.example/none\n');
    expect(answer(folder, '/none.html')).toMatch(
      /^302 Found\n(?:.*\n)*? {2}a redirect by ErrorDocument 404 http:\/\/a\.example\/none {2}conf\/httpd\.conf:\d+$/,
    );
    expect(who(folder, '*', '--method', 'OPTIONS')).toContain('Answer    200 OK\n');
  });

  test('answers as the release of 2.4 that is named', () => {
    const rule = 'LoadModule rewrite_module x.so\nRewriteEngine On\nRewriteRule //there - [F]\n';
    const folder = server(rule);
    const at = (...words: string[]) => answer(folder, '/a//there.html', ...words).split('\n')[0];
    expect([at(), at('--target', '2.4.37'), at('--target', 'debian12')]).toEqual([
      '404 Not Found',
      '403 Forbidden',
      '404 Not Found',
    ]);
    expect(runProgram(['who', '/', '--tree', '.', '--target', '2.4.x'], { folder }).stderr).toContain(
      'no target 2.4.x',
    );
    expect(runProgram(['who', '/', '--tree', '.', '--httpd', './none'], { folder }).stderr).toContain('none');
  });

  test('takes the version of HTTP, and two headers of one name for one', () => {
    const folder = server(
      'LoadModule setenvif_module x.so\nSetEnvIf X-A "^1, 2$" met\n<Location /there.html>\nRequire env met\n</Location>\n',
    );
    const at = (...words: string[]) => answer(folder, '/there.html', ...words).split('\n')[0];
    expect(at('--header', 'X-A: 1', '--header', 'x-a: 2')).toBe('200 OK');
    expect(at('--header', 'X-A: 2', '--header', 'X-A: 1')).toBe('403 Forbidden');
    expect(at('--header', 'Host: a', '--header', 'Host: b')).toBe('400 Bad Request');
    expect(at('--header', 'Host: a:')).toBe('400 Bad Request');
    expect(at('--header', 'Expect: more', '--http', '1.0')).toBe('417 Expectation Failed');
    expect(at('--header', 'X-A: 1, 2', '--http', '1.1')).toBe('400 Bad Request');
    expect(at('--header', 'X-A: 1, 2', '--http', '1.0', '--host', 'a')).toBe('200 OK');
  });

  test('takes the user from an Authorization header', () => {
    const folder = server(
      'LoadModule auth_basic_module x.so\nLoadModule authn_file_module x.so\nLoadModule authz_user_module x.so\n' +
        '<Location />\nAuthType Basic\nAuthName x\nAuthUserFile conf/users\nRequire user ann:x ann\n</Location>\n',
      { 'conf/users': 'ann:x\nbob:x\n' },
    );
    chmodSync(join(folder, 'conf/users'), 0o644);
    const at = (header: string, ...words: string[]) =>
      answer(folder, '/there.html', '--header', `Authorization: ${header}`, ...words).split('\n')[0];
    const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
    expect(at(basic('ann:secret'))).toBe('200 OK');
    expect(at(basic('bob:ann'))).toBe('401 Unauthorized');
    expect(at(basic('ann:secret'), '--user', 'bob')).toBe('401 Unauthorized');
    expect(at('Digest username="ann", realm="x"')).toBe('401 Unauthorized');
    expect(at('Bearer ann')).toBe('401 Unauthorized');
    expect(at(`Basic ${Buffer.from('ann').toString('base64')}`)).toBe('401 Unauthorized');
  });

  test('says what it takes to be there', () => {
    const folder = server('Alias /far /far/away\n');
    // A copy of a server whose folders lie elsewhere.
    writeFiles(folder, {
      'copy/conf/httpd.conf': 'ServerRoot /opt/web\nDocumentRoot /opt/web/htdocs\nAlias /far /far/away\n',
    });
    const text = who(`${folder}/copy`, '/far/x');
    expect(text).toMatch(/Answer {4}200 OK\n/);
    expect(text).toContain('what is served is not on this machine: /far/away/x is taken to exist');
  });

  test('names first what keeps 2.4 from starting', () => {
    const folder = server('<Location /there.html>\nOrder allow,deny\n</Location>\n');
    const text = who(folder, '/there.html');
    expect(text).toMatch(
      /Apache 2\.4 does not start with this:\n {2}conf\/httpd\.conf:15: Invalid command 'Order'/,
    );
    expect(text.indexOf('does not start')).toBeLessThan(text.indexOf('Address'));
    const { refused } = JSON.parse(who(folder, '/there.html', '--format', 'json')) as { refused: unknown[] };
    expect(refused).toMatchObject([{ line: 15, message: expect.stringMatching(/^Invalid command 'Order'/) }]);
    expect(who(folder, '/there.html', '--as', '2.2')).not.toContain('does not start');
  });

  test('names first what keeps 2.2 from starting, and texts that no server reads to their end', () => {
    const folder = server('Redirect foo\n<Location /there.html>\n');
    const text = who(folder, '/there.html', '--as', '2.2');
    expect(text).toMatch(
      /Apache 2\.2 does not start with this:\n {2}conf\/httpd\.conf:15: <Location> is not closed .*\n {2}conf\/httpd\.conf:14: Redirect takes/,
    );
    const { refused } = JSON.parse(who(folder, '/there.html', '--as', '2.2', '--format', 'json')) as {
      refused: unknown[];
    };
    expect(refused).toMatchObject([{ line: 15 }, { line: 14 }]);
  });

  test('tells possible answers apart by the client where it is not known', () => {
    const folder = server('<Location />\nRequire ip 10.0.0.0/8\n</Location>\n');
    const { stdout } = runProgram(['who', '/there.html', '--tree', '.'], { folder });
    expect(stdout).toContain('  200 OK: for example where the client is 10.0.2.1\n');
    expect(stdout).toContain('  403 Forbidden: for example where the client is 192.0.2.1\n');
  });

  test('takes the address at which the request arrives, and says where that matters', () => {
    const hosts = ['*:8080 a', '*:80 b', '127.0.0.1:80 shop']
      .map((words) => words.split(' '))
      .map(([address, name]) => `<VirtualHost ${address}>\nServerName ${name}.example\n</VirtualHost>\n`);
    const folder = server(`Listen 80\nListen 8080\n${hosts.join('')}`);
    const at = (...words: string[]): string =>
      /^Server +(<[^>]+>)/m.exec(who(folder, 'http://shop.example/', ...words))?.[1] ?? '';
    expect(at()).toBe('<VirtualHost 127.0.0.1:80>');
    expect(who(folder, 'http://shop.example/')).toContain('At *:80 this host would: --address says');
    expect(at('--address', '127.0.0.1')).toBe('<VirtualHost 127.0.0.1:80>');
    expect(at('--address', '192.0.2.7')).toBe('<VirtualHost *:80>');
    expect(at('--address', '[::1]:80')).toBe('<VirtualHost *:80>');
    expect(at('--address', '192.0.2.7:8080')).toBe('<VirtualHost *:8080>');
    expect(at('--address', ':8080')).toBe('<VirtualHost *:8080>');
    expect(who(folder, '/', '--address', '192.0.2.7')).not.toContain('--address says');
  });

  test('takes the host from a Host header, and none where other headers are given alone', () => {
    const hosts = ['a', 'b'].map(
      (name) => `<VirtualHost *>\nServerName ${name}.example\nServerPath /${name}\n</VirtualHost>\n`,
    );
    const why = (path: string, header: string): string =>
      /^Server.*: (.*)$/m.exec(who(server(hosts.join('')), path, '--header', header))?.[1] ?? '';
    expect(why('/', 'Host: B.example:80')).toBe('it goes by the name B.example');
    expect(why('/b/', 'X-A: 1')).toBe('no host name is given, and its ServerPath is /b');
  });

  test.each([
    ['--client', 'foo', '--client takes an IP address'],
    ['--client', '10.0.0.0/8', '--client takes an IP address'],
    ['--host', 'a.test:', '--host takes a name without a port'],
    ['--host', 'a.test:8080', '--host takes a name without a port'],
    ['--address', 'foo', '--address takes where the request arrives'],
    ['--address', '10.0.0.1:99999', '--address takes where the request arrives'],
  ])('refuses %s %s', (option, value, message) => {
    const { exitCode, stderr } = runProgram(['who', '/', '--tree', '.', option, value], {
      folder: server(''),
    });
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  test('says which line of a .htaccess file answers 500', () => {
    const unknown = server('', { 'htdocs/.htaccess': 'Order allow,deny\n' });
    expect(answer(unknown, '/there.html')).toMatch(
      /^500 Internal Server Error\n {2}Apache 2\.4 does not take a line of the \.htaccess file \(Invalid command 'Order'/,
    );
    const limited = '<Directory />\nAllowOverride Limit\n</Directory>\n';
    const forbidden = server(limited, { 'htdocs/.htaccess': 'DirectoryIndex x\n' });
    expect(answer(forbidden, '/there.html')).toContain(
      'the .htaccess file says DirectoryIndex, which AllowOverride does not permit: 500 for all below it',
    );
  });

  test('shows containers in force as they would be written, and other worlds by their guards', () => {
    const folder = server(
      '<Location /there.html>\n<RequireAll>\nRequire all granted\nRequire not ip 10.9\n</RequireAll>\n</Location>\n' +
        '<IfDefine SHUT>\n<Location /there.html>\nRequire all denied\n</Location>\n</IfDefine>\n',
    );
    expect(who(folder, '/there.html')).toContain(
      '       now in force:\n         <RequireAll>\n           Require all granted\n           Require not ip 10.9\n         </RequireAll>\n',
    );
    expect(answer(folder, '/there.html')).toMatch(
      /^200 OK\n(?:.*\n)* {2}If <IfDefine SHUT> holds: 403 Forbidden$/,
    );
  });

  test('gives the same as JSON', () => {
    const folder = server('');
    const read = (address: string) =>
      JSON.parse(who(folder, address, '--format', 'json')) as Record<string, unknown>;
    expect(read('/there.html')).toMatchObject({ answer: { answer: 'pass', status: 200 }, refused: [] });
    expect(read('/none')).toMatchObject({ answer: { answer: 'pass', status: 404 }, served: { status: 404 } });
    expect(read('/cgi-bin/run')).toMatchObject({ answer: { answer: 'pass', status: null } });
  });
});

describe('who, as the user of the server', () => {
  const AS_ANOTHER = 'User #65533\nGroup #65533\n';
  const opened = (folder: string, modes: Readonly<Record<string, number>>): string => {
    for (const path of ['.', 'htdocs']) chmodSync(join(folder, path), 0o755);
    for (const [path, mode] of Object.entries(modes)) chmodSync(join(folder, path), mode);
    return folder;
  };

  // What a 2.2.34 and a 2.4.71 answered.
  test.each([
    ['a folder', { 'htdocs/a': 0o700 }, '/a/x.txt', '403'],
    [
      'a folder, asked for without a slash, that has no .htaccess files to read',
      { 'htdocs/n': 0o700 },
      '/n',
      '301',
    ],
    ['a folder in which nothing is read but by name', { 'htdocs/a': 0o711 }, '/a/x.txt', '200'],
    ['a file', { 'htdocs/a/x.txt': 0o600 }, '/a/x.txt', '403'],
    ['a .htaccess file', { 'htdocs/b/.htaccess': 0o600 }, '/b/x.txt', '403'],
    ['a folder in the place of a .htaccess file', {}, '/c/x.txt', '403'],
  ])('%s', (_, modes, address, status) => {
    const none = '<Directory /*/*/htdocs/n>\nAllowOverride None\n</Directory>\n';
    const files = {
      'htdocs/a/x.txt': 'x',
      'htdocs/b/x.txt': 'x',
      'htdocs/b/.htaccess': 'Options None\n',
      'htdocs/c/x.txt': 'x',
      'htdocs/c/.htaccess/y': 'x',
      'htdocs/n/x.txt': 'x',
    };
    const folder = opened(server(AS_ANOTHER + none, files), modes);
    expect(answer(folder, address)).toMatch(new RegExp(`^${status} `));
  });

  test('that is not known here is said where it matters', () => {
    const folder = opened(server('User nobody-of-this-name\n', { 'htdocs/a/x.txt': 'x' }), {
      'htdocs/a': 0o750,
    });
    expect(who(folder, '/a/x.txt')).toContain("the server's user may open /htdocs/a, which is not open to");
    expect(who(folder, '/there.html')).not.toContain("the server's user may open");
  });
});
