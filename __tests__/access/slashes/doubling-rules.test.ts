import { expect, test } from '@jest/globals';
import { openedByMerging } from '../../../src/access/index.ts';
import { memoryTree, MODULES_22 } from '../request/memory-tree.ts';

/** The texts of the lines that are told since they may double a slash. */
function told(config: string): string[] {
  const { model } = memoryTree(`${MODULES_22}${config}`);
  return openedByMerging(model, 'exact').flatMap(({ at, by }) =>
    by === 'doubled' ? [at.args.join(' ')] : [],
  );
}

const denied = (address: string) => `<Location ${address}>\nOrder allow,deny\n</Location>\n`;
const ruled = (...lines: readonly string[]) => `RewriteEngine on\n${lines.join('\n')}\n`;

test.each([
  ['^/foo(.*)$ /app/$1 [PT]', '/app/admin', true],
  ['^/foo(.*)$ /app/$1 [passthrough,L]', '/app/admin', true],
  ['^/foo(.*)$ /app/$1 [PT]', '/app/', false],
  ['^/foo(.*)$ /app/$1 [PT]', '/other/admin', false],
  ['^/foo(.*)$ /app/$1 [PT]', '/*/admin', true],
  ['^/foo(.*)$ /app$1 [PT]', '/app/admin', false],
  ['^/foo/(.*)$ /app/$1 [PT]', '/app/admin', false],
  ['^/foo/?(.*)$ /app/$1 [PT]', '/app/admin', false],
  ['^/foo(/.*)?$ /app/$1 [PT]', '/app/admin', true],
  ['^/foo([a-z].*)$ /app/$1 [PT]', '/app/admin', false],
  ['^/foo([^/]*.*)$ /app/$1 [PT]', '/app/admin', true],
  ['^/foo/((.*))$ /app/$2 [PT]', '/app/admin', false],
  ['^/foo/(x|(.*))$ /app/$2 [PT]', '/app/admin', false],
  ['^/foo/(.*)*$ /app/$1 [PT]', '/app/admin', true],
  ['^/foo/(?i)(.*)$ /app/$1 [PT]', '/app/admin', true],
  ['^/(.*)$ /$1/admin [PT]', '/app/admin', true],
  ['^/(.*)/$ /$1/admin [PT]', '/app/admin', false],
  ['^/(.+)/?$ /$1/admin [PT]', '/app/admin', true],
  ['^/([^/]+)$ /$1/admin [PT]', '/app/admin', false],
  ['^/([^/]*)x$ /app/$1/admin [PT]', '/app/admin', true],
  ['^/foo /app//$0 [PT]', '/app/admin', true],
  ['!^/foo /app/$1 [PT]', '/app/admin', false],
  ['^/foo //admin [PT]', '/admin', true],
  ['^/foo /app/admin?x=//$1 [PT]', '/app/admin', false],
  ['^/foo(.*)$ /app/$1', '/app/admin', false],
  ['^/foo(.*)$ /app/$1 [PT,R]', '/app/admin', false],
  ['^/foo(.*)$ http://b.example/app/$1 [PT]', '/app/admin', false],
  ['^/foo(.*)$ /app/%{QUERY_STRING} [PT]', '/app/admin', true],
  ['^/foo$ /app/%{REMOTE_USER}x [PT]', '/app/admin', false],
])('RewriteRule %s and <Location %s>: %s', (rule, section, isTold) => {
  expect(told(ruled(`RewriteRule ${rule}`) + denied(section))).toHaveLength(isTold ? 1 : 0);
});

test.each([
  ['%{HTTP_HOST} ^([a-z]+)', false],
  ['%{HTTP_HOST} ^([a-z]*)', true],
  ['%{HTTP_HOST} !^([a-z]+)', true],
  ['%{QUERY_STRING} ^([a-z]+)', true],
])('what RewriteCond %s puts in', (condition, isTold) => {
  const rules = ruled(`RewriteCond ${condition}`, 'RewriteRule ^/(.*) /%1/$1 [PT]');
  expect(told(rules + denied('/a/b'))).toHaveLength(isTold ? 1 : 0);
});

test('what one rule doubles another may pass on', () => {
  const doubling = 'RewriteRule ^/foo(.*)$ /bar/$1';
  const rest = denied('/app/admin');
  expect(told(ruled(doubling, 'RewriteRule ^/bar/(.*)$ /app/$1 [PT]') + rest)).toEqual([
    '^/bar/(.*)$ /app/$1 [PT]',
  ]);
  expect(told(ruled(doubling, 'RewriteRule ^/bar - [PT]') + rest)).toEqual(['^/bar - [PT]']);
  expect(told(ruled('RewriteRule ^/bar - [PT]') + rest)).toEqual([]);
});

test('rules of one host do not meet the sections of another, but those of the main server', () => {
  const rules = ruled('RewriteRule ^/foo(.*)$ /app/$1 [PT]');
  const host = (lines: string) => `<VirtualHost *:80>\n${lines}</VirtualHost>\n`;
  const count = (config: string) => told(config).length;
  expect(count(host(rules) + host(denied('/app/admin')))).toBe(0);
  expect(count(host(rules) + denied('/app/admin'))).toBe(1);
  expect(count(rules + host(denied('/app/admin')))).toBe(1);
  expect(count(host(rules.replace('on', 'off')) + denied('/app/admin'))).toBe(0);
});
