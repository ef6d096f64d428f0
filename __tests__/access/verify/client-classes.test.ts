import { expect, test } from '@jest/globals';
import { createReplay } from '../../../src/access/index.ts';
import { memoryTree } from '../request/memory-tree.ts';
import type { MemoryTree } from '../request/memory-tree.ts';

function classes(before: string | MemoryTree, after = '') {
  const tree = typeof before === 'string' ? memoryTree(before) : before;
  return createReplay(tree.model, memoryTree(after).model, tree.reader).classOf;
}

const location = (line: string) => `<Location />\n${line}\n</Location>\n`;

test('clients that no net of either tree tells apart are of one class', () => {
  const of = classes(
    location('Allow from 10.1 192.0.2.7 example.org'),
    location('Require not ip 10.1.128.0/17'),
  );
  const groups = [
    ['9.9.9.9', '10.0.255.255'],
    ['10.1.0.0', '10.1.127.255'],
    ['10.1.128.0', '10.1.255.255'],
    ['10.2.0.0', '192.0.2.6'],
    ['192.0.2.7'],
    ['192.0.2.8', '255.255.255.255'],
  ];
  const found = groups.map((clients) => new Set(clients.map(of)));
  expect(found.map(({ size }) => size)).toEqual(groups.map(() => 1));
  expect(new Set(found.flatMap((names) => [...names])).size).toBe(groups.length);
});

test('the nets of Deny lines, and of .htaccess files, count, too', () => {
  const denied = classes(location('Deny from 10.1'));
  expect(denied('10.1.0.1')).not.toBe(denied('10.2.0.1'));
  const inFile = classes(memoryTree({ 'conf/httpd.conf': '', 'htdocs/.htaccess': 'Deny from 10.1\n' }));
  expect(inFile('10.1.0.1')).not.toBe(inFile('10.2.0.1'));
});

test('each IPv6 address, and each name, is its own', () => {
  const of = classes(location('Allow from 10.1 2001:db8::/32'));
  expect(of('2001:db8::1')).not.toBe(of('2001:db8::2'));
  expect(of('a.example.org')).not.toBe(of('b.example.org'));
  expect(of('10.1.0.1')).toBe(of('10.1.0.2'));
});

test.each([
  'SetEnvIf Remote_Addr ^10\\.1 ok',
  'SetEnvIfNoCase Remote_Host org$ ok',
  `SetEnvIfExpr "-R '10.1'" ok`,
  'RewriteCond %{REMOTE_ADDR} ^10\\.1',
  `RewriteCond expr "-R '10.1.0.0/16'"`,
  `RewriteCond expr "true && !-R '10.1.0.0/16'"`,
  `RewriteCond expr "true && -R '10.1.0.0/16'"`,
  `RewriteCond expr "%{REQUEST_URI} -ipmatch '10.1'"`,
  `SetEnvIfExpr "%{CONN_REMOTE_ADDR} == '10.1.0.1'" ok`,
  'RewriteRule ^/x /%{REMOTE_ADDR}/x',
  location('Require local'),
  location('Require not forward-dns a.example.org'),
  location(`Require expr "-R '10.1'"`),
  location('Allow from 10.1.0.1/255.0.255.255'),
])('every client is its own where lines look at the address otherwise: %j', (line) => {
  const of = classes(line);
  expect(of('10.9.0.1')).not.toBe(of('10.9.0.2'));
});

test.each([
  `SetEnvIfExpr "%{REQUEST_URI} == '/x'" ok`,
  'SetEnvIf Request_URI remote-road ok',
  'CustomLog logs/access "%{REMOTE_ADDR}e"',
  location('Require valid-user'),
])('and not where they look at something else: %j', (line) => {
  const of = classes(`${line}\n${location('Deny from 10.1')}`);
  expect(of('10.9.0.1')).toBe(of('10.9.0.2'));
  expect(of('10.9.0.1')).not.toBe(of('10.1.0.2'));
});

function headerClasses(lines: string) {
  const { model, reader } = memoryTree(lines);
  return createReplay(model, model, reader).headerClass;
}

test('values of a header that no line tells apart are of one class', () => {
  const of = headerClasses('SetEnvIf User-Agent ^Good ok\nBrowserMatchNoCase bot robot\n');
  const agent = (value: string) => of('user-agent', value);
  expect(agent('Good/1')).toBe(agent('Good/2'));
  expect(agent('Mozilla')).toBe(agent('curl'));
  expect(new Set([agent('Good/1'), agent('Goodbot'), agent('RoBot'), agent('curl')]).size).toBe(4);
  expect(agent('')).toBe(agent('curl'));
  expect(of('referer', 'http://a/')).toBe(of('referer', 'http://b/'));
});

test.each([
  'SetEnvIf Referer (.*) seen from=$1',
  'RewriteCond %{HTTP_REFERER} x',
  'RewriteCond expr "%{HTTP:Referer} == \'x\'"',
  'RewriteRule ^/x /%{HTTP_REFERER}',
  'SetEnvIfExpr "%{HTTP_REFERER} == \'x\'" ok',
  `<Location />\nRequire expr "%{HTTP_REFERER} =~ /x/"\n</Location>`,
  'SetEnvIf Referer (?<=a)b ok',
])('where it is looked at otherwise each value is its own: %s', (line) => {
  const of = headerClasses(`SetEnvIf Referer z ok\n${line}\n`);
  expect(of('referer', 'http://a/')).not.toBe(of('referer', 'http://b/'));
  expect(of('user-agent', 'a')).toBe(of('user-agent', 'b'));
});
