import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { openedByMerging } from '../../../src/access/index.ts';
import { openingSections } from '../../../src/access/slashes/merged-slashes.ts';
import type { ServerModel } from '../../../src/model/index.ts';
import { buildModel, createMemoryReader, isModelFailure, scopesOf } from '../../../src/model/index.ts';
import { byEffort } from '../../effort.ts';

const CLOSED = 'Order deny,allow\nDeny from all';
const OPEN = 'Order allow,deny\nAllow from all';

/** Where the sections stand that let somebody in if slashes are merged: the names of their hosts, '' for the main server. */
function opening(...hosts: readonly (readonly string[])[]): string[] {
  return openedByMerging(serverWith(hosts), 'exact').flatMap(({ at, by }) =>
    at.type === 'scope' && by === 'kept'
      ? [`${at.server.items.find(({ name }) => name === 'servername')?.args[0] ?? ''} ${at.args[0]}`.trim()]
      : [],
  );
}

/** The first says what the main server does, the others are virtual hosts. */
function serverWith(hosts: readonly (readonly string[])[]): ServerModel {
  const [main = [], ...others] = hosts;
  const text = [
    'ServerRoot /srv/httpd\nListen 80\nDocumentRoot /srv/www',
    ...main,
    ...others.map((lines, i) => `<VirtualHost *:80>\nServerName h${i}\n${lines.join('\n')}\n</VirtualHost>`),
  ].join('\n');
  const model = buildModel({ path: '/a.conf' }, createMemoryReader({ '/a.conf': text }));
  if (isModelFailure(model)) throw new Error(model.message);
  return model;
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

const RULES = fc.constantFrom(
  CLOSED,
  OPEN,
  'Order deny,allow\nDeny from all\nAllow from 10.1',
  'Order deny,allow\nDeny from all\nAllow from 10.2',
  'Satisfy any\nAuthType Basic\nAuthName x\nRequire valid-user',
  'Require user ann',
  'Satisfy any',
);
const PATTERNS = fc.constantFrom('/a/', '/b/', '/a/b', '/[ab]/', '^/a/', '^/b/x', '/x$', '/y$', '^.*/c/');
const SECTIONS = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.tuple(PATTERNS, RULES).map((parts) => pattern(...parts)) },
    {
      weight: 1,
      arbitrary: fc.tuple(fc.constantFrom('/', '/a'), RULES).map(([path, rules]) => {
        return `<Location ${path}>\n${rules}\n</Location>`;
      }),
    },
  ),
  { maxLength: 7 },
);

test('of many patterns those are found that are found of each by itself', () => {
  const hosts = fc.array(SECTIONS, { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(hosts, (lines) => {
      const model = serverWith(lines);
      const asked = scopesOf(model, 'locationmatch');
      const single = asked.filter((scope) => openingSections(model, [scope], 'exact').has(scope));
      expect([...openingSections(model, asked, 'exact')].toSorted((a, b) => a.seq - b.seq)).toEqual(single);
    }),
    { numRuns: byEffort({ sample: 60, ci: 300, all: 3000 }) },
  );
});
