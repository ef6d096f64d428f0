import { describe, expect, test } from '@jest/globals';
import type { Version } from '../../../src/access/index.ts';
import { ask, memoryTree, MODULES_22, MODULES_24 } from './memory-tree.ts';

// What is open about a request is tried both ways, and each status that may come out is told.

const LOADED = ['rewrite', 'autoindex', 'mime', 'status']
  .map((name) => `LoadModule ${name}_module modules/mod_${name}.so\n`)
  .join('');
const FILES = { 'htdocs/x': '', 'htdocs/y': '', 'htdocs/in/x': '', 'htdocs/in/y': '' };

function possible(lines: string, path: string, version: Version = '2.4') {
  const config = (version === '2.2' ? MODULES_22 : MODULES_24) + LOADED + lines;
  return ask(memoryTree({ ...FILES, 'conf/httpd.conf': config }), path, {}, version);
}

const statuses = (...args: Parameters<typeof possible>) =>
  possible(...args)
    .possible.map(({ status }) => status)
    .toSorted((a, b) => Number(a) - Number(b));

const rewriting = (...lines: readonly string[]) => ['RewriteEngine on', ...lines, ''].join('\n');
const folder = (lines: string) => `<Directory /srv/htdocs>\n${lines}\n</Directory>\n`;
const OPEN = 'RewriteCond %{HTTP_COOKIE} seen';

describe('<If> that may hold', () => {
  const when = (lines: string) => `<If "%{HTTP:X} == '1'">\n${lines}\n</If>\n`;

  test.each([
    ['Redirect 404 /x', '/x', [200, 404]],
    ['Redirect /x /y', '/x', [200, 302]],
    ['Require all denied', '/x', [200, 403]],
    ['SetHandler server-status', '/x', [200]],
    ['Options +Indexes', '/in/', [200, 403]],
    ['Require all denied', '/none', [403, 404]],
  ])('%s: %s', (lines, path, expected) => {
    expect(statuses(when(lines), path)).toEqual(expected);
  });

  test('each answer has what is served then', () => {
    const { possible: all } = possible(when('Redirect 404 /x'), '/x');
    expect(all.map(({ status, conditions }) => [status, conditions])).toEqual([
      [200, []],
      [404, [`<If "%{HTTP:X} == '1'"> (/srv/conf/httpd.conf:17) holds`]],
    ]);
  });
});

describe('a section whose pattern is beyond what can be matched here', () => {
  const refused = (name: string) => `<${name} "(?<!y)x$">\nRequire all denied\n</${name}>\n`;

  test.each([
    [refused('LocationMatch'), '/x', [200, 403]],
    [refused('FilesMatch'), '/x', [200, 403]],
    [refused('DirectoryMatch'), '/x', [200, 403]],
    [refused('LocationMatch') + folder('Require all denied'), '/x', [403]],
    ['<LocationMatch "(?<!y)o$">\nErrorDocument 404 http://o/\n</LocationMatch>\n', '/no', [302, 404]],
    ['<LocationMatch "^/(?!x)">\nRequire all denied\n</LocationMatch>\n', '/x', [200]],
    ['<LocationMatch "^/(?!x)">\nRequire all denied\n</LocationMatch>\n', '/y', [403]],
  ])('%s%s: %j', (lines, path, expected) => {
    expect(statuses(lines, path)).toEqual(expected);
  });

  test('is named', () => {
    const { possible: all, assumptions } = possible(refused('LocationMatch'), '/x');
    expect(all.map(({ status, conditions }) => [status, conditions])).toEqual([
      [200, []],
      [403, ['<LocationMatch "(?<!y)x$"> holds']],
    ]);
    expect(assumptions.map(({ text }) => text)).toContain(
      'whether the pattern of this section matches is not told here: the way shown is the one without it',
    );
  });
});

describe('a rule of which it is not known whether it is met', () => {
  test.each<[lines: string, path: string, expected: (number | null)[]]>([
    [rewriting(OPEN, 'RewriteRule ^/x /none'), '/x', [200, 404]],
    [rewriting(OPEN, 'RewriteRule ^/x /y'), '/x', [200]],
    [rewriting(OPEN, 'RewriteRule ^/x - [G]'), '/x', [200, 410]],
    [rewriting(OPEN, 'RewriteRule ^/x /y [R]', 'RewriteRule ^/y - [F]'), '/x', [200, 302]],
    [rewriting(OPEN, 'RewriteRule ^/x /y', 'RewriteRule ^/x - [F]'), '/x', [200, 403]],
    [rewriting(OPEN, 'RewriteCond %{REQUEST_URI} ^/y', 'RewriteRule . - [F]'), '/x', [200]],
    [rewriting(`${OPEN} [OR]`, 'RewriteCond %{REQUEST_URI} ^/x', 'RewriteRule . - [F]'), '/x', [403]],
    [rewriting(OPEN, 'RewriteRule ^/x - [E=a:1]'), '/x', [200]],
    [folder(rewriting(OPEN, 'RewriteRule ^x none')), '/x', [200, 404]],
    [folder(rewriting(OPEN, 'RewriteRule ^x y', 'RewriteRule ^y - [F]')), '/x', [200, 403]],
  ])('%j: %s', (lines, path, expected) => {
    for (const version of ['2.2', '2.4'] as const) expect(statuses(lines, path, version)).toEqual(expected);
  });

  test('asked again about another address, it may come out otherwise', () => {
    const rules = rewriting('RewriteCond %{REQUEST_FILENAME} -F', 'RewriteRule ^(.*)x$ $1none');
    expect(
      statuses(rules + folder(rewriting('RewriteCond %{REQUEST_FILENAME} -F', 'RewriteRule x y')), '/in/x'),
    ).toEqual([200, 404]);
  });

  test('more than are tried are not told', () => {
    const rules = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(
      (name) => `RewriteCond %{HTTP_COOKIE} ${name}\nRewriteRule ^/x - [E=${name}:1]`,
    );
    expect(statuses(rewriting(...rules), '/x')).toContain(null);
  });
});

describe('where a rule leads', () => {
  test.each<[rule: string, expected: (number | null)[]]>([
    ['^/x https://%{HTTP:X}/ [R=301]', [301]],
    ['^/x /%{HTTP:X}', [null, 401, 403, 500]],
    ['^/x /%{HTTP:X} [F]', [403]],
    ['^/x %{HTTP:X} [R=410]', [410]],
  ])('%s', (rule, expected) => {
    expect(statuses(rewriting(`RewriteRule ${rule}`), '/x')).toEqual(expected);
    expect(statuses(rewriting(`RewriteRule ${rule}`), '/x', '2.2')).toEqual(expected);
  });

  test('what the conditions put in is that of the first alternative that is met', () => {
    const rules = (first: string) =>
      rewriting(
        `RewriteCond %{REQUEST_METHOD} ^(${first}) [OR]`,
        'RewriteCond %{REQUEST_URI} ^/(.)',
        'RewriteRule ^/x /in/%1',
      );
    expect(statuses(rules('P'), '/x')).toEqual([200]);
    expect(statuses(rules('GET'), '/x')).toEqual([404]);
  });
});

describe('guards that are open', () => {
  test('another status is told, too', () => {
    const within = (name: string, lines: string) =>
      `<IfDefine ${name}>\n<Location /x>\nRequire all granted\n${lines}\n</Location>\n</IfDefine>\n`;
    const { otherwise } = possible(within('POSTED', 'AllowMethods POST') + within('SAME', ''), '/x');
    expect(otherwise.map(({ guards, possible: all }) => [guards, all.map(({ status }) => status)])).toEqual([
      [['ifdefine POSTED'], [405]],
    ]);
  });
});
