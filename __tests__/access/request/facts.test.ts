import { describe, expect, test } from '@jest/globals';
import { expectedStatus, plainRequest } from '../../../src/access/index.ts';
import type { ConcreteRequest, Version } from '../../../src/access/index.ts';
import { ask, memoryTree, MODULES_22, MODULES_24 } from './memory-tree.ts';

// What is known of a request has its say, and what is not known leaves the answer open.

type Request = Partial<ConcreteRequest>;

function answer(config: string, request: Request, version: Version = '2.2', path = '/x'): string {
  const modules = version === '2.2' ? MODULES_22 : MODULES_24;
  const tree = memoryTree({
    'conf/httpd.conf': modules + config,
    'htdocs/x': '',
    u: 'ann:x\nbob:x\ncarol:x\n',
  });
  const { possible } = ask(tree, path, request, version);
  return possible
    .map((each) => each.answer)
    .toSorted()
    .join(' or ');
}

const LOGIN = 'AuthType Basic\nAuthName x\nAuthUserFile u\n';
const within = (lines: string) => `<Location />\n${lines}\n</Location>\n`;

describe('groups that a user is said to be in', () => {
  const file = within(`${LOGIN}AuthGroupFile none\nRequire group staff`);
  const dbm = `LoadModule authz_dbm_module modules/mod_authz_dbm.so\n${within(`${LOGIN}AuthDBMGroupFile none\nRequire group staff`)}`;

  test.each([
    ['a file that is not here', file, 'serverError'],
    ['a DBM file that is not here', dbm, 'serverError'],
    ['a DBM file', dbm.replace('none', 'u'), 'pass or unauthorized'],
  ])('%s', (_, config, untold) => {
    expect(answer(config, { user: 'ann', groups: ['staff'] })).toBe('pass');
    expect(answer(config, { user: 'ann', groups: ['board'] })).toBe('unauthorized');
    expect(answer(config, { user: 'ann' })).toBe(untold);
    expect(answer(config, { groups: ['staff'] })).toBe('unauthorized');
  });

  test('case does not count in a text file, but in a DBM file', () => {
    expect(answer(file, { user: 'ann', groups: ['Staff'] })).toBe('pass');
    expect(answer(dbm, { user: 'ann', groups: ['Staff'] })).toBe('unauthorized');
  });
});

describe('the client and the server', () => {
  const by = (rule: string) => `${rule}\n${within('Order allow,deny\nAllow from all\nDeny from env=out')}`;
  const known = { otherHeaders: 'absent', otherEnv: 'unset' } as const;

  test.each<[string, Request, string]>([
    ['SetEnvIf Remote_Addr . x=\nSetEnvIf x ^1$ out', {}, 'forbidden'],
    ['SetEnvIf Remote_Addr . x=\nSetEnvIf x ^$ out', {}, 'pass'],
    ['SetEnvIf Remote_Addr ^10\\.1 out', {}, 'forbidden'],
    ['SetEnvIf Remote_Addr ^10\\.2 out', {}, 'pass'],
    ['SetEnvIf Remote_Addr ^10\\.1 out', { client: null }, 'forbidden or pass'],
    ['HostnameLookups On\nSetEnvIf Remote_Host ^a$ out', { clientName: 'a' }, 'forbidden'],
    ['HostnameLookups Double\nSetEnvIf Remote_Host ^a$ out', { clientName: 'b' }, 'pass'],
    ['HostnameLookups On\nSetEnvIf Remote_Host ^a$ out', {}, 'forbidden or pass'],
    ['HostnameLookups On\nSetEnvIf Remote_Host ^10 out', { clientName: '' }, 'forbidden'],
    ['SetEnvIf Remote_Host ^10 out', { clientName: '' }, 'forbidden'],
    // Rules for names may have looked it up in an earlier request of the connection.
    ['SetEnvIf Remote_Host ^a$ out', { clientName: 'a' }, 'forbidden or pass'],
    ['HostnameLookups Off\nSetEnvIf Remote_Host ^a$ out', { clientName: 'a' }, 'forbidden or pass'],
    ['SetEnvIf Request_URI ^/s out', { path: '//srv/x' }, 'forbidden'],
    ['SetEnvIf Request_URI ^//s out', { path: '//srv/x' }, 'pass'],
    ['SetEnvIf Server_Addr ^10 out', { serverAddress: '10.0.0.1' }, 'forbidden'],
    ['SetEnvIf Server_Addr ^10 out', {}, 'forbidden or pass'],
    ['SetEnvIf Request_Method ^PUT out', { method: 'PUT' }, 'forbidden'],
    ['SetEnvIf Request_Protocol 1\\.1 out', { host: 'a' }, 'forbidden'],
    ['SetEnvIf Request_Protocol 1\\.0 out', { host: '' }, 'forbidden'],
    ['SetEnvIf Request_Protocol 1\\.1 out', { otherHeaders: 'unknown' }, 'forbidden or pass'],
    ['SetEnvIf Host ^a$ out', { host: 'a' }, 'forbidden'],
    ['SetEnvIf Host ^a$ out', { host: null }, 'forbidden or pass'],
    ['SetEnvIf Referer ^a$ out', { headers: new Map([['referer', 'a']]) }, 'forbidden'],
    ['SetEnvIf Referer ^a$ out', {}, 'pass'],
    ['SetEnvIf Referer ^a$ out', { otherHeaders: 'unknown' }, 'forbidden or pass'],
    ['SetEnvIfNoCase ^X- a out', { headers: new Map([['x-b', 'a']]) }, 'forbidden'],
    ['SetEnvIfNoCase ^X- a out', { headers: new Map([['x-b', 'b']]) }, 'pass'],
    ['SetEnvIfNoCase ^X- a out', { headers: new Map([['referer', 'a']]) }, 'pass'],
    ['SetEnvIfNoCase ^X- a out', { otherHeaders: 'unknown' }, 'forbidden or pass'],
    ['SetEnvIf ^X- a out', { headers: new Map([['x-b', 'a']]) }, 'forbidden or pass'],
    ['SetEnvIf Authorization . out', { user: 'ann' }, 'forbidden or pass'],
    ['SetEnvIf Authorization . out', { scheme: 'basic' }, 'forbidden or pass'],
    ['SetEnvIf Authorization . out', {}, 'pass'],
    ['SetEnvIfExpr true out', {}, 'forbidden or pass'],
    ['SetEnvIf Referer (?=a)b out', { headers: new Map([['referer', 'a']]) }, 'forbidden or pass'],
    ['SetEnvIf Referer a !out', { otherHeaders: 'unknown' }, 'pass'],
    ['', {}, 'pass'],
    ['', { otherEnv: 'unknown' }, 'forbidden or pass'],
    ['', { env: ['OUT'] }, 'forbidden'],
    ['SetEnv out 1', { otherEnv: 'unknown' }, 'pass'],
    ['PassEnv one OUT', { otherEnv: 'unknown' }, 'pass'],
  ])('%j: %j', (rule, request, expected) => {
    expect(answer(by(rule), { ...known, ...request })).toBe(expected);
  });

  test.each(['Limit PUT', 'LimitExcept PUT'])(
    'a variable that is set in <%s> is set for every method',
    (limit) => {
      const setter = `<${limit}>\nSetEnvIf Remote_Addr ^10 out\n</${limit.split(' ')[0]}>\n`;
      const config = within(`${setter}Order allow,deny\nAllow from all\nDeny from env=out`);
      expect(answer(config, { ...known, method: 'PUT' })).toBe('forbidden');
      expect(answer(config, known)).toBe('forbidden');
    },
  );

  const cond = (what: string) => `RewriteEngine on\nRewriteCond ${what}\nRewriteRule . - [F]\n`;

  test.each<[string, Request, string]>([
    ['%{REMOTE_ADDR} ^10', {}, 'forbidden'],
    ['%{REMOTE_HOST} ^10', { clientName: '' }, 'forbidden'],
    ['%{SERVER_ADDR} ^10', { serverAddress: '10.0.0.1' }, 'forbidden'],
    ['%{SERVER_PORT} ^443$', { port: 443 }, 'forbidden'],
    ['%{SERVER_PORT} ^443$', { port: 80 }, 'pass'],
    ['%{SERVER_PORT} ^443$', { port: null }, 'forbidden or pass'],
    ['%{SERVER_NAME} ^a$', { host: 'a' }, 'forbidden'],
    ['%{HTTP_ACCEPT} ^a$', { headers: new Map([['accept', 'a']]) }, 'forbidden'],
    ['%{TIME} .', {}, 'forbidden or pass'],
    ['%{SERVER_PROTOCOL} 1\\.0$', { host: '' }, 'forbidden'],
    ['%{THE_REQUEST} 1\\.0$', { host: '' }, 'forbidden'],
    ['%{SERVER_PROTOCOL} 1\\.0$', { host: 'a' }, 'pass'],
  ])('RewriteCond %s: %j', (what, request, expected) => {
    expect(answer(cond(what), { ...known, ...request })).toBe(expected);
  });

  test.each<[string, Request, string]>([
    ['%{REQUEST_FILENAME} =~ m#htdocs/x$#', {}, 'pass'],
    ['%{SCRIPT_FILENAME} =~ m#htdocs/x$#', {}, 'pass'],
    ["%{REMOTE_USER} == ''", {}, 'pass'],
    ["req('Accept') == 'a'", { headers: new Map([['accept', 'a']]) }, 'pass'],
    ["http('Accept') == 'a'", { headers: new Map([['accept', 'b']]) }, 'forbidden'],
    ["osenv('X') == 'a'", {}, 'forbidden or pass'],
    ["reqenv('none') == ''", { otherEnv: 'unknown' }, 'forbidden or pass'],
    ["reqenv('given') == '1'", { env: ['GIVEN'] }, 'pass'],
    ["-R '10.1.0.0/16'", { client: null }, 'forbidden or pass'],
    ["-R 'nonsense'", {}, 'forbidden or pass'],
  ])('Require expr %s: %j', (expression, request, expected) => {
    expect(answer(within(`Require expr "${expression}"`), { ...known, ...request }, '2.4')).toBe(expected);
  });
});

describe('what is answered before any rule is asked', () => {
  const early = (config: string, request: Request = {}, path = '/x') => {
    const tree = memoryTree({ 'conf/httpd.conf': MODULES_22 + config, 'htdocs/x': '' });
    const asked = ask(tree, path, request);
    const { status, why } = expectedStatus(asked.tree, asked.evaluation, { ...plainRequest(''), ...request });
    return [asked.possible[0]?.answer, status, why];
  };

  test.each<[string, Request, string, number, string]>([
    ['Redirect /x http://a.example/', {}, 'pass', 302, 'Redirect redirects it'],
    ['redirectMatch 303 x http://a.example/', {}, 'pass', 303, 'redirectMatch redirects it'],
    ['Redirect gone /x', {}, 'pass', 410, 'Redirect answers it'],
    ['Redirect 401 /x', {}, 'unauthorized', 401, 'Redirect answers it'],
    ['Redirect 503 /x', {}, 'serverError', 503, 'Redirect answers it'],
    ['Redirect 500 /x', {}, 'serverError', 500, 'Redirect answers it'],
    ['', { method: 'TRACE' }, 'pass', 200, 'TRACE is answered before access is checked'],
  ])('%j: %j', (config, request, ...expected) => {
    expect(early(`${config}\n${within('Order allow,deny')}`, request)).toEqual(expected);
  });

  // As both servers answered.
  test.each([
    ['RedirectMatch ^/x(.*) new$1', '/x', 302, 500],
    ['RedirectMatch 301 ^/x(.*) $1', '/xy', 301, 500],
    ['RedirectMatch 301 ^/x(.*) $1', '/x/y', 301, 301],
    ['RedirectMatch 301 ^/x(.*) $1', '/xmailto:a', 301, 301],
    ['<Location />\nRedirectMatch x y\n</Location>', '/x', 500, 500],
    ['<Location />\nRedirectMatch 303 x(.*) $1:x\n</Location>', '/xy', 303, 303],
  ])('%j: %s', (config, path, ...expected) => {
    const said = (['2.2', '2.4'] as const).map((version) => {
      const modules = version === '2.2' ? MODULES_22 : MODULES_24;
      const tree = memoryTree({ 'conf/httpd.conf': modules + config, 'htdocs/x': '' });
      return ask(tree, path, {}, version).served.status;
    });
    expect(said).toEqual(expected);
  });

  // As a real 2.4 answered. 2.2 does not start with most of them.
  test.each([
    ['Redirect x', 500],
    ['Redirect ""', 500],
    ['Redirect http://h/', 302],
    ['Redirect /y', 302],
    ['Redirect mailto:x', 302],
    ['Redirect "a b:c"', 500],
    ['Redirect permanent x', 500],
    ['Redirect 404', 404],
    ['Redirect 404 ""', 200],
    ['Redirect "" http://h/', 200],
    ['RedirectTemp 301 http://h/', 301],
    ['RedirectMatch 301 http://h/', 301],
    ['RedirectMatch 301 x', 500],
    ['RedirectMatch gone x', 410],
    ['Redirect "%{REQUEST_URI}"', 302],
    ['Redirect "%{REQUEST_SCHEME}://h/"', 302],
    ['Redirect "a%{REQUEST_URI}"', 500],
    ['Redirect "%%x"', 500],
    ['Redirect "\\/x"', 302],
    ['Redirect "%{REMOTE_USER}"', null],
    ['Redirect "%{tolower:X}"', null],
    ['Redirect "$0"', null],
    ['Redirect 410\nRedirect /x http://h/\nRedirect 404', 404],
  ])('in a section, %j: %j', (line, expected) => {
    const said = ['Location /x', 'Directory /srv/htdocs'].map((section) => {
      const config = `${MODULES_24}<${section}>\n${line}\n</${section.split(' ')[0]}>\n`;
      return ask(memoryTree({ 'conf/httpd.conf': config, 'htdocs/x': '' }), '/x', {}, '2.4').served.status;
    });
    expect(said).toEqual([expected, expected]);
  });

  test('a Redirect without a path comes before those of inner sections that have one', () => {
    const config = `${MODULES_24}<Directory /srv/htdocs>\nRedirect 404\n</Directory>
      <Files x>\nRedirect 410 /x\n</Files>\n`;
    const tree = memoryTree({ 'conf/httpd.conf': config, 'htdocs/x': '' });
    expect(ask(tree, '/x', {}, '2.4').served.status).toBe(404);
  });

  test('HEAD is limited as GET is', () => {
    const limited = within('Order deny,allow\n<Limit GET>\nDeny from all\n</Limit>');
    expect(answer(limited, { method: 'HEAD' })).toBe('forbidden');
    expect(answer(limited, { method: 'POST' })).toBe('pass');
  });
});

// As both servers answer.
describe('the Host header, and what the server calls itself', () => {
  const asked = (lines: string, request: Request) => {
    const config = `LoadModule rewrite_module modules/mod_rewrite.so\n${lines}\nRewriteRule ^/x - [G]`;
    const tree = memoryTree({ 'conf/httpd.conf': MODULES_22 + config, 'htdocs/x': '' });
    const { tree: made, evaluation } = ask(tree, '/x', { ...known, ...request });
    return expectedStatus(made, evaluation, plainRequest('')).status === 410;
  };
  const known = { host: 'a.example', otherHeaders: 'absent', otherEnv: 'unset' } as const;
  const on = (condition: string, around = '') => `${around}\nRewriteEngine on\nRewriteCond ${condition}`;
  const named = 'ServerName main.example:8443';
  const canonical = 'UseCanonicalName On\n';

  test.each<[string, Request, boolean]>([
    [on('%{HTTP_HOST} ^a\\.example$'), {}, true],
    [on('%{HTTP_HOST} ^a\\.example$'), { port: 80 }, true],
    [on('%{HTTP_HOST} ^a\\.example$'), { port: 8080 }, false],
    [on('%{HTTP_HOST} ^a\\.example:8080$'), { port: 8080 }, true],
    [on('%{HTTP:Host} ^a\\.example:8080$'), { port: 8080 }, true],
    [on('%{HTTP_HOST} ^b$'), { port: 8080, headers: new Map([['host', 'b']]) }, true],
    [on('%{SERVER_NAME} ^a\\.example$'), { port: 8080 }, true],
    [on('%{SERVER_NAME} ^main\\.example$', canonical + named), { port: 8080 }, true],
    [on('%{SERVER_NAME} ^a\\.example$'), { host: 'A.Example.' }, true],
    [on('%{SERVER_NAME} ^main\\.example$', named), { host: '' }, true],
    [on('%{HTTP_HOST} ^$'), { host: '' }, true],
    [on('%{SERVER_PORT} ^8080$'), { port: 8080 }, true],
    [on('%{SERVER_PORT} ^8080$', named), { port: 8080 }, true],
    [on('%{SERVER_PORT} ^8443$', named), { port: 80 }, true],
    [on('%{SERVER_PORT} ^8443$', canonical + named), { port: 8080 }, true],
    [on('%{SERVER_PORT} ^80$', `${canonical}ServerName a.example`), { port: 8080 }, true],
    [on('%{SERVER_PORT} ^80$'), { port: 80 }, true],
    [on('%{SERVER_PORT} ^80$'), { port: 8080, headers: new Map([['host', 'b']]) }, true],
    [
      on('%{SERVER_PORT} ^8080$', 'UseCanonicalPhysicalPort On'),
      { port: 8080, headers: new Map([['host', 'b']]) },
      true,
    ],
  ])('%s %j: %j', (lines, request, isMet) => {
    expect(asked(lines, request)).toBe(isMet);
  });

  test('the port of a virtual host is that of its ServerName, else of its address', () => {
    const at = (host: string, condition: string) =>
      `NameVirtualHost *:80\n<VirtualHost *:80>\n${host}\nRewriteEngine on\nRewriteCond ${condition}\nRewriteRule ^/x - [G]\n</VirtualHost>`;
    const one = (lines: string) => asked(lines, { port: 80 });
    expect(one(at('ServerName a.example:8443', '%{SERVER_PORT} ^8443$'))).toBe(true);
    expect(one(at('ServerName a.example', '%{SERVER_PORT} ^80$'))).toBe(true);
  });
});
