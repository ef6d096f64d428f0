import { describe, expect, test } from '@jest/globals';
import { statusOf } from './status-of.ts';

// Error pages that rewrite rules answer: each as both servers answer.

const FILES = { 'htdocs/x': '', 'htdocs/err.html': '', 'htdocs/sub/f': '' };
const ON = 'RewriteEngine on\n';
const missing = (lines: string, asked = '/none', document = '404 /err.html') =>
  (['2.2', '2.4'] as const).map((version) =>
    statusOf(`ErrorDocument ${document}\n${lines}`, asked, version, FILES),
  );

describe.each(['GET', 'POST'])('the page of a %s', (method) => {
  test.each([
    ['', 404],
    [`${ON}RewriteRule ^/err - [F]`, 403],
    [`${ON}RewriteRule ^/err - [G]`, 410],
    [`${ON}RewriteRule ^/err /x [R]`, 302],
    [`${ON}RewriteRule ^/err http://o.test/`, 302],
    [`${ON}RewriteRule ^/err /x [PT]`, 404],
    [`${ON}RewriteRule ^/err /nothing`, 404],
    [`${ON}RewriteRule ^/other - [F]`, 404],
    [`${ON}RewriteRule ^/err x`, 404],
    [`${ON}RewriteCond %{ENV:REDIRECT_STATUS} =404\nRewriteRule ^/err - [G]`, 410],
    [`${ON}RewriteCond %{ENV:REDIRECT_STATUS} !=404\nRewriteRule ^/err - [G]`, 404],
    [`${ON}RewriteCond %{TIME_HOUR} >12\nRewriteRule ^/err - [G]`, null],
    [`<Directory /srv/htdocs>\n${ON}RewriteRule ^err - [G]\n</Directory>`, 410],
    [`<Directory /srv/htdocs>\n${ON}RewriteRule ^err /x\n</Directory>`, 404],
    [`<Directory /srv/htdocs>\n${ON}RewriteRule ^err /x\nRewriteRule ^x - [G]\n</Directory>`, 410],
    [
      `<Directory /srv/htdocs>\n${ON}RewriteRule ^err /sub/f\n</Directory>\n<Directory /srv/htdocs/sub>\n${ON}RewriteRule ^f - [G]\n</Directory>`,
      410,
    ],
    ['RedirectMatch gone ^/err', 404],
  ])('%j: %s', (lines, status) => {
    expect(missing(lines, `${method} /none`)).toEqual([status, status]);
  });
});

test('the status of the rule has a page of its own', () => {
  const rule = `${ON}RewriteRule ^/err - [G]\n`;
  expect(missing(`${rule}ErrorDocument 410 http://o.test/`)).toEqual([302, 302]);
  expect(missing(`${rule}ErrorDocument 410 /x`)).toEqual([410, 410]);
  expect(missing(`${rule}RewriteRule ^/x - [F]\nErrorDocument 410 /x`)).toEqual([403, 403]);
});

test('its query is that of the error page', () => {
  const rule = `${ON}RewriteCond %{QUERY_STRING} ^q=1$\nRewriteRule ^/err - [G]`;
  expect(missing(rule, '/none', '404 /err.html?q=1')).toEqual([410, 410]);
  expect(missing(rule, '/none?q=1')).toEqual([404, 404]);
});

test('a text is no page', () => {
  expect(missing(`${ON}RewriteRule err - [G]`, '/none', '404 "/err.html is no page"')).toEqual([404, 404]);
});
