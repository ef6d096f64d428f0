import { describe, expect, test } from '@jest/globals';
import { modelOf, occurrences, outline, problemsOf, serverOf } from './model-of.ts';

const found = (main: string, files: string[], links: Record<string, string> = {}, text = 'Deny from all') =>
  serverOf(main, Object.fromEntries(files.map((path) => [path, text])), { links }).htaccess.map(
    ({ directory }) => directory,
  );

describe('.htaccess files', () => {
  test('are found below all that addresses are mapped to and Directory sections name', () => {
    const main = `DocumentRoot htdocs
Alias /a /srv/alias
ScriptAlias /cgi "/srv/cgi/"
AliasMatch ^/m/(.*) /srv/match/$1/www
<VirtualHost *>
DocumentRoot /srv/host
VirtualDocumentRoot /srv/many/%0
</VirtualHost>
<Directory /srv/section>
</Directory>
<IfVersion > 3>
Alias /no /srv/no
</IfVersion>`;
    const folders = ['alias', 'cgi', 'host/x/y', 'many/a', 'match/b', 'section'].map(
      (name) => `/srv/${name}`,
    );
    const files = [...folders, '/etc/httpd/htdocs', '/srv/no', '/srv'].map((folder) => `${folder}/.htaccess`);
    expect(found(main, files)).toEqual(['/srv', '/etc/httpd/htdocs', ...folders]);
  });

  test('are not looked for where a host has no folder of its name', () => {
    const off = (word: string) => `VirtualDocumentRoot ${word}\nVirtualScriptAlias ${word}\n`;
    expect(found(`DocumentRoot /srv/a\n${off('none')}`, ['/etc/httpd/none/.htaccess'])).toEqual([]);
    expect(found(`DocumentRoot /srv/a\n${off('None')}`, ['/etc/httpd/None/.htaccess'])).toEqual([]);
  });

  test('are found on the way from the root to all of these, but not beside it', () => {
    const files = [
      '/.htaccess',
      '/srv/.htaccess',
      '/srv/a/.htaccess',
      '/srv/a/b/c/.htaccess',
      '/srv/x/.htaccess',
    ];
    const main = 'DocumentRoot /srv/a/b';
    expect(found(main, files)).toEqual(['/', '/srv', '/srv/a', '/srv/a/b/c']);
    const none = (path: string) => `<Directory ${path}>\nAllowOverride None\n</Directory>\n`;
    expect(found(`${none('/')}<Directory /srv/a>\nAllowOverride All\n</Directory>\n${main}`, files)).toEqual([
      '/srv/a',
      '/srv/a/b/c',
    ]);
    expect(found(none('/srv/a') + main, files)).toEqual(['/', '/srv']);
  });

  test.each([
    ['public_html', ['/home/bob', '/home/bob/public_html']],
    ['/home/*/www', ['/home/bob', '/home/bob/www']],
    ['/srv/users', ['/srv/users/bob', '/srv/users/eve']],
    ['disabled', []],
    ['http://users.example.com/*/x', []],
  ])('are found in the folders of UserDir %s', (folder, expected) => {
    const all = ['/home/bob/public_html', '/home/bob/www', '/home/bob', '/srv/users/bob', '/srv/users/eve'];
    const files = all.map((each) => `${each}/.htaccess`);
    expect(found(`UserDir ${folder}`, files)).toEqual(expected);
  });

  test.each([
    ['RewriteRule ^/q/x\\.txt$ /ext/web/x.txt', ['/ext/web', '/ext/web/in']],
    ['RewriteRule ^/q/(.*)$ /ext/$1 [L]', ['/ext/no', '/ext/web', '/ext/web/in']],
    ['RewriteRule ^/q/(.*)$ /ext/w$1', ['/ext/no', '/ext/web', '/ext/web/in']],
    ['RewriteRule ^/q/(.*)$ /none/web/$1', []],
    ['RewriteRule ^/q/(.*)$ /ext/web/$1 [PT]', []],
    ['RewriteRule ^/q/(.*)$ /ext/web/$1 [R=301,L]', []],
    ['RewriteRule ^/q/(.*)$ - [F]', []],
    ['<Directory /w>\nRewriteRule ^q/(.*)$ /ext/web/$1\n</Directory>', []],
    ['<VirtualHost *>\nRewriteRule ^/q/(.*)$ /ext/web/$1\n</VirtualHost>', ['/ext/web', '/ext/web/in']],
    ['RewriteMap m txt:/etc/map', ['/ext/web', '/ext/web/in']],
    ['RewriteMap m prg:/etc/map', []],
    ['WSGIScriptAlias /app /ext/web/in/app.wsgi', ['/ext/web', '/ext/web/in']],
    ['Alias /data/ /ext/we', ['/ext/web', '/ext/web/in']],
    ['Alias /data /ext/we', []],
  ])('are found in the folders that lie behind %j', (line, expected) => {
    const all = ['/ext/web', '/ext/web/in', '/ext/no'].map((folder) => `${folder}/.htaccess`);
    const files = Object.fromEntries(all.map((path) => [path, 'Deny from all']));
    const map = { '/etc/map': '# comment\none /ext/web\ntwo /none|three\n' };
    const { htaccess } = serverOf(`DocumentRoot /w\n${line}`, { ...files, ...map });
    expect(htaccess.map(({ directory }) => directory)).toEqual(expected);
  });

  describe('in homes', () => {
    const PASSWD = 'root:x:0:0::/root:/bin/sh\nann:x:1:1::/srv/ann:/bin/sh\neve:x:2:2::/home/eve:/bin/sh\n';
    const homes = (line: string, system: Readonly<Record<string, string>>) => {
      const at = ['/srv/ann/www', '/home/eve/www', '/home/old/www'].map((folder) => `${folder}/.htaccess`);
      const files = Object.fromEntries(at.map((path) => [path, 'Deny from all']));
      const { htaccess, unknowns } = serverOf(line, { ...files, ...system });
      return [htaccess.map(({ directory }) => directory), unknowns.map(({ subject }) => subject)];
    };
    const KNOWN = ['/home/eve/www', '/home/old/www'];
    const NONE = '<Directory />\nAllowOverride None\n</Directory>\n';
    const permitting = (folder: string) => `<Directory ${folder}>\nAllowOverride All\n</Directory>\n`;

    test.each([
      ['UserDir www', { '/etc/passwd': PASSWD }, [...KNOWN, '/srv/ann/www'], []],
      ['UserDir none www', { '/etc/passwd': PASSWD }, [...KNOWN, '/srv/ann/www'], []],
      ['UserDir www', {}, KNOWN, ['UserDir www']],
      ['UserDir /home/*/www', {}, KNOWN, []],
      ['UserDir disabled', {}, [], []],
      ['UserDir http://a.example/*/', {}, [], []],
      [
        'UserDir www',
        { '/etc/passwd': PASSWD, '/etc/nsswitch.conf': 'passwd: files sss\n' },
        [...KNOWN, '/srv/ann/www'],
        ['UserDir www'],
      ],
      [
        'UserDir www',
        { '/etc/passwd': PASSWD, '/etc/nsswitch.conf': 'passwd: files\n' },
        [...KNOWN, '/srv/ann/www'],
        [],
      ],
      [`${NONE}UserDir www`, {}, [], []],
      [`${NONE}${permitting('/home/*/www')}UserDir www`, {}, KNOWN, ['UserDir www']],
      [`${NONE}${permitting('/export/home')}UserDir www`, {}, [], ['UserDir www']],
      [`${NONE}${permitting('/srv/www')}UserDir www`, {}, [], []],
      [`${NONE}${permitting('/home/*/www')}UserDir www`, { '/etc/passwd': PASSWD }, KNOWN, []],
    ])('%j', (line, system, folders, untold) => {
      expect(homes(line, system as Record<string, string>)).toEqual([folders, untold]);
    });
  });

  test('are files of the model with a scope of their own', () => {
    const model = serverOf('DocumentRoot /w', {
      '/w/.htaccess': 'Order deny,allow\n<Files x>\nInclude a\n</Files>',
    });
    const [htaccess] = model.htaccess;
    expect(htaccess?.file).toMatchObject({ path: '/w/.htaccess', role: 'htaccess' });
    expect(htaccess?.scope).toMatchObject({
      kind: 'htaccess',
      args: ['/w'],
      name: '',
      parent: null,
      node: null,
    });
    expect(htaccess?.scope.server).toBe(model.main);
    expect(htaccess && outline(htaccess.scope)).toEqual(['order deny,allow', '<files x>', '  include a']);
    expect(occurrences(model, 'order')).toHaveLength(1);
    expect(model.includes).toEqual([]);
  });

  test.each([
    ['', ['/w/.htaccess']],
    ['AccessFileName .acl', ['/w/.acl']],
    ['AccessFileName .none .acl .htaccess', ['/w/.acl']],
    ['<VirtualHost *>\nAccessFileName .acl\n</VirtualHost>', ['/w/.htaccess', '/w/.acl']],
    ['AccessFileName .acl\n<VirtualHost *>\n</VirtualHost>', ['/w/.acl']],
  ])('have the names of %j, the first that is there', (line, expected) => {
    const model = serverOf(`DocumentRoot /w\n${line}`, { '/w/.htaccess': '', '/w/.acl': '' });
    expect(model.htaccess.map(({ file }) => file.path)).toEqual(expected);
  });

  test('are of the hosts whose AccessFileName leads to them', () => {
    const hosts = ['.acl .htaccess', '.htaccess', '.none'].map(
      (names) => `<VirtualHost *>\nAccessFileName ${names}\n</VirtualHost>\n`,
    );
    const model = serverOf(`DocumentRoot /w\n${hosts.join('')}`, {
      '/w/.htaccess': '',
      '/w/.acl': '',
      '/w/a/.htaccess': '',
    });
    const all = [model.main, ...model.virtualHosts];
    const readers = model.htaccess.map(({ file, hosts: by }) => [
      file.path,
      by?.map((host) => all.indexOf(host)),
    ]);
    expect(readers).toEqual([
      ['/w/.htaccess', [0, 2]],
      ['/w/.acl', [1]],
      ['/w/a/.htaccess', [0, 2, 1]],
    ]);
  });

  test('are not links that lead nowhere: the next name is looked for', () => {
    const model = serverOf(
      'DocumentRoot /w\nAccessFileName .acl .htaccess',
      { '/w/.htaccess': '' },
      { links: { '/w/.acl': '/nowhere' } },
    );
    expect(model.htaccess.map(({ file }) => file.path)).toEqual(['/w/.htaccess']);
  });

  test('are found through links, in no circle, each by the name that the server has for it', () => {
    const links = {
      '/w/link': '/real',
      '/w/up': '..',
      '/real/back': '/real',
      '/w/a/.htaccess': '/real/.htaccess',
    };
    const directories = found('DocumentRoot /w', ['/real/.htaccess', '/w/a/x'], links);
    expect(directories).toEqual(['/w/a', '/w/link', '/w/up/real']);
  });

  test('are found in the folders that a wildcard matches, component by component', () => {
    const section = (path: string) => `<Directory ${path}>\n</Directory>`;
    const files = ['/home/a/www', '/home/b/www', '/home/b/c/www', '/home/d', '/x/www'].map(
      (folder) => `${folder}/.htaccess`,
    );
    expect(found(section('/home/*/www'), files, { '/home/e': '/x' })).toEqual([
      // On the way to a folder that is not there.
      '/home/d',
      '/home/a/www',
      '/home/b/www',
      '/home/e/www',
    ]);
    expect(found(section('/*/a/www'), files)).toEqual([]);
  });

  test('are looked for once where two lines name one folder', () => {
    expect(found('DocumentRoot /w\nAlias /x /w/x', ['/w/x/.htaccess'])).toEqual(['/w/x']);
  });

  test('are not looked for below the root of all', () => {
    expect(found('<Directory />\nDeny from all\n</Directory>', ['/x/.htaccess'])).toEqual([]);
  });

  test.each([
    ['<Directory />\nAllowOverride None\n</Directory>', []],
    [
      '<Directory />\nAllowOverride none\n</Directory>\n<Directory /w/x>\nAllowOverride All\n</Directory>',
      ['/w/x'],
    ],
    ['<Directory /w>\nAllowOverride None\n</Directory>\n<Directory />\nAllowOverride All\n</Directory>', []],
    [
      '<Directory /w>\nAllowOverride None\n</Directory>\n<Directory /w>\nAllowOverride Limit\n</Directory>',
      ['/w', '/w/x'],
    ],
    [
      '<Directory />\nAllowOverride None\n</Directory>\n<Directory ~ x>\nAllowOverride All\n</Directory>',
      ['/w', '/w/x'],
    ],
    [
      '<Directory />\nAllowOverride None\n</Directory>\n<Directory /*>\nAllowOverride All\n</Directory>',
      ['/w', '/w/x'],
    ],
    ['<VirtualHost *>\n<Directory /w>\nAllowOverride None\n</Directory>\n</VirtualHost>', ['/w', '/w/x']],
    ['<IfModule prefork.c>\n<Directory /w>\nAllowOverride None\n</Directory>\n</IfModule>', ['/w', '/w/x']],
    ['<Directory />\nAllowOverride None\nAllowOverrideList Require\n</Directory>', ['/w', '/w/x']],
    [
      '<Directory />\nAllowOverrideList Require\n</Directory>\n<Directory /w>\nAllowOverride None\n</Directory>',
      ['/w', '/w/x'],
    ],
  ])('are left out where no override is allowed for certain: %j', (sections, expected) => {
    expect(found(`DocumentRoot /w\n${sections}`, ['/w/.htaccess', '/w/x/.htaccess'])).toEqual(expected);
  });

  test('are not sought without end', () => {
    const files = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`/w/${index}/.htaccess`, '']));
    const model = serverOf('DocumentRoot /w', files, { maxFolders: 10 });
    expect(model.htaccess).toHaveLength(9);
    expect(model.unknowns.map(({ kind, bearing }) => [kind, bearing])).toEqual([['folder', 'access']]);
  });

  test('are read whatever they hold, each line up to a NUL', () => {
    // As both versions obey it: 403 for `Deny from all` behind a comment with a NUL.
    const model = serverOf('DocumentRoot /w', { '/w/.htaccess': '# \0\nDeny from all\n\0\n' });
    expect(problemsOf(model)).toEqual([]);
    expect(model.htaccess.flatMap(({ scope }) => scope.items).length).toBe(1);
  });
});

describe('loose .htaccess files', () => {
  test('are those of a folder without a server', () => {
    const model = modelOf(
      { '/site/.htaccess': 'Deny from all', '/site/a/.htaccess': 'Allow from all' },
      { path: '/site' },
    );
    expect(model).toMatchObject({ kind: 'htaccess', entry: null, layout: 'fragment' });
    expect(model.htaccess.map(({ directory }) => directory)).toEqual(['/site', '/site/a']);
    expect(model.main.items).toEqual([]);
    expect(new Set(model.htaccess.map(({ scope }) => scope.server))).toEqual(new Set([model.main]));
  });

  test.each([
    '/site/.htaccess',
    '/site/_htaccess',
    '/site/htaccess.txt',
    '/site/.htaccess.dist',
    '/site/htaccess_rewrite.tpl',
  ])('or one: %s', (path) => {
    const model = modelOf({ [path]: 'RewriteEngine On' }, { path });
    expect(model).toMatchObject({ kind: 'htaccess', htaccess: [{ directory: '/site' }] });
  });

  test('or one that only looks like one', () => {
    expect(modelOf({ '/a/rules.conf': '<IfModule x.c>\nOrder deny,allow\n</IfModule>' }).kind).toBe(
      'htaccess',
    );
    expect(modelOf({ '/a/rules.conf': 'Order deny,allow\n<Directory /x>\n</Directory>' }).kind).toBe(
      'fragment',
    );
  });
});
