import { describe, expect, test } from '@jest/globals';
import type { ConcreteRequest, Version } from '../../../src/access/index.ts';
import { targetProfile } from '../../../src/target/index.ts';
import { ask, memoryTree, MODULES_22, MODULES_24 } from './memory-tree.ts';

// What those get who are let through, and who answers, as `who` puts it.

const FILES = {
  'htdocs/a.map': '',
  'conf/types': 'application/x-type-map map\n',
  'htdocs/x': '',
  'htdocs/sub/y.html': '',
  'htdocs/run.cgi': '',
  'htdocs/cgi/run': '',
  'htdocs/sub/x': '',
};
const LOADED = ['proxy', 'autoindex', 'dav', 'negotiation', 'rewrite', 'mime', 'status', 'info', 'cgi']
  .map((name) => `LoadModule ${name}_module modules/mod_${name}.so\n`)
  .join('');

/** @param asked the path, behind the method if that is not GET */
function served(
  config: string,
  asked: string,
  version: Version = '2.2',
  headers: Readonly<Record<string, string>> | null = null,
) {
  const modules = (version === '2.2' ? MODULES_22 : MODULES_24) + LOADED;
  const [path = '', method = 'GET'] = asked.split(' ').toReversed();
  const { status, why } = ask(
    memoryTree({ ...FILES, 'conf/httpd.conf': modules + config }),
    path,
    { method, ...(headers && { headers: new Map(Object.entries(headers)), otherHeaders: 'absent' }) },
    version,
  ).served;
  return [status, why];
}

const folder = (lines: string) => `<Directory /srv/htdocs>\n${lines}\n</Directory>\n`;
const location = (path: string, lines: string) => `<Location ${path}>\n${lines}\n</Location>\n`;

const SENT = [200, 'the file is sent'] as const;
const MISSING = [404, 'there is no such file'] as const;
const NO_NAME = [403, 'a name in the address has more than 255 bytes, which no file has'] as const;
const NO_SCRIPT = [404, 'there is no such script'] as const;
const NOT_RUN = [403, 'Options do not let scripts be run'] as const;
const ALIKE = [null, 'there is no such file, and mod_speling may find one that is called alike'] as const;
const RUN = [null, 'the handler cgi-script answers'] as const;
const CGI = 'AddHandler cgi-script .cgi';
const ALIAS = 'ScriptAlias /cgi/ /srv/htdocs/cgi/\n<Directory />\nOptions None\n</Directory>\n';
const BY_DEPTH = [null, 'mod_dav answers: 207 with a Depth header of 0 or 1, 403 without'] as const;
const DAV = folder('Dav On');
const UNLISTED = folder('Options None');
const STATUS = location('/x', 'SetHandler Server-Status');

test('where no module runs scripts, they are files like others', () => {
  const modules = MODULES_24 + LOADED.replace(/.*mod_cgi.*\n/, '');
  const tree = memoryTree({ ...FILES, 'conf/httpd.conf': modules + CGI });
  const answer = (path: string) => ask(tree, path, {}, '2.4').served.status;
  expect([answer('/run.cgi'), answer('/run.cgi/more'), answer('/none.cgi')]).toEqual([200, 404, 404]);
});

describe('what is served, and by whom', () => {
  test.each<[config: string, asked: string, status: number | null, why: string]>([
    ['', '/x', ...SENT],
    ['', 'HEAD /x', ...SENT],
    ['', 'POST /x', ...SENT],
    ['', '/none', ...MISSING],
    ['', '/x/more', ...MISSING],
    // As both servers answered.
    ['', `/${'a'.repeat(255)}`, ...MISSING],
    ['', `/sub/${'a'.repeat(256)}/x`, ...NO_NAME],
    ['', `/none/${'a'.repeat(256)}`, ...MISSING],
    ['', `/x/${'a'.repeat(256)}`, ...MISSING],
    ['', 'OPTIONS /none', 200, 'OPTIONS is answered by the server itself'],
    [folder('AcceptPathInfo On'), '/x/more', ...SENT],
    ['', 'PUT /x', 405, 'nothing that serves files knows PUT'],
    // As both servers answered.
    [
      'HttpProtocolOptions RegisteredMethods',
      'FOO /x',
      501,
      'HttpProtocolOptions RegisteredMethods takes no FOO',
    ],
    [
      'HttpProtocolOptions RegisteredMethods',
      'get /x',
      501,
      'HttpProtocolOptions RegisteredMethods takes no get',
    ],
    ['HttpProtocolOptions RegisteredMethods', 'MKCOL /x', 405, 'nothing that serves files knows MKCOL'],
    ['RewriteEngine on\nRewriteRule ^/x - [T=server-status]', '/x', 200, 'the handler server-status answers'],
    [
      'RewriteEngine on\nRewriteRule ^/x - [T=application/x-httpd-php]',
      '/x',
      null,
      'the handler application/x-httpd-php answers',
    ],
    ['RewriteEngine on\nRewriteRule ^/x - [T=text/plain]', '/x', ...SENT],
    [
      folder('RewriteEngine on\nRewriteRule ^x - [T=server-status]'),
      '/x',
      200,
      'the handler server-status answers',
    ],
    ['', 'BIND /x', 405, 'nothing that serves files knows BIND'],
    ['', 'FROB /x', 501, 'nothing that serves files knows FROB'],
    ['', '/sub', 301, 'the client is sent to the address with a slash after it'],
    ['DirectorySlash Off\n', '/sub', 200, 'the folder is listed'],
    ['', '/sub/', 200, 'the folder is listed'],
    ['', 'POST /sub/', 404, 'there is no index file'],
    [UNLISTED, '/sub/', 403, 'there is no index file, and Options do not let the folder be listed'],
    [UNLISTED, 'POST /sub/', 404, 'there is no index file'],
    [UNLISTED, 'PUT /sub/', 405, 'nothing that serves files knows PUT'],
    [UNLISTED, 'OPTIONS /sub/', 200, 'OPTIONS is answered by the server itself'],
    ['DirectoryIndex x\n', '/sub/', ...SENT],
    ['DirectoryIndex x\n', 'POST /sub/', ...SENT],
    ['DirectoryIndex /sub/\n', '/sub/', null, 'the index file /sub/ is a folder'],
    [folder('Options +MultiViews\nDirectoryIndex y\nAddType text/html html'), 'POST /sub/', ...SENT],
    [location('/', 'SetHandler default-handler'), '/x', ...SENT],
    [location('/', 'SetHandler default-handler'), '/sub/', 404, 'the handler of files knows no folders'],
    [DAV, 'OPTIONS /x/more', 400, "mod_dav takes nothing after a file's name"],
    [DAV, 'PROPFIND /x/more', 400, "mod_dav takes nothing after a file's name"],
    [DAV, 'FOO /x/more', null, 'mod_dav answers'],
    [DAV, 'CHECKOUT /x/more', null, 'mod_dav answers'],
    [DAV, '/x/more', ...MISSING],
    ['ProxyPass /app http://h/b\n', '/app/x', null, 'what http://h/b/x says is the answer'],
    [STATUS, '/x', 200, 'the handler server-status answers'],
    [STATUS, 'POST /x', null, 'the handler server-status answers'],
    [location('/x', 'SetHandler server-info'), '/x', 200, 'the handler server-info answers'],
    [location('/x', 'SetHandler php'), '/x', null, 'the handler php answers'],
    [CGI, '/run.cgi', ...RUN],
    [CGI, '/run.cgi/more', ...RUN],
    [CGI, '/none.cgi', ...NO_SCRIPT],
    ['AddType text/html .html\n', '/sub/y.html', ...SENT],
    [folder('Options None') + CGI, '/run.cgi', ...NOT_RUN],
    [folder('Options None') + CGI, '/none.cgi', ...NOT_RUN],
    [ALIAS, '/cgi/run', ...RUN],
    [ALIAS, '/cgi/none', ...NO_SCRIPT],
    [DAV, 'PROPFIND /x', 207, 'mod_dav answers'],
    [DAV, 'PROPFIND /sub/', ...BY_DEPTH],
    [`${DAV}DavDepthInfinity On\n`, 'PROPFIND /sub/', 207, 'mod_dav answers'],
    [DAV + location('/', 'Dav Off'), 'PROPFIND /x', 207, 'mod_dav answers'],
    [location('/', 'Dav On\nDav Off'), 'PROPFIND /x', 405, 'nothing that serves files knows PROPFIND'],
    [DAV, 'MKCOL /x', 405, 'mod_dav answers'],
    [DAV, 'PUT /x', null, 'mod_dav answers'],
    [DAV, 'PROPFIND /none', null, 'mod_dav answers'],
    [`${DAV}DirectoryIndex x\n<Files x>\nOrder allow,deny\n</Files>\n`, 'PROPFIND /sub/', ...BY_DEPTH],
    ['LoadModule speling_module x.so\nCheckSpelling On\n', '/none', ...ALIKE],
    ['LoadModule speling_module x.so\nCheckSpelling On\n', 'HEAD /none', ...ALIKE],
    ['LoadModule speling_module x.so\nCheckSpelling On\n', 'POST /none', ...MISSING],
    ['LoadModule speling_module x.so\nCheckSpelling On\n', '/x/more', ...MISSING],
    ['LoadModule speling_module x.so\nCheckSpelling Off\n', '/none', ...MISSING],
    ['TypesConfig conf/types\n', '/a.map', null, 'the handler application/x-type-map answers'],
    ['TypesConfig conf/types\nAddType text/plain .map\n', '/a.map', ...SENT],
    [
      'TypesConfig conf/types\n' + folder('Options MultiViews'),
      '/a',
      null,
      'the type map /a.map says which file it stands for',
    ],
    [
      `FallbackResource /none\n<Files none>\nRedirectMatch 403 none\n</Files>\n`,
      '/lost',
      403,
      'RedirectMatch answers it',
    ],
    ['ForceType application/x-httpd-php\n', '/x', null, 'the handler application/x-httpd-php answers'],
    [folder('Options None\nForceType application/x-httpd-cgi'), '/x', ...NOT_RUN],
    [folder('Options None\nAddType application/x-httpd-cgi .cgi'), '/run.cgi', ...NOT_RUN],
    ['ForceType application/x-httpd-cgi\n', '/x', null, 'the handler application/x-httpd-cgi answers'],
    ['ForceType text/plain\n', '/x', ...SENT],
    ['RegisterHttpMethod FOO\n', 'FOO /x', 405, 'nothing that serves files knows FOO'],
    ['', 'CONNECT /x', 400, 'CONNECT takes HOST:PORT, not an address'],
    ['', 'OPTIONS *', 200, 'OPTIONS * is answered before access is checked'],
    ['', '*', null, 'what servers before 2.4.49 make of * is not told'],
    [DAV, '/x', ...SENT],
    [folder('Dav Off'), 'PROPFIND /x', 405, 'nothing that serves files knows PROPFIND'],
    ['RewriteEngine on\nRewriteRule ^/go /x\n', '/go', ...SENT],
    [folder('RewriteEngine on\nRewriteRule ^go$ /none'), '/go', ...MISSING],
    [folder('RewriteEngine on\nRewriteRule ^go$ /sub/'), '/go', 200, 'the folder is listed'],
    [folder('Redirect 503 /x'), '/x', 503, 'Redirect answers it'],
    ['RewriteEngine on\nRewriteRule ^ - [R=503]\n', '/x', 503, 'RewriteRule answers it'],
    [folder('Redirect gone /x'), '/x', 410, 'Redirect answers it'],
    [folder('RedirectMatch 403 x$'), '/sub/x', 403, 'RedirectMatch answers it'],
    [folder('Redirect /x http://h/\nRedirect gone /x'), '/x', 302, 'Redirect redirects it'],
    [location('/sub', 'RedirectPermanent /sub http://h/'), '/sub', 301, 'RedirectPermanent redirects it'],
    [location('/sub', 'Redirect gone /x'), '/x', ...SENT],
    [
      `ProxyPass /app http://h/b\n${location('/app', 'Redirect gone /app/x')}`,
      '/app/x',
      410,
      'Redirect answers it',
    ],
    [folder('Redirect gone /') + location('/x', 'Redirect 404 /x'), '/x', 404, 'Redirect answers it'],
    [folder('Redirect gone /x\nRewriteEngine on\nRewriteRule x /sub/'), '/x', 410, 'Redirect answers it'],
    [
      folder('Redirect gone /x\nRewriteEngine on\nRewriteRule x - [F]'),
      '/x',
      403,
      'a RewriteRule answers it',
    ],
  ])('%j, %s: %s, %s', (config, asked, ...expected) => {
    expect(served(config, asked)).toEqual(expected);
  });

  test('a Redirect without a path is for all of its Location in 2.4', () => {
    expect(served(location('/sub', 'Redirect 410'), '/sub/x', '2.4')[0]).toBe(410);
    expect(served(location('/sub', 'Redirect 301 http://h/'), '/sub/x', '2.4')[0]).toBe(301);
  });

  test('2.4 runs a script only where Options say ExecCGI', () => {
    expect(served(CGI, '/run.cgi', '2.4')).toEqual(NOT_RUN);
    expect(served(`${CGI}\n${folder('Options ExecCGI')}`, '/run.cgi', '2.4')).toEqual(RUN);
  });

  test.each<[version: Version, depth: string | null, status: number]>([
    ['2.2', '0', 207],
    ['2.4', '1', 207],
    ['2.2', 'Infinity', 403],
    ['2.4', null, 403],
    ['2.4', '2', 400],
  ])('%s answers PROPFIND for a folder with Depth: %s with %d', (version, depth, expected) => {
    expect(served(DAV, 'PROPFIND /sub/', version, depth === null ? {} : { depth })[0]).toBe(expected);
  });

  // As both servers answered.
  test.each<[headers: Record<string, string>, asked: string, status: number | null]>([
    [{ 'if-none-match': '*' }, '/x', null],
    [{ range: 'bytes=0-0' }, '/x', null],
    [{ range: 'bytes=0-0' }, '/none', 404],
    [{ expect: '100-continue' }, '/x', 200],
    [{ expect: 'more' }, '/x', 417],
    [{ expect: 'more' }, '/none', 417],
    [{ 'content-length': '-1' }, '/x', 400],
    [{ 'content-length': '5' }, 'TRACE /x', 413],
    [{ 'content-length': '0' }, 'TRACE /x', 200],
    [{ 'transfer-encoding': 'chunked' }, 'TRACE /x', 413],
    [{ 'content-length': '5' }, '/x', 200],
    [{ 'transfer-encoding': 'gzip' }, '/x', 400],
    [{ 'transfer-encoding': 'chunked, foo' }, '/x', 400],
    [{ 'transfer-encoding': 'gzip, Chunked' }, '/x', 200],
  ])('with %j %s is answered with %s', (headers, asked, expected) => {
    expect(served('', asked, '2.2', headers)[0]).toBe(expected);
    expect(served('', asked, '2.4', headers)[0]).toBe(expected);
  });

  test('TraceEnable extended takes a body of up to 64 KB', () => {
    const of = (header: string, value: string) =>
      served('TraceEnable extended\n', 'TRACE /x', '2.4', { [header]: value })[0];
    expect(of('content-length', '65536')).toBe(200);
    expect(of('content-length', '65537')).toBe(413);
    expect(of('transfer-encoding', 'chunked')).toBe(200);
  });

  test('OPTIONS is answered with 200 where mod_dav is on, too', () => {
    expect(served(DAV, 'OPTIONS /x')[0]).toBe(200);
  });

  test('2.4 asks for the index file of a folder with Dav, unless DirectoryCheckHandler is on', () => {
    const index = `${DAV}DirectoryIndex x\n`;
    expect(served(index, 'PROPFIND /sub/', '2.4')[0]).toBe(405);
    expect(served(`${index}DirectoryCheckHandler On\n`, 'PROPFIND /sub/', '2.4', { depth: '1' })[0]).toBe(
      207,
    );
    expect(served('', '*', '2.4')[0]).toBe(400);
  });

  test('a folder is not listed without mod_autoindex', () => {
    const tree = memoryTree({ ...FILES, 'conf/httpd.conf': MODULES_22 });
    expect(ask(tree, '/sub/').served).toEqual({ status: 404, why: 'there is no index file' });
  });

  test('an index file that is refused is not what is served', () => {
    const config = 'DirectoryIndex x none\n<Files x>\nOrder deny,allow\nDeny from 10.1\n</Files>\n';
    const { served: of } = ask(memoryTree({ ...FILES, 'conf/httpd.conf': MODULES_22 + config }), '/sub/');
    expect(of).toEqual({ status: 404, why: 'there is no index file' });
  });
});

describe('where it is not known what there is', () => {
  const far = (config: string, path: string, version: Version = '2.2') => {
    const tree = memoryTree(`${MODULES_24}DocumentRoot /far\n${config}`);
    const { status, why } = ask(tree, path, {}, version).served;
    return [status, why];
  };

  test('a folder may hold anything; a file is taken to be there', () => {
    expect(far('DirectoryIndex disabled\n', '/in/', '2.4')).toEqual([
      null,
      'what is in the folder is not known',
    ]);
    expect(far('', '/in/x')).toEqual([...SENT]);
  });

  test('but that a host has no folder of its name', () => {
    expect(far('VirtualDocumentRoot None\nVirtualScriptAlias none\n', '/x')).toEqual(far('', '/x'));
  });

  test('nor which file it is', () => {
    expect(far('VirtualDocumentRoot /far/%0\n', '/x')).toEqual([
      null,
      'the configuration does not tell which file it is',
    ]);
  });
});

describe('a copy that holds a part of the files', () => {
  // The folder /opt/web/own is none that the server serves by itself: what is not in the copy may be there.
  const copy = (section: string) => {
    const config = `ServerRoot /opt/web\nDocumentRoot htdocs\nAlias /own /opt/web/own\n${section}`;
    return memoryTree(
      { 'conf/httpd.conf': MODULES_22 + config, 'own/z': '', 'htdocs/x': '' },
      { root: '/copy', path: '/copy' },
    );
  };
  const denied = (path: string) =>
    copy(`<Directory ${path}>\nOrder allow,deny\nDeny from all\n</Directory>\n`);
  const answer = (path: string, asked: string) =>
    ask(denied(path), asked).possible.map((each) => each.answer);

  test('has nothing behind a file', () => {
    expect(answer('/opt/web/own/z', '/own/z/more')).toEqual(['pass']);
    expect(answer('/opt/web/own/z', '/own/z')).toEqual(['forbidden']);
    expect(ask(copy(''), '/own/z/more').served).toEqual({ status: 404, why: 'there is no such file' });
  });

  test('may lack what is asked for', () => {
    expect(answer('/opt/web/own/lost', '/own/lost/x')).toEqual(['forbidden']);
  });
});

describe('ProxyBlock', () => {
  const PASS = 'ProxyPass /p http://app.example:81/a\n';
  const ANSWERS = 'what http://app.example:81/a/x says is the answer';
  const kept = (word: string) =>
    [403, `ProxyBlock ${word} keeps the server from asking http://app.example:81/a/x`] as const;
  const unless = (words: string) =>
    [null, `${ANSWERS}, if ProxyBlock ${words} does not keep it from being asked`] as const;

  test.each<[config: string, status: number | null, why: string]>([
    [PASS, null, ANSWERS],
    [`${PASS}ProxyBlock *`, ...kept('*')],
    [`${PASS}proxyblock other "pp.ex"`, ...kept('pp.ex')],
    // What the names stand for is looked up when the server starts.
    [`${PASS}ProxyBlock app.example:81 other.example`, ...unless('app.example:81 other.example')],
    // 2.2 compares the other proxy.
    [`${PASS}ProxyBlock app\nProxyRemote * http://proxy.example`, ...unless('app')],
    [`${PASS}ProxyBlock *x\nProxyRemote * http://proxy.example`, ...kept('*x')],
    [
      'ProxyPass /p balancer://app/a\nProxyBlock app',
      null,
      'what balancer://app/a/x says is the answer, if ProxyBlock app does not keep it from being asked',
    ],
    [`<VirtualHost *>\n${PASS}</VirtualHost>\nProxyBlock app`, ...kept('app')],
    [
      `${folder('RewriteEngine On\nRewriteRule ^p http://app.example:81/a/x [P]')}ProxyBlock app`,
      ...kept('app'),
    ],
  ])('%j', (config, status, why) => {
    expect(served(config, '/p/x')).toEqual([status, why]);
  });
});

describe('what is refused before the address is looked at, as both servers do', () => {
  const LIMITS = 'LimitRequestLine 50\nLimitRequestFieldSize 60\nLimitRequestFields 3\n';
  const hosts = (first: string, second: string, after = '') =>
    `NameVirtualHost *\n<VirtualHost *>\nServerName a\n${first}</VirtualHost>\n<VirtualHost *>\nServerName b\n${second}</VirtualHost>\n${after}`;
  const query = (bytes: number) => 'x'.repeat(bytes - 'GET /x? HTTP/1.1'.length);
  const header = (bytes: number) => new Map([['a', 'x'.repeat(bytes - 'a: '.length)]]);
  const fields = (count: number) => new Map(Array.from({ length: count }, (_, at) => [`h${at}`, '']));
  const status = (lines: string, request: Partial<ConcreteRequest>, version: Version, release?: string) => {
    const files = { 'htdocs/x': '', 'conf/httpd.conf': lines };
    const named = release === undefined ? {} : { target: targetProfile(release)! };
    const sent = { host: 'b', otherHeaders: 'absent', ...request } as const;
    return ask(memoryTree(files, named), request.path ?? '/x', sent, version).served.status;
  };

  test.each<[lines: string, request: Partial<ConcreteRequest>, of22: number, of24: number]>([
    [LIMITS, { query: query(50) }, 200, 200],
    [LIMITS, { query: query(51) }, 414, 200],
    [LIMITS, { query: query(52) }, 414, 414],
    ['', { query: query(8190) }, 200, 200],
    ['', { query: query(8192) }, 414, 414],
    [LIMITS, { headers: header(60) }, 200, 200],
    [LIMITS, { headers: header(61) }, 400, 200],
    [LIMITS, { headers: header(62) }, 400, 400],
    // Host is one.
    [LIMITS, { headers: fields(2) }, 200, 200],
    [LIMITS, { headers: fields(3) }, 400, 400],
    ['LimitRequestFields 0\n', { headers: fields(300) }, 200, 200],
    ['', { headers: fields(100) }, 400, 400],
    // The first host's count, with what the main server says before it.
    [hosts(LIMITS, ''), { query: query(60) }, 414, 414],
    [hosts('', LIMITS), { query: query(60) }, 200, 200],
    [hosts('', '', LIMITS), { query: query(60) }, 200, 200],
    [LIMITS + hosts('', ''), { query: query(60) }, 414, 414],
    [LIMITS + hosts('LimitRequestLine 70\n', ''), { query: query(60) }, 200, 200],
    ['', { host: '', protocol: 'HTTP/1.1' }, 400, 400],
    ['', { host: '', protocol: 'HTTP/1.0' }, 200, 200],
    ['', { host: '' }, 200, 200],
  ])('%#: %j', (lines, request, of22, of24) => {
    expect([status(lines, request, '2.2'), status(lines, request, '2.4')]).toEqual([of22, of24]);
  });

  // As 2.4.6, 2.4.10, 2.4.25, 2.4.29, 2.4.37, 2.4.41 and 2.4.52 answered.
  test.each<[request: Partial<ConcreteRequest>, answers: Readonly<Record<string, number | null>>]>([
    [{ host: '1.2.3' }, { '2.4.10': 200, '2.4.25': 400, '2.4.52': 400 }],
    [{ host: 'x_y' }, { '2.4.10': 200, '2.4.25': 400, '2.4.29': 400, '2.4.37': 200 }],
    [{ query: query(51) }, { '2.4.29': 414, '2.4.37': 200 }],
    [{ path: '*' }, { '2.4.41': null, '2.4.52': 400 }],
    [{ path: '//x' }, { '2.4.6': 200, '2.4.52': 200 }],
    [{ path: '/sub//x' }, { '2.4.6': 200, '2.4.37': 200, '2.4.52': 403 }],
    [{ path: '/q%20b' }, { '2.4.52': 200, '2.4.62': 403 }],
    [{ path: '/q%3fb' }, { '2.4.52': 200, '2.4.62': 403 }],
    [{ path: '/r' }, { '2.4.52': 400, '2.4.62': 200 }],
  ])('%j on releases of 2.4', (request, answers) => {
    const modules = `${MODULES_24}LoadModule rewrite_module modules/mod_rewrite.so\n`;
    const rules = 'RewriteRule ^/q([^?]*)$ /x?a$1\nRewriteRule ^/q(.*) /x$1\nRewriteRule ^/r x\n';
    const merged = 'RewriteRule ^/sub//x$ /x\nRewriteRule ^/sub/x$ - [F]\n';
    const lines = `${modules}${LIMITS}RewriteEngine On\n${rules}${merged}`;
    const made = Object.keys(answers).map((release) => [release, status(lines, request, '2.4', release)]);
    expect(Object.fromEntries(made)).toEqual(answers);
  });
});

// As both servers answer.
test.each<[left: string, path: string, on22: number | null, on24: number | null]>([
  ['dir', '/sub', 200, 200],
  ['dir', '/sub/', 200, 200],
  ['dir autoindex', '/sub', 404, 404],
  ['dir autoindex', '/sub/', 404, 404],
  ['dir mime', '/sub/', 404, 200],
  ['autoindex', '/sub', 301, 301],
  ['autoindex', '/sub/', 404, 404],
  ['status', '/x', null, null],
])('without the modules %s: %s', (left, path, on22, on24) => {
  const isLeft = (line: string) => left.split(' ').some((name) => line.includes(` ${name}_module `));
  const answers = (
    [
      [MODULES_22, '2.2'],
      [MODULES_24, '2.4'],
    ] as const
  ).map(([modules, version]) => {
    const loaded = `${modules}${LOADED}`.split('\n').filter((line) => !isLeft(line));
    const lines = `${loaded.join('\n')}\n${STATUS}${folder('Options Indexes')}`;
    return ask(memoryTree({ ...FILES, 'conf/httpd.conf': lines }), path, {}, version).served.status;
  });
  expect(answers).toEqual([on22, on24]);
});

// As both servers answer: what comes after the name of a file is its PATH_INFO, which the handler of files refuses.
test.each([
  ['y.html/z', 404],
  ['y.html/z x', 404],
  ['none/z x', 200],
  ['y.html/z\nAcceptPathInfo On', 200],
])('DirectoryIndex %s', (names, status) => {
  const lines = folder(`Options Indexes\nDirectoryIndex ${names}`);
  expect([served(lines, '/sub/')[0], served(lines, '/sub/', '2.4')[0]]).toEqual([status, status]);
});

// As both servers answer: mod_rewrite comes before mod_dir adds a slash.
test('a rule in a Location that leads a folder to no path', () => {
  const lines = '<LocationMatch su>\nRewriteEngine On\nRewriteRule . fb [L]\n</LocationMatch>\n';
  expect([served(lines, '/sub')[0], served(lines, '/sub', '2.4')[0]]).toEqual([400, 400]);
});

test.each([
  ['Any', ['200', '200', '200', '404']],
  ['Handlers', ['404', '200', '404', '404']],
  ['Filters', ['404', '404', '200', '404']],
  ['Handlers Filters', ['404', '200', '200', '404']],
  ['NegotiatedOnly', ['404', '404', '404', '404']],
])('MultiviewsMatch %s, as both servers', (words, answers) => {
  const files = {
    'conf/types': '',
    'htdocs/m.html.zz': '',
    'htdocs/n.zy': '',
    'htdocs/k.zx.html': '',
    'htdocs/l.zz': '',
  };
  const lines = `AddType text/html html\nAddHandler default-handler .zy\nAddOutputFilter DEFLATE .zx\n`;
  const types = 'TypesConfig conf/types\n';
  const config = MODULES_22 + LOADED + types + folder(`Options MultiViews\n${lines}MultiviewsMatch ${words}`);
  const made = ['/m', '/n', '/k', '/l'].map(
    (path) => ask(memoryTree({ ...files, 'conf/httpd.conf': config }), path, {}).served.status,
  );
  expect(made.map(String)).toEqual(answers);
});
