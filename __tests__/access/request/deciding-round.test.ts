import { describe, expect, test } from '@jest/globals';
import type { ConcreteRequest } from '../../../src/access/index.ts';
import { ask, memoryTree, MODULES_22 } from './memory-tree.ts';

// Whose rules are explained, where several addresses are gone through for one request.

const FILES = {
  'htdocs/a/one': '',
  'htdocs/a/two': '',
  'htdocs/b/x': '',
  'real/x': '',
  'htdocs/page.html': '',
};
const LOADED = `${MODULES_22}LoadModule autoindex_module modules/mod_autoindex.so\nLoadModule negotiation_module modules/mod_negotiation.so\nLoadModule mime_module modules/mod_mime.so\n`;
const DENY = 'Order allow,deny\nDeny from all';
const FROM_10_9 = 'Order deny,allow\nDeny from 10.9';

function within(opening: string, lines: string): string {
  return `<${opening}>\n${lines}\n</${opening.split(' ')[0] ?? ''}>\n`;
}

/** The answers, the addresses gone through, and the one that is explained. */
function explained(config: string, path: string, request: Partial<ConcreteRequest> = {}) {
  const files = { ...FILES, 'conf/httpd.conf': LOADED + config };
  const tree = memoryTree(files, { links: { '/srv/htdocs/link': '/srv/real' } });
  const { possible, evaluation, round, decision } = ask(tree, path, request);
  return {
    answer: possible
      .map((each) => each.answer)
      .toSorted()
      .join(' or '),
    rounds: evaluation.rounds.map(({ address }) => address).join(' '),
    explained: round?.address ?? null,
    isReasoned: decision !== null,
  };
}

const UNKNOWN = { client: null };
const INDEX = 'DirectoryIndex one two\n';
const INDEX_ROUNDS = '/a/ /a/one /a/two';
const TO_LINK = within('Directory /srv/htdocs/a', 'RewriteEngine on\nRewriteRule ^one$ /link/x');
const NO_LINKS = within('Directory /srv/htdocs/link', 'Options None');
const UNLISTED = within('Directory /srv/htdocs', 'Options FollowSymLinks');

describe('explained is', () => {
  test.each<[title: string, config: string, path: string, request: Partial<ConcreteRequest>, string[]]>([
    ['the one asked for', '', '/b/x', {}, ['pass', '/b/x', '/b/x']],
    [
      'the one asked for, if it is refused',
      within('Files x', DENY),
      '/b/x',
      {},
      ['forbidden', '/b/x', '/b/x'],
    ],
    ['the folder, if an index file is served', INDEX, '/a/', {}, ['pass', '/a/ /a/one', '/a/']],
    [
      'the folder, if one index file is passed over and another one served',
      INDEX + within('Files one', DENY),
      '/a/',
      {},
      ['pass', INDEX_ROUNDS, '/a/'],
    ],
    [
      'the last index file, if all are refused',
      INDEX + within('Files one', DENY) + within('Files two', DENY),
      '/a/',
      {},
      ['forbidden', INDEX_ROUNDS, '/a/two'],
    ],
    [
      'the folder, if it is refused for some',
      INDEX +
        within('Directory /srv/htdocs/a', FROM_10_9) +
        within('Files one', DENY) +
        within('Files two', DENY),
      '/a/',
      UNKNOWN,
      ['forbidden', INDEX_ROUNDS, '/a/'],
    ],
    [
      'the folder, if it is refused: no index file is asked for',
      INDEX + within('LocationMatch /$', DENY),
      '/a/',
      {},
      ['forbidden', '/a/', '/a/'],
    ],
    [
      'the folder, if nothing is listed',
      `DirectoryIndex none\n${UNLISTED}`,
      '/a/',
      {},
      ['forbidden', '/a/ /a/none', '/a/'],
    ],
    [
      'the index file on which it depends, beside a folder that is not listed',
      `DirectoryIndex none\n${UNLISTED}${within('Files none', FROM_10_9)}`,
      '/a/',
      UNKNOWN,
      ['forbidden', '/a/ /a/none', '/a/none'],
    ],
    [
      'the address that the rules lead to, if it is refused',
      within('Directory /srv/htdocs/a', 'RewriteEngine on\nRewriteRule ^one$ /b/x') +
        within('Directory /srv/htdocs/b', DENY),
      '/a/one',
      {},
      ['forbidden', '/a/one /b/x', '/b/x'],
    ],
    [
      'the one asked for, if the rules lead to what no rule is asked about',
      NO_LINKS +
        within('Directory /srv/htdocs', 'Options None') +
        within('Directory /srv/htdocs/a', 'Options FollowSymLinks') +
        TO_LINK,
      '/a/one',
      {},
      ['forbidden', '/a/one /link/x', '/a/one'],
    ],
    [
      'the one asked for, if a file with an ending is served for it',
      within('Directory /srv/htdocs', 'Options MultiViews\nAddType text/html html'),
      '/page',
      {},
      ['pass', '/page /page.html', '/page'],
    ],
  ])('%s', (_, config, path, request, [answer, rounds, address]) => {
    const expected = { answer, rounds, explained: address, isReasoned: true };
    expect(explained(config, path, request)).toEqual(expected);
  });

  test.each([
    ['Redirect /b http://h/', '/b/x'],
    [within('Directory /srv/htdocs', 'Options None'), '/link/x'],
    ['', '/%zz'],
  ])('none, if no rule is asked: %j', (config, path) => {
    const { explained: address, isReasoned } = explained(config, path);
    expect([address, isReasoned]).toEqual([null, false]);
  });

  test('none, nor is an index file asked for, where the way to the folder is closed', () => {
    const config = `DirectoryIndex x\n${within('Directory /srv/htdocs', 'Options None')}`;
    const { rounds, explained: address } = explained(config, '/link/');
    expect([rounds, address]).toEqual(['/link/', null]);
  });
});
