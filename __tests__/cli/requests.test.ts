import { beforeAll, describe, expect, test } from '@jest/globals';
import { rejectStaleBuild, runProgram } from './run-program.ts';
import { tempTree, writeFiles } from './temp-tree.ts';

beforeAll(rejectStaleBuild);

const LOADED = ['authz_host', 'authn_file', 'auth_basic', 'authz_user', 'dir', 'alias', 'rewrite']
  .map((name) => `LoadModule ${name}_module modules/mod_${name}.so\n`)
  .join('');

/** A 2.2 server of two hosts; @param conf more of its configuration */
function server(conf = ''): string {
  const folder = tempTree({
    'htdocs/index.html': 'x',
    'htdocs/staff/index.html': 'x',
    'htdocs/.htaccess': 'Options None\n',
  });
  const section = (kind: string, rules: string) => `<${kind}>\n${rules}\n</${kind.split(' ')[0]}>\n`;
  writeFiles(folder, {
    'conf/httpd.conf':
      `ServerRoot "${folder}"\nListen 8080\n${LOADED}DirectoryIndex index.html\nDocumentRoot "${folder}/htdocs"\n` +
      section(`Directory "${folder}/htdocs"`, 'Order allow,deny\nAllow from all') +
      section(`Directory "${folder}/htdocs/staff"`, 'AuthType Basic\nAuthName x\nRequire valid-user') +
      section('Location /inside', 'Order deny,allow\nDeny from all\nAllow from 192.0.2.0/24') +
      `NameVirtualHost *:8080\n` +
      section(
        'VirtualHost *:8080',
        `ServerName a.example\nDocumentRoot "${folder}/htdocs"\nRedirect gone /old`,
      ) +
      section('VirtualHost *:8443', `ServerName b.example\nSSLEngine on\nDocumentRoot "${folder}/htdocs"`) +
      conf,
  });
  return folder;
}

function requests(folder: string, ...words: string[]) {
  return runProgram(['requests', '.', ...words], { folder });
}

describe('requests', () => {
  test('lists one for each place whose rules differ, with the status of 2.2', () => {
    const { stdout, exitCode } = requests(server());
    expect(exitCode).toBe(0);
    const lines = stdout.split('\n');
    expect(lines).toContain('200 GET http://a.example:8080/');
    expect(lines).toContain('401 GET http://a.example:8080/staff/');
    expect(lines).toContain('403 GET http://a.example:8080/inside/');
    expect(lines).toContain('410 GET http://a.example:8080/old');
    expect(lines).toContain('401 GET https://b.example:8443/staff/');
  });

  test('lists one for each section for files, once for a host', () => {
    const { stdout } = requests(server('<Files ".ht*">\nOrder allow,deny\n</Files>\n'));
    const lines = stdout.split('\n').filter((line) => line.includes('/.ht'));
    expect(lines).toHaveLength(2);
    expect(lines).toContain('403 GET http://a.example:8080/.ht');
  });

  test('lists what lines name, and says so, where a server has too many kinds of requests', () => {
    const many = Array.from(
      { length: 1000 },
      (_, i) =>
        `RewriteRule ^/r${i}/(.*) $1 [PT]\n<Directory /srv/d${i}>\nOrder allow,deny\nAllow from 10.${i >> 8}.${i & 255}\n</Directory>\nAlias /a${i} /srv/d${i}\n`,
    );
    const host = `<VirtualHost *:8080>\nServerName c.example\nRewriteEngine on\n${many.join('')}</VirtualHost>\n`;
    const { stdout, stderr, exitCode } = requests(server(host));
    expect(exitCode).toBe(0);
    expect(stderr).toContain('too many combinations of addresses and folders');
    expect(stdout).toContain('410 GET http://a.example:8080/old\n');
    expect(stdout).toContain(' GET http://c.example:8080/a0\n');
  });

  test('gives no status where a rewrite rule depends on what is not known', () => {
    const folder = server();
    const open = 'RewriteEngine On\nRewriteCond %{TIME_HOUR} 12\nRewriteRule ^index - [F]\n';
    writeFiles(folder, { 'htdocs/.htaccess': `Options FollowSymLinks\n${open}` });
    const lines = requests(folder).stdout.split('\n');
    expect(lines).toContain('- GET http://a.example:8080/');
    expect(lines).toContain('403 GET http://a.example:8080/inside/');
  });

  test('takes whence they come, and how many for a host', () => {
    const folder = server();
    expect(requests(folder, '--client', '192.0.2.7').stdout).toContain(
      '404 GET http://a.example:8080/inside/',
    );
    expect(requests(folder, '--most', '1').stdout.split('\n').filter(Boolean)).toHaveLength(2);
  });

  test('prints a line of JSON for each', () => {
    const [line = ''] = requests(server(), '--format', 'json').stdout.split('\n');
    expect(JSON.parse(line)).toEqual({
      method: 'GET',
      scheme: 'http',
      address: null,
      port: 8080,
      host: 'a.example',
      path: '/',
      status: 200,
    });
  });

  test('expects no status below folders that were not searched for .htaccess files, and names them', () => {
    const conf = 'Alias /gone /absent/gone\n<Directory /absent/gone>\nAllowOverride All\n</Directory>\n';
    const { stdout, stderr } = requests(server(conf));
    expect(stdout.split('\n')).toEqual(
      expect.arrayContaining(['- GET http://a.example:8080/gone/', '200 GET http://a.example:8080/']),
    );
    expect(stderr).toBe(
      'httpd-codemod: could not be searched for .htaccess files, or not read: /absent/gone. They could change what requests there are answered, which is not known (-).\n',
    );
  });

  test.each([
    [['requests'], 'requests needs a PATH'],
    [['requests', 'a', 'b'], 'one at a time'],
    [['requests', '.', '--client', 'me'], '--client takes an IP address, such as 127.0.0.1, not me'],
    [['requests', '.', '--most', '0'], '--most takes a number from 1 to 999999, not 0'],
    [['requests', '-'], 'requests needs a tree'],
  ])('refuses %j', (words, sentence) => {
    const { exitCode, stderr } = runProgram(words, { folder: server() });
    expect(stderr).toContain(sentence);
    expect(exitCode).toBe(2);
  });
});
