// The rules of .htaccess files as people have them. Each answer is one that a real 2.2.34 and a real 2.4.62 gave.
import { describe, expect, test } from '@jest/globals';
import type { ConcreteRequest } from '../../../src/access/index.ts';
import { ask, memoryTree, MODULES_22 } from './memory-tree.ts';
import type { Version } from '../../../src/access/index.ts';
import { statusOf } from './status-of.ts';

type Request = Partial<ConcreteRequest>;

const HEAD = `${MODULES_22}LoadModule rewrite_module modules/mod_rewrite.so\n`;
const FILES = {
  'htdocs/index.html': '',
  'htdocs/app.php': '',
  'htdocs/a/index.html': '',
  'htdocs/a/x.html': '',
  'htdocs/sub/index.html': '',
};

/** The status, and what was assumed. */
function answer(rules: string, path: string, request: Request = {}, config = ''): [number | null, string[]] {
  const tree = memoryTree({
    ...FILES,
    'conf/httpd.conf': HEAD + config,
    'htdocs/.htaccess': `RewriteEngine On\n${rules}\n`,
  });
  const known = { host: 'localhost', otherHeaders: 'absent', otherEnv: 'unset', ...request } as const;
  const { served, assumptions } = ask(tree, path, known);
  return [served.status, assumptions.map(({ text, line }) => `${line?.name}: ${text}`)];
}

const UNMET =
  'rewriterule: whether the request meets this rule is not known: the way shown is the one where it does not';

test.each<[condition: string, Request]>([
  ['%{HTTP_USER_AGENT} evil', { otherHeaders: 'unknown' }],
  ['%{THE_REQUEST} /index', { otherHeaders: 'unknown' }],
  ['%{REMOTE_USER} ^$', {}],
  ['%{TIME_YEAR} >2000', {}],
  ['%{REMOTE_ADDR} ^10\\.', { client: null }],
])('a rule that depends on %s is told of', (condition, request) => {
  expect(answer(`RewriteCond ${condition}\nRewriteRule ^ - [F]`, '/index.html', request)).toEqual([
    200,
    [UNMET],
  ]);
});

test('a rule of an index file that depends on what is not known is told of once', () => {
  const rules = 'RewriteCond %{TIME_YEAR} >2000\nRewriteRule . - [F]';
  expect(answer(rules, '/a/')).toEqual([200, [UNMET]]);
});

describe('TLS', () => {
  const rules = 'RewriteCond %{HTTPS} !=on\nRewriteRule ^(.*)$ https://%{HTTP_HOST}/$1 [R=301,L]';

  test.each([
    ['', 301],
    ['SSLEngine Off\n', 301],
    ['SSLEngine on\n', 200],
  ])('%j', (config, status) => {
    expect(answer(rules, '/index.html', {}, config)).toEqual([status, []]);
  });

  test('that the client may ask for later is not known', () => {
    expect(answer(rules, '/index.html', {}, 'SSLEngine optional\n')).toEqual([200, [UNMET]]);
  });
});

test.each([
  ['/index.html', 301],
  ['/a/index.html', 200],
])('the line of the request: %s', (path, status) => {
  const rules =
    'RewriteCond %{THE_REQUEST} "^[A-Z]{3,9} /index\\.html HTTP/"\nRewriteRule ^index\\.html$ http://localhost/ [R=301,L]';
  expect(answer(rules, path)).toEqual([status, []]);
});

test('a request that was redirected within the server has the variables of the first one by other names', () => {
  const symfony = [
    'RewriteRule ^ - [E=BASE:]',
    'RewriteCond %{ENV:REDIRECT_STATUS} ^$',
    'RewriteRule ^app\\.php(/(.*)|$) %{ENV:BASE}/$2 [R=301,L]',
    'RewriteCond %{REQUEST_FILENAME} -f',
    'RewriteRule .? - [L]',
    'RewriteRule .? %{ENV:BASE}/app.php [L]',
  ].join('\n');
  expect(answer(symfony, '/none')).toEqual([200, []]);
  expect(answer(symfony, '/app.php')).toEqual([301, []]);
  const once = 'RewriteCond %{ENV:REDIRECT_SEEN} ^$\nRewriteRule ^(.*)$ /sub/$1 [E=SEEN:1]';
  expect(answer(once, '/none')).toEqual([404, []]);
  const late = 'RewriteCond %{ENV:REDIRECT_SET} ^1$\nRewriteRule ^ - [G]\nRewriteRule ^none /other\n';
  expect(answer(late, '/none', {}, 'SetEnv SET 1\n')).toEqual([410, []]);
});

test("REQUEST_FILENAME is the file's name without what stands after it", () => {
  const wordpress = 'RewriteCond %{REQUEST_FILENAME} !-f\nRewriteRule . /index.html [L]';
  expect(answer(wordpress, '/app.php/x')).toEqual([404, []]);
  expect(answer(wordpress, '/none/x')).toEqual([200, []]);
  expect(answer('RewriteRule ^app\\.php/(.*) /a/$1 [L]', '/app.php/x.html')).toEqual([200, []]);
});

test('a folder without a slash is answered with one before the rules lead elsewhere', () => {
  const rules = 'RewriteCond %{REQUEST_URI} !^/sub/\nRewriteRule ^(.*)$ /sub/$1 [L]';
  expect(answer(rules, '/a')).toEqual([301, []]);
  expect(answer(`DirectorySlash Off\n${rules}`, '/a')).toEqual([404, []]);
  expect(answer('RewriteRule ^a - [F]', '/a')[0]).toBe(403);
});

describe('words as mod_rewrite tells them apart', () => {
  const bots =
    'RewriteCond %{HTTP_USER_AGENT} ^Foo\\ Bar [OR]\nRewriteCond %{HTTP_USER_AGENT} ^Evil\nRewriteRule ^ - [F]';
  test.each<[rules: string, path: string, agent: string, status: number]>([
    [bots, '/index.html', 'Evil x', 403],
    [bots, '/index.html', 'Foo Bar', 403],
    [bots, '/index.html', 'Foo', 200],
    ['RewriteRule ^a\\\\/x - [F]', '/a/x.html', 'z', 200],
    ['RewriteRule ^a/(x)\\ (y)$ /a/$1.html [L]', '/a/x y', 'z', 200],
  ])('%j: %s by %s', (rules, path, agent, status) => {
    expect(answer(rules, path, { headers: new Map([['user-agent', agent]]) })).toEqual([status, []]);
  });
});

describe('a URL or a redirect with [PT]', () => {
  const rows = [
    ['http://o.test/$1 [PT]', 400],
    ['http://o.test/$1 [R,PT]', 400],
    ['/x$1 [R,PT]', 400],
    ['/x$1 [R=410,PT]', 410],
    ['- [F,PT]', 403],
  ] as const;
  test.each(rows)('is no path, of a folder: %s', (rule, status) => {
    expect(answer(`RewriteRule ^old(.*) ${rule}`, '/old/y')).toEqual([status, []]);
  });
  test.each(rows)('nor of a server: %s', (rule, status) => {
    const config = `RewriteEngine On\nRewriteRule ^/old(.*) ${rule}\n`;
    expect(answer('', '/old/y', {}, config)).toEqual([status, []]);
  });
});

// As both servers answer each.
describe.each(['2.2', '2.4'] as const)(
  '%s: rules that ask whether they are asked within a request',
  (version) => {
    const PAGES = { 'htdocs/index.html': '', 'htdocs/sub/index.html': '', 'htdocs/x': '' };
    const rules = (condition: string, options: string) =>
      `AddType text/html .html\n<Directory /srv/htdocs>\nOptions ${options}\nRewriteEngine On\nRewriteCond %{IS_SUBREQ} ${condition}\nRewriteRule ^(.*)index\\.html$ - [F]\n</Directory>`;
    const status = (condition: string, asked: string, options = 'FollowSymLinks MultiViews') =>
      statusOf(rules(condition, options), asked, version, PAGES);

    test.each(['=true', '!=false', '^true$'])(
      '%s: of an index file, and of one that MultiViews finds',
      (condition) => {
        expect(status(condition, '/')).toBe(403);
        expect(status(condition, '/index.html')).toBe(200);
        expect(status(condition, '/index')).toBe(404);
      },
    );

    test.each(['!=true', '=false', '!^true'])(
      '%s: of what is asked for, and of what MultiViews found',
      (condition) => {
        expect(status(condition, '/')).toBe(200);
        expect(status(condition, '/index.html')).toBe(403);
        expect(status(condition, '/index')).toBe(403);
      },
    );

    test('of a server', () => {
      const server = (condition: string) =>
        `RewriteEngine On\nRewriteCond %{IS_SUBREQ} ${condition}\nRewriteRule ^(.*)index\\.html$ - [F]\n`;
      expect(statusOf(server('=true'), '/', version, PAGES)).toBe(403);
      expect(statusOf(server('=true'), '/index.html', version, PAGES)).toBe(200);
      expect(statusOf(server('=false'), '/', version, PAGES)).toBe(200);
      expect(statusOf(server('=false'), '/index.html', version, PAGES)).toBe(403);
    });
  },
);

test.each(['2.2', '2.4'] as const)(
  '%s: a file that MultiViews finds meets no section for the files of its folder',
  (version) => {
    const denied = version === '2.2' ? 'Order allow,deny' : 'Require all denied';
    const views =
      'AddType text/html .html\n<Directory /srv/htdocs>\nOptions FollowSymLinks MultiViews\n</Directory>\n';
    const status = (asked: string) =>
      statusOf(`${views}<Directory /srv/htdocs/*>\n${denied}\n</Directory>`, asked, version, {
        'htdocs/index.html': '',
        'htdocs/sub/b.html': '',
      });
    expect(status('/index')).toBe(200);
    expect(status('/index.html')).toBe(403);
    expect(status('/sub/b')).toBe(403);
  },
);

// As real servers answer each.
describe('a path that a rule of a folder makes becomes an address again', () => {
  const status = (rules: string, asked: string, version: Version) =>
    statusOf(
      `<Directory />\nAllowOverride All\n</Directory>\nAlias /al /srv/away\nAliasMatch ^/am/(.*) /srv/away/$1`,
      asked,
      version,
      {
        'htdocs/x': '',
        'htdocs/sub/b': '',
        'htdocs/sub/c': '',
        'htdocs/sub/.htaccess': `RewriteEngine On\n${rules}`,
        'away/b': '',
        'away/c': '',
        'away/.htaccess': `RewriteEngine On\n${rules}`,
      },
    );
  const X = 'RewriteRule ^b$ /srv/htdocs/x';
  const C = 'RewriteRule ^b$ c';

  test.each([
    [X, '/sub/b', 200, 200],
    [`RewriteBase /sub\n${X}`, '/sub/b', 404, 400],
    [`RewriteBase /\n${X}`, '/sub/b', 404, 400],
    [`RewriteBase /\nRewriteOptions IgnoreContextInfo\n${X}`, '/sub/b', null, 404],
    [`RewriteBase /sub\n${C}`, '/sub/b', 200, 200],
    [C, '/sub/b', 200, 200],
    [C, '/al/b', 404, 200],
    [`RewriteBase /al\n${C}`, '/al/b', 200, 200],
    [`RewriteOptions IgnoreContextInfo\n${C}`, '/al/b', null, 404],
    [`RewriteBase /al\n${X}`, '/al/b', 404, 404],
    [C, '/am/b', 404, 404],
    [`RewriteBase /al\n${X}`, '/am/b', 404, 400],
  ])('%j, %s: %s, %s', (rules, asked, of22, of24) => {
    if (of22 !== null) expect(status(rules, asked, '2.2')).toBe(of22);
    expect(status(rules, asked, '2.4')).toBe(of24);
  });

  test('in a Location for all', () => {
    const rules = (base: string) =>
      `Alias /al /srv/away\n<Location />\nRewriteEngine On\n${base}RewriteRule b$ /x\n</Location>`;
    for (const version of ['2.2', '2.4'] as const) {
      const statusWith = (base: string) =>
        statusOf(rules(base), '/sub/b', version, { 'htdocs/x': '', 'htdocs/sub/b': '' });
      expect(statusWith('')).toBe(200);
      expect(statusWith('RewriteBase /al\n')).toBe(404);
    }
  });
});

test('whether MultiViews finds a file that is perhaps let through is not told', () => {
  const lines = (requires: string) =>
    `AddType text/html .html\n<Directory /srv/htdocs>\nOptions MultiViews\n</Directory>\n<Location />\n${requires}\n</Location>`;
  const status = (requires: string) =>
    statusOf(lines(`<Limit GET>\n${requires}\n</Limit>`), 'PATCH /index', '2.4', { 'htdocs/index.html': '' });
  expect(status('Require all granted')).toBe(405);
  expect(status('Require all denied')).toBe(404);
  // As a real server answers: 405 to a client of that name, else 404.
  expect(status('Require host example.com')).toBeNull();
});
