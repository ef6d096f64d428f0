// What both versions answered: 403 with the page where a line is told, in 2.4 alone.
import { expect, test } from '@jest/globals';
import { withheldPages } from '../../../src/access/index.ts';
import { memoryTree } from '../request/memory-tree.ts';

const DOCS = '<Directory /srv/htdocs>\nOrder allow,deny\nAllow from all\n</Directory>\n';
const DENY = 'Deny from 127.0.0.5\n';

function told(conf: string): string[] {
  const { model } = memoryTree({
    'conf/httpd.conf': `DocumentRoot /srv/htdocs\n${DOCS}${conf}`,
    'htdocs/no.html': '',
    'htdocs/a/x.html': '',
  });
  return withheldPages(model, 'exact').map(({ args }) => args.join(' '));
}

test('a page whose own rules keep somebody out is told', () => {
  const page = 'ErrorDocument 403 /no.html\n';
  expect(told(`${page}<Location />\n${DENY}</Location>\n`)).toEqual(['403 /no.html']);
  expect(told(`${page}<Directory /srv/htdocs>\n${DENY}</Directory>\n`)).toEqual(['403 /no.html']);
  const login = '<Location />\nAuthType Basic\nRequire valid-user\n</Location>\n';
  expect(told(`ErrorDocument 401 /no.html\n${login}`)).toEqual(['401 /no.html']);
});

test('not one that all may have, no text, no other status, no other server', () => {
  const page = 'ErrorDocument 403 /no.html\n';
  expect(told(`${page}<Location /a>\n${DENY}</Location>\n`)).toEqual([]);
  const open = '<Files no.html>\nOrder allow,deny\nAllow from all\n</Files>\n';
  expect(told(`${page}<Directory /srv/htdocs>\n${DENY}${open}</Directory>\n`)).toEqual([]);
  const all = `<Location />\n${DENY}</Location>\n`;
  expect(told(`ErrorDocument 404 /no.html\nErrorDocument 403 "no /no.html"\n${all}`)).toEqual([]);
  expect(told(`ErrorDocument 403 http://example.com/no.html\n${all}`)).toEqual([]);
});

test('of each virtual host by the rules that it has', () => {
  const host = (rules: string): string =>
    `<VirtualHost *>\nErrorDocument 403 /no.html\n${rules}</VirtualHost>\n`;
  const all = `<Location />\n${DENY}</Location>\n`;
  expect(told(`NameVirtualHost *\n${host('')}${host('')}`)).toEqual([]);
  expect(told(`NameVirtualHost *\n${host('')}${host(all)}`)).toEqual(['403 /no.html']);
  expect(told(`NameVirtualHost *\n${host('')}${host('')}${all}`).length).toBe(2);
  expect(told(`ErrorDocument 401 /no.html\n<VirtualHost *>\n${all}</VirtualHost>\n`).length).toBe(1);
});
