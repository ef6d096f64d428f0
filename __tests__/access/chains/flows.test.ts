import { describe, expect, test } from '@jest/globals';
import type { Flow } from '../../../src/access/chains/index.ts';
import { flowsOf, indexSections } from '../../../src/access/chains/index.ts';
import { calledHost } from '../../../src/access/hosts/host-names.ts';
import { analysisOf } from '../../../src/access/sections/analysis.ts';
import { buildModel, createMemoryReader, isModelFailure } from '../../../src/model/index.ts';

// Which sections a request meets, and in which order: ap_directory_walk, ap_file_walk and ap_location_walk of 2.2.

const MAIN = '/etc/httpd/conf/httpd.conf';
const RULE = 'Order allow,deny';

/** The final flows of a server with these lines, or those of one address, each as `where: sections in merge order`. */
function flows(lines: string, files: Readonly<Record<string, string>> = {}): string[] {
  const text = `ServerRoot /etc/httpd\nListen 80\nDocumentRoot /www\n${lines.replaceAll('RULE', RULE)}\n`;
  const filled = Object.entries(files).map(([path, content]) => [path, content.replaceAll('RULE', RULE)]);
  const all = { [MAIN]: text, ...Object.fromEntries(filled) } as Record<string, string>;
  const model = buildModel({ path: MAIN }, createMemoryReader(all));
  if (isModelFailure(model)) throw new Error(model.message);
  const index = indexSections(
    analysisOf(model).sections.map((section) => ({ section, side: 'both' as const })),
  );
  const found = flowsOf(model, index, new Map()).filter(({ isFinal }) => isFinal);
  return [...new Set(found.map(describeFlow))];
}

function describeFlow(flow: Flow): string {
  const { server, address, folder, fileName } = flow.about;
  const events = [...flow.inputs, flow].flatMap((each) => each.events);
  const where = [calledHost(server), address ?? 'unreached', folder ?? 'proxied', fileName].filter(
    (part) => part !== null,
  );
  const sections = events.map(({ section: { scope }, choices }) => {
    const name = scope.name === '' ? '.htaccess' : scope.name;
    const asked = choices.length === 0 ? '' : ` if ${choices.join(' and ')}`;
    return `${name} ${scope.args.join(' ')}${asked}`;
  });
  return `${where.join(' ')}: ${sections.join(', ')}`;
}

test('directories from the root down, whatever the order they are written in', () => {
  const text =
    '<Directory /www/a>\nRULE\n</Directory>\n<Directory />\nRULE\n</Directory>\n<Directory /www>\nRULE\n</Directory>';
  expect(flows(text)).toEqual([
    '/ /www: directory /, directory /www',
    '/a /www/a: directory /, directory /www, directory /www/a',
    'unreached /: directory /',
  ]);
});

test('the .htaccess file of a folder comes behind its sections, before those further down', () => {
  const text = '<Directory /www/a>\nRULE\n</Directory>\n<Directory /www/a/b>\nRULE\n</Directory>';
  expect(flows(text, { '/www/a/.htaccess': 'RULE' })).toEqual([
    '/ /www: ',
    '/a /www/a: directory /www/a, .htaccess /www/a',
    '/a/b /www/a/b: directory /www/a, .htaccess /www/a, directory /www/a/b',
  ]);
});

test('a folder is the same however its path is written: bytes of UTF-8, dots, slashes too many', () => {
  const bytes = Buffer.from('/www/é', 'utf8').toString('latin1');
  const text = `<Directory "${bytes}">\nRULE\n</Directory>\n<Directory /www/b/../é//.>\nRULE\n</Directory>`;
  expect(flows(text.replace('../é', `../${bytes.slice(5)}`), { '/www/é/.htaccess': 'RULE' })).toEqual([
    '/ /www: ',
    `${bytes.slice(4)} ${bytes}: directory ${bytes}, directory /www/b/../${bytes.slice(5)}//., .htaccess /www/é`,
  ]);
});

test('two sections of one folder in the order written, those of the virtual host last', () => {
  const text = [
    'Listen 8080\n<VirtualHost *:80>\nServerName a\n<Directory /www/>\nRULE\n</Directory>\n</VirtualHost>',
    '<Directory /www>\nRULE\n</Directory>',
    '<Location />\nRULE\n</Location>',
  ].join('\n');
  expect(flows(text)).toEqual([
    '/ /www: directory /www, location /',
    'a / /www: directory /www, directory /www/, location /',
  ]);
});

test('wildcards at the depth of their components, patterns behind all of these by their slashes', () => {
  const text = [
    '<DirectoryMatch "^/www/a/b">\nRULE\n</DirectoryMatch>',
    '<DirectoryMatch "^/www">\nRULE\n</DirectoryMatch>',
    '<Directory /www/*/b>\nRULE\n</Directory>',
    '<Directory /www/a>\nRULE\n</Directory>',
  ].join('\n');
  expect(flows(text)).toEqual([
    '/ /www: directory /www/*/b if path* /www/*/b, directorymatch ^/www',
    '/a /www/a: directory /www/a, directory /www/*/b if path* /www/*/b, directorymatch ^/www, directorymatch ^/www/a/b if path ^/www/a/b',
  ]);
});

test('a wildcard or a pattern may not meet a folder that is not there: the walk ends above it', () => {
  const text = [
    '<Directory /www/*>\nRULE\n</Directory>',
    '<DirectoryMatch b/c>\nRULE\n</DirectoryMatch>\n<DirectoryMatch /b>\nRULE\n</DirectoryMatch>',
    '<Location /a/b/c>\nRULE\n</Location>\n<Location /b/c>\nRULE\n</Location>',
  ].join('\n');
  const found = flows(text, { '/www/a/b/c/x': '' });
  expect(found).toContain(
    '/a/b/c /www/a/b/c: directory /www/*, directorymatch b/c, directorymatch /b, location /a/b/c',
  );
  expect(found).toContain(
    '/b/c /www/b/c: directory /www/* if path* /www/*, directorymatch b/c if path b/c, directorymatch /b, location /b/c',
  );
});

test.each([
  ['index.html', {}],
  ['start.php', {}],
  ['x.txt', { '/www/a/x.txt': '' }],
])(
  'what a pattern says of the name of a file may not hold where that file is sent for its folder: %s',
  (name, files) => {
    const text = `DirectoryIndex ../start.php\n<DirectoryMatch ${name}>\nRULE\n</DirectoryMatch>\n<Location /a/${name}>\nRULE\n</Location>`;
    expect(flows(text, files)).toContain(
      `/a/${name} /www/a: directorymatch ${name} if path ${name}, location /a/${name}`,
    );
  },
);

test('a `$` of DirectoryMatch never matches: the section is met by nobody who ends there', () => {
  const text = '<DirectoryMatch "^/www/a$">\nRULE\n</DirectoryMatch>\n<Directory /www/b>\nRULE\n</Directory>';
  expect(flows(text)).toContain('/b /www/b: directory /www/b');
});

test('sections that no request can meet stand by themselves', () => {
  const text = `ServerRoot /etc/httpd\nListen 80\nDocumentRoot /www\n<Proxy http://app/>\n${RULE}\n</Proxy>\n`;
  const model = buildModel({ path: MAIN }, createMemoryReader({ [MAIN]: text }));
  if (isModelFailure(model)) throw new Error(model.message);
  const index = indexSections(
    analysisOf(model).sections.map((section) => ({ section, side: 'both' as const })),
  );
  const lone = flowsOf(model, index, new Map()).filter(({ events }) => events.length > 0);
  expect(lone.map((flow) => [describeFlow(flow), flow.isFinal])).toEqual([
    ['unreached proxied: proxy http://app/', false],
  ]);
});

describe('Files sections', () => {
  const text = [
    '<Files x.html>\nRULE\n</Files>',
    '<Files "*.cgi">\nRULE\n</Files>',
    '<Directory /www/a>\nRULE\n<Files y.cgi>\nRULE\n</Files>\n</Directory>',
  ].join('\n');

  test('those of the server first; a name that is written out is a flow of its own', () => {
    expect(flows(text)).toEqual([
      '/ /www: files *.cgi if file* *.cgi',
      '/ /www x.html: files x.html',
      '/a /www/a: directory /www/a, files *.cgi if file* *.cgi',
      '/a /www/a x.html: directory /www/a, files x.html',
      '/a /www/a y.cgi: directory /www/a, files *.cgi, files y.cgi',
    ]);
  });

  test('a wildcard for a start asks what the pattern for it asks', () => {
    const both = '<Files ".ht*">\nRULE\n</Files>\n<FilesMatch "^\\.ht">\nRULE\n</FilesMatch>';
    expect(flows(both)).toEqual(['/ /www: files .ht* if file ^\\.ht, filesmatch ^\\.ht if file ^\\.ht']);
  });

  test('patterns and names in the order written, before those inside of a folder', () => {
    const mixed = [
      '<Directory /www>\nRULE\n<Files x.html>\nRULE\n</Files>\n</Directory>',
      '<FilesMatch "^x">\nRULE\n</FilesMatch>',
      '<Files x.html>\nRULE\n</Files>',
    ];
    expect(flows(mixed.join('\n'))).toContain(
      '/ /www x.html: directory /www, filesmatch ^x, files x.html, files x.html',
    );
  });

  test('inside of a pattern they ask what the pattern asks', () => {
    const inside =
      '<DirectoryMatch "/tmp/">\nRULE\n<FilesMatch "^a">\nRULE\n</FilesMatch>\n</DirectoryMatch>';
    expect(flows(inside)).toEqual([
      '/ /www: directorymatch /tmp/ if path /tmp/, filesmatch ^a if path /tmp/ and file ^a',
    ]);
    expect(flows(inside.replaceAll('FilesMatch', 'Files').replace('"^a"', 'x'))).toContain(
      '/ /www x: directorymatch /tmp/ if path /tmp/, files x if path /tmp/',
    );
  });
});

describe('Location sections', () => {
  test('in written order, behind everything of the folder; a narrow one does not come behind a wide one', () => {
    const text =
      '<Location /a/b>\nRULE\n</Location>\n<Location /a>\nRULE\n</Location>\n<Directory /www>\nRULE\n</Directory>';
    expect(flows(text)).toEqual([
      '/ /www: directory /www',
      '/a/b /www/a/b: directory /www, location /a/b, location /a',
      '/a /www/a: directory /www, location /a',
    ]);
  });

  test('with a slash at the end it does not match the address without', () => {
    expect(flows('<Location /a/>\nRULE\n</Location>')).toEqual([
      '/ /www: ',
      '/a /www/a: location /a/ if below /a',
    ]);
  });

  test('whole components are compared', () => {
    expect(flows('<Location /a>\nRULE\n</Location>\n<Location /ab>\nRULE\n</Location>')).toEqual([
      '/ /www: ',
      '/a /www/a: location /a',
      '/ab /www/ab: location /ab',
    ]);
  });

  test('a pattern that asks for more than the folder itself is not met by its address without a slash', () => {
    const text = '<LocationMatch "^/a/">\nRULE\n</LocationMatch>\n<Location /a>\nRULE\n</Location>';
    expect(flows(text)).toContain('/a /www/a: locationmatch ^/a/ if below /a and address ^/a/, location /a');
    expect(flows(text.replace('^/a/', 'a$'))).toContain(
      '/a /www/a: locationmatch a$ if address a$, location /a',
    );
  });

  test('a pattern is always, never or perhaps met at and below an address', () => {
    const text =
      '<LocationMatch "^/a/b">\nRULE\n</LocationMatch>\n<Location /a/b>\nRULE\n</Location>\n<Location /c>\nRULE\n</Location>';
    expect(flows(text)).toEqual([
      '/ /www: locationmatch ^/a/b if address ^/a/b',
      '/a/b /www/a/b: locationmatch ^/a/b, location /a/b',
      '/c /www/c: location /c',
    ]);
  });
});

describe('where addresses lead', () => {
  const FOLDERS = '<Directory /www>\nRULE\n</Directory>\n<Directory /srv/x>\nRULE\n</Directory>\n';

  test('Alias before DocumentRoot, the first that fits; folders below are reached through both', () => {
    const text = `${FOLDERS}Alias /x/y /www\nAlias /x /srv/x`;
    expect(flows(text)).toEqual([
      '/ /www: directory /www',
      '/x/y /www: directory /www',
      '/x /srv/x: directory /srv/x',
    ]);
  });

  test('ScriptAlias as Alias; names are below ServerRoot', () => {
    const text = '<Directory /etc/httpd/cgi>\nRULE\n</Directory>\n';
    expect(flows(`${text}ScriptAlias /cgi-bin cgi`)).toContain(
      '/cgi-bin /etc/httpd/cgi: directory /etc/httpd/cgi',
    );
    expect(flows(`${text}DocumentRoot cgi`)).toContain('/ /etc/httpd/cgi: directory /etc/httpd/cgi');
    expect(flows(`${text}ScriptAliasMatch ^/c/(.*) cgi/$1`)).toContain(
      '/ /etc/httpd/cgi: directory /etc/httpd/cgi',
    );
  });

  test('an Alias with a slash at the end leaves the address without to the folders', () => {
    const aliased = flows(`${FOLDERS}Alias /x/ /srv/x/\n<Location /x/y>\nRULE\n</Location>`);
    expect(aliased.filter((flow) => flow.startsWith('/x '))).toEqual([
      '/x /srv/x: directory /srv/x',
      '/x /www/x: directory /www',
    ]);
    expect(aliased.filter((flow) => flow.startsWith('/x/y '))).toEqual([
      '/x/y /srv/x/y: directory /srv/x, location /x/y',
    ]);
  });

  test('lines that 2.2 does not read lead nowhere', () => {
    const guarded = (line: string) => `${FOLDERS}<IfModule mod_authz_core.c>\n${line}\n</IfModule>\n`;
    expect(flows(guarded('Alias /x /srv/x'))).toEqual(flows(FOLDERS));
    expect(flows(guarded('<Location /x>\nProxyPass http://app/\n</Location>'))).toEqual(flows(FOLDERS));
  });

  test('ProxyPass takes its address from the folders, `!` gives it back', () => {
    const text = `${FOLDERS}<Proxy *>\nRULE\n</Proxy>\nProxyPass /p/here !\nProxyPass /p http://app/`;
    expect(flows(text)).toEqual([
      '/ /www: directory /www',
      '/p/here /www/p/here: directory /www',
      '/p proxied: proxy *',
      'unreached /srv/x: directory /srv/x',
    ]);
  });

  test('a forward proxy is asked for addresses of any server, of which plain Locations say nothing', () => {
    const sections = [
      'Location /',
      'LocationMatch ^/ab',
      'Location /b*',
      'LocationMatch app',
      'LocationMatch ^/a|^http:',
      'Proxy *',
      'ProxyMatch ^http://app',
    ];
    const rules = sections.map((each) => `<${each}>\nRULE\n</${each.split(' ')[0]}>\n`).join('');
    expect(flows(`${rules}ProxyRequests On`)).toContain(
      'unreached proxied: proxy *, proxymatch ^http://app if target ^http://app, locationmatch app if address app, locationmatch ^/a|^http: if address ^/a|^http:',
    );
    expect(flows(`${rules}ProxyRequests Off`).filter((flow) => flow.includes('proxied'))).toEqual([]);
  });

  test('Proxy sections are met by what the address goes to, a `*` of theirs matching slashes', () => {
    const proxies = [
      'http://app/*',
      'http://app/in/*',
      'http://app/i*/x',
      'http://ap',
      'http://other/*',
      'http://b',
    ];
    // The address is `http://app//in/y`: text is joined to text.
    const text = [...proxies.map((name) => `<Proxy ${name}>\nRULE\n</Proxy>`), 'ProxyPass /p http://app/'];
    expect(flows(`${text.join('\n')}\n<Location /p/in/y>\nRULE\n</Location>`)).toEqual([
      '/ /www: ',
      '/p proxied: proxy http://app/*, proxy http://app/in/* if target* http://app/in/*, proxy http://app/i*/x if target* http://app/i*/x, proxy http://ap',
      '/p/in/y proxied: proxy http://app/*, proxy http://ap, location /p/in/y',
    ]);
  });

  test.each([
    'ProxyPassMatch ^/p/(.*) http://app/$1',
    'RewriteRule ^/p/(.*) http://app/$1 [L,P]',
    '<Location /p>\nProxyPass http://app/\n</Location>',
    'ProxyPass ~ ^/p/(.*) http://app/$1',
    '<LocationMatch ^/p/(.*)>\nProxyPassMatch http://app/$1\n</LocationMatch>',
  ])('%j may take addresses from the folders', (line) => {
    const text = `<Proxy *>\nRULE\n</Proxy>\n${line}\n<Location /p>\nRULE\n</Location>\n<Location /q>\nRULE\n</Location>`;
    const proxied = flows(text).filter((flow) => flow.includes('proxied'));
    expect(proxied).toContain('/p proxied: proxy *, location /p');
    expect(proxied.filter((flow) => flow.startsWith('/q'))).toEqual([]);
    expect(flows(text).filter((flow) => flow.startsWith('/~'))).toEqual([]);
  });

  test('what ProxyPass makes of its own address has no slash that is not written', () => {
    const at = (target: string) =>
      flows(`<Proxy http://app/>\nRULE\n</Proxy>\nProxyPass /p ${target}\n`).filter((flow) =>
        flow.startsWith('/p '),
      );
    expect(at('http://app')).toEqual(['/p proxied: proxy http://app/ if target ^http://app/']);
    expect(at('http://app/')).toEqual(['/p proxied: proxy http://app/']);
  });

  test.each(['Alias /x', 'Alias', 'ProxyPass /x', 'ProxyPass', 'DocumentRoot'])(
    'a line that lacks a word leads nowhere: %s',
    (line) => {
      expect(flows(`${FOLDERS}${line}\n`)).toEqual(flows(FOLDERS));
    },
  );

  test('a folder that no address leads to is looked at by itself: a module may lead there', () => {
    expect(flows(FOLDERS)).toEqual(['/ /www: directory /www', 'unreached /srv/x: directory /srv/x']);
    expect(flows(FOLDERS, { '/srv/x/in/.htaccess': 'RULE' })).toEqual([
      '/ /www: directory /www',
      'unreached /srv/x: directory /srv/x',
      'unreached /srv/x/in: directory /srv/x, .htaccess /srv/x/in',
    ]);
  });

  // In 2.2 `&` is all that the pattern matched; a backslash may stand before a character that means itself.
  test.each([
    'AliasMatch ^/m/(.*) /srv/x/$1',
    'AliasMatch ^/m/.* /srv/x/&',
    'AliasMatch ^/m/(.*) "/srv/x/\\\\$$1"',
  ])('%s leads to any folder below what is fixed of its target', (line) => {
    const text = `${FOLDERS}<Directory /srv/x/in>\nRULE\n</Directory>\n${line}\n<Location /m>\nRULE\n</Location>`;
    const ofM = flows(text).filter((flow) => flow.startsWith('/m '));
    expect(ofM).toEqual([
      '/m /srv/x: directory /srv/x, location /m',
      '/m /srv/x/in: directory /srv/x, directory /srv/x/in, location /m',
      '/m /www/m: directory /www, location /m',
    ]);
  });

  test.each([
    ['/srv//x/./in/$1', ['/srv/x/in']],
    ['/srv/x/q/$1', ['/srv/x']],
    ['/srv/x/i$1', ['/srv/x', '/srv/x/in']],
    ['/srv/y/$1', ['/']],
    ['/sr$1', ['/', '/srv/x', '/srv/x/in']],
  ])('what is fixed in a target, %s, lies in the innermost folder around it', (target, folders) => {
    const text = `${FOLDERS}<Directory /srv/x/in>\nRULE\n</Directory>\nAliasMatch ^/m/([a-z]+) ${target}\n<Location /m>\nRULE\n</Location>`;
    const ofM = flows(text).filter((flow) => flow.startsWith('/m ') && !flow.startsWith('/m /www'));
    expect(ofM.map((flow) => flow.split(/[ :]/)[1])).toEqual(folders);
  });

  test('the host of a virtual host whose DocumentRoot is another', () => {
    const text = `${FOLDERS}<VirtualHost *:80>\nServerName v\nDocumentRoot /srv/x\n</VirtualHost>`;
    expect(flows(text)).toEqual(['v / /srv/x: directory /srv/x', 'unreached /www: directory /www']);
  });

  test.each([
    ['<VirtualHost *:80>', false],
    ['<VirtualHost _default_:80>', false],
    ['<VirtualHost *>', false],
    ['Listen 443\n<VirtualHost *:80>', true],
    ['<VirtualHost 10.0.0.1:80>', true],
    ['<VirtualHost *:443>', true],
    ['<IfModule mod_authz_core.c>\nListen 443\n</IfModule>\n<VirtualHost *:80>', false],
  ])('the main server, unless a host takes whatever comes to each port: %j', (opening, isReached) => {
    const text = `<Directory /www>\nRULE\n</Directory>\n${opening}\nServerName v\n</VirtualHost>`;
    expect(flows(text).includes('/ /www: directory /www')).toBe(isReached);
    expect(flows(text)).toContain('v / /www: directory /www');
  });

  test('the main server where the host may not be read', () => {
    const text = `${FOLDERS}<IfDefine V>\n<VirtualHost *:80>\nServerName v\n</VirtualHost>\n</IfDefine>`;
    expect(flows(text)).toContain('/ /www: directory /www');
  });
});

describe('where a pattern proxies to', () => {
  const proxied = (lines: string): string[] => {
    const sections = ['*', 'http://app/', 'http://app/in/x', 'balancer://b'];
    const text = sections.map((each) => `<Proxy ${each}>\nRULE\n</Proxy>\n`).join('');
    return flows(`${text}${lines}\n<Location /p>\nRULE\n</Location>`).filter((flow) =>
      flow.startsWith('/p '),
    );
  };

  test.each([
    ['ProxyPassMatch ^/p/(.*) http://app/in/$1', ['proxy *, proxy http://app/, proxy http://app/in/x if']],
    ['RewriteRule ^/p/(.*) http://app/in$1 [P]', ['proxy *, proxy http://app/, proxy http://app/in/x if']],
    ['ProxyPassMatch ^/p/(.*) http://other/$1', ['proxy *, location']],
    ['ProxyPassMatch ^/p/(.*) http://$1/', ['proxy *, proxy http://app/ if']],
    ['ProxyPassMatch ^/p/(.*) balancer://b$1', ['proxy *, proxy balancer://b if']],
  ])('%s: what is fixed of the URL', (line, found) => {
    const first = proxied(line).find((flow) => flow.startsWith('/p proxied')) ?? '';
    for (const part of found) expect(first).toContain(part);
    expect(first.includes('balancer')).toBe(line.includes('balancer'));
  });

  test('two lines with URLs of their own', () => {
    const lines =
      'ProxyPassMatch ^/p/a http://app/\nProxyPassMatch ^/p/b http://app/\nProxyPassMatch ^/p/c http://other/';
    expect(proxied(lines).filter((flow) => flow.startsWith('/p proxied'))).toEqual([
      '/p proxied: proxy *, proxy http://app/, proxy http://app/in/x if target ^http://app/in/x, location /p',
      '/p proxied: proxy *, location /p',
    ]);
  });

  test('a pattern that keeps addresses leaves them to the folders', () => {
    const lines = 'ProxyPassMatch ^/p/kept !\nProxyPass /p http://other/';
    expect(proxied(lines)).toEqual(['/p proxied: proxy *, location /p', '/p /www/p: location /p']);
    expect(proxied('ProxyPass /p http://other/')).toEqual(['/p proxied: proxy *, location /p']);
  });
});

describe('what may lead to several folders', () => {
  const sections = (...folders: string[]): string =>
    folders.map((folder) => `<Directory ${folder}>\nRULE\n</Directory>`).join('\n');
  const leadsTo = (text: string, address: string): string[] =>
    flows(text).flatMap((flow) => (flow.startsWith(`${address} `) ? [flow.split(/[ :]/)[1] ?? ''] : []));

  test('RewriteRule: to the path in the file system, or below DocumentRoot', () => {
    const text = `RewriteRule ^/foo /bar/x\n${sections('/www/bar', '/bar', '/other')}`;
    expect(leadsTo(text, '/')).toEqual(expect.arrayContaining(['/www', '/www/bar', '/bar']));
    expect(leadsTo(text, '/')).not.toContain('/other');
  });

  test('a negated RewriteRule fits any address, one that cannot match leaves it alone', () => {
    const rule = (pattern: string): string => `RewriteRule ${pattern} /bar/x\n${sections('/bar', '/www/a')}`;
    expect(leadsTo(rule('!^/foo$'), '/a')).toContain('/bar');
    expect(leadsTo(rule('^/foo'), '/a')).toEqual(['/www/a']);
  });

  test('RewriteRule: to anywhere, if what it makes is an address, or begins with what is matched', () => {
    const rule = (line: string): string => `RewriteRule ^/foo ${line}\n${sections('/www/bar', '/other')}`;
    expect(leadsTo(rule('/bar/x [L,PT]'), '/')).toContain('/other');
    expect(leadsTo(rule('$1/x'), '/')).toContain('/other');
    expect(leadsTo(rule('/bar?u=http://x/'), '/')).toContain('/www/bar');
    expect(leadsTo(rule('/\\bar/$1'), '/')).toContain('/www/bar');
    expect(leadsTo(rule('- [F]'), '/')).toEqual(['/www']);
    expect(leadsTo(rule('http://elsewhere.example/ [R]'), '/')).toEqual(['/www']);
  });

  test.each([
    ['RewriteRule ^/A /bar/x', false],
    ['RewriteRule ^/A /bar/x [NC]', true],
    ['RewriteRule ^/a /q\nRewriteRule ^/q /bar/x', true],
    ['RewriteRule ^/a /q [L]\nRewriteRule ^/q /bar/x', false],
    ['RewriteRule ^/a - [E=x:1]\nRewriteRule ^/q /bar/x', false],
    ['RewriteRule ^/q /bar/x\nRewriteRule ^/a /q', false],
    ['RewriteRule ^/q /bar/x [L]\nRewriteRule ^/a /q [N]', true],
    ['RewriteRule ^/q /bar/x [L]\nRewriteRule ^/z /q [N]', false],
    ['RewriteRule ^/q /bar/x [L]\nRewriteRule ^/a - [E=x:1]\nRewriteRule ^/z /q [N]', false],
    ['RewriteRule ^/a /c\nRewriteRule ^/q /bar/x [L]\nRewriteRule ^/c /q [N]', true],
  ])('%j: what a rule makes is what the next one asks', (lines, leads) => {
    expect(leadsTo(`${lines}\n${sections('/bar', '/www/a')}`, '/a').includes('/bar')).toBe(leads);
  });

  test('RewriteRule with [PT]: to what a ProxyPass takes', () => {
    const proxied = (lines: string) =>
      flows(`${lines}\n<Proxy *>\nRULE\n</Proxy>\n<Location /a>\nRULE\n</Location>`).includes(
        '/a proxied: proxy *, location /a',
      );
    expect(proxied('RewriteRule ^/a /p [PT]\nProxyPass /p http://app/')).toBe(true);
    expect(proxied('RewriteRule ^/a /p [PT]')).toBe(false);
    expect(proxied('RewriteRule ^/a /p [PT]\nProxyPassReverse /p http://app/')).toBe(false);
    expect(proxied('RewriteRule ^/a /p\nProxyPass /p http://app/')).toBe(false);
  });

  test.each([
    ['http://v/bar/x', true],
    ['http://V:8080/bar/x [L]', true],
    ['http://w.example.com/bar/x', true],
    ['http://%{HTTP_HOST}/bar/x', true],
    ['http://other/bar/x', false],
    ['https://v/bar/x', false],
    ['http://v/bar/x [R=301,L]', false],
    ['http://v/bar/x [L,redirect]', false],
  ])('RewriteRule to %s: an address of the server itself is no redirect (reduce_uri)', (target, leads) => {
    const host = (more: string) =>
      `<VirtualHost *:80>\nServerName v\nServerAlias *.example.com\n${more}RewriteRule ^/foo ${target}\n</VirtualHost>\n`;
    const text = (more: string) => `${host(more)}${sections('/bar', '/other')}`;
    const isLed = (more: string, folder = '/bar') =>
      flows(text(more)).some((flow) => flow.startsWith(`v / ${folder}:`));
    expect(isLed('', '/other')).toBe(false);
    expect(isLed('')).toBe(leads);
    expect(isLed('SSLEngine Off\n')).toBe(leads);
    expect(isLed('SSLEngine on\n')).toBe(leads || target === 'https://v/bar/x');
  });

  test('RewriteRule to an address of a server without a name', () => {
    const text = `RewriteRule ^/foo http://some/bar/x\n${sections('/bar')}`;
    expect(leadsTo(text, '/')).toContain('/bar');
    expect(leadsTo(`ServerName other\n${text}`, '/')).not.toContain('/bar');
    expect(leadsTo(text.replace('http:', 'ftp:'), '/')).not.toContain('/bar');
    expect(leadsTo(text.replace('http://some/bar/x', 'http://some'), '/')).toContain('/bar');
  });

  test.each([
    ['', '', false],
    ['', 'RewriteOptions Inherit\n', true],
    ['RewriteOptions inherit\n', '', true],
    ['RewriteOptions InheritDownBefore\n', '', true],
    ['RewriteOptions MaxRedirects=5\n', '', false],
  ])('RewriteRule of the main server, where that and a host say %j and %j', (ofMain, ofHost, leads) => {
    const rule = 'RewriteRule ^/foo /bar/x\nRewriteRule ^/p http://app/ [P]\n';
    const host = `<VirtualHost *:80>\nServerName v\nRewriteEngine on\n${ofHost}</VirtualHost>\n`;
    const text = `${ofMain}${rule}${host}<Proxy *>\nRULE\n</Proxy>\n${sections('/bar')}`;
    const ofV = flows(text).filter((flow) => flow.startsWith('v '));
    expect(ofV.some((flow) => flow.startsWith('v / /bar:'))).toBe(leads);
    expect(ofV.some((flow) => flow.startsWith('v / proxied:'))).toBe(leads);
  });

  test.each(['VirtualDocumentRoot', 'VirtualDocumentRootIP', 'VirtualScriptAlias', 'VirtualScriptAliasIP'])(
    '%s: to the folders below what is fixed of it',
    (name) => {
      const text = `${name} /srv/hosts/%0/docs\n${sections('/srv/hosts/a/docs', '/other')}`;
      expect(leadsTo(text, '/')).toContain('/srv/hosts/a/docs');
      expect(leadsTo(text, '/')).not.toContain('/other');
    },
  );

  test('UserDir: to nobody if it is off, to anywhere below homes that no pattern names', () => {
    const homes = (line: string): string => `UserDir ${line}\n${sections('/home/ann/public_html')}`;
    expect(leadsTo(homes('disabled'), '/')).toEqual(['/www']);
    expect(leadsTo(homes('disabled_homes'), '/')).toContain('/home/ann/public_html');
    expect(leadsTo(homes('not_disabled'), '/')).toContain('/home/ann/public_html');
    expect(leadsTo(homes('disabled\nUserDir disabled ann\nUserDir public_html'), '/')).toContain(
      '/home/ann/public_html',
    );
    expect(leadsTo(homes('/home'), '/')).toContain('/home/ann/public_html');
    expect(leadsTo(homes('disabled ann'), '/')).toEqual(['/www']);
    expect(leadsTo(homes('enabled ann'), '/')).toEqual(['/www']);
    expect(leadsTo(homes('disabled root\nUserDir public_html'), '/')).toContain('/home/ann/public_html');
    expect(leadsTo(homes('/var/home/* public_html'), '/')).toContain('/home/ann/public_html');
    expect(leadsTo(homes('/var/home/* /home/*/public_html'), '/')).toContain('/home/ann/public_html');
    expect(leadsTo(homes('/var/home'), '/')).not.toContain('/home/ann/public_html');
  });

  test('UserDir: to the homes that its pattern fits', () => {
    const text = `UserDir /home/*/public_html\n${sections('/home/ann/public_html', '/srv')}`;
    expect(leadsTo(text, '/')).toContain('/home/ann/public_html');
    expect(leadsTo(text, '/')).not.toContain('/srv');
  });
});

test('a file given alone says of no address where it leads, unless it names a DocumentRoot', () => {
  const text = `<Directory /srv>\n${RULE}\n</Directory>\n<Location /x>\n${RULE}\n</Location>\n`;
  const found = (lines: string) => {
    const model = buildModel({ path: '/x.conf' }, createMemoryReader({ '/x.conf': lines }));
    if (isModelFailure(model)) throw new Error(model.message);
    const index = indexSections(
      analysisOf(model).sections.map((section) => ({ section, side: 'both' as const })),
    );
    return flowsOf(model, index, new Map()).map(describeFlow);
  };
  expect(found(text)).toContain('/x /srv: directory /srv, location /x');
  expect(found(`DocumentRoot /www\n${text}`)).not.toContain('/x /srv: directory /srv, location /x');
});

test('a Location with a slash at the end is surely met further down', () => {
  const text = '<Location /a/>\nRULE\n</Location>\n<Location /a/b>\nRULE\n</Location>';
  expect(flows(text)).toContain('/a/b /www/a/b: location /a/, location /a/b');
});

test('a Location with a wildcard may be met, where its components do not exclude it', () => {
  const text = '<Location /a/*/c>\nRULE\n</Location>\n<Location /b>\nRULE\n</Location>';
  expect(flows(text)).toContain('/ /www: location /a/*/c if address* /a/*/c');
  expect(flows(text)).toContain('/b /www/b: location /b');
});

test('an Alias that joins two names leads to what stands beside its folder, too', () => {
  const text =
    'Alias /data/ /srv/pub\n<Directory /srv>\nRULE\n</Directory>\n<Directory /srv/pub>\nRULE\n</Directory>\n<Location /data>\nRULE\n</Location>';
  expect(flows(text)).toEqual([
    '/ /www: ',
    '/data /srv/pub: directory /srv, directory /srv/pub, location /data',
    '/data /srv: directory /srv, location /data',
    '/data /www/data: location /data',
  ]);
});

test('addresses go on in the middle of a name where an Alias joins two, and with no slash of their own', () => {
  const rules = ['/srv/pub-internal', '/srv/pub/deep']
    .map((path) => `<Directory ${path}>\nRULE\n</Directory>\n`)
    .join('');
  expect(flows(`Alias /data/ /srv/pub\n${rules}`)).toEqual([
    '/ /www: ',
    '/data /srv/pub: ',
    '/data /srv: ',
    '/data /www/data: ',
    '/data/-internal /srv/pub-internal: directory /srv/pub-internal',
    'unreached /srv/pub/deep: directory /srv/pub/deep',
  ]);
  expect(flows(`Alias /data /srv/x/../pub\n${rules}`)).toEqual([
    '/ /www: ',
    '/data /srv/pub: ',
    '/data/deep /srv/pub/deep: directory /srv/pub/deep',
    'unreached /srv/pub-internal: directory /srv/pub-internal',
  ]);
});

test('a Location with a slash at its end may hold at the address without it', () => {
  expect(flows('<Location /a/>\nRULE\n</Location>')).toEqual([
    '/ /www: ',
    '/a /www/a: location /a/ if below /a',
  ]);
});
