import { expect, test } from '@jest/globals';
import { mayRefuse } from '../../../src/access/unread/old-guards.ts';

test.each([
  'rewriterule',
  'redirect',
  'redirectmatch',
  'redirectpermanent',
  'sslrequire',
  'sslverifyclient',
  'traceenable',
  'proxyblock',
  'userdir',
])('requests may be refused by %s', (name) => {
  expect(mayRefuse(name)).toBe(true);
});

// Names that only begin, or end, alike.
test.each([
  'rewriterulesfile',
  'norewriterule',
  'traceenabled',
  'proxyblocks',
  'userdirs',
  'requiressl',
  'alias',
])('no request is refused by %s', (name) => {
  expect(mayRefuse(name)).toBe(false);
});
