import { expect, test } from '@jest/globals';
import { clientStatus } from '../../../src/access/index.ts';
import type { Version } from '../../../src/access/index.ts';
import { ask, memoryTree, MODULES_22, MODULES_24 } from './memory-tree.ts';
import { statusOf } from './status-of.ts';

// FallbackResource, as servers of both versions answered it.

const FILES = { 'htdocs/p/index.php': '', 'htdocs/two/b.html': '', 'htdocs/empty/x': '' };
const REWRITE = 'LoadModule rewrite_module modules/mod_rewrite.so\n';
const RULES = {
  '2.2': `${MODULES_22}${REWRITE}<Location /p>\nOrder deny,allow\nDeny from all\nAllow from 10\n</Location>\n`,
  '2.4': `${MODULES_24}${REWRITE}<Location /p>\nRequire ip 10\n</Location>\n`,
};
const FRONT = 'FallbackResource /p/index.php\n';
const NAMES = 'DirectoryIndex a.html b.html\n';
const MISSING = 'FallbackResource /none.php\n';

function statuses(lines: string, path: string, client: string, version: Version) {
  const config = `${RULES[version]}${lines}<Directory />\nOptions None\n</Directory>\n`;
  const asked = ask(memoryTree({ ...FILES, 'conf/httpd.conf': config }), path, { client }, version);
  return asked.possible.map(({ answer }) => clientStatus(answer, asked));
}

test.each<[lines: string, path: string, inside: number, outside: number]>([
  [FRONT, '/none', 200, 403],
  [FRONT, '/empty/', 200, 403],
  // A name that is not there has it in its place, before the next one is asked for.
  [FRONT + NAMES, '/two/', 200, 200],
  [FRONT + NAMES, '/empty/', 200, 403],
  [MISSING, '/none', 500, 500],
  [MISSING, '/empty/', 500, 500],
  ['FallbackResource disabled\n', '/none', 404, 404],
  [`${FRONT}<Location />\nSetHandler default-handler\n</Location>\n`, '/none', 404, 404],
  // A rule's [H] comes too late.
  [`${FRONT}RewriteEngine on\nRewriteRule ^/none - [H=mine]\n`, '/none', 200, 403],
  ['FallbackResource /p\n', '/none', 301, 403],
  // Relative to the folder of the address.
  ['FallbackResource b.html\n', '/two/none', 200, 200],
  ['FallbackResource none.html\n', '/two/x', 500, 500],
  // What is not there has another in its place, where that is said for its own address.
  [`${FRONT}<Location /empty>\nFallbackResource /lost\n</Location>\n`, '/empty/lost', 200, 403],
  ['FallbackResource /xx\n<Location /xx>\nFallbackResource /yy\n</Location>\n', '/none', 500, 500],
  ['FallbackResource /xx\n<Location /xx>\nFallbackResource disabled\n</Location>\n', '/none', 404, 404],
])('%j, asked for %s', (lines, path, inside, outside) => {
  for (const version of ['2.2', '2.4'] as const) {
    expect(statuses(lines, path, '10.1.2.3', version)).toEqual([inside]);
    expect(statuses(lines, path, '192.0.2.1', version)).toEqual([outside]);
  }
});

test('the fallback is taken, and not the next name', () => {
  const config = RULES['2.4'] + FRONT + NAMES;
  const { evaluation } = ask(
    memoryTree({ ...FILES, 'conf/httpd.conf': config }),
    '/two/',
    { client: '10.1.2.3' },
    '2.4',
  );
  expect(evaluation.rounds.at(-1)?.address).toBe('/p/index.php');
});

test('the answer to what was asked for is kept, where the same sections apply', () => {
  const folder = (lines: string) => `${FRONT}<Directory /srv/htdocs>\n${lines}\n</Directory>\n`;
  const config = {
    '2.2': MODULES_22 + folder('<Limit GET>\nDeny from all\n</Limit>'),
    '2.4': MODULES_24 + folder('<Limit GET>\nRequire all denied\n</Limit>'),
  };
  const posted = (path: string, version: Version) => {
    const tree = memoryTree({
      ...FILES,
      'htdocs/index.php': '',
      'conf/httpd.conf': config[version].replace('/p/', '/'),
    });
    const asked = ask(tree, path, { method: 'POST' }, version);
    return asked.possible.map(({ answer }) => clientStatus(answer, asked));
  };
  expect([posted('/none', '2.2'), posted('/none', '2.4')]).toEqual([[200], [200]]);
});

// As both servers answer.
test.each(['2.2', '2.4'] as const)(
  '%s: what a rule of the server answers to the address is the answer',
  (version) => {
    const status = (rule: string, asked: string) =>
      statusOf(`RewriteEngine on\nRewriteRule ${rule}\nFallbackResource /f.html\n`, asked, version, {
        'htdocs/f.html': '',
      });
    for (const asked of ['/none', 'PUT /none', 'FOO /none', '/none;x', '/none/more?a=b']) {
      expect([asked, status('^(.*)\\.html$ $1.txt [G]', asked)]).toEqual([asked, 410]);
      expect([asked, status('^/f - [F]', asked)]).toEqual([asked, 403]);
    }
    // Within a request [R] does not count.
    expect(status('^/f - [R=404]', '/none')).toBe(200);
    expect(status('^/other - [G]', '/none')).toBe(200);
  },
);

test.each(['2.2', '2.4'] as const)('%s: in the same folder what was found there counts', (version) => {
  const [denied, allowed] =
    version === '2.2'
      ? ['Order allow,deny', 'Order deny,allow']
      : ['Require all denied', 'Require all granted'];
  const lines = `FallbackResource /f.html
    <DirectoryMatch "/x">\n${denied}\n</DirectoryMatch>
    <Files x*>\n${allowed}\n</Files>\n`;
  const files = { 'htdocs/f.html': '', 'htdocs/sub/f': '' };
  expect(statusOf(lines, '/x;y', version, files)).toBe(403);
  expect(statusOf(lines, '/y', version, files)).toBe(200);
});
