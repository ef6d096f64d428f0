import { describe, expect, test } from '@jest/globals';
import { expectedStatus, witnessWords, plainRequest } from '../../../src/access/index.ts';
import type { Asked, ConcreteRequest, Version } from '../../../src/access/index.ts';
import { ask, memoryTree, MODULES_22, MODULES_24 } from './memory-tree.ts';
import type { MemoryTree } from './memory-tree.ts';

/** `pass`, or the answers that are possible. */
function answer(...args: Parameters<typeof ask>): string {
  return ask(...args)
    .possible.map((each) => each.answer)
    .join(' or ');
}

/** The opening lines of the sections of the first round. */
function sections({ evaluation }: Asked): string[] {
  return (evaluation.rounds[0]?.steps ?? []).map(({ section: { scope }, isRead }) => {
    const title = scope.kind === 'htaccess' ? '.htaccess' : `${scope.name} ${scope.args.join(' ')}`;
    return isRead ? title : `(${title})`;
  });
}

const CLOSED = '<Directory />\nAllowOverride None\nOrder deny,allow\nDeny from all\n</Directory>\n';
const OPEN = '<Directory /srv/htdocs>\nOrder allow,deny\nAllow from all\n</Directory>\n';

describe('the sections of a request', () => {
  const tree = memoryTree({
    'conf/httpd.conf': `${MODULES_22}
      <Location /a>\nOrder allow,deny\nAllow from all\n</Location>
      <Files x.html>\nDeny from 10.9\n</Files>
      <DirectoryMatch /htdocs/a>\nDeny from 10.8\n</DirectoryMatch>
      <Directory /srv/htdocs/a>\nAllowOverride Limit\nDeny from 10.7\n</Directory>
      <Directory /srv/*>\nDeny from 10.6\n</Directory>
      ${CLOSED}`,
    'htdocs/a/x.html': '',
    'htdocs/a/.htaccess': 'Deny from 10.5\n<Files *.html>\nDeny from 10.4\n</Files>\n',
  });

  test('come in merge order: by depth, .htaccess, patterns, Files, Location', () => {
    expect(sections(ask(tree, '/a/x.html'))).toEqual([
      'directory /',
      'directory /srv/*',
      'directory /srv/htdocs/a',
      '.htaccess',
      'directorymatch /htdocs/a',
      'files x.html',
      'files *.html',
      'location /a',
    ]);
  });

  test('end where the path ends: at what is missing, its own name included', () => {
    expect(sections(ask(tree, '/a/none/x.html'))).toEqual([
      'directory /',
      'directory /srv/*',
      'directory /srv/htdocs/a',
      '.htaccess',
      'directorymatch /htdocs/a',
      'location /a',
    ]);
  });

  test('leave out .htaccess files under AllowOverride None, and say so', () => {
    const hosts = memoryTree({
      'conf/httpd.conf': `${OPEN}NameVirtualHost *:80
        <VirtualHost *:80>\nServerName reads.example\n</VirtualHost>
        <VirtualHost *:80>\nServerName closed.example
        <Directory /srv/htdocs>\nAllowOverride None\n</Directory>\n</VirtualHost>`,
      'htdocs/.htaccess': 'Deny from all\n<Files x>\nDeny from all\n</Files>\n',
      'htdocs/x': '',
    });
    const [reads, closed] = ['reads.example', 'closed.example'].map((host) => ask(hosts, '/x', { host }));
    const both = ['directory /srv/htdocs', '.htaccess', 'files x'];
    expect(reads === undefined ? [] : sections(reads)).toEqual(both);
    expect(closed === undefined ? [] : sections(closed)).toEqual([
      'directory /srv/htdocs',
      'directory /srv/htdocs',
      '(.htaccess)',
      '(files x)',
    ]);
    expect([
      answer(hosts, '/x', { host: 'reads.example' }),
      answer(hosts, '/x', { host: 'closed.example' }),
    ]).toEqual(['forbidden', 'pass']);
  });

  test('of a proxied address are Proxy sections, never folders', () => {
    const proxied = memoryTree(
      `${CLOSED}ProxyPass /app http://h/app\n<Proxy http://h/app/admin>\nDeny from 10.1\n</Proxy>\n`,
    );
    expect(answer(proxied, '/app/x')).toBe('pass');
    expect(sections(ask(proxied, '/app/admin/x'))).toEqual(['proxy http://h/app/admin']);
    expect(answer(proxied, '/app/admin/x')).toBe('forbidden');
  });
});

describe('who is let in', () => {
  const tree = memoryTree({
    'conf/httpd.conf': `${MODULES_22}${CLOSED}
      <Directory /srv/htdocs>
        Order deny,allow
        Deny from all
        Allow from 10.1
        AuthType Basic
        AuthName x
        AuthUserFile conf/users
        AuthGroupFile conf/groups
        Require group staff
        Satisfy any
      </Directory>`,
    'conf/users': 'alice:x\nbob:x\n',
    'conf/groups': 'staff: alice\nboard: carol\n',
    'htdocs/x': '',
  });

  test('by address, by group, as the files say', () => {
    expect(answer(tree, '/x')).toBe('pass');
    expect(answer(tree, '/x', { client: '10.2.0.1' })).toBe('unauthorized');
    expect(answer(tree, '/x', { client: '10.2.0.1', user: 'alice' })).toBe('pass');
    expect(answer(tree, '/x', { client: '10.2.0.1', user: 'bob' })).toBe('unauthorized');
    expect(answer(tree, '/x', { client: '10.2.0.1', user: 'bob', groups: ['staff'] })).toBe('pass');
  });

  test('nobody by a group file that is not there, in 2.4', () => {
    const text = `${MODULES_24}<Directory /srv/htdocs>\nAuthType Basic\nAuthName x\nAuthUserFile conf/users\nAuthGroupFile conf/none\nRequire group staff\n</Directory>\n`;
    const none = memoryTree({ 'conf/httpd.conf': text, 'conf/users': 'alice:x\n', 'htdocs/x': '' });
    expect(answer(none, '/x', { user: 'alice' }, '2.4')).toBe('unauthorized');
  });

  test('and why', () => {
    expect(ask(tree, '/x').decision?.reason).toMatch(
      /Satisfy any, and Order, Allow and Deny let this client in/,
    );
    const carol = ask(tree, '/x', { client: '10.2.0.1', user: 'carol' });
    expect(carol.decision?.reason).toBe('Require asks for a user, but carol is not in conf/users');
  });

  test('depends on what is not known', () => {
    const asked = ask(tree, '/x', { client: null });
    expect(asked.possible.map((each) => each.answer).toSorted()).toEqual(['pass', 'unauthorized']);
    expect(asked.openQuestions).toEqual(["the client's address"]);
  });

  test('a method of its own', () => {
    const limited = memoryTree(
      `${OPEN}<Location />\n<Limit POST>\nOrder deny,allow\nDeny from all\n</Limit>\n</Location>\n`,
    );
    expect([answer(limited, '/x'), answer(limited, '/x', { method: 'POST' })]).toEqual(['pass', 'forbidden']);
    expect(answer(limited, '/x', { method: 'TRACE' })).toBe('pass');
  });

  test('500 where a .htaccess says what is not permitted', () => {
    const refused = memoryTree({
      'conf/httpd.conf': '<Directory /srv/htdocs>\nAllowOverride Limit\n</Directory>\n',
      'htdocs/.htaccess': 'Options None\n',
      'htdocs/x': '',
    });
    expect(answer(refused, '/x')).toBe('serverError');
    expect(ask(refused, '/x').decision?.reason).toMatch(/AllowOverride does not permit/);
  });
});

describe('a .htaccess file that 2.4 does not take', () => {
  const answerTo = (text: string, conf = '') =>
    answer(
      memoryTree({
        'conf/httpd.conf': `${MODULES_24}<Directory /srv/htdocs>\nAllowOverride All\n</Directory>\n${conf}`,
        'htdocs/.htaccess': text,
        'htdocs/x': '',
      }),
      '/x',
      { method: 'PUT' },
      '2.4',
    );
  const limited = (name: string) => `<Limit ${name}>\nRequire all denied\n</Limit>\n`;

  test.each([
    [
      'nested Limits that leave no method',
      '<Limit GET>\n<Limit POST>\nRequire all denied\n</Limit>\n</Limit>\n',
    ],
    ['a method that nothing registers', limited('FROB')],
    ['a module that is not loaded', 'Dav On\n'],
    ['too many words', 'AuthName a b\n'],
    ['a provider that is not loaded', 'AuthBasicProvider dbm\n'],
    ['mixed Options', 'Options +Indexes MultiViews\n'],
  ])('%s', (_, text) => {
    expect(answerTo(text)).toBe('serverError');
  });

  test('is read where nothing of this is so', () => {
    expect(answerTo('<Limit GET>\n<Limit GET>\nRequire all denied\n</Limit>\n</Limit>\n')).toBe(
      'serverError',
    );
    expect(answerTo('<Limit GET POST>\n<Limit GET>\nRequire all denied\n</Limit>\n</Limit>\n')).toBe('pass');
    expect(answerTo(limited('FROB'), `<Location /y>\n${limited('FROB')}</Location>\n`)).toBe('pass');
    expect(answerTo(limited('GET'))).toBe('pass');
  });
});

describe('variables', () => {
  const tree = memoryTree({
    'conf/httpd.conf': `${MODULES_22}SetEnvIf User-Agent Bot bot\nSetEnv late 1\n
      <Directory /srv/htdocs>\nOrder allow,deny\nAllow from all\nDeny from env=bot env=late\n</Directory>`,
    'htdocs/x': '',
  });

  test('are set by headers that are known', () => {
    const sent = (value: string) => ({
      headers: new Map([['user-agent', value]]),
      otherHeaders: 'absent' as const,
    });
    expect(answer(tree, '/x', sent('Bot/1'))).toBe('forbidden');
    expect(answer(tree, '/x', sent('Mozilla'))).toBe('pass');
  });

  test('are conditions where the headers are not known; SetEnv comes too late', () => {
    const asked = ask(tree, '/x');
    expect(asked.openQuestions).toEqual(['the variable bot']);
    expect(asked.possible.map(({ answer: each, example }) => [each, witnessWords(example)])).toEqual([
      ['pass', []],
      ['forbidden', ['the variable bot is set']],
    ]);
    expect(answer(tree, '/x', { env: ['BOT'] })).toBe('forbidden');
  });
});

describe('what an address leads to', () => {
  test('Alias of the virtual host before that of the main server; UserDir; a pattern', () => {
    const tree = memoryTree(
      `${CLOSED}
      Alias /pub /srv/main
      AliasMatch ^/doc/(.*) /srv/docs/$1
      UserDir /home/*/www
      UserDir disabled root
      <Directory /srv/main>\nAllow from all\n</Directory>
      <Directory /srv/docs/x>\nAllow from all\n</Directory>
      <Directory /home/ann/www>\nAllow from all\n</Directory>
      NameVirtualHost *:80
      <VirtualHost *:80>\nServerName a.example\nAlias /pub /srv/own\n</VirtualHost>
      <VirtualHost *:80>\nServerName b.example\n</VirtualHost>`,
      {},
    );
    const on = (host: string, path: string) => ask(tree, path, { host }).evaluation.rounds[0]?.file?.path;
    expect(on('a.example', '/pub/x')).toBe('/srv/own');
    expect(answer(tree, '/pub/x', { host: 'b.example' })).toBe('forbidden');
    expect(on('b.example', '/doc/x')).toBe('/srv/docs');
    expect(on('b.example', '/~ann/x')).toBe('/home');
    expect(on('b.example', '/~root/x')).toBe('/srv/htdocs/~root');
  });

  test('rewriting: [F] answers, [PT] is an address again, an unknown condition leaves both ways open', () => {
    const tree = memoryTree({
      'conf/httpd.conf': `RewriteEngine on
        RewriteRule ^/no - [F]
        RewriteCond %{HTTP_USER_AGENT} Bot
        RewriteRule ^/maybe - [F]
        RewriteRule ^/go/(.*) /in/$1 [PT]
        <Location /in>\nDeny from all\n</Location>`,
      'htdocs/in/x': '',
    });
    expect(answer(tree, '/no')).toBe('forbidden');
    expect(answer(tree, '/go/x')).toBe('forbidden');
    expect(sections(ask(tree, '/go/x'))).toEqual(['location /in']);
    expect(answer(tree, '/maybe')).toBe('pass or forbidden');
    expect(ask(tree, '/maybe').assumptions.map(({ text }) => text)).toEqual([
      'whether the request meets this rule is not known: the way shown is the one where it does not',
    ]);
    expect(answer(tree, '/maybe', { headers: new Map([['user-agent', 'Bot']]) })).toBe('forbidden');
  });

  // As both servers.
  test.each([
    ['2.2', '', '/x', 'pass'],
    ['2.2', '', '/go', 'forbidden'],
    ['2.4', 'MergeSlashes Off\n', '/x', 'pass'],
    ['2.4', 'MergeSlashes Off\n', '/go', 'forbidden'],
    ['2.4', '', '/x', 'forbidden'],
  ] as const)(
    '%s %j: what a rule leads to but for doubled slashes meets the sections that %s met',
    (version, lines, path, expected) => {
      const closed = version === '2.2' ? 'Deny from all' : 'Require all denied';
      const modules = version === '2.2' ? MODULES_22 : MODULES_24;
      const tree = memoryTree({
        'conf/httpd.conf': `${modules}${lines}RewriteEngine on
        RewriteRule ^/(x)$ //$1 [PT]
        RewriteRule ^/go$ //x [PT]
        <LocationMatch //>\n${closed}\n</LocationMatch>`,
        'htdocs/x': '',
      });
      expect(ask(tree, path, {}, version).possible.map((each) => each.answer)).toEqual([expected]);
    },
  );

  test('an address that is led by a host name that is not given may lead anywhere', () => {
    const tree = memoryTree(`${MODULES_22}LoadModule vhost_alias_module x.so
      VirtualDocumentRoot /srv/%0
      <Directory /srv/htdocs>\nDeny from all\n</Directory>\n`);
    expect(ask(tree, '/x').evaluation.rounds[0]?.mapped.target.type).toBe('unknown');
    expect(answer(tree, '/x')).toBe('serverError or pass or unauthorized or forbidden');
    expect(answer(tree, '/x', { host: 'a.example' })).toBe('pass');
  });

  // As real servers answer: `r->hostname` has no dot at its end; without a Host header the server's own name counts.
  test.each([
    ['/srv/%0', { host: 'A.example.' }, '/srv/a.example/x'],
    ['/srv/%1.1', { host: 'A.example.' }, '/srv/a/x'],
    ['/srv/%-2%p', { host: 'a.example', port: 8080 }, '/srv/a8080/x'],
    ['/srv/%0', { host: '' }, '/srv/main.example/x'],
    ['/srv/%1%p', { host: '', port: 8080 }, '/srv/main80/x'],
  ] as const)('VirtualDocumentRoot %s, asked with %j, leads to %s', (folder, request, path) => {
    const tree = memoryTree(`${MODULES_22}LoadModule vhost_alias_module x.so
      ServerName main.example
      VirtualDocumentRoot ${folder}\n`);
    expect(ask(tree, '/x', request).evaluation.rounds[0]?.mapped.target).toEqual({ type: 'file', path });
  });

  // As a real 2.4 answers.
  test('a Redirect without a path in the innermost Location comes before access rules and other Redirects', () => {
    const tree = memoryTree(`${MODULES_24}
      <Location /a>\nRedirect http://x.example/\nRequire all denied\n</Location>
      <Location /a/b>\nRedirect 404\n</Location>
      Redirect 410 /a\n`);
    const status = (path: string) => ask(tree, path, {}, '2.4').served.status;
    expect([status('/a/'), status('/a/b/c')]).toEqual([302, 404]);
    expect(answer(tree, '/a/', {}, '2.4')).toBe('pass');
  });

  test('rules of a folder lead to another address, which is checked in its turn', () => {
    const tree = memoryTree({
      'conf/httpd.conf': '<Directory /srv/htdocs/secret>\nDeny from all\n</Directory>\n',
      'htdocs/.htaccess':
        'RewriteEngine on\nRewriteCond %{REQUEST_FILENAME} !-f\nRewriteRule ^pub/(.*)$ /secret/$1\n',
      'htdocs/pub/there': '',
      'htdocs/secret/x': '',
    });
    expect(answer(tree, '/pub/there')).toBe('pass');
    expect(answer(tree, '/pub/x')).toBe('forbidden');
    expect(ask(tree, '/pub/x').evaluation.rounds.map(({ why }) => why)).toEqual(['request', 'rewritten']);
  });

  test('a bad address is answered before anything is checked', () => {
    const tree = memoryTree('<Location />\nDeny from all\n</Location>\n');
    expect(ask(tree, '/%zz').evaluation.beside?.status).toBe(400);
    expect(ask(tree, '/a%2fb').evaluation.beside?.status).toBe(404);
  });

  test('a link that Options do not let be followed is 403', () => {
    const files = { 'conf/httpd.conf': '<Directory />\nOptions None\n</Directory>\n', 'real/x': '' };
    const tree = memoryTree(files, { links: { '/srv/htdocs/link': '/srv/real' } });
    expect(answer(tree, '/link/x')).toBe('forbidden');
    expect(ask(tree, '/link/x').evaluation.rounds[0]?.early?.why).toContain('/srv/htdocs/link');
  });

  describe('a link where SymLinksIfOwnerMatch is on, beside FollowSymLinks, too', () => {
    const files = {
      'conf/httpd.conf': '<Directory />\nOptions FollowSymLinks SymLinksIfOwnerMatch\n</Directory>\n',
      'real/x': '',
    };
    const plain = memoryTree(files, { links: { '/srv/htdocs/link': '/srv/real' } });
    const owned = (link: number, real: number): MemoryTree => ({
      ...plain,
      reader: {
        ...plain.reader,
        linkOwner: () => link,
        permissionsOf: () => ({ mode: 0o755, owner: real, group: 0 }),
      },
    });

    test('is followed to what belongs to the same user', () => {
      expect(answer(owned(1, 1), '/link/x')).toBe('pass');
      expect(answer(owned(1, 2), '/link/x')).toBe('forbidden');
      expect(ask(owned(1, 2), '/link/x').evaluation.rounds[0]?.early?.why).toContain('the owner of what');
    });

    test('is taken to be followed where owners are not known', () => {
      expect(answer(plain, '/link/x')).toBe('pass');
      expect(ask(plain, '/link/x').assumptions.map(({ text }) => text)).toContain(
        'the link /srv/htdocs/link belongs to the owner of what it leads to, as SymLinksIfOwnerMatch wants',
      );
    });
  });
});

describe('a folder', () => {
  const files = {
    'conf/httpd.conf': `${MODULES_22}DirectoryIndex one.html two.html\n${OPEN}<Files one.html>\nDeny from all\n</Files>\n`,
    'htdocs/a/one.html': '',
    'htdocs/a/two.html': '',
    'htdocs/b/one.html': '',
    'htdocs/c/x': '',
  };
  const tree = memoryTree(files);

  test('is answered with the first index file that is there and let through', () => {
    expect(answer(tree, '/a/')).toBe('pass');
    expect(answer(tree, '/b/')).toBe('forbidden');
    // Even a missing one, if it is refused.
    expect(answer(tree, '/c/')).toBe('forbidden');
    expect(ask(tree, '/a/').evaluation.rounds.map(({ address }) => address)).toEqual([
      '/a/',
      '/a/one.html',
      '/a/two.html',
    ]);
  });

  test('without an index file is 403 where mod_autoindex may not list it', () => {
    const loads =
      'LoadModule dir_module modules/mod_dir.so\nLoadModule autoindex_module modules/mod_autoindex.so\nDirectoryIndex none\n';
    const listed = memoryTree({ ...files, 'conf/httpd.conf': loads + OPEN });
    const closed = memoryTree({ ...files, 'conf/httpd.conf': `${loads}Options None\n${OPEN}` });
    expect(answer(listed, '/c/')).toBe('pass');
    expect(answer(closed, '/c/')).toBe('forbidden');
    expect(ask(closed, '/c/').evaluation.beside?.why).toMatch(/listed/);
  });
});

describe('the files are not here', () => {
  test('folders of Windows are found by either slash', () => {
    const tree = memoryTree({
      'conf/httpd.conf': `ServerRoot C:/Apache2\n${MODULES_22}DocumentRoot htdocs\nAlias /data "c:\\Data"\n<Directory "C:\\Apache2\\htdocs\\a">\nDeny from all\n</Directory>\n<Directory C:/Data>\nDeny from all\n</Directory>\n`,
      'htdocs/a/x': '',
    });
    expect(answer(tree, '/x')).toBe('pass');
    expect(answer(tree, '/a/x')).toBe('forbidden');
    expect(answer(tree, '/data/x')).toBe('forbidden');
  });

  test('patterns of Windows are matched against paths that begin with a drive, in either case', () => {
    const tree = memoryTree({
      'conf/httpd.conf': `ServerRoot C:/Apache2\n${MODULES_22}DocumentRoot htdocs\n<DirectoryMatch "^c:/apache2/htdocs/(a|b)">\nDeny from all\n</DirectoryMatch>\n<FilesMatch "^X\\.">\nDeny from all\n</FilesMatch>\n`,
      'htdocs/a/y': '',
    });
    expect(answer(tree, '/y')).toBe('pass');
    expect(answer(tree, '/a/y')).toBe('forbidden');
    expect(answer(tree, '/x.txt')).toBe('forbidden');
  });

  test('Windows finds folders and files in either case', () => {
    const tree = memoryTree({
      'conf/httpd.conf': `ServerRoot C:/Apache2\n${MODULES_22}DocumentRoot htdocs\n<Directory C:/Apache2/htdocs>\nAllowOverride All\n</Directory>\n<Directory C:/Apache2/htdocs/Closed>\nDeny from all\n</Directory>\n<Files a.inc>\nDeny from all\n</Files>\n`,
      'htdocs/Inside/.htaccess': 'Deny from all\n',
      'htdocs/Inside/x.html': '',
      'htdocs/Open/a.inc': '',
      'htdocs/Open/x.html': '',
    });
    expect(ask(tree, '/open/X.html').evaluation.rounds[0]?.file?.path).toBe('/C:/Apache2/htdocs/Open/x.html');
    expect(answer(tree, '/OPEN/A.inc')).toBe('forbidden');
    expect(answer(tree, '/inside/x.html')).toBe('forbidden');
    expect(answer(tree, '/INSIDE/no/such')).toBe('forbidden');
    expect(answer(tree, '/closed/')).toBe('pass');
    const without = memoryTree(
      'ServerRoot C:/Apache2\nDocumentRoot D:/www\n<Directory D:/www/Closed>\nDeny from all\n</Directory>\n',
    );
    expect(answer(without, '/closed/x')).toBe('forbidden');
  });

  test('UserDir and RewriteRule lead to drives of Windows; homes of its users are not known', () => {
    const modules = ['userdir', 'rewrite'].map(
      (name) => `LoadModule ${name}_module modules/mod_${name}.so\n`,
    );
    const on = (userDir: string, path: string) => {
      const config = `ServerRoot C:/Apache2\n${MODULES_22}${modules.join('')}DocumentRoot htdocs\nUserDir "${userDir}"\nRewriteEngine On\nRewriteRule ^/go$ D:/cgi/x [L]\n`;
      return ask(memoryTree(config), path).evaluation.rounds[0];
    };
    expect(on('D:/homes/*/www', '/~ann/x')?.file?.path).toBe('/D:/homes/ann/www/x');
    expect(on('D:\\homes', '/~ann/x')?.file?.path).toBe('/D:/homes/ann/x');
    expect(on('My Documents/My Website', '/~ann/x')?.mapped.target.type).toBe('unknown');
    expect(on('D:/homes', '/go')?.file?.path).toBe('/D:/cgi/x');
  });

  test('expressions of Windows ask for paths that begin with a drive', () => {
    const condition = `"%{REQUEST_FILENAME} =~ m#^C:/Apache2/htdocs/a(/|$)#"`;
    const tree = memoryTree({
      'conf/httpd.conf': `ServerRoot C:/Apache2\n${MODULES_24}DocumentRoot htdocs\n<Location />\nRequire expr ${condition}\n</Location>\n`,
    });
    expect(answer(tree, '/a/y', {}, '2.4')).toBe('pass');
    expect(answer(tree, '/y', {}, '2.4')).toBe('forbidden');
  });

  test('what is asked for is taken to exist, and that is said', () => {
    const tree = memoryTree(
      'DocumentRoot /elsewhere\n<Directory /elsewhere/a/b>\nDeny from all\n</Directory>\n',
    );
    expect(answer(tree, '/a/b/c/x.html')).toBe('forbidden');
    expect(ask(tree, '/a').assumptions[0]?.text).toMatch(/taken to exist/);
  });
});

describe('2.4', () => {
  const COMPAT = 'LoadModule access_compat_module modules/mod_access_compat.so\n';
  const on24 = (config: string, request: Partial<ConcreteRequest> = {}, path = '/server-status') =>
    answer(memoryTree({ 'conf/httpd.conf': MODULES_24 + config, 'htdocs/x': '' }), path, request, '2.4');

  test('mixed trees: the old directives win, and do not see the new ones (contract rows mixed-old-wins, mixed-new-base)', () => {
    const oldWins = `${COMPAT}${CLOSED}<Location /server-status>\nRequire ip 10.1.2.3\n</Location>\n`;
    expect(on24(oldWins)).toBe('forbidden');
    const base = `${COMPAT}<Directory />\nAllowOverride None\nRequire all denied\n</Directory>
      <Location /server-status>\nOrder deny,allow\nDeny from all\nAllow from 10.1.2.3\n</Location>\n`;
    // A real 2.4.71 answers so: both tests are needed. With the usual section for DocumentRoot between them it is 200.
    expect(on24(base)).toBe('forbidden');
    expect(on24(`${base}<Directory /srv/htdocs>\nRequire all granted\n</Directory>\n`)).toBe('pass');
  });

  test('a lone Satisfy any loses the host rules above it', () => {
    const tree = `${COMPAT}<Location />\nOrder deny,allow\nDeny from all\n</Location>\n<Location /x>\nSatisfy any\n</Location>\n`;
    expect(on24(tree, {}, '/x')).toBe('pass');
    expect(on24(tree, {}, '/y')).toBe('forbidden');
  });

  test('AuthMerging, method limits, AuthType without Require', () => {
    const merged =
      '<Location />\nRequire ip 10.1\n</Location>\n<Location /x>\nAuthMerging And\nRequire method GET\n</Location>\n';
    expect(on24(merged, {}, '/x')).toBe('pass');
    expect(on24(merged, { method: 'PUT' }, '/x')).toBe('forbidden');
    expect(on24(merged, { client: '10.9.0.1' }, '/x')).toBe('forbidden');
    expect(on24('<Location /x>\nAuthType Basic\n</Location>\n', {}, '/x')).toBe('serverError');
  });

  // As a real 2.4 answers each of these.
  test.each([
    // Met together: what is in force lets in everybody, and Or keeps it so.
    ['Location /', 'Location /', ['pass', 'pass', 'pass']],
    ['Files *', 'Files x', ['pass', 'pass', 'pass']],
    // One after the other: the first takes the place of what is in force.
    ['Files *', 'Location /', ['pass', 'pass', 'forbidden']],
    ['DirectoryMatch ^/srv', 'DirectoryMatch ^/srv', ['pass', 'pass', 'forbidden']],
    ['Directory /srv', 'DirectoryMatch ^/srv', ['pass', 'pass', 'forbidden']],
    ['Directory /srv', 'Directory /srv/htdocs', ['pass', 'pass', 'forbidden']],
  ])('AuthMerging Or in <%s>, then <%s>: sections of Files, and of Location, are merged first', (...row) => {
    const [first, second, expected] = row;
    const within = (opening: string, lines: string) =>
      `<${opening}>\n${lines}\n</${opening.split(' ')[0] ?? ''}>\n`;
    const tree = [
      within('Directory /', 'Require all granted'),
      within(first, 'Require ip 10.1'),
      within(second, 'AuthMerging Or\nRequire ip 10.2'),
    ].join('');
    const answers = ['10.1.0.1', '10.2.0.1', '10.3.0.1'].map((client) => on24(tree, { client }, '/x'));
    expect(answers).toEqual(expected);
  });

  test('expressions are read as far as they can be', () => {
    const guarded = (text: string) => `<Location />\nRequire expr ${text}\n</Location>\n`;
    expect(on24(guarded('"%{REQUEST_URI} =~ m#^/x#"'), {}, '/x')).toBe('pass');
    expect(on24(guarded('"%{REQUEST_URI} =~ m#^/x#"'), {}, '/y')).toBe('forbidden');
    expect(on24(guarded(`"-R '10.1.0.0/16' && %{REQUEST_METHOD} == 'GET'"`), {}, '/x')).toBe('pass');
    expect(on24(guarded(`"%{HTTP_COOKIE} == 'a'"`), {}, '/x')).toBe('forbidden or pass');
  });

  // As a real 2.4 answers each to GET /x?q=1 with X-A: Foo from 127.0.0.1.
  test.each([
    ['-n %{QUERY_STRING}', 'pass'],
    ['-z %{QUERY_STRING}', 'forbidden'],
    ['-n %{HTTP:X-Other}', 'forbidden'],
    [`%{HTTP:X-A} == 'Foo'`, 'pass'],
    [`%{HTTP:X-A} == 'foo'`, 'forbidden'],
    [`%{HTTP:X-A} != 'foo'`, 'pass'],
    [`tolower(%{HTTP:X-A}) == 'foo'`, 'pass'],
    [`!(%{REQUEST_METHOD} == 'GET')`, 'forbidden'],
    ['true && false || true', 'pass'],
    ['true && (false || false)', 'forbidden'],
    [`%{REQUEST_METHOD} == 'PUT' || %{HTTP:X-A} == 'Foo'`, 'pass'],
    [`%{REQUEST_METHOD} == 'PUT' && %{HTTP:X-A} == 'Foo'`, 'forbidden'],
    [`'05' -eq '5'`, 'pass'],
    [`'5' -ne '5'`, 'forbidden'],
    ['%{HTTP:X-A} =~ /^f/', 'forbidden'],
    ['%{HTTP:X-A} =~ /^f/i', 'pass'],
    ['%{HTTP:X-A} !~ m#o$#', 'forbidden'],
    [`%{HTTP:X-A} =~ m#^(F)# && '$1' == 'F'`, 'pass'],
    [`-T 'off'`, 'forbidden'],
    [`-T 'on'`, 'pass'],
    [`-T ''`, 'forbidden'],
    [`'%{HTTP:X-A}bar' == 'Foobar'`, 'pass'],
    [`%{REQUEST_URI} == '/x'`, 'pass'],
    [`-R '127.0.0.0/8'`, 'pass'],
    [`-R '10.0.0.0/8'`, 'forbidden'],
    [`req('X-A') == 'Foo'`, 'pass'],
    [`reqenv('none') == ''`, 'pass'],
    [`-e '/srv/htdocs/x'`, 'pass'],
    [`-e '/srv/htdocs/none'`, 'forbidden'],
    [`-f '/srv/htdocs/x'`, 'pass'],
    [`-f '/srv/htdocs'`, 'forbidden'],
    [`-d '/srv/htdocs'`, 'pass'],
    [`-d '/srv/htdocs/x'`, 'forbidden'],
    [`-d '/srv/htdocs/none'`, 'forbidden'],
    [`-T '0'`, 'forbidden'],
    [`-T 'No'`, 'forbidden'],
    [`-T 'FALSE'`, 'forbidden'],
    [`-T 'no way'`, 'pass'],
    [`'5' -eq '6'`, 'forbidden'],
    [`'5' -ne '6'`, 'pass'],
    ['12 -eq 12', 'pass'],
    [`'5' -gt '10'`, 'forbidden'],
    [`'b' > 'a'`, 'pass'],
    [`%{REQUEST_METHOD} in {'GET'}`, 'pass'],
    ['%{HTTP:X-A} =~ m|^F|', 'pass'],
    ['%{HTTP:X-A} =~ m,^F,', 'pass'],
    ['%{HTTP:X-A} =~ m!^F!', 'pass'],
    ['%{REQUEST_URI} =~ m#^/\\w$#', 'pass'],
    [`!(%{HTTP:X-A} == 'Foo') || true`, 'pass'],
    [`ToLower('ABC') == 'abc'`, 'pass'],
    [`HTTP('x-a') == 'Foo'`, 'pass'],
    [`%{http_host} == 'site'`, 'pass'],
    [`req('Host') == 'site'`, 'pass'],
    [`%{req:X-A} == 'Foo'`, 'pass'],
    [`%{reqenv:none} == ''`, 'pass'],
    [`'a%{req:X-A}b%{req:X-A}' == 'aFoobFoo'`, 'pass'],
    [`%{HTTP:X-A} =~ /(o)(o)/ && '$1$2$0' == 'oooo'`, 'pass'],
    ['false || false', 'forbidden'],
    ['((true) && (!false))', 'pass'],
  ])('Require expr "%s": %s', (expression, expected) => {
    const asked = { client: '127.0.0.1', host: 'site', query: 'q=1', headers: new Map([['x-a', 'Foo']]) };
    const request = { ...asked, otherHeaders: 'absent', otherEnv: 'unset' } as const;
    expect(on24(`<Location />\nRequire expr "${expression}"\n</Location>\n`, request, '/x')).toBe(expected);
  });

  test.each([
    "-f '%{reqenv:none}'",
    "'none",
    'true true',
    '(true',
    "unescape('a') == 'A'",
    "'%{reqenv:none}' == ''",
    "md5('a') == 'A'",
  ])('Require expr "%s" is left open', (expression) => {
    expect(on24(`<Location />\nRequire expr "${expression}"\n</Location>\n`, {}, '/x')).toBe(
      'forbidden or pass',
    );
  });

  test('a .htaccess file that nothing permits is 500, whatever it guards', () => {
    const tree = memoryTree({
      'conf/httpd.conf': MODULES_24,
      'htdocs/.htaccess': '<IfDefine X>\n</IfDefine>\nDeny from all\n',
      'htdocs/x': '',
    });
    expect(answer(tree, '/x', {}, '2.4')).toBe('serverError');
  });

  test('slashes are merged, and a $ of DirectoryMatch matches', () => {
    const tree = memoryTree({
      'conf/httpd.conf':
        '<LocationMatch "^/a/b">\nDeny from all\n</LocationMatch>\n<DirectoryMatch "/c$">\nDeny from all\n</DirectoryMatch>\n',
      'htdocs/a/b': '',
      'htdocs/c': '',
    });
    const compat = memoryTree({
      'conf/httpd.conf': `${COMPAT}${MODULES_24}<LocationMatch "^/a/b">\nDeny from all\n</LocationMatch>\n<DirectoryMatch "/c$">\nDeny from all\n</DirectoryMatch>\n`,
      'htdocs/a/b': '',
      'htdocs/c': '',
    });
    expect([answer(tree, '/a//b'), answer(tree, '/c')]).toEqual(['pass', 'pass']);
    expect([answer(compat, '/a//b', {}, '2.4'), answer(compat, '/c', {}, '2.4')]).toEqual([
      'forbidden',
      'forbidden',
    ]);
  });
});

test.each([
  ['2.2', 'mod_authz_core.c', 'file'],
  ['2.2', '!mod_authz_core.c', 'proxy'],
  ['2.4', 'mod_authz_core.c', 'proxy'],
  ['2.4', '!mod_authz_core.c', 'file'],
] as const)('%s: a Location in <IfModule %s> leads to a %s', (version, guard, type) => {
  const proxied = `<IfModule ${guard}>\n<Location /x>\nProxyPass http://app/\n</Location>\n</IfModule>\n`;
  const modules = version === '2.2' ? MODULES_22 : MODULES_24;
  const load = `${modules}LoadModule proxy_module modules/mod_proxy.so\n`;
  const tree = memoryTree({ 'conf/httpd.conf': load + proxied, 'htdocs/x': '' });
  expect(ask(tree, '/x', {}, version).evaluation.rounds[0]?.mapped.target?.type).toBe(type);
});

describe('guards that are left open', () => {
  test('are taken not to hold; another answer is told', () => {
    const tree = memoryTree('<IfDefine CLOSED>\n<Location />\nDeny from all\n</Location>\n</IfDefine>\n');
    const asked = ask(tree, '/x');
    expect(asked.possible.map((each) => each.answer)).toEqual(['pass']);
    expect(asked.otherwise).toMatchObject([
      { guards: ['ifdefine CLOSED'], possible: [{ answer: 'forbidden' }] },
    ]);
    const given = memoryTree('<IfDefine CLOSED>\n<Location />\nDeny from all\n</Location>\n</IfDefine>\n', {
      defines: ['CLOSED'],
    });
    expect(answer(given, '/x')).toBe('forbidden');
  });
});

describe('a .htaccess file with a line that the server does not take is 500', () => {
  const on = (version: Version, override: string, text: string) => {
    const modules = version === '2.2' ? MODULES_22 : MODULES_24;
    const files = {
      'conf/httpd.conf': `${modules}<Directory /srv/htdocs>\n${override}\n</Directory>\n`,
      'htdocs/.htaccess': text,
      'htdocs/x': '',
    };
    return answer(memoryTree(files), '/x', {}, version);
  };

  test.each(['2.2', '2.4'] as const)(
    'a directive of no module, or of one that is not loaded (%s)',
    (version) => {
      expect(on(version, 'AllowOverride All', 'Nonsense on\n')).toBe('serverError');
      expect(on(version, 'AllowOverride All', 'RewriteEngine on\n')).toBe('serverError');
      expect(on(version, 'AllowOverride All', 'Options None\n')).toBe('pass');
    },
  );

  test('Require lines that 2.4 refuses; those that only refuse are taken, and refuse everybody', () => {
    expect(on('2.4', 'AllowOverride All', 'Require not ip 10\n')).toBe('serverError');
    expect(on('2.4', 'AllowOverride All', 'Deny from all\n')).toBe('serverError');
    const onlyRefusing = '<RequireAll>\nRequire not ip 10.9\n</RequireAll>\n';
    expect(on('2.4', 'AllowOverride All', onlyRefusing)).toBe('forbidden');
  });

  test('a guard where only names are permitted', () => {
    const list = 'AllowOverride None\nAllowOverrideList Require';
    expect(on('2.4', list, 'Require all granted\n')).toBe('pass');
    expect(on('2.4', list, '<IfModule x.c>\n</IfModule>\nRequire all granted\n')).toBe('serverError');
    expect(on('2.4', '', '<IfModule x.c>\n</IfModule>\n')).toBe('serverError');
  });
});

describe('where credentials are asked for', () => {
  const area = (lines: string) =>
    memoryTree({
      users: 'alice:x\n',
      'conf/httpd.conf': `${MODULES_22}<Location />\nAuthType Basic\n${lines}\nRequire valid-user\n</Location>\n`,
    });
  const alice = { user: 'alice', scheme: 'basic' } as const;

  test('no AuthName is 500, no AuthUserFile for those who send any', () => {
    expect(answer(area('AuthUserFile x'), '/x')).toBe('serverError');
    expect(answer(area('AuthName x'), '/x')).toBe('unauthorized');
    expect(answer(area('AuthName x'), '/x', alice)).toBe('serverError');
    expect(answer(area('AuthName x\nAuthUserFile users'), '/x', alice)).toBe('pass');
    // Those of another kind are none.
    expect(answer(area('AuthName x'), '/x', { ...alice, scheme: 'digest' })).toBe('unauthorized');
    expect(ask(area('AuthUserFile x'), '/x').decision?.reason).toMatch(/no AuthName/);
  });

  test.each([
    ['a file that is not there', 'AuthUserFile none', 'serverError', 'no file none to look users up in'],
    ['a folder', 'AuthUserFile conf', 'serverError', 'no file conf'],
    [
      'one that is not asked',
      'AuthBasicProvider file more\nAuthUserFile users',
      'pass',
      'lets alice through',
    ],
    [
      'one that is asked next',
      'AuthBasicProvider file more\nAuthUserFile others',
      'serverError',
      'no file none',
    ],
    ['one after others', 'AuthBasicProvider dbm more\nAuthDBMUserFile dbm', 'pass', 'lets alice through'],
  ])('%s', (_, lines, expected, reason) => {
    const alias = '<AuthnProviderAlias file more>\nAuthUserFile none\n</AuthnProviderAlias>\n';
    const config = `${MODULES_22}${alias}<Location />\nAuthType Basic\nAuthName x\n${lines}\nRequire valid-user\n</Location>\n`;
    const tree = memoryTree({ users: 'alice:x\n', others: 'bob:x\n', dbm: '', 'conf/httpd.conf': config });
    expect(answer(tree, '/x', alice)).toBe(expected);
    expect(answer(tree, '/x')).toBe('unauthorized');
    expect(ask(tree, '/x', alice).decision?.reason).toContain(reason);
  });

  test('by a third-party module, the users may be anywhere', () => {
    const lines = 'AuthType Shibboleth\nRequire valid-user\n';
    const foreign = 'LoadModule mod_shib modules/mod_shib.so\n';
    const tree = memoryTree(`${MODULES_22}${foreign}<Location />\n${lines}</Location>\n`);
    expect(answer(tree, '/x', { user: 'alice' })).toBe('pass');
  });

  test('guests are whom Anonymous names', () => {
    const guests = area('AuthName x\nAuthBasicProvider anon\nAnonymous guest visitor');
    expect(answer(guests, '/x', { ...alice, user: 'Guest' })).toBe('pass');
    expect(answer(guests, '/x', alice)).toBe('unauthorized');
  });
});

describe('MultiViews', () => {
  const FILES = {
    'conf/httpd.conf': `${MODULES_22}LoadModule negotiation_module modules/mod_negotiation.so
      LoadModule mime_module modules/mod_mime.so
      <Directory /srv/htdocs>\nOptions MultiViews\nAddLanguage en en\nAddType text/plain bak\n</Directory>
      <Files *.bak>\nDeny from all\n</Files>\nRedirectMatch 410 ^/moved\\.html$\n`,
    'conf/mime.types': '# types\ntext/html html htm\n',
    'htdocs/page.html': '',
    'htdocs/page.bak': '',
    'htdocs/old.bak': '',
    'htdocs/moved.html': '',
    'htdocs/two.html.en': '',
    'htdocs/one.en': '',
    'htdocs/some.unk': '',
    'htdocs/part.unk.html': '',
  };
  const tree = memoryTree(FILES);
  const status = (path: string) => {
    const { tree: asked, evaluation } = ask(tree, path);
    return expectedStatus(asked, evaluation, { ...plainRequest(''), method: 'GET' }).status;
  };

  test('serves a file with endings whose own rules let the asker through, else none', () => {
    expect([status('/page'), status('/old'), status('/none')]).toEqual([200, 404, 404]);
    expect(ask(tree, '/page').evaluation.rounds.map(({ address }) => address)).toEqual([
      '/page',
      '/page.bak',
      '/page.html',
    ]);
  });

  // As both servers answered.
  test.each([
    ['/two', 200],
    ['/one', 404],
    ['/some', 404],
    ['/part', 404],
    ['/part.unk', 200],
    // A file is asked for, and no address.
    ['/moved', 200],
    ['/moved.html', 410],
  ])('%s: %s, by the types that endings have', (path, expected) => {
    expect(status(path)).toBe(expected);
  });

  // As both servers answered.
  test.each([
    ['GET', '/two/', '', 404],
    ['GET', '/two/x', 'AcceptPathInfo On', 200],
    ['POST', '/two.html/', 'AcceptPathInfo On', 200],
    ['MKCOL', '/two/', '', 405],
    ['FOO', '/two/', '', 501],
    ['MKCOL', '/some/', '', 404],
    ['FOO', '/some/', '', 404],
    ['OPTIONS', '/some/x', '', 404],
    ['MKCOL', '/none/', '', 405],
  ])('%s %s, with what follows the name: %j', (method, path, line, expected) => {
    const config = `${FILES['conf/httpd.conf']}${line}\n`;
    const more = memoryTree({ ...FILES, 'conf/httpd.conf': config });
    expect(ask(more, path, { method }).served.status).toBe(expected);
  });

  // As both servers answered, to a POST: the file is asked for by GET.
  test.each([
    ['Location /', 404],
    ['Directory /srv/htdocs', 200],
  ])('keeps the answer that was given, but for <%s>', (opening, expected) => {
    const rules = `<${opening}>\n<Limit GET>\nDeny from all\n</Limit>\n</${opening.split(' ')[0]}>\n`;
    const limited = memoryTree({ ...FILES, 'conf/httpd.conf': FILES['conf/httpd.conf'] + rules });
    const { tree: asked, evaluation } = ask(limited, '/two', { method: 'POST' });
    expect(expectedStatus(asked, evaluation, { ...plainRequest(''), method: 'POST' }).status).toBe(expected);
  });

  test.each([
    ['RewriteRule ^two$ - [F]', 200],
    ['RewriteRule ^two\\.html\\.en$ - [F]', 404],
  ])('rules of the folder see the file: %s', (rule, expected) => {
    const rules = `LoadModule rewrite_module x\n<Directory /srv/htdocs>\nRewriteEngine on\nOptions +FollowSymLinks\n${rule}\n</Directory>\n`;
    const ruled = memoryTree({ ...FILES, 'conf/httpd.conf': FILES['conf/httpd.conf'] + rules });
    const { tree: asked, evaluation } = ask(ruled, '/two');
    expect(expectedStatus(asked, evaluation, { ...plainRequest(''), method: 'GET' }).status).toBe(expected);
  });

  test('is not known where the types are not', () => {
    const { 'conf/mime.types': _, ...files } = FILES;
    const { served } = ask(memoryTree(files), '/part');
    expect(served.status).toBe(null);
  });
});
