import { expect, test } from '@jest/globals';
import { requestInLine } from '../../src/explain/index.ts';

const LINE = '[Mon Nov 23 00:00:01 2026] [authz_core:error] [pid 12:tid 34]';

test.each([
  [
    `${LINE} [client 203.0.113.9:5566] AH01630: client denied by server configuration: /srv/www/x`,
    { client: '203.0.113.9', urlPath: null, file: '/srv/www/x' },
  ],
  [
    '[Sat Nov 21 09:42:00 2026] [error] [client 203.0.113.9] client denied by server configuration: /srv/www/x',
    { client: '203.0.113.9', urlPath: null, file: '/srv/www/x' },
  ],
  [
    `${LINE} [client 2001:db8::1:5566] AH01618: user ann not found: /private/, referer: http://example.com/`,
    { client: '2001:db8::1', urlPath: '/private/', file: null },
  ],
  [
    '[Sat Nov 21 09:42:00 2026] [error] [client 2001:db8::10] user ann: authentication failure for "/private/": Password Mismatch',
    { client: '2001:db8::10', urlPath: '/private/', file: null },
  ],
  [`${LINE} [client 192.0.2.1:80] AH00000: something`, { client: '192.0.2.1', urlPath: null, file: null }],
  [`${LINE} AH00558: no client`, null],
])('%s', (line, expected) => {
  expect(requestInLine(line)).toEqual(expected);
});
