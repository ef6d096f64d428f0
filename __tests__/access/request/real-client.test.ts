import { describe, expect, test } from '@jest/globals';
import { ask, memoryTree, MODULES_24 } from './memory-tree.ts';

// As a real 2.4 answers a request that comes from 127.0.0.1 with this X-Forwarded-For: whether the client is one of 10.0.0.0/8, and
// whether it is 10.1.2.3.
const INTERNAL = 'RemoteIPInternalProxy 127.0.0.1';

function isTaken(lines: string, forwarded: string, version: '2.2' | '2.4' = '2.4') {
  const tree = memoryTree(`${MODULES_24}LoadModule remoteip_module modules/mod_remoteip.so
    RemoteIPHeader X-Forwarded-For\n${lines}
    <Location /net>\nRequire ip 10.0.0.0/8\n</Location>
    <Location /one>\nRequire expr "%{REMOTE_ADDR} == '10.1.2.3'"\n</Location>`);
  const request = {
    client: '127.0.0.1',
    headers: new Map([['x-forwarded-for', forwarded]]),
    otherHeaders: 'absent',
  } as const;
  return ['/net', '/one'].map((path) =>
    ask(tree, path, request, version)
      .possible.map(({ answer }) => answer)
      .join(),
  );
}

describe('the client behind proxies', () => {
  const [YES, NO] = ['pass', 'forbidden'];

  test.each([
    ['', '10.1.2.3', NO, NO],
    [INTERNAL, '10.1.2.3', YES, YES],
    [INTERNAL, '10.1.2.3, 192.0.2.7', NO, NO],
    [INTERNAL, '192.0.2.7, 10.1.2.3', YES, YES],
    [INTERNAL, '10.1.2.3, bad', NO, NO],
    [INTERNAL, '10.1.2.3,', NO, NO],
    [INTERNAL, '::1', NO, NO],
    [INTERNAL, '10.1.2.3:80', NO, NO],
    [INTERNAL, '8.8.8.8, 10.9.9.9, 127.0.0.1', YES, NO],
    ['RemoteIPTrustedProxy 127.0.0.1', '10.1.2.3', NO, NO],
    ['RemoteIPTrustedProxy 127.0.0.1 192.0.2.0/24', '10.1.2.3, 192.0.2.7', NO, NO],
    ['RemoteIPInternalProxy 10.0.0.0/8', '10.1.2.3', NO, NO],
  ])('%j, %j', (lines, forwarded, net, one) => {
    expect(isTaken(lines, forwarded)).toEqual([net, one]);
  });

  test('is not known where the proxies are listed in a file', () => {
    expect(isTaken('RemoteIPInternalProxyList conf/proxies', '10.1.2.3')[0]).toBe('pass,forbidden');
  });

  test('is taken for the one that is given where the header is not', () => {
    const tree = memoryTree(
      `${MODULES_24}RemoteIPHeader X-Real\n<Location />\nRequire ip 10.1.2.3\n</Location>`,
    );
    const { possible, assumptions } = ask(tree, '/', {}, '2.4');
    expect(possible.map(({ answer }) => answer)).toEqual(['pass']);
    expect(assumptions.map(({ text }) => text)).toContain(
      '10.1.2.3 is the address that mod_remoteip finds, which x-real may name: --header gives that',
    );
  });
});
