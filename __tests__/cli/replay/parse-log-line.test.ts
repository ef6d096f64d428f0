import { expect, test } from '@jest/globals';
import { parseLogLine } from '../../../src/cli/replay/parse-log-line.ts';

test.each([
  ['GET /a HTTP/1.1', 'GET /a'],
  ['get /a HTTP/1.0', 'get /a'],
  ['VERSION-CONTROL /a', 'VERSION-CONTROL /a'],
  ['\\x16\\x03\\x01', null],
  ['t3 12.2.1', null],
  ['-', null],
])('%s', (request, expected) => {
  const entry = parseLogLine(`192.0.2.1 - - [10/Oct/2025:13:55:36 +0000] "${request}" 200 1`);
  expect(entry === null ? null : `${entry.method} ${entry.path}`).toBe(expected);
});

test.each([
  ['192.0.2.1 - -', '- 192.0.2.1 -'],
  ['192.0.2.1 - ann lee', '- 192.0.2.1 ann lee'],
  ['a.example:80 192.0.2.1 - ann', 'a.example 192.0.2.1 ann'],
  ['a.example 2001:db8::1 - -', 'a.example 2001:db8::1 -'],
  ['pc.example - -', '- pc.example -'],
  // %{X-Forwarded-For}i, alone and beside %h: who asked is not known.
  ['203.0.113.9, 10.0.0.2 - -', null],
  ['203.0.113.9, 198.51.100.1, 10.0.0.2 - -', null],
  ['10.0.0.1 203.0.113.9 - -', null],
  ['10.0.0.1 - - - -', null],
  // Without %l.
  ['a.example 10.0.0.1 -', null],
])('who asked: %s', (head, expected) => {
  const entry = parseLogLine(`${head} [10/Oct/2025:13:55:36 +0000] "GET /a HTTP/1.1" 200 1`);
  const words = entry && [entry.host ?? '-', entry.client, entry.user ?? '-'].join(' ');
  expect(words).toBe(expected);
});

test.each([
  ['/a?b=c?d', '/a b=c?d'],
  ['/a?', '/a '],
  ['http://x.example/a?b', '/a b'],
])('the query: %s', (target, expected) => {
  const entry = parseLogLine(`192.0.2.1 - - [10/Oct/2025:13:55:36 +0000] "GET ${target} HTTP/1.1" 200 1`);
  expect(entry && `${entry.path} ${entry.query}`).toBe(expected);
});
