import { expect, test } from '@jest/globals';
import { clientStatus } from '../../../src/access/index.ts';
import type { Version } from '../../../src/access/index.ts';
import { ask, memoryTree, MODULES_22, MODULES_24 } from './memory-tree.ts';

// Action and Script, as servers of both versions answered them. The scripts of /no are for nobody.

const FILES = {
  'conf/mime.types': 'text/html html\nimage/gif gif\n',
  'htdocs/no/a.cgi': '',
  'htdocs/page.html': '',
  'htdocs/none-such': '',
  'htdocs/d/index.html': '',
  'htdocs/two.html.gif': '',
  'htdocs/act/index.html': '',
  'htdocs/act/sub/x': '',
};
const RULES = {
  '2.2': `${MODULES_22}<Location /no>\nOrder deny,allow\nDeny from all\n</Location>\n`,
  '2.4': `${MODULES_24}<Location /no>\nRequire all denied\n</Location>\n`,
};
const MODULES = ['actions', 'mime', 'negotiation', 'rewrite', 'autoindex']
  .map((name) => `LoadModule ${name}_module modules/mod_${name}.so\n`)
  .join('');

function status(
  lines: string,
  asked: string,
  version: Version,
  { 'conf/mime.types': types, ...files } = FILES as Record<string, string>,
) {
  const config = `${MODULES}${RULES[version]}${lines}\n`;
  const [path = '', method = 'GET'] = asked.split(' ').toReversed();
  const all = {
    ...files,
    ...(types !== undefined && { 'conf/mime.types': types }),
    'conf/httpd.conf': config,
  };
  const answer = ask(memoryTree(all), path, { method }, version);
  expect(answer.possible).toHaveLength(1);
  return clientStatus(answer.possible[0]!.answer, answer);
}

const HTML = 'Action text/html /no/a.cgi';
const MINE = 'Action mine /no/a.cgi\n<Location /act>\nSetHandler mine\n</Location>';

test.each<[lines: string, asked: string, expected: number | null, of24?: number | null]>([
  [HTML, '/page.html', 403],
  [HTML, '/page.html/more', 403],
  [HTML, '/d/', 403],
  [HTML, '/none.html', 404],
  [HTML, '/none-such', 200],
  [HTML, '/two.html.gif', 200],
  ['Action image/gif /no/a.cgi', '/two.html.gif', 403],
  [`${HTML} virtual`, '/none.html', 403],
  [`${HTML}\nAddType text/x html`, '/page.html', 200],
  [`${HTML}\nRemoveType html`, '/page.html', 200],
  [`${HTML}\n<Location />\nForceType text/plain\n</Location>`, '/page.html', 200],
  [`${HTML}\n<Location />\nSetHandler default-handler\n</Location>`, '/page.html', 200],
  ['Action text/plain /no/a.cgi', '/none-such', 403, 200],
  ['Action text/plain /no/a.cgi', '/act/sub/', 200, 403],
  [MINE, '/act', 301],
  [MINE, '/act/', 403],
  [MINE, '/act/sub/', 403],
  [MINE, '/act/none', 404],
  ['RewriteEngine on\nRewriteRule ^/page - [H=mine]\nAction mine /no/a.cgi', '/page.html', 403],
  [`${HTML}\n<Directory />\nOptions MultiViews FollowSymLinks\n</Directory>`, '/page', 403],
  ['Script POST /no/a.cgi', 'POST /page.html', 403],
  ['Script POST /no/a.cgi', '/page.html', 200],
  ['Action text/html /page.html', '/page.html', 500],
])('%j, asked for %s: %s', (lines, asked, of22, of24 = of22) => {
  expect([status(lines, asked, '2.2'), status(lines, asked, '2.4')]).toEqual([of22, of24]);
});

test('the answer is not known where the type is not', () => {
  const { 'conf/mime.types': _, ...files } = FILES;
  expect(status(HTML, '/page.html', '2.4', files)).toBe(null);
  expect(status(`${HTML}\nAddType text/html html`, '/page.html', '2.4', files)).toBe(403);
});
