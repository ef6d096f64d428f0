import { expect, test } from '@jest/globals';
import { parseLogLine } from '../../../src/cli/replay/parse-log-line.ts';

test.each([
  ['GET /a HTTP/1.1', 'GET /a'],
  ['get /a HTTP/1.0', 'get /a'],
  ['VERSION-CONTROL /a', 'VERSION-CONTROL /a'],
  ['GET http://a.example/a HTTP/1.1', 'GET /a'],
  ['GET http://a.example HTTP/1.1', 'GET /'],
  ['GET http://[2001:db8::1]:80/a HTTP/1.1', 'GET /a'],
  ['GET /a\\"b\\x22\\\\ HTTP/1.1', 'GET /a"b"\\'],
  ['\\x16\\x03\\x01', 'path'],
  ['t3 12.2.1', 'path'],
  ['-', 'path'],
  ['CONNECT a.example:443 HTTP/1.1', 'path'],
  ['OPTIONS * HTTP/1.1', 'path'],
  // The server takes what stands behind # for no part of the path.
  ['GET /a#b HTTP/1.1', 'path'],
  ['GET /a?b#c HTTP/1.1', 'path'],
])('%s', (request, expected) => {
  const entry = parseLogLine(`192.0.2.1 - - [10/Oct/2025:13:55:36 +0000] "${request}" 200 1`);
  expect(typeof entry === 'string' ? entry : `${entry.method} ${entry.path}`).toBe(expected);
});

test.each([
  ['192.0.2.1 - -', '- 192.0.2.1 -'],
  ['192.0.2.1 - ann lee', '- 192.0.2.1 ann lee'],
  // An empty name, and one with a quote in it.
  ['192.0.2.1 - ""', '- 192.0.2.1 -'],
  ['192.0.2.1 - a\\"b', '- 192.0.2.1 a"b'],
  ['a.example:80 192.0.2.1 - ann', 'a.example 192.0.2.1 ann'],
  ['a.example 2001:db8::1 - -', 'a.example 2001:db8::1 -'],
  ['pc.example - -', '- pc.example -'],
  // %{X-Forwarded-For}i, alone and beside %h: who asked is not known.
  ['203.0.113.9, 10.0.0.2 - -', 'format'],
  ['203.0.113.9, 198.51.100.1, 10.0.0.2 - -', 'format'],
  ['10.0.0.1 203.0.113.9 - -', 'format'],
  ['10.0.0.1 - - - -', 'format'],
  ['- - -', 'format'],
  // What syslog writes before it; a port behind the address; what a crash left.
  ['Oct 10 13:55:36 web httpd: 10.0.0.1 - -', 'format'],
  ['web httpd[12]: 10.0.0.1 - ann', 'format'],
  ['10.0.0.1:51234 - -', 'format'],
  ['\0\0\x0010.0.0.1 - -', 'format'],
  // Without %l.
  ['a.example 10.0.0.1 -', 'format'],
])('who asked: %s', (head, expected) => {
  const entry = parseLogLine(`${head} [10/Oct/2025:13:55:36 +0000] "GET /a HTTP/1.1" 200 1`);
  const words =
    typeof entry === 'string' ? entry : [entry.host ?? '-', entry.client, entry.user ?? '-'].join(' ');
  expect(words).toBe(expected);
});

test.each([
  ['/a?b=c?d', '/a b=c?d'],
  ['/a?', '/a '],
  ['http://x.example/a?b', '/a b'],
])('the query: %s', (target, expected) => {
  const entry = parseLogLine(`192.0.2.1 - - [10/Oct/2025:13:55:36 +0000] "GET ${target} HTTP/1.1" 200 1`);
  expect(typeof entry !== 'string' && `${entry.path} ${entry.query}`).toBe(expected);
});

test.each([
  // A duration or a size where the status is wanted.
  '192.0.2.1 - - [10/Oct/2025:13:55:36 +0000] "GET /a HTTP/1.1" 123456 200',
  '192.0.2.1 - - [10/Oct/2025:13:55:36 +0000] "GET /a HT',
  '{"client":"192.0.2.1","request":"GET /a HTTP/1.1"}',
])('another format: %s', (line) => {
  expect(parseLogLine(line)).toBe('format');
});

test('a line of nothing but brackets is read in linear time', () => {
  const start = performance.now();
  for (let count = 0; count < 20; count++) expect(parseLogLine(' ['.repeat(32_000))).toBe('format');
  expect(performance.now() - start).toBeLessThan(5000);
});
