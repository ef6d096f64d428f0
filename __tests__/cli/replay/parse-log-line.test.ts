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
