import { describe, expect, test } from '@jest/globals';
import * as rows from './address-rows.ts';
import { answerTo } from './answer-to.ts';
import { statusOf } from './status-of.ts';

// As a real 2.2.34 and a real 2.4 answer each of these.
const { FILES: _, FLAGS_OF_24, ...tables } = rows;

describe.each(Object.entries(tables))('%s', (_name, table) => {
  test.each(table)('%j: %s', (lines, asked, of22, of24 = of22) => {
    expect([answerTo(lines, asked, '2.2'), answerTo(lines, asked, '2.4')]).toEqual([of22, of24]);
  });
});

test.each(FLAGS_OF_24)('2.4: %j: %s', (lines, asked, answer) => {
  expect(answerTo(lines, asked, '2.4')).toBe(answer);
});

// As 2.4.71 answers.
test.each([
  ['Alias /srv/own/x', '/sub', '/srv/own/x'],
  ['Alias /srv/own/x', '/sub/x', '/srv/own/x'],
  ['Alias /srv/own', '/sub/x', 301],
  ['Alias /srv/own/x', '/x', '/srv/htdocs/x'],
  ['Alias /srv/own\nAliasPreservePath On', '/sub/x', '/srv/own/x'],
  ['Alias /srv/own\nAliasPreservePath Off', '/sub/x', 301],
])('2.4: an Alias in a Location stands for the whole address: %j, %s', (lines, asked, answer) => {
  expect(answerTo(`<Location /sub>\n${lines}\n</Location>`, asked, '2.4')).toBe(answer);
});

// As both servers answer; the words behind Inherit are those of 2.4 alone.
describe('rewrite rules of the main server and of a host', () => {
  const [F, G] = ['RewriteRule ^/x - [F]', 'RewriteRule ^/x - [G]'];
  const X = '/srv/htdocs/x';
  const on = (options: string) => `RewriteEngine on\n${options}\n${F}`;
  const answers = (main: string, host: string, version: '2.2' | '2.4') =>
    answerTo(
      `NameVirtualHost *:80\n${main}\n<VirtualHost *:80>\nServerName site\n${host}\n</VirtualHost>`,
      '/x',
      version,
    );

  test.each([
    [on(''), '', X],
    [on(''), 'RewriteOptions inherit', 403],
    ['RewriteEngine on', F, 403],
    ['RewriteEngine on', `RewriteEngine off\n${F}`, X],
    [F, 'RewriteEngine on\nRewriteOptions inherit', 403],
    [on('RewriteOptions inherit'), '', X],
    [on('RewriteOptions inherit'), '<Directory /nix>\nRewriteEngine off\n</Directory>', 403],
    [on('RewriteOptions inherit'), '<Files nix>\nRewriteBase /\n</Files>', 403],
    [on('RewriteOptions inherit'), 'RewriteMap m txt:/srv/map', 403],
    [on('RewriteOptions inherit'), G, 410],
    [on('RewriteOptions inherit'), 'RewriteEngine on', 403],
    [on(''), `RewriteOptions inherit\n${G}`, 410],
  ])('%j and %j', (main, host, answer) => {
    expect([answers(main, host, '2.2'), answers(main, host, '2.4')]).toEqual([answer, answer]);
  });

  test.each([
    [on(''), `RewriteOptions InheritBefore\n${G}`, 403],
    [on('RewriteOptions InheritDown'), G, 410],
    [on('RewriteOptions InheritDown'), '', X],
    [on('RewriteOptions InheritDownBefore'), G, 403],
    [on('RewriteOptions InheritDownBefore'), `RewriteOptions IgnoreInherit\n${G}`, 410],
    [on('RewriteOptions InheritDown'), `RewriteOptions AllowNoSlash\n${G}`, 410],
    [on('RewriteOptions InheritDown'), 'RewriteEngine on', 403],
  ])('2.4: %j and %j', (main, host, answer) => {
    expect(answers(main, host, '2.4')).toBe(answer);
  });
});

// As both servers answer.
describe('UserDir lines of the main server and of a host', () => {
  const HOMES = 'UserDir /srv/home/*/www';
  const [ANN, ROOT] = ['/srv/home/ann/www/x', '/srv/home/root/www/x'];
  const hosts = (main: string, host: string) =>
    `NameVirtualHost *:80\n${main}\n<VirtualHost *:80>\nServerName site\n${host}\n</VirtualHost>`;

  test.each([
    ['UserDir disabled', HOMES, 404, 404],
    [HOMES, 'UserDir disabled root', ANN, 404],
    [`${HOMES}\nUserDir disabled ann`, 'UserDir enabled root', ANN, ROOT],
    [`${HOMES}\nUserDir disabled ann`, '', 404, ROOT],
    [`UserDir disabled\nUserDir enabled ann\n${HOMES}`, 'UserDir disabled root', 404, 404],
    [`UserDir disabled\n${HOMES}`, 'UserDir enabled', ANN, ROOT],
    [`UserDir disabled\n${HOMES}`, 'UserDir enabled ann', ANN, 404],
    ['UserDir /srv/none', HOMES, ANN, ROOT],
  ])('%j and %j', (main, host, ofAnn, ofRoot) => {
    const lines = hosts(main, host);
    for (const version of ['2.2', '2.4'] as const) {
      expect(['/~ann/x', '/~root/x'].map((asked) => answerTo(lines, asked, version))).toEqual([
        ofAnn,
        ofRoot,
      ]);
    }
  });
});

// As a real 2.4 answers each; 2.2 never ends such a request.
describe('rules that begin anew', () => {
  const on = (rule: string) => `RewriteEngine on\nRewriteRule ${rule}`;

  test.each([
    ['^/(.*)s(.*)x$ /$1$2x [N]', '/srv/htdocs/ub/x', 404],
    ['^/su(.*)$ /u$1 [N]', '/sub/x', 404],
    ['^/ssx$ /sx [N=3]', '/ssx', 404],
    ['.? - [N=3]', '/x', 500],
    ['^/x(.*) /x$1y [N=5]', '/x', 500],
    ['^/su(.*)$ /u$1 [N=1]', '/sub/x', 500],
  ])('%s, %s: %s', (rule, path, answer) => {
    expect(answerTo(on(rule), path, '2.4')).toBe(answer);
  });

  test('what comes of many rounds is not told', () => {
    expect(statusOf(on('.? - [N]'), '/x', '2.2')).toEqual(expect.any(Array));
    expect(statusOf(on('.? - [N]'), '/x', '2.4')).toEqual(expect.any(Array));
  });
});

describe('an Alias in a Location', () => {
  const inside = (path: string, target: string) => `<Location ${path}>\nAlias ${target}\n</Location>\n`;

  // As a real 2.4 answers.
  test('comes before those outside, the last section first', () => {
    const outside = 'Alias /a/ /srv/home/\nAlias /b /srv/home\n';
    expect(answerTo(outside + inside('/a', '/srv/main/x'), '/a/ann/x', '2.4')).toBe('/srv/main/x');
    expect(answerTo(inside('/a', '/srv/main/x') + inside('/a/b', '/srv/own/x'), '/a/b', '2.4')).toBe(
      '/srv/own/x',
    );
    expect(answerTo(outside + inside('/a', '/srv/main/x'), '/b/ann/x', '2.4')).toBe('/srv/home/ann/x');
  });

  test('that is filled in may lead anywhere', () => {
    for (const lines of [
      inside('/a', '"/srv/%{HTTP_HOST}"'),
      `<LocationMatch "^/a/(?<N>.*)">\nAlias /srv/main/%{env:MATCH_N}\n</LocationMatch>`,
      `<LocationMatch "^/a/(.*)">\nAlias /srv/main/$1\n</LocationMatch>`,
    ]) {
      expect(
        statusOf(`${lines}\n<Directory /srv/main>\nRequire all denied\n</Directory>`, '/a/x', '2.4'),
      ).toEqual(expect.any(Array));
      expect(answerTo(lines, '/x', '2.4')).toBe('/srv/htdocs/x');
    }
  });
});
