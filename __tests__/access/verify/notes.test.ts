// What is told beside the differences of rules: hosts, folders, variables and templates that are not the same in both trees.
import { describe, expect, test } from '@jest/globals';
import { memoryTree, MODULES_22, MODULES_24 } from '../request/memory-tree.ts';
import { targetProfile } from '../../../src/target/index.ts';
import { compare, found } from './two-trees.ts';

/** The notes with `!` for what may be a difference, and where they point to, `-` for the tree as a whole. */
function notes(before: string, after: string): string[] {
  const trees = [memoryTree(MODULES_22 + before), memoryTree(MODULES_24 + after)] as const;
  return compare(...trees).notes.map(({ level, message, place }) => {
    const node = place?.node ?? null;
    const line = node === null ? '-' : place?.file.source.text.slice(node.span.start).split('\n')[0];
    return `${level === 'info' ? ' ' : '!'} ${line}: ${message}`;
  });
}

const host = (name: string, address = '*:80', lines = '') =>
  `<VirtualHost ${address}>\n${name === '' ? '' : `ServerName ${name}\n`}${lines}</VirtualHost>\n`;
const NAMED = 'NameVirtualHost *:80\n';
const NOT_FURTHER = 'this was not compared further';

describe('hosts', () => {
  test('that one tree lacks', () => {
    const [a, b, c] = [host('a.example'), host('b.example'), host('', '10.0.0.9:81')];
    expect(notes(NAMED + a + b + c, a)).toEqual([
      '! <VirtualHost *:80>: <VirtualHost *:80> b.example is not in AFTER: its requests go elsewhere',
      '! <VirtualHost 10.0.0.9:81>: <VirtualHost 10.0.0.9:81> is not in AFTER: its requests go elsewhere',
    ]);
    expect(notes('', a)).toEqual([
      '! <VirtualHost *:80>: <VirtualHost *:80> a.example is not in BEFORE: its rules were compared with nothing',
    ]);
  });

  test('that are read by one version only are not in the other tree', () => {
    const only = `<IfVersion < 2.3>\n${host('a.example')}</IfVersion>\n`;
    expect(notes(only, only)).toEqual([
      '! <VirtualHost *:80>: <VirtualHost *:80> a.example is not in AFTER: its requests go elsewhere',
    ]);
    const made = only.replace('<', '>').replace('> 2.3', '>= 2.3').replace('>IfVersion <', '<IfVersion >=');
    expect(notes(made, made)).toEqual([
      '! <VirtualHost *:80>: <VirtualHost *:80> a.example is not in BEFORE: its rules were compared with nothing',
    ]);
  });

  test('that are each the only one left over are taken for one that was renamed', () => {
    const others = host('a.example', '*:81');
    expect(notes(others + host('old.example'), host('new.example') + others)).toEqual([
      '  <VirtualHost *:80>: <VirtualHost *:80> old.example was taken to be <VirtualHost *:80> new.example, the only one left',
    ]);
  });

  test('are asked for where the server listens', () => {
    const before = host('a.example', '*') + host('b.example', '*:8080');
    const after = host('a.example', '*:8080', 'ServerAlias *\n') + host('b.example', '*:8080');
    const onlyOn = (listen: string) => notes(`Listen ${listen}\n${before}`, `Listen ${listen}\n${after}`);
    for (const listen of ['8080', '10.0.0.1:8080']) expect(onlyOn(listen)).toEqual([]);
    expect(onlyOn('8080\nListen 81')).toEqual([
      expect.stringContaining('a name that no host has on port 81 was answered by <VirtualHost *> a.example'),
    ]);
  });

  test('that have several addresses are the same in any order of these', () => {
    const before = host('', '10.0.0.1 10.0.0.2') + host('', '10.0.0.3 10.0.0.4');
    const after = host('', '10.0.0.2 10.0.0.1') + host('', '10.0.0.4 10.0.0.3');
    expect(notes(before, after)).toEqual([]);
  });

  test.each([
    ['name and port', host('a.example', '10.0.0.1:80') + host('a.example', '10.0.0.1:443')],
    ['name', host('a.example', '*:8080')],
    ['address', host('', '*:80')],
  ])('are known again by their %s, wherever they stand', (_, before) => {
    const after = before
      .split(/(?<=<\/VirtualHost>\n)/)
      .toReversed()
      .join('')
      .replaceAll('10.0.0.1', '*');
    const others = host('b.example', '10.0.0.7:80') + host('c.example', '10.0.0.7:80');
    const said = notes(`NameVirtualHost 10.0.0.7:80\n${before}${others}`, after + others);
    expect(said.filter((note) => !note.endsWith(NOT_FURTHER))).toEqual([]);
  });

  test('of one name and address are told apart by their folders', () => {
    const [pub, data] = ['/srv/pub', '/srv/data'].map((root) => `DocumentRoot ${root}\n`);
    const before = host('a.example', '*', pub) + host('a.example', '*:80', data);
    expect(
      notes(
        `Listen 80\nListen 81\n${before}`,
        `Listen 80\nListen 81\n${before.replace('* ', '*:80').replace('*>', '*:80>')}`,
      ),
    ).toEqual([expect.stringContaining('on port 81 was answered by <VirtualHost *> a.example')]);
    expect(notes(`Listen 80\n${before}`, `Listen 80\n${before.replace('*>', '*:80>')}`)).toEqual([]);
  });

  test('of one tree that no request comes to are no difference', () => {
    const a = host('a.example', '*:80');
    const [elsewhere, behind] = [host('b.example', '10.0.0.1:81'), host('', '*:80')];
    const told =
      'it answers nothing, as the server does not listen on its address or another host is before it';
    expect(notes(`Listen 80\n${a}`, `Listen 80\n${a}${elsewhere}`)).toEqual([
      `  <VirtualHost 10.0.0.1:81>: <VirtualHost 10.0.0.1:81> b.example is not in BEFORE: its rules were compared with nothing; ${told}`,
    ]);
    expect(notes(`Listen 80\n${a}${behind}`, `Listen 80\n${a}`)).toEqual([
      `  <VirtualHost *:80>: <VirtualHost *:80> is not in AFTER: its requests go elsewhere; ${told}`,
    ]);
    expect(notes(`Listen 81\n${a}`, `Listen 81\n${a}${elsewhere}`)).toEqual([expect.stringMatching(/^!/)]);
    const guarded = `<IfDefine X>\n${elsewhere}</IfDefine>\n`;
    expect(notes(`Listen 81\n${a}`, `Listen 81\n${a}${guarded}`)).toEqual([expect.stringMatching(/^!/)]);
    // Patterns alone lead to it.
    const wild = host('', '*:80', 'ServerAlias *.b.example\n');
    expect(notes(`Listen 80\n${NAMED}${a}${wild}`, `Listen 80\n${a}`)).toEqual([expect.stringMatching(/^!/)]);
  });

  test('are chosen by patterns, and with guards that are open either way', () => {
    const [a, b] = [
      host('', '*:80', 'ServerAlias *.example\n'),
      host('', '*:80', 'ServerAlias w*.example\n'),
    ];
    const [first, root] = [host('first.example'), 'DocumentRoot /srv/b\n'];
    const wide = b.replace('ServerAlias', `${root}ServerAlias`);
    expect(notes(NAMED + first + a + wide, first + wide + a)).toEqual([
      expect.stringContaining(
        '! <VirtualHost *:80>: wx.example on port 80 was answered by <VirtualHost *:80>',
      ),
    ]);
    const patterns = (alias: string, lines = '') => host('', '*:80', `${lines}ServerAlias ${alias}\n`);
    const exchanged = (one: string, other: string) => {
      const [left, right] = [
        patterns(one, 'ServerName one.test\n'),
        patterns(other, `ServerName other.test\n${root}`),
      ];
      return notes(NAMED + first + left + right, first + right + left);
    };
    // `bxa.example` fits both.
    expect(exchanged('*a.example', 'b*.example')).toEqual([
      expect.stringContaining('bxa.example on port 80'),
    ]);
    expect(exchanged('www.*', '*.example')).toEqual([expect.stringContaining('www.x.example on port 80')]);
    expect(exchanged('*a.example', 'b*c.example')).toEqual([]);
    const guarded = `<IfDefine X>\n${host('b.example', '*:80', 'ServerAlias a.example\n')}</IfDefine>\n`;
    const named = host('a.example');
    expect(notes(NAMED + first + named + guarded, first + guarded + named)).toEqual([
      expect.stringContaining('a.example on port 80 was answered by <VirtualHost *:80> a.example'),
    ]);
  });

  test('that answer a name which another host answered', () => {
    const aliased = host('a.example', '*:80', 'ServerAlias www.example *.a.example\n');
    const [a, b] = [host('a.example'), host('b.example', '*:80', 'ServerAlias www.example\n')];
    expect(notes(NAMED + aliased + b, a + b)).toEqual([
      `! <VirtualHost *:80>: www.example on port 80 was answered by <VirtualHost *:80> a.example, and is answered by <VirtualHost *:80> b.example: ${NOT_FURTHER}`,
    ]);
    const two = NAMED.replace('80', '81') + host('c.example', '*:81') + host('d.example', '*:81');
    const exchanged = host('d.example', '*:81') + host('c.example', '*:81');
    expect(notes(NAMED + a + b + two, b + a + exchanged)).toHaveLength(2);
    expect(notes(host('a.example', '*'), host('a.example', '10.0.0.1:81'))).toEqual([
      `! -: a name that no host has on port 81 was answered by <VirtualHost *> a.example, and is answered by the main server: ${NOT_FURTHER}`,
    ]);
  });

  test('exchanged are asked for by their own address and port, and by names that a person can type', () => {
    const named = (address: string, names: readonly string[]) =>
      names.map((name) => host(name, address, `ServerAlias *.${name}\n`)).join('');
    const exchanged = (address: string) =>
      notes(
        `NameVirtualHost ${address}\n${named(address, ['a.example', 'b.example'])}`,
        named(address, ['b.example', 'a.example']),
      );
    expect(exchanged('10.0.0.1:8080')).toEqual([
      `! <VirtualHost 10.0.0.1:8080>: a name that no host has on 10.0.0.1:8080 was answered by <VirtualHost 10.0.0.1:8080> a.example, and is answered by <VirtualHost 10.0.0.1:8080> b.example: ${NOT_FURTHER}`,
    ]);
    expect(exchanged('*')).toEqual([
      `! <VirtualHost *>: a name that no host has on port 80 was answered by <VirtualHost *> a.example, and is answered by <VirtualHost *> b.example: ${NOT_FURTHER}`,
    ]);
    // A host that one tree lacks was told already.
    expect(notes(named('10.0.0.1:80', ['a.example']), '')).toEqual([
      expect.stringContaining('is not in AFTER'),
    ]);
  });
});

describe('folders', () => {
  test('that an address was led to, and is not any more', () => {
    expect(notes('ScriptAlias /cgi-bin /usr/lib/cgi\n', 'ScriptAlias /cgi-bin /srv/cgi\n')).toEqual([
      '  -: the folder of /cgi-bin was /usr/lib/cgi and is /srv/cgi: its rules were compared as if all that lay in the one had come along',
    ]);
    // With a slash at its end, too.
    expect(notes('ScriptAlias /cgi/ /usr/lib/cgi/\n', 'ScriptAlias /cgi/ /srv/cgi/\n')).toEqual([
      '  -: the folder of /cgi was /usr/lib/cgi and is /srv/cgi: its rules were compared as if all that lay in the one had come along',
    ]);
    expect(notes('DocumentRoot /a\n', 'DocumentRoot /b\n')).toEqual([
      '  -: DocumentRoot was /a and is /b: its rules were compared as if all that lay in the one had come along',
    ]);
  });

  test('that no line names any more', () => {
    const none = '<IfModule none_module>\nDocumentRoot /a\n</IfModule>\n';
    expect(notes('DocumentRoot /a\n', none)).toContain(
      '! -: DocumentRoot was /a and is /srv/htdocs, the default: AFTER has no DocumentRoot line here',
    );
    expect(notes(none, none)).toEqual([]);
  });

  test('that leave another served folder are not only moved', () => {
    const [outer, inner] = ['Alias /al /srv/a\n', 'Alias /al/b /srv/pub\n'];
    // The first that fits counts on both servers: /al/b was /srv/a/b.
    expect(notes(outer + inner, inner + outer)).toEqual([
      "! -: the folder of /al/b was /srv/a/b and is /srv/pub: it was in /srv/a, and is not any more; whether the rules of that held there can't be told",
    ]);
    // All of it has moved.
    const both = (folder: string) => `Alias /al/b ${folder}/b\nAlias /al ${folder}\n`;
    expect(notes(both('/srv/a'), both('/mnt/a')).filter((note) => note.startsWith('!'))).toEqual([]);
  });

  test('of a host are told with the host', () => {
    const made = (folder: string) => host('a.example', '*:80', `Alias /x ${folder}\n`);
    expect(notes(made('/a'), made('/b'))).toEqual([
      expect.stringMatching(/^ {2}<VirtualHost \*:80>: the folder of \/x was \/a and is \/b/),
    ]);
  });

  test('that something else answers for now', () => {
    const proxy = 'LoadModule proxy_module modules/mod_proxy.so\nProxyPass /app http://10.0.0.1/\n';
    expect(notes('Alias /app /usr/share/app\n', proxy)).toEqual([
      '! -: /app was served from /usr/share/app, and is not any more (proxied, or redirected): it was compared as if it were',
    ]);
    expect(notes(proxy, 'Alias /app /usr/share/app\n')).toEqual([
      '! Alias /app /usr/share/app: Alias /app /usr/share/app is new: it leads requests to a folder that no address led to before.',
      '! -: /app was not served from a folder, and is now: it was compared as far as its rules are Location sections',
    ]);
    expect(notes(proxy, '')).toEqual([
      '! -: /app was not served from a folder, and is now: it was compared as far as its rules are Location sections',
    ]);
    const inside = proxy.replace('ProxyPass /app ', '<Location /app>\nProxyPass ') + '</Location>\n';
    expect(notes(inside, '')).toHaveLength(1);
    expect(notes(inside, proxy)).toEqual([]);
    expect(notes(proxy, proxy)).toEqual([]);
  });

  test('of which one stands for several', () => {
    expect(notes('Alias /a /one\nAlias /b /two\n', 'Alias /a /both\nAlias /b /both\n')).toEqual([
      '! -: /both is served where /one and /two were: its rules were compared where they are written, and what lay in another folder is not served any more',
    ]);
  });

  test('that another line leads to now', () => {
    const alias = 'Alias /docs /srv/docs\n';
    const gone = notes(alias, '');
    expect(gone).toEqual(['! -: /docs was served from /srv/docs, and is served from /srv/htdocs/docs now']);
    expect(notes('', 'Alias /docs /srv/htdocs/docs\n')).toEqual([]);
    expect(notes('Alias /docs /srv/htdocs/docs\n', '')).toEqual([]);
    expect(notes(alias, 'Alias /docs/ /srv/docs/\n')).toEqual([]);
    const moved = (root: string) => `DocumentRoot ${root}\nAlias /docs ${root}/docs\n`;
    expect(notes(moved('/a'), 'DocumentRoot /b\n').filter((note) => note.startsWith('!'))).toEqual([]);
  });

  test.each([
    ['RewriteEngine On\nRewriteRule ^/a/(.*)$ /b/$1', 'RewriteEngine On\nRewriteRule ^/a/(.*)$ /c/$1'],
    [
      'RewriteEngine On\nRewriteRule ^/a/(.*)$ http://b/$1 [P]',
      'RewriteEngine On\nRewriteRule ^/a/(.*)$ http://c/$1 [P]',
    ],
    [
      'RewriteEngine On\nRewriteRule ^/a/x - [L]\nRewriteRule ^/a/(.*)$ /b/$1',
      'RewriteEngine On\nRewriteRule ^/a/(.*)$ /b/$1',
    ],
    ['AliasMatch ^/a/(.*)$ /srv/htdocs/b/$1', 'AliasMatch ^/a/(.*)$ /srv/htdocs/c/$1'],
  ])('that a pattern leads to, with the same access rules: %s', (before, after) => {
    const modules =
      'LoadModule rewrite_module modules/mod_rewrite.so\nLoadModule alias_module modules/mod_alias.so\nLoadModule proxy_module modules/mod_proxy.so\n';
    expect(notes(modules + before, modules + before)).toEqual([]);
    const changed = notes(modules + before, modules + after);
    expect(changed.length).toBeGreaterThan(0);
    expect(changed.every((note) => note.startsWith('! '))).toBe(true);
  });

  describe('of sections that switch rewriting', () => {
    const loaded = 'LoadModule rewrite_module modules/mod_rewrite.so\n';
    const rules = `${loaded}RewriteEngine On\nRewriteRule ^/b - [F]\n`;
    const section = (place: string, lines: string) =>
      `<${place}>\n${lines}\n</${place.split(' ')[0] ?? ''}>\n`;
    const elsewhere = 'requests are led elsewhere, where other access rules may apply.';

    test.each([
      ['Location /b', 'RewriteEngine off', rules],
      ['Directory /srv/htdocs/b', 'RewriteEngine off', rules],
      [
        'Directory /srv/htdocs/b',
        'RewriteEngine On',
        loaded + section('Directory /srv/htdocs', 'RewriteRule . - [F]'),
      ],
    ])('%s: %s', (place, lines, outer) => {
      const own = section(place, lines);
      expect(notes(outer + own, outer + own)).toEqual([]);
      expect(notes(outer + own, outer)).toEqual([`! ${lines}: ${lines} is gone: ${elsewhere}`]);
      expect(notes(outer, outer + own)).toEqual([`! ${lines}: ${lines} is new: ${elsewhere}`]);
    });

    test('where there are no other rules, that changes nothing', () => {
      const own = section('Location /b', 'RewriteEngine off\nRewriteRule x - [F]');
      expect(notes(loaded + own, loaded)).toEqual([]);
    });
  });

  test.each([
    ['^/b /a [L]', '^/b /a [END]', false],
    ['^/b http://x.example/ [R,L]', '^/b http://x.example/ [R,END]', true],
    ['^/b - [F]', '^/b - [F,END]', true],
    ['^/b /a [END]', '^/b /a [END]', true],
    ['^/b /a [L]', '^/b /a [last]', true],
  ])('[END] is [L] where nothing is led on: %s, %s', (before, after, isSame) => {
    const rule = (text: string) =>
      `LoadModule rewrite_module modules/mod_rewrite.so\n<Directory /srv/htdocs>\nRewriteEngine On\nRewriteRule ${text}\n</Directory>\n`;
    expect(notes(rule(before), rule(after)).length === 0).toBe(isSame);
  });

  test('that are not there', () => {
    const tree = (modules: string, root: string) =>
      memoryTree({
        'conf/httpd.conf': `${modules}DocumentRoot /srv/htdocs\nAlias /x /srv/${root}\n`,
        'x/index.html': '',
        'y/index.html': '',
      });
    const told = (root: string) => compare(tree(MODULES_22, 'x'), tree(MODULES_24, root)).notes;
    expect(told('z').map(({ level, message }) => `${level} ${message}`)).toEqual([
      'difference the folder of /x was /srv/x and is /srv/z, which is not there',
    ]);
    expect(told('y').map(({ level, message }) => `${level} ${message}`)).toEqual([
      'difference the folder of /x was /srv/x and is /srv/y; both are there, and whether they hold the same files is not compared',
    ]);
  });

  test('in the place of which another server answers, or another one than before', () => {
    const proxy = (url: string) => `LoadModule proxy_module modules/mod_proxy.so\nProxyPass /app ${url}\n`;
    expect(notes(proxy('http://10.0.0.1/'), proxy('http://10.0.0.2/'))).toEqual([
      '! -: /app was proxied to http://10.0.0.1, and is proxied to http://10.0.0.2 now',
    ]);
  });
});

test('lines that set a variable for which rules ask', () => {
  const rules = (setter: string, rule: string) => `${setter}\n<Location /a>\n${rule}\n</Location>\n`;
  const what = 'rules ask for what it sets, and the variable was taken to be set for the same requests';
  expect(
    notes(
      rules('SetEnvIf Referer x ok', 'Order allow,deny\nAllow from env=ok'),
      rules('BrowserMatch y OK', 'Require env ok'),
    ),
  ).toEqual([
    `! SetEnvIf Referer x ok: SetEnvIf Referer x ok is not in AFTER, or in another order: ${what}`,
    `! BrowserMatch y OK: BrowserMatch y OK is not in BEFORE: ${what}`,
  ]);
});

describe('templates', () => {
  const branch = (test_: string, rule: string) =>
    `<% if ${test_} %>\n<Location /a>\n${rule}\n</Location>\n<% end %>\n`;

  test('whose branches are compared case by case', () => {
    const told = (alike: string) =>
      `-: /srv/conf/httpd.conf is a template: its branches${alike} were compared case by case`;
    const alike = `  ${told(', which are the same in both,')}`;
    expect(notes(branch('@x', 'Deny from all'), branch('@x', 'Require all denied'))).toEqual([alike, alike]);
    const other = `! ${told('')}`;
    expect(notes(branch('@x', 'Deny from all'), branch('@y', 'Require all denied'))).toEqual([other, other]);
  });

  test.each([
    ['{% if x %}\n{% end %}', '{%- if   x -%}\n{% end %}', true],
    ['  <% if @x %>\t\n<% end %>', '<%- if @x -%>\n<% end %>', true],
    ['<% end %>\n<% if @x %>', '<% if @x %>\n<% end %>', true],
    ['<% if @x %>', '<% if @x %>\n<% else %>', false],
    ['{% if x %}', '{% if y %}', false],
    ['<% if @x %>', '', false],
    ['<%= @x %>', '<%= @y %>', true],
  ])('whose branches are compared case by case: %j, %j', (before, after, isAlike) => {
    const tree = (text: string) => `${text}\n<% %>\n`;
    const levels = new Set(notes(tree(before), tree(after)).map((note) => note[0]));
    expect([...levels]).toEqual([isAlike ? ' ' : '!']);
  });

  test('and what will be put in', () => {
    expect(
      notes(
        '<Location /a>\nDeny from {{ x }}\n</Location>\n',
        '<Location /a>\n<RequireAll>\nRequire all granted\nRequire not ip {{  x }} {{y}}\n</RequireAll>\n</Location>\n',
      ),
    ).toEqual([
      '  Require not ip {{  x }} {{y}}: what will be put in for {{ x }} is taken to be the same in both, and is called 240.0.0.1 here',
      '! Require not ip {{  x }} {{y}}: what will be put in for {{y}} is not known: whom this line means was not compared',
    ]);
    const named = (line: string) => `<Location /a>\n${line}\n</Location>\n`;
    expect(notes(named('Allow from @x@'), named('Require host @x@'))).toEqual([
      '  Require host @x@: what will be put in for @x@ is taken to be the same in both, and is called placeholder-1.invalid here',
    ]);
  });
});

test.each([
  ['<If "true">', 'Require all denied', 'the access rules in <If "true"> were not compared'],
  ['<ElseIf "true">', 'Require all denied', 'the access rules in <ElseIf "true"> were not compared'],
  ['<If "true">', 'AllowMethods GET', 'the access rules in <If "true"> were not compared'],
  ['<If "true">', 'AuthUserFile /x', 'the access rules in <If "true"> were not compared'],
  ['<If "true">', 'RewriteEngine Off', 'the lines that lead requests in <If "true"> were not compared'],
  ['<Else>', 'SSLRequireSSL', 'the access rules in <Else> were not compared'],
  ['<If "true">', 'RewriteRule x - [F]', 'the lines that lead requests in <If "true"> were not compared'],
  [
    '<If "true">',
    'Options +Indexes\nSetHandler x',
    'the Options and SetHandler lines in <If "true"> were not compared',
  ],
  ['<Else>', 'Redirect /x /y', 'the lines that lead requests in <Else> were not compared'],
  ['<Else>', '<RequireAny>\nRequire ip 10\n</RequireAny>', 'the access rules in <Else> were not compared'],
  [
    '<Macro Rules $x>',
    '<Location /x>\nAllowOverride None\n</Location>',
    'the access rules in <Macro Rules $x> were not compared',
  ],
  [
    '<Perl>',
    'push @Alias, "/x /y";',
    'what Perl makes of this section is not known before the server starts: it was not compared',
  ],
])('rules inside of %s', (open, lines, message) => {
  const [, name = ''] = /<(\w+)/.exec(open) ?? [];
  const inside = (text: string) => `${open}\n${text}\n</${name}>\n`;
  const [old, made] = ['<IfVersion < 2.3>\n', '<IfVersion >= 2.4>\n'].map(
    (guard) => `${guard}${inside(lines)}</IfVersion>\n`,
  );
  const told = [`! ${open}: ${message}`];
  expect(notes(old ?? '', '')).toEqual(told);
  expect(notes('', made ?? '')).toEqual(told);
  expect(notes(made ?? '', old ?? '')).toEqual([]);
  expect(notes('', inside(name === 'Perl' ? 'use My::Module;\n1;' : 'Header set X y'))).toEqual([]);
});

test('rules inside of a condition in a .htaccess file', () => {
  const tree = (text: string) =>
    memoryTree({ 'conf/httpd.conf': MODULES_24, 'htdocs/.htaccess': `<If "true">\n${text}\n</If>\n` });
  const codes = (text: string) => compare(tree(text), tree(text)).notes.map(({ code }) => code);
  // Of 2.4 alone: 2.2 refuses the file for `<If`, whatever is in it.
  expect(codes('Require all denied')).toEqual(['not-read']);
  expect(codes('AddDefaultCharset utf-8')).toEqual([]);
});

describe('a folder that is served and is not here', () => {
  const notRead = (before: string, after: string) => {
    const tree = (modules: string, override: string) =>
      memoryTree(
        `${modules}DocumentRoot /srv/far\n<Directory /srv/far>\nAllowOverride ${override}\n</Directory>\n`,
      );
    const { notes: told } = compare(tree(MODULES_22, before), tree(MODULES_24, after));
    return told.filter(({ code }) => code === 'not-read').length;
  };

  test('is told once, where its .htaccess files counted before or count now', () => {
    expect(notRead('None', 'None')).toBe(0);
    expect(notRead('All', 'None')).toBe(1);
    expect(notRead('All', 'All')).toBe(1);
    expect(notRead('FileInfo', 'All')).toBe(1);
    expect(notRead('None', 'All')).toBe(1);
  });
});

// As both servers answered: 404 of 2.2, the page of 2.4.
describe('a folder that is left to a handler', () => {
  const told = (folder: string, lines: string, after = lines) => {
    const tree = (modules: string, text: string) =>
      memoryTree({
        'conf/httpd.conf': `${modules}Options All\n<Directory /srv/htdocs/${folder}>\n${text}</Directory>\n`,
        'htdocs/pages/sub/index.html': '',
        'htdocs/other/x': '',
      });
    const { notes: all } = compare(tree(MODULES_22, lines), tree(MODULES_24, after));
    return all.filter(({ message }) => message.includes('DirectoryCheckHandler')).map(({ level }) => level);
  };
  const HANDLER = 'SetHandler mine\n';

  test.each([
    ['pages', HANDLER, ['difference']],
    ['pages', `${HANDLER}DirectoryCheckHandler On\n`, []],
    ['pages', `${HANDLER}DirectoryIndex disabled\n`, []],
    ['pages', 'SetHandler none\n', []],
    ['other', HANDLER, []],
  ])('%s: %j', (folder, after, expected) => {
    expect(told(folder, HANDLER, after)).toEqual(expected);
  });

  const PAGES = { 'htdocs/pages/index.html': '', 'htdocs/other/x': '', 'cgi/sub/index.html': '' };
  test.each([
    ['<Location /pages>\nSetHandler mine\n</Location>', ['difference']],
    ['<Location /pages>\nSetHandler mine\nDirectoryCheckHandler On\n</Location>', []],
    ['DirectoryCheckHandler On\n<Location /pages>\nSetHandler mine\n</Location>', []],
    ['<Location /other>\nSetHandler mine\n</Location>', []],
    ['<Location /status>\nSetHandler server-status\n</Location>', []],
    ['SetHandler mine', ['difference']],
    ['<LocationMatch "^/p">\nSetHandler mine\n</LocationMatch>', ['difference']],
    ['<VirtualHost *:80>\nDirectoryCheckHandler On\n</VirtualHost>\nSetHandler mine', ['difference']],
    ['<Files a.txt>\nSetHandler mine\n</Files>', []],
    ['Dav On', ['difference']],
    ['ScriptAlias /cgi/ /srv/cgi/', ['difference']],
    ['ScriptAlias /cgi/ /srv/cgi/\nDirectoryCheckHandler On', []],
    ['ScriptAlias /cgi/ /srv/htdocs/other/', []],
  ])('by %j', (lines, expected) => {
    const tree = (modules: string) => {
      const dav = 'LoadModule dav_module mod_dav.so\nLoadModule dav_fs_module mod_dav_fs.so\n';
      return memoryTree({ ...PAGES, 'conf/httpd.conf': `${modules}${dav}${lines}\n` });
    };
    const { notes: all } = compare(tree(MODULES_22), tree(MODULES_24));
    const ofProxy = all.filter(({ message }) => message.includes('DirectoryCheckHandler On keeps'));
    expect(ofProxy.map(({ level }) => level)).toEqual(expected);
  });
});

test('each has a code of its own, for programs', () => {
  const codes = (before: string, after: string) =>
    compare(memoryTree(MODULES_22 + before), memoryTree(MODULES_24 + after)).notes.map(({ code }) => code);
  expect(codes('Alias /a /b\n', 'Alias /a /c\n')).toEqual(['alias-changed']);
  expect(codes('Alias /a /b\nAlias /c /d\n', 'Alias /a /e\nAlias /c /e\n')).toEqual(['folders-ambiguous']);
  expect(codes(host('a.example'), host('b.example'))).toEqual(['host-renamed']);
  expect(codes('<Location /a>\nDeny from @x@\n</Location>', '')).toEqual(['placeholder']);
  expect(codes('<% if @x %>\n', '')).toEqual(['placeholder']);
  const proxy = 'LoadModule proxy_module modules/mod_proxy.so\nProxyPass /app http://10.0.0.1/\n';
  expect(codes(proxy, '')).toEqual(['alias-changed']);
});

test('a folder that moved within a tree below another root', () => {
  const tree = (root: string, folder: string, modules: string) =>
    memoryTree(`${modules}DocumentRoot ${folder.startsWith('/') ? '' : `${root}/`}${folder}\n`, { root });
  const told = (was: string, is: string) =>
    compare(tree('/old', was, MODULES_22), tree('/new', is, MODULES_24)).notes.map(({ message }) => message);
  expect(told('a', 'a')).toEqual([]);
  expect(told('/var/www', '/var/www')).toEqual([]);
  expect(told('/var/a', '/var/b')).toHaveLength(1);
  expect(told('a', 'b')).toEqual([
    'DocumentRoot was /old/a and is /new/b: its rules were compared as if all that lay in the one had come along',
  ]);
});

test('trees that are not compared for their many open guards', () => {
  const guarded = (name: string) =>
    `<IfDefine ${name}>\n<Location /${name}>\nDeny from all\n</Location>\n</IfDefine>\n`;
  expect(notes(['A', 'B', 'C', 'D', 'E', 'F'].map(guarded).join(''), '')).toEqual([
    "! -: rules stand inside of too many IfModule, IfDefine or IfVersion tests that are open: say which names httpd is started with (-D NAME) and which not (-D '!NAME')",
  ]);
});

test('files of rules that 2.2 looked for under another name', () => {
  const tree = (modules: string, names: string, rules: string) =>
    memoryTree({
      'conf/httpd.conf': `${modules}<Directory /srv/htdocs>\nAllowOverride All\n</Directory>\n${names}`,
      'htdocs/a/.acl': rules,
    });
  const before = tree(MODULES_22, 'AccessFileName .acl\n', 'Deny from all\n');
  const codes = (names: string) =>
    compare(before, tree(MODULES_24, names, 'Require all denied\n')).notes.map(({ code }) => code);
  expect(codes('AccessFileName .acl\n')).toEqual([]);
  expect(codes('<IfVersion < 2.4>\nAccessFileName .acl\n</IfVersion>\n')).toContain('not-read');
  expect(codes('AccessFileName .rules\n')).toContain('not-read');
});

// A real 2.2.34 answered 401 to who had a certificate and no password, and a 2.4 answered 200.
test('users whom 2.4 takes from certificates', () => {
  const tls = (lines: string) =>
    host('a.example', '*:443', `SSLEngine on\nSSLVerifyClient optional\n${lines}`);
  const named = 'SSLUserName SSL_CLIENT_S_DN_CN\n';
  const asking = (require: string, lines = '') =>
    `<Location /a>\nAuthType Basic\nAuthName a\nAuthUserFile u\n${lines}Require ${require}\n</Location>\n`;
  const told = (lines: string) => notes(tls(lines), tls(lines)).filter((note) => note.includes('logged in'));
  const users = asking('valid-user');
  expect(told(named + users)).toEqual([expect.stringMatching(/^! SSLUserName SSL_CLIENT_S_DN_CN: /)]);
  expect(told(asking('group x', named))).toHaveLength(1);
  expect(told(asking('group x') + named.replace(/.*/, '<Location /b>\n$&\n</Location>'))).toEqual([]);
  expect(told(users)).toEqual([]);
  expect(told(named)).toEqual([]);
  // The file of passwords is asked for the name in the certificate.
  expect(told(`SSLOptions +FakeBasicAuth\n${named}${users}`)).toEqual([]);
  expect(told(named + asking('valid-user', 'SSLOptions +FakeBasicAuth\n'))).toEqual([]);
  const plain = host('a.example', '*:80', named + users);
  expect(notes(plain, plain).filter((note) => note.includes('logged in'))).toEqual([]);
});

// A real 2.2.34 answered 200 to who gave a password without TLS, and a 2.4 answered 403.
test('conditions of mod_ssl that a password stood in for', () => {
  const asking = (lines: string) =>
    `<Location /a>\nSSLRequireSSL\nAuthType Basic\nAuthName a\nAuthUserFile u\nRequire valid-user\n${lines}</Location>\n`;
  const told = (before: string, after: string) =>
    notes(before, after).filter((note) => note.includes('Satisfy any'));
  const any = asking('Satisfy any\n');
  expect(told(any, asking(''))).toEqual([expect.stringMatching(/^! SSLRequireSSL: /)]);
  expect(told(asking('Satisfy all\n'), asking(''))).toEqual([]);
  expect(told(asking('SSLOptions +StrictRequire\nSatisfy any\n'), asking(''))).toEqual([]);
  expect(told(any, asking('').replace('SSLRequireSSL\n', ''))).toEqual([]);
  expect(told(any, `LoadModule access_compat_module modules/mod_access_compat.so\n${any}`)).toEqual([]);
});

describe('what one server takes for another thing than the other', () => {
  // Seen: `^/(.*) $1` and `^admin - [F]` answer 403 to /admin/x in 2.2.34, and 200 in 2.4.71.
  test('a result of a RewriteRule without a slash before it, which gets one since 2.4.60', () => {
    const rules = (output: string, flags = '') =>
      `LoadModule rewrite_module mod_rewrite.so\nRewriteEngine On\nRewriteRule ^/(.*) ${output}${flags}\nRewriteRule ^admin - [F]\n`;
    const told = (text: string, target = 'stock') => {
      const after = memoryTree(MODULES_24 + text, { target: targetProfile(target)! });
      return found(compare(memoryTree(MODULES_22 + text), after)).filter((each) => each === 'undecided');
    };
    expect(told(rules('$1'))).toEqual(['undecided']);
    expect(told(rules('index.php'))).toEqual(['undecided']);
    expect(told(rules('$1'), '2.4.58')).toEqual([]);
    expect(told(rules('/$1'))).toEqual([]);
    expect(told(rules('$1', ' [R]'))).toEqual([]);
    const switched = (engine: string) =>
      `<VirtualHost *:80>\n${rules('$1')}RewriteEngine ${engine}\n</VirtualHost>\n`;
    expect(
      told(`LoadModule rewrite_module mod_rewrite.so\n${switched('On').replace(/LoadM.*\n/, '')}`),
    ).toEqual(['undecided']);
    expect(
      told(`LoadModule rewrite_module mod_rewrite.so\n${switched('Off').replace(/LoadM.*\n/, '')}`),
    ).toEqual([]);
  });

  const told = (before: string, after: string, release = '2.4.71') =>
    compare(
      memoryTree(MODULES_22 + before),
      memoryTree(MODULES_24 + after, { target: targetProfile(release)! }),
    ).notes.flatMap(({ level, message }) => (level === 'difference' ? [message] : []));

  test('aliases of providers, before 2.4.8', () => {
    const login =
      '<Location /x>\nAuthType Basic\nAuthName x\nAuthBasicProvider staff\nRequire valid-user\n</Location>\n';
    const alias = '<AuthnProviderAlias file staff>\nAuthUserFile conf/staff\n</AuthnProviderAlias>\n';
    const modules = 'LoadModule authn_alias_module mod_authn_alias.so\n';
    const [here, inHost] = [alias + login, alias + NAMED + host('a', '*:80', login)];
    const hidden =
      'before 2.4.8 a virtual host with AuthType or AuthName lines does not see the provider alias staff: nobody can log in by it there (401)';
    expect(told(modules + inHost, inHost, '2.4.7')).toEqual([hidden]);
    expect(told(modules + inHost, inHost, '2.4.8')).toEqual([]);
    expect(told(modules + here, here, '2.4.7')).toEqual([]);
  });

  test('POST to a balancer manager', () => {
    const modules =
      'LoadModule proxy_module mod_proxy.so\nLoadModule proxy_balancer_module mod_proxy_balancer.so\n';
    const manager = (rules: string) => `<Location /b>\nSetHandler balancer-manager\n${rules}\n</Location>\n`;
    const limited = (rule: string) => manager(`<Limit GET>\n${rule}\n</Limit>`);
    const taken =
      '2.2 answered 404 to POST here, and 2.4 changes the balancer by it: the rules let in somebody with POST whom they keep out with GET';
    const allow = 'LoadModule allowmethods_module mod_allowmethods.so\n';
    expect(
      told(modules + limited('Order allow,deny'), modules + allow + limited('Require all denied')),
    ).toEqual([taken]);
    expect(
      told(modules + manager('Order allow,deny'), modules + allow + manager('Require all denied')),
    ).toEqual([]);
  });
});

test.each([
  ['dir', '', ['AFTER does not load mod_dir', 'BEFORE did not load mod_dir']],
  ['cgi', 'ScriptAlias /c/ /srv/c/', ['AFTER does not load mod_cgi', 'BEFORE did not load mod_cgi']],
  ['cgi', '', []],
  [
    'proxy_http',
    'LoadModule proxy_module mod_proxy.so\nProxyPass /p http://10.0.0.1/',
    ['AFTER does not load mod_proxy_http', 'BEFORE did not load mod_proxy_http'],
  ],
  ['proxy_http', 'LoadModule proxy_module mod_proxy.so\nProxyPass /p ajp://10.0.0.1/', []],
  ['status', '<Location /s>\nSetHandler server-status\n</Location>', ['AFTER does not', 'BEFORE did not']],
  [
    'autoindex',
    '<Directory /srv/htdocs>\nOptions Indexes\n</Directory>',
    ['AFTER does not', 'BEFORE did not'],
  ],
  ['autoindex', '<Directory /srv/htdocs>\nOptions None\n</Directory>', []],
  ['include', '<Files *.shtml>\nSetOutputFilter INCLUDES\n</Files>', ['AFTER does not', 'BEFORE did not']],
])('mod_%s is told where %j asks for it', (name, lines, expected) => {
  const loaded = `LoadModule ${name}_module mod_${name}.so\n`;
  const text = `${lines}\nAccessFileName none\n`;
  const told = (old: string, made: string) =>
    notes(old + text, made + text).filter((note) => /load mod_/.test(note));
  const without = (modules: string) => modules.replace(/LoadModule dir_module.*\n/, '');
  const between = (old: string, made: string) =>
    compare(memoryTree(without(MODULES_22) + old + text), memoryTree(without(MODULES_24) + made + text))
      .notes.map(({ message }) => message)
      .filter((message) => /load mod_/.test(message));
  expect(told(loaded, loaded)).toEqual([]);
  expect([...between(loaded, ''), ...between('', loaded)]).toEqual(
    expected.map((message) => expect.stringContaining(message)),
  );
});

// As both servers answered.
test.each([
  ['', '', ['/h'], 'neither tree loads mod_proxy: 2.2 took what this rule makes'],
  [
    'proxy',
    '',
    ['/s', '/h'],
    '2.2 proxied what this rule fits, and AFTER does not load mod_proxy: 2.4 answers 403',
  ],
  ['', 'proxy', ['/s', '/h'], 'BEFORE did not load mod_proxy'],
  ['proxy', 'proxy', [], ''],
])('rules that proxy, with %j in BEFORE and %j in AFTER', (was, is, told, message) => {
  const tree = (modules: string, names: string) => {
    const loaded = names.replace(/\w+/g, (name) => `LoadModule ${name}_module mod_${name}.so\n`);
    const rule = (path: string) => `RewriteEngine On\nRewriteRule ^${path} http://10.0.0.1/ [P]\n`;
    return memoryTree(
      `${modules}${loaded}${rule('/s')}<Directory /srv/htdocs>\nDirectoryCheckHandler On\n${rule('/h')}</Directory>\n`,
    );
  };
  const { notes: all } = compare(tree(MODULES_22, `rewrite ${was}`), tree(MODULES_24, `rewrite ${is}`));
  const ofProxy = all.filter((note) => note.message.includes('mod_proxy'));
  expect(ofProxy.map(({ place }) => place?.args[0])).toEqual(told.map((path) => `^${path}`));
  expect(ofProxy.every((note) => note.message.startsWith(message))).toBe(true);
});

describe('guards that are open', () => {
  const within = (guard: string, lines: string) => `<${guard}>\n${lines}\n</${guard.split(' ')[0]}>\n`;

  test.each([
    'Alias /x /srv/x',
    'Redirect /x http://b/',
    'RewriteEngine On\nRewriteRule ^/x - [F]',
    'Options -Indexes',
    '<Location /x>\nAuthName x\n</Location>',
    '<Location /x>\nRedirect 403 /x\n</Location>',
  ])('are told where they are not the same around %j', (lines) => {
    const head = 'LoadModule rewrite_module mod_rewrite.so\nAccessFileName none\n';
    const told = (old: string, made: string) =>
      notes(head + old, head + made).filter((note) => note.includes('was read'));
    expect(told(within('IfDefine X', lines), within('IfDefine X', lines))).toEqual([]);
    expect(told(within('IfDefine X', lines), within('IfDefine !X', lines))[0]).toMatch(
      /was read where <IfDefine X> holds, and is read where <IfDefine !X> holds$/,
    );
    expect(told(lines, within('IfDefine X', within('IfDefine Y', lines)))[0]).toMatch(
      /was read in any case, and is read where <IfDefine X> and <IfDefine Y> hold$/,
    );
  });

  test('do not count where the line needs the module, nor in other words for it', () => {
    const part = (lines: string) =>
      memoryTree(
        { 'conf/httpd.conf': '' },
        { path: '<stdin>', text: `<Directory /x>\n${lines}</Directory>\n` },
      );
    const told = (old: string, made: string) =>
      compare(part(old), part(made)).notes.map(({ message }) => message);
    const rule = 'Redirect 403 /x';
    expect(told(within('IfModule mod_alias.c', rule), `${rule}\n`)).toEqual([]);
    expect(told(within('IfModule mod_ssl.c', rule), within('IfModule ssl_module', rule))).toEqual([]);
    expect(told(within('IfModule mod_ssl.c', rule), `${rule}\n`)).toEqual([
      'Redirect 403 /x was read where <IfModule ssl_module> holds, and is read in any case',
    ]);
  });
});

test('Include lines are told of which not all was read', () => {
  const told = (before: string, after: string) =>
    notes(before, after).filter((note) => /not here|no file|not read|Include lines/.test(note));
  const missing = (version: string) =>
    `! Include conf/x.conf: /srv/conf/x.conf is not here: ${version} does not start without it, and what it says was not compared`;
  const line = 'Include conf/x.conf\n';
  expect(told('', line)).toEqual([missing('2.4')]);
  expect(told(line, '')).toEqual([missing('2.2')]);
  expect(told(line, line)).toEqual([missing('2.2'), missing('2.4')]);
  expect(told('', 'IncludeOptional conf/x.conf\n')).toEqual([]);
  expect(told('', `<IfVersion < 2.4>\n${line}</IfVersion>\n`)).toEqual([]);
  expect(told('', 'Include ${NONE}/x.conf\n')).toEqual([
    expect.stringContaining('was not read, and what it says was not compared'),
  ]);
  // In conf is nothing but the main file.
  expect(told('', 'Include conf/*.inc\n')).toEqual([
    expect.stringContaining('no file matches /srv/conf/*.inc here, and 2.4 does not start where none does'),
  ]);
  expect(told('Include conf/*.inc\n', 'IncludeOptional conf/*.inc\n')).toEqual([]);
  expect(told('', 'Include conf/httpd.conf\n')).toEqual([expect.stringContaining('that lead to each other')]);
});

test('macros are told where their lines are not the same in both trees, and may affect what is compared', () => {
  const macro = (lines: string, use = 'Use V /a\n') => `<Macro V $p>\n${lines}\n</Macro>\n${use}`;
  const alias = macro('Alias $p /srv/htdocs/b');
  const told = (name: string, other: string) =>
    `the lines that the macro ${name} puts here were not compared, and ${other} does not have them from a macro`;
  const codes = (before: string, after: string) =>
    notes(before, after).flatMap((note) => (note.includes('macro') ? note.replace(/^.*?: /, '') : []));
  expect(codes('', alias)).toEqual([told('V', 'BEFORE')]);
  expect(codes(alias, '')).toEqual([told('V', 'AFTER')]);
  expect(codes(alias, alias.replace('b\n', 'c\n'))).toEqual([told('V', 'BEFORE'), told('V', 'AFTER')]);
  expect(codes(alias, alias.replace('Use V /a', 'Use v /b'))).toEqual([
    told('v', 'BEFORE'),
    told('V', 'AFTER'),
  ]);
  expect(codes(alias, alias.replace('Alias', '# moved\n  Alias '))).toEqual([]);
  for (const lines of [
    '$p all granted',
    'Include $p',
    '<VirtualHost *:80>\n</VirtualHost>',
    'Redirect 403 $p',
  ]) {
    expect([lines, ...codes('', macro(lines))]).toEqual([lines, told('V', 'BEFORE')]);
  }
  expect(codes('', macro('ErrorLog $p'))).toEqual([]);
  expect(codes('', macro('Redirect 403 $p', ''))).toEqual([]);
});

test('a macro that is nowhere is told', () => {
  const [old, made] = ['ServerRoot /srv\nListen 80\n', 'ServerRoot /srv\nListen 80\nUse Gone a\n'];
  expect(notes(old, made)).toContainEqual(
    expect.stringContaining('no <Macro Gone> is here: 2.4 does not start'),
  );
});

const modulesTold =
  (before: string) =>
  (line: string, files = {}) =>
    compare(memoryTree(before), memoryTree({ 'conf/httpd.conf': MODULES_24 + line, ...files })).notes.flatMap(
      ({ code, message }) => (code === 'module' ? message : []),
    );

test('a file that is not of the module which is loaded from it is told, unless it is there', () => {
  const told = modulesTold(MODULES_22);
  const line = 'LoadModule status_module modules/mod_statusx.so\n';
  expect(told(line)).toEqual([
    "status_module is httpd's own and in mod_status.so: unless there is a file modules/mod_statusx.so, 2.4 does not start",
  ]);
  expect(told(line, { 'modules/mod_statusx.so': '' })).toEqual([]);
  expect(told('LoadModule php5_module modules/libphp5.so\n')).toEqual([]);
  expect(told('LoadModule status_module modules/${FILE}\n')).toEqual([]);
});

test('a module in a folder that is not here is told, unless it is that of the others', () => {
  const told = modulesTold(MODULES_22);
  for (const path of ['mods/mod_status.so', '/opt/modules/mod_status.so']) {
    const line = `LoadModule status_module ${path}\n`;
    expect(told(line)).toEqual([
      `status_module is httpd's own and the other modules are in another folder: unless there is a file ${path}, 2.4 does not start`,
    ]);
    expect(modulesTold(MODULES_22 + line)(line)).toEqual([]);
    expect(told(`<IfVersion < 2.4>\n${line}</IfVersion>\n`)).toEqual([]);
  }
  expect(told('LoadModule status_module mods/mod_status.so\n', { 'mods/mod_status.so': '' })).toEqual([]);
  for (const path of ['modules/mod_status.so', '/srv/modules/mod_status.so']) {
    expect(told(`LoadModule status_module ${path}\n`)).toEqual([]);
  }
});

test('a section that a parameter of the macro around it names is no text that 2.4 refuses', () => {
  const text = '<Macro S $n>\n<$n /x>\nRequire all granted\n</$n>\n</Macro>\nUse S Location\n';
  const made = `${MODULES_24}LoadModule macro_module modules/mod_macro.so\n${text}`;
  const { unreadable, refused, notes: told } = compare(memoryTree(MODULES_22), memoryTree(made));
  expect([...unreadable, ...refused]).toEqual([]);
  expect(told.map(({ message }) => message)).toContainEqual(
    expect.stringContaining('the access rules in <Macro S $n> were not compared'),
  );
});

test('a line in a guard of 2.4 alone that is decided is told without it', () => {
  const inside = (guard: string) => `<${guard}>\nRedirect 403 /x\n</${guard.split(' ')[0] ?? ''}>\n`;
  const told = (guard: string) =>
    compare(memoryTree(MODULES_22 + 'Redirect 403 /x\n'), memoryTree(MODULES_24 + inside(guard))).notes.map(
      ({ message }) => message,
    );
  for (const guard of ['IfDirective Redirect', 'IfSection !Proxy', 'IfFile conf/httpd.conf']) {
    expect([guard, ...told(guard)]).toEqual([guard]);
  }
  expect(told('IfFile conf/none')).toEqual([
    'Redirect 403 /x was read in any case, and is read where <IfFile conf/none> holds',
  ]);
  expect(told('IfDirective !Redirect')).not.toEqual([]);
});
