import { expect, test } from '@jest/globals';
import {
  nameIn,
  namesOf,
  serverNameOf,
  parseHostAddress,
  parseListen,
} from '../../../src/access/hosts/host-names.ts';
import { memoryTree } from '../request/memory-tree.ts';

test.each([
  ['*', '*', 0],
  ['*:80', '*', 80],
  ['*:*', '*', 0],
  ['_default_:443', '*', 443],
  ['_DEFAULT_', '*', 0],
  ['10.0.0.1', '10.0.0.1', 0],
  ['10.0.0.1:8080', '10.0.0.1', 8080],
  ['WWW.example:80', 'www.example', 80],
  [':80', '*', 80],
  ['[::1]:80', '::1', 80],
  ['[2001:DB8::1]:8443', '2001:db8::1', 8443],
  ['[::1]', '::1', 0],
  ['[::1]:*', '::1', 0],
  ['2001:db8::1', '2001:db8::1', 0],
])('the address %s is %s, port %d', (word, address, port) => {
  expect(parseHostAddress(word)).toEqual({ address, port });
});

test.each([
  ['80', '*', 80],
  ['10.0.0.1:80', '10.0.0.1', 80],
  ['[::]:8080', '*', 8080],
  ['127.0.0.1:443', '127.0.0.1', 443],
])('Listen %s: %s, port %d', (word, address, port) => {
  expect(parseListen(word)).toEqual({ address, port });
});

test.each([
  ['www.Example.org', 'www.example.org'],
  ['www.example.org:8080', 'www.example.org'],
  ['https://www.example.org:8443', 'www.example.org'],
  ['http://x', 'x'],
  ['[2001:db8::1]:80', '[2001:db8::1]'],
])('ServerName %s: %s', (written, name) => {
  expect(nameIn(written)).toBe(name);
});

test('a host is called as ServerName and ServerAlias say; of several ServerName lines the last one counts', () => {
  const [host] = memoryTree(
    '<VirtualHost *:80>\nServerName Old\nDocumentRoot /x\nServerAlias A.example *.b.example\nServerName https://New:443\n</VirtualHost>\n',
  ).model.virtualHosts;
  if (host === undefined) throw new Error('no host');
  expect(serverNameOf(host)).toBe('https://New:443');
  expect(namesOf(host)).toEqual(['old', 'a.example', '*.b.example', 'new']);
});
