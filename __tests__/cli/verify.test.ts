import { beforeAll, describe, expect, test } from '@jest/globals';
import { rejectStaleBuild, runProgram } from './run-program.ts';
import { tempTree, writeFiles } from './temp-tree.ts';

beforeAll(rejectStaleBuild);

function verify(before: string, after: string): { readonly exitCode: number | null; readonly text: string } {
  const folder = tempTree({ 'before.conf': before, 'after.conf': after });
  const { exitCode, stdout } = runProgram(['verify', 'before.conf', 'after.conf'], { folder });
  return { exitCode, text: stdout };
}

const location = (...lines: string[]): string => `<Location /x>\n${lines.join('\n')}\n</Location>\n`;

describe('verify', () => {
  test('names lines that 2.4 refuses once for all, and no more than ten', () => {
    const refused = Array.from({ length: 12 }, (_, i) => `Require not ip 10.${i}`);
    const { exitCode, text } = verify(location('Order allow,deny'), location(...refused));
    expect(exitCode).toBe(1);
    expect(text.match(/refused: 2\.4 does not start/g)).toHaveLength(1);
    expect(text.match(/negative Require directive has no effect/g)).toHaveLength(10);
    expect(text).toContain('\n  and 2 more lines\n');
    expect(text).toContain('12 lines refused by 2.4');
  });

  test('does not call different what only could not be compared', () => {
    const rules = location('Order deny,allow', 'Deny from all', 'Allow from {{ office }}');
    const { exitCode, text } = verify(rules, location('Require ip {{ other }}'));
    expect(exitCode).toBe(1);
    expect(text).toContain('! before.conf:4: what will be put in for');
    expect(text).not.toContain('its patterns may exclude each other');
    const alike = '<% if x %>\n' + location('Order allow,deny') + '<% end %>\n';
    const made = location('Require all denied');
    expect(verify(alike, made).text).toContain('its branches were compared case by case');
    expect(verify(alike, made).text).toContain('Different: opened 0, closed 1, another status 0;');
  });

  test('does not call different what no request was found for', () => {
    const [open, shut] = [location('Require all granted'), 'Require all denied\n'];
    const never = `<LocationMatch "^/x(?=a)b">\n${shut}</LocationMatch>\n`;
    const before = location('Order allow,deny', 'Allow from all');
    const { exitCode, text } = verify(before, open + never);
    expect(exitCode).toBe(1);
    expect(text).toContain('no request was found that shows it: its patterns may exclude each other');
    expect(text).toContain('Not shown to be the same: no request was found for what is told above (1).\n');
    const both = verify(before, `${open}${never}<Location /x/y>\n${shut}</Location>\n`).text;
    expect(both).toContain('Different: opened 0, closed 1, another status 0; no request found for 1 more.\n');
  });

  test('knows which modules AFTER has where it reads guards', () => {
    const server = (name: string, rules: string) =>
      `ServerRoot /etc/httpd\nListen 80\nLoadModule ${name}_module mod_${name}.so\n${rules}`;
    const folder = tempTree({
      'before/httpd.conf': server('authz_host', location('Order deny,allow', 'Deny from all')),
      'after/httpd.conf': server(
        'authz_core',
        location(
          '<IfModule mod_access_compat.c>\nOrder deny,allow\nDeny from all\n</IfModule>',
          '<IfModule !mod_access_compat.c>\nRequire all denied\n</IfModule>',
        ),
      ),
    });
    const { exitCode, stdout } = runProgram(['verify', 'before', 'after'], { folder });
    expect(stdout).toContain('Same: ');
    expect(exitCode).toBe(0);
  });

  test('says where a difference depends on a guard', () => {
    const rules = ['Order deny,allow', 'Deny from all'];
    const before = location(...rules);
    const after = location('<IfDefine NEW>', 'Require all denied', '</IfDefine>');
    expect(verify(before, after).text).toContain(
      'curl -i http://SERVER/x/  # from 192.0.2.1\n  where <IfDefine NEW> does not hold\n  2.2: Order, Allow and Deny refuse',
    );
    const negated = location('<IfDefine !OLD>', 'Require all denied', '</IfDefine>');
    expect(verify(before, negated).text).toContain('\n  where <IfDefine OLD> holds\n');
    // Whichever way the guard turns out.
    const beside = `${location('Require all granted')}<Location /y>\n<IfDefine NEW>\nRequire all denied\n</IfDefine>\n</Location>\n`;
    expect(verify(before, beside).text).toMatch(
      /curl -i http:\/\/SERVER\/x\/ {2}# from 192\.0\.2\.1\n {2}2\.2: /,
    );
  });

  test('tells of lines that the target does not know yet', () => {
    const rules = location('Order deny,allow', 'Deny from all');
    const folder = tempTree({
      'a.conf': rules,
      'b.conf': `${location('Require all denied')}StrictHostCheck Off\n`,
    });
    const stdoutFor = (target: string) =>
      runProgram(['verify', 'a.conf', 'b.conf', '--target', target], { folder }).stdout;
    expect(stdoutFor('2.4.48')).toContain(
      '! b.conf:4: StrictHostCheck came with 2.4.49: 2.4.48 does not take this line, unless it was added there',
    );
    expect(stdoutFor('2.4.49')).toContain('Same: ');
  });

  test('says which expression a difference supposes to hold', () => {
    const after = location('Require expr %{HTTP_USER_AGENT} =~ /^Good/');
    expect(verify(location('Order deny,allow', 'Deny from all'), after).text).toContain(
      '# from 192.0.2.1\n  where expr %{HTTP_USER_AGENT} =~ /^Good/ holds\n  2.2: Order, Allow and Deny refuse',
    );
  });

  test('does not take a log without requests for one without differences', () => {
    const rules = location('Require all granted');
    const folder = tempTree({ 'a.conf': location('Order allow,deny', 'Allow from all'), 'b.conf': rules });
    const words = ['verify', 'a.conf', 'b.conf', '--access-log', 'b.conf'];
    expect(runProgram(words, { folder })).toMatchObject({
      exitCode: 2,
      stdout: '',
      stderr:
        'httpd-codemod: --access-log b.conf: no request is in its 3 lines; the formats common, combined and vhost_combined are known\n',
    });
  });

  test('ends with what was compared, and what was not', () => {
    const rules = location('Order allow,deny', 'Allow from all');
    const { exitCode, text } = verify(rules, location('Require all granted'));
    expect(exitCode).toBe(0);
    expect(text.trimEnd().split('\n').slice(-2)).toEqual([
      expect.stringMatching(/^Compared: access rules; lines that refuse/),
      expect.stringMatching(/^Not compared: what is sent .*the configuration around these parts\.$/),
    ]);
    const open = verify(rules, location('Require ip {{ other }}'));
    expect(open.text.trimEnd()).toMatch(/^Not compared: .*what is marked ! above\.$/m);
  });

  test('marks an Alias that leads to a folder which nothing led to before', () => {
    const server = 'ServerRoot /etc/httpd\nListen 80\nUser www\nDocumentRoot /srv/www\n';
    const folder = tempTree({
      'before/httpd.conf': server,
      'after/httpd.conf': `${server}Alias /e /etc\n`,
    });
    const { exitCode, stdout } = runProgram(['verify', 'before', 'after'], { folder });
    expect(exitCode).toBe(1);
    expect(stdout).toContain('! after/httpd.conf:5: Alias /e /etc is new');
  });
});

test('a request that shows a difference only if there were such a file says so', () => {
  const folder = tempTree({});
  const server = (rules: string) =>
    `ServerRoot ${folder}\nListen 80\nUser www\nDocumentRoot ${folder}/htdocs\n<Directory ${folder}/htdocs>\n${rules}\n</Directory>\n`;
  const [open, shut] = ['Order allow,deny\nAllow from all', 'Require all granted'];
  const secret = (rules: string) => `<Directory ${folder}/htdocs/none>\n${rules}\n</Directory>\n`;
  writeFiles(folder, {
    'htdocs/index.html': '',
    'a/httpd.conf': server(open) + secret('Order allow,deny'),
    'b/httpd.conf': server(shut),
    'c/httpd.conf': server('Require all denied'),
  });
  const told = (after: string) => runProgram(['verify', 'a', after], { folder }).stdout;
  const supposed = '  as soon as there is such a file or folder: there is none here\n';
  expect(told('b')).toContain(`curl -i http://SERVER/none/  # from 192.0.2.1\n${supposed}`);
  expect(told('c')).not.toContain(supposed);
});

test('a .htaccess file that both versions refuse is no difference', () => {
  const server = (rule: string) =>
    `ServerRoot /opt/web\nListen 80\nUser www\nDocumentRoot /opt/web/htdocs\n<Directory /opt/web/htdocs>\nOptions None\nAllowOverride All\n${rule}\n</Directory>\n`;
  const folder = tempTree({
    'before/conf/httpd.conf': server('Order allow,deny\nAllow from all'),
    'before/htdocs/.htaccess': 'Redirct /a /b\n',
    'after/conf/httpd.conf': server('Require all granted'),
    'after/htdocs/.htaccess': 'Redirct /a /b\n',
  });
  const { exitCode, stdout } = runProgram(['verify', 'before', 'after'], { folder });
  expect(stdout).toContain('both versions refuse this file, and answer 500 below it');
  expect(exitCode).toBe(0);
});

describe('a log is replayed', () => {
  const line = (target: string, status: number) =>
    `192.0.2.1 - - [10/Oct/2025:13:55:36 +0000] "GET ${target} HTTP/1.1" ${status} 1\n`;
  const SERVER =
    'ServerRoot /etc/httpd\nListen 80\nUser www\nDocumentRoot /srv/www\nLoadModule alias_module modules/mod_alias.so\nLoadModule rewrite_module modules/mod_rewrite.so\n';

  function replay(before: string, log: string): string {
    const folder = tempTree({ 'a/httpd.conf': SERVER + before, 'b/httpd.conf': SERVER, log });
    return runProgram(['verify', 'a', 'b', '--access-log', 'log'], { folder }).stdout;
  }

  test('with redirects that are gone, and what an address has after its ?', () => {
    const rules =
      'Redirect 301 /old http://x/\nRewriteEngine On\nRewriteCond %{QUERY_STRING} cmd=\nRewriteRule ^/run - [F]\n';
    const log = line('/old/x', 301) + line('/run?cmd=1', 403) + line('/run?a', 200) + line('*', 200);
    const text = replay(rules, log);
    expect(text).toContain('log: 2 of 3 requests would be answered differently\n');
    expect(text).toContain('opened 1, closed 0, another status 1\n');
    expect(text).toContain(
      '  1 line left out, the first in line 4: 1 with a request for no path (-, CONNECT, OPTIONS *)\n',
    );
    expect(text).toContain(
      '1x  2.2: 301 Moved Permanently, 2.4: let through\n      curl -i http://SERVER/old/x',
    );
    expect(text).toContain("curl -i 'http://SERVER/run?cmd=1'");
    expect(text).toContain('in 100 % of the cases');
    expect(text).toMatch(/^Different: 2 requests of the log; /m);
  });

  test('with nothing but requests for no path', () => {
    const text = replay('', line('*', 200));
    expect(text).toContain('log: none of 0 requests would be answered differently\n');
    expect(text).toContain('1 line left out, the first in line 1: 1 with a request for no path');
  });

  test('with what it does not tell', () => {
    const rules = 'RewriteEngine On\nRewriteCond %{HTTP_COOKIE} bad\nRewriteRule ^/ - [F]\n';
    const text = replay(rules, line('/a%20b', 200));
    expect(text).toContain('log: none of 1 request would be answered differently\n');
    expect(text).toContain(
      '1x  perhaps 2.2: that depends, 2.4: let through\n      curl -i http://SERVER/a%20b',
    );
    expect(text).toContain('      depends on RewriteRule ^/ - [F]  a/httpd.conf:9\n');
    expect(text).toMatch(/^Not shown to be the same: perhaps 1 request of the log; see what is marked/m);
  });
});
