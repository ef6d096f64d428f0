import { expect, test } from '@jest/globals';
import { openedByMerging } from '../../../src/access/index.ts';
import { buildModel, createMemoryReader, isModelFailure } from '../../../src/model/index.ts';

const CLOSED = 'Order deny,allow\nDeny from all';
const OPEN = 'Order allow,deny\nAllow from all';

/** Where the sections stand that let somebody in if slashes are merged: the names of their hosts, '' for the main server. */
function opening(...hosts: readonly (readonly string[])[]): string[] {
  const [main = [], ...others] = hosts;
  const text = [
    'ServerRoot /srv/httpd\nListen 80\nDocumentRoot /srv/www',
    ...main,
    ...others.map((lines, i) => `<VirtualHost *:80>\nServerName h${i}\n${lines.join('\n')}\n</VirtualHost>`),
  ].join('\n');
  const model = buildModel({ path: '/a.conf' }, createMemoryReader({ '/a.conf': text }));
  if (isModelFailure(model)) throw new Error(model.message);
  return openedByMerging(model, 'exact').flatMap(({ at, by }) =>
    at.type === 'scope' && by === 'kept'
      ? [`${at.server.items.find(({ name }) => name === 'servername')?.args[0] ?? ''} ${at.args[0]}`.trim()]
      : [],
  );
}

function pattern(text: string, rules: string): string {
  return `<LocationMatch "${text}">\n${rules}\n</LocationMatch>`;
}

test('of each server the patterns that let in are found, beside those of others that keep out', () => {
  const root = `<Location />\n${CLOSED}\n</Location>`;
  const found = opening(
    [root, pattern('^/m/x', CLOSED)],
    [pattern('^/a/x', OPEN), pattern('^/b/x', CLOSED), pattern('^/c/x', OPEN)],
    [pattern('^/a/x', CLOSED)],
    [],
    [pattern('^/d/x', OPEN)],
  );
  expect(found).toEqual(['h0 ^/a/x', 'h0 ^/c/x', 'h3 ^/d/x']);
});

test('of patterns of the main server that no address matches two of each is found by itself', () => {
  const found = opening(
    [
      `<Location />\n${CLOSED}\n</Location>`,
      pattern('^/a/x', OPEN),
      pattern('^/b/x', CLOSED),
      pattern('^/c/x', OPEN),
      pattern('^/c/x', CLOSED),
      pattern('^/d/x', CLOSED),
      pattern('^/d/x', OPEN),
    ],
    [],
  );
  expect(found).toEqual(['^/a/x', '^/d/x']);
});

test('a pattern of the main server lets in where a host keeps out', () => {
  const keepsOut = `<Location />\n${CLOSED}\n</Location>`;
  const host = `<Location /m>\n${CLOSED}\n</Location>`;
  expect(opening([pattern('^/m/x', OPEN)], [host])).toEqual([]);
  expect(opening([keepsOut, pattern('^/m/x', OPEN)], [])).toEqual(['^/m/x']);
});

test('it lets in where a pattern before it keeps out, of what both match', () => {
  expect(opening([pattern('^/a/', CLOSED), pattern('^/a/x', OPEN)])).toEqual(['^/a/x']);
  expect(opening([pattern('/x$', CLOSED), pattern('^/a/x', OPEN)])).toEqual(['^/a/x']);
  expect(opening([pattern('^/a/x/y', CLOSED), pattern('^/a/x', OPEN)])).toEqual(['^/a/x']);
  expect(opening([pattern('^/b/', CLOSED), pattern('^/a/x', OPEN)])).toEqual([]);
});
