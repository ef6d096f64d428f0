import { describe, expect, test } from '@jest/globals';
import { contributionsOf, titleOf } from '../../../src/access/index.ts';
import type { ConcreteRequest, Version } from '../../../src/access/index.ts';
import { ask, memoryTree, MODULES_22, MODULES_24 } from './memory-tree.ts';
import type { MemoryTree } from './memory-tree.ts';

// What is told beside the answer: what had to be taken for granted, what the sections say, what else may come out.

function assumed(tree: MemoryTree, path: string, request: Partial<ConcreteRequest> = {}): string[] {
  return ask(tree, path, request).assumptions.map(({ text, line }) =>
    line === null ? text : `${line.name}: ${text}`,
  );
}

describe('what is taken for granted', () => {
  const here = memoryTree({
    'conf/httpd.conf': `${MODULES_22}<Location /in>\nAuthType Basic\nAuthName x\nAuthUserFile u\nRequire valid-user\n</Location>\n`,
    'htdocs/in/x': '',
    'htdocs/x': '',
  });
  const TAKEN = 'what is served is not on this machine:';

  test('nothing, where all is known', () => {
    expect(assumed(here, '/x')).toEqual([]);
    expect(assumed(here, '/in/x')).toEqual([]);
  });

  test('a password', () => {
    expect(assumed(here, '/in/x', { user: 'ann' })).toEqual(['the password of ann is right']);
    expect(assumed(here, '/in/x', { user: 'ann', scheme: 'digest' })).toEqual([]);
  });

  test('a name that a directory gives', () => {
    const named = (lines: string, alias = '') => {
      const area = `<Location /in>\nAuthType Basic\nAuthName x\n${lines}\nRequire valid-user\n</Location>\n`;
      const tree = memoryTree({ 'conf/httpd.conf': `${MODULES_22}${alias}${area}`, 'htdocs/in/x': '' });
      return assumed(tree, '/in/x', { user: 'ann' }).slice(1);
    };
    const ldap = 'AuthBasicProvider ldap\nAuthLDAPURL ldap://a/o=x?uid,cn\n';
    const other = (name: string) => [expect.stringContaining(`ann is what ${name} calls the user`)];
    expect(named(ldap)).toEqual([]);
    expect(named(`${ldap}AuthLDAPRemoteUserAttribute cn`)).toEqual(other('AuthLDAPRemoteUserAttribute'));
    expect(named(`${ldap}AuthLDAPRemoteUserIsDN on`)).toEqual(other('AuthLDAPRemoteUserIsDN'));
    expect(named(`${ldap}AuthLDAPRemoteUserIsDN off`)).toEqual([]);
    const alias = `<AuthnProviderAlias ldap staff>\n${ldap}AuthLDAPRemoteUserAttribute cn\n</AuthnProviderAlias>\n`;
    expect(named('AuthBasicProvider staff', alias)).toEqual(other('AuthLDAPRemoteUserAttribute'));
    expect(named(ldap, alias)).toEqual([]);
  });

  test('that a forward proxy is asked for what is its own', () => {
    const of = (word: string) =>
      memoryTree({
        'conf/httpd.conf': `${MODULES_22}LoadModule proxy_module x.so\n<VirtualHost *>\nProxyRequests ${word}\n</VirtualHost>\n`,
        'htdocs/x': '',
      });
    const told = [expect.stringMatching(/^the request is for this server itself\..*ProxyRequests On/)];
    expect(assumed(of('On'), '/x', { host: 'a.example' })).toEqual(told);
    expect(assumed(of('Off'), '/x', { host: 'a.example' })).toEqual([]);
    expect(assumed(of('On'), '/x')).toEqual([]);
  });

  test('files that are not on this machine, each once', () => {
    const elsewhere = memoryTree(
      `${MODULES_22}DocumentRoot /far\nDirectoryIndex a b\n<Files a>\nDeny from all\n</Files>\n`,
    );
    expect(assumed(elsewhere, '/x')).toEqual([`${TAKEN} /far/x is taken to exist`]);
    expect(assumed(elsewhere, '/in/')).toEqual([
      `${TAKEN} /far/in/ and /far/in/a and /far/in/b are taken to exist`,
    ]);
  });

  test('that no .htaccess file counts in a folder on the way that could not be searched', () => {
    const closed = memoryTree(
      {
        'conf/httpd.conf': `${MODULES_22}<Directory /srv/htdocs>\nAllowOverride All\n</Directory>\n`,
        'htdocs/in/x': '',
        'htdocs/x': '',
      },
      { closed: ['/srv/htdocs/in'] },
    );
    expect(assumed(closed, '/x')).toEqual([]);
    expect(assumed(closed, '/in/x')).toEqual([
      'no .htaccess file counts in /srv/htdocs/in, where none could be read',
    ]);
  });

  test('that a .htaccess file on the way that could not be read counts for nothing', () => {
    const closed = memoryTree(
      {
        'conf/httpd.conf': `${MODULES_22}<Directory /srv/htdocs>\nAllowOverride All\n</Directory>\n`,
        'htdocs/in/.htaccess': 'Deny from all\n',
        'htdocs/in/x': '',
      },
      { closed: ['/srv/htdocs/in/.htaccess'] },
    );
    expect(assumed(closed, '/in/x')).toEqual([
      'no .htaccess file counts in /srv/htdocs/in, where none could be read',
    ]);
  });

  test('a folder that is made of the name of the host', () => {
    const hosts = memoryTree({ 'conf/httpd.conf': 'VirtualDocumentRoot /srv/%0\n', 'htdocs/x': '' });
    expect(assumed(hosts, '/x')).toEqual([
      'virtualdocumentroot: the folder that this line leads to is not known: DocumentRoot was taken',
    ]);
  });

  test('that a rule is not met', () => {
    const rules =
      'RewriteEngine on\nRewriteMap map prg:/x\nRewriteCond %{HTTP_COOKIE} a\nRewriteRule ^/x - [F]\nRewriteRule ^/x ${map:x}\nRewriteRule ^/y - [F]\n';
    const tree = memoryTree({ 'conf/httpd.conf': rules, 'htdocs/x': '' });
    const line =
      'rewriterule: whether the request meets this rule is not known: the way shown is the one where it does not';
    expect(assumed(tree, '/x')).toEqual([line]);
  });

  test('which patterns a file meets that is asked for within a request', () => {
    const within =
      'directoryindex: this line makes the server ask for another file within the request: that was taken to meet the patterns of folders that it meets from outside';
    const served = (lines: string) =>
      memoryTree({ 'conf/httpd.conf': `${MODULES_22}${lines}`, 'htdocs/in/x.html': '', 'htdocs/x.html': '' });
    const pattern = '<DirectoryMatch "\\.html">\nDeny from all\n</DirectoryMatch>\n';
    const elsewhere = served(`DirectoryIndex /x.html\n${pattern}`);
    expect(assumed(elsewhere, '/in/')).toEqual([within]);
    expect(assumed(elsewhere, '/in/x.html')).toEqual([]);
    expect(assumed(served(`DirectoryIndex x.html\n${pattern}`), '/in/')).toEqual([]);
    expect(assumed(served('DirectoryIndex /x.html\n'), '/in/')).toEqual([]);
  });

  test('that conditions do not hold of which that is not known, on the way of the request', () => {
    const unread = (kind: string) =>
      `${kind}: whether this section holds is not known: the way shown is the one without it`;
    const condition = '<If "-n reqenv(\'a\')">\nRequire all denied\n</If>\n';
    const tree = (lines: string) =>
      memoryTree({ 'conf/httpd.conf': `${MODULES_24}${lines}`, 'htdocs/x': '', 'htdocs/in/x': '' });
    const told = (lines: string, path: string) =>
      ask(tree(lines), path, {}, '2.4').assumptions.map(({ text, line }) => `${line?.name}: ${text}`);
    const inside = `<Location /in>\n${condition}</Location>\n`;
    expect(told(condition, '/x')).toEqual([unread('if')]);
    expect(told(inside, '/in/x')).toEqual([unread('if')]);
    expect(told(inside, '/x')).toEqual([]);
    expect(told(`<VirtualHost *:81>\nServerName other\n${condition}</VirtualHost>\n`, '/x')).toEqual([]);
    const nested = `<If "true">\n${condition}</If>\n`;
    expect(told(nested, '/x')).toEqual([unread('if')]);
  });

  test('no answer where a macro has access rules that may be in force', () => {
    const macro = (lines: string) =>
      `<Macro Closed $dir>\n<Directory $dir>\n${lines}\n</Directory>\n</Macro>\n`;
    const of = (lines: string) =>
      ask(memoryTree({ 'conf/httpd.conf': `${MODULES_24}${lines}`, 'htdocs/x': '' }), '/x', {}, '2.4');
    const used = of(`${macro('Require all denied')}Use closed /srv/htdocs\n`);
    expect(new Set(used.possible.map(({ answer }) => answer)).size).toBe(4);
    expect(used.openQuestions[0]).toMatch(/^a rule in <Macro Closed \$dir> \(\S+:\d+\)$/);
    const aside = '<VirtualHost *:81>\nServerName other\nUse Closed /srv/htdocs\n</VirtualHost>\n';
    for (const lines of [
      macro('Require all denied'),
      `${macro('Require all denied')}Use Other /srv/htdocs\n`,
      `${macro('Options None')}Use Closed /srv/htdocs\n`,
      `${macro('Require all denied')}${aside}`,
    ]) {
      expect(of(lines).possible.map(({ answer }) => answer)).toEqual(['pass']);
    }
  });

  test.each([
    [
      'a macro of which a parameter is a line',
      '<Macro A $rule>\n$rule\n</Macro>\nUse A "Require all denied"\n',
      4,
    ],
    ['a program of mod_lua', '<Location /x>\nLuaHookAccessChecker a.lua f\n</Location>\n', 4],
    ['a program of mod_lua elsewhere', '<Location /y>\nLuaHookAccessChecker a.lua f\n</Location>\n', 1],
    ['a program of mod_perl', '<Directory /srv/htdocs>\nPerlAccessHandler My::Access\n</Directory>\n', 4],
  ])('no answer beside %s', (_, lines, answers) => {
    const tree = memoryTree({ 'conf/httpd.conf': MODULES_24 + lines, 'htdocs/x': '' });
    expect(new Set(ask(tree, '/x', {}, '2.4').possible.map(({ answer }) => answer)).size).toBe(answers);
  });

  test('no status where LuaMapHandler answers', () => {
    const lines = 'LoadModule lua_module modules/mod_lua.so\nLuaMapHandler ^/lua a.lua\n';
    const tree = memoryTree({ 'conf/httpd.conf': MODULES_24 + lines, 'htdocs/x': '' });
    const status = (path: string) => ask(tree, path, {}, '2.4').served.status;
    expect([status('/lua/x'), status('/x')]).toEqual([null, 200]);
  });

  test('that nothing is said above a file that was given alone', () => {
    const alone = memoryTree({ '.htaccess': 'Order allow,deny\n' }, { path: '/srv/.htaccess' });
    expect(assumed(alone, '/x')).toContain('nothing above this file restricts or permits anything');
  });
});

describe('what the sections that are met say', () => {
  function said(version: Version, config: string): string[] {
    const modules = version === '2.2' ? MODULES_22 : MODULES_24;
    const { tree, round } = ask(
      memoryTree({ 'conf/httpd.conf': modules + config, 'htdocs/x': '' }),
      '/x',
      {},
      version,
    );
    return (round?.steps ?? []).flatMap(({ section }) => [
      titleOf(section.scope),
      ...contributionsOf(section, version, tree.world).map(
        ({ text, depth }) => `${'  '.repeat(depth + 1)}${text}`,
      ),
    ]);
  }

  test('lines as they are written, with the methods they are limited to', () => {
    const lines =
      '  Order   allow,deny\n  allow from \\\n    10.1\n<Limit PUT\tPOST>\n  Deny from all\n<Limit PUT>\nRequire user "a b"\n</Limit>\n</Limit>\nOptions None';
    expect(said('2.2', `<location   "/x"  >\n${lines}\n</location>\n`)).toEqual([
      '<location "/x">',
      '  Order allow,deny',
      '  allow from 10.1',
      '  Deny from all (in <Limit PUT POST>)',
      '  Require user "a b" (in <Limit PUT POST>) (in <Limit PUT>)',
    ]);
  });

  test('containers with what is in them; nothing of what the version does not read', () => {
    const tree =
      '<RequireAll>\nRequire all granted\n<RequireNone>\nRequire ip 10\n</RequireNone>\n</RequireAll>\n';
    const guarded = `<IfModule !mod_authz_core.c>\nDeny from all\n</IfModule>\n<IfModule mod_authz_core.c>\n${tree}</IfModule>\n`;
    const location = `<Location /x>\n${guarded}</Location>\n`;
    expect(said('2.2', location)).toEqual(['<Location /x>', '  Deny from all']);
    expect(said('2.4', location)).toEqual([
      '<Location /x>',
      '  <RequireAll>',
      '    Require all granted',
      '    <RequireNone>',
      '      Require ip 10',
    ]);
  });

  test('a .htaccess file by its name', () => {
    const tree = memoryTree({
      'conf/httpd.conf': 'AccessFileName .acl\n',
      'htdocs/.acl': 'Deny from all\n',
      'htdocs/x': '',
    });
    const steps = ask(tree, '/x').round?.steps ?? [];
    expect(steps.map(({ section }) => titleOf(section.scope))).toEqual(['.acl']);
  });
});

describe('other ways in which open guards may turn out', () => {
  const within = (name: string, lines: string) =>
    `<IfDefine ${name}>\n<Location /x>\n${lines}\n</Location>\n</IfDefine>\n`;

  test('those with another answer, by the guards that hold, few before many', () => {
    const config = within('SHUT', 'Deny from all') + within('SAME', 'Satisfy All');
    const { otherwise, tree } = ask(memoryTree({ 'conf/httpd.conf': config, 'htdocs/x': '' }), '/x');
    expect([...tree.world.values()]).toEqual([false, false]);
    expect(otherwise.map(({ guards }) => guards)).toEqual([['ifdefine SHUT']]);
    const [{ possible } = { possible: [] }] = otherwise;
    expect(possible.map(({ answer, reply }) => [answer, reply.served.status])).toEqual([['forbidden', 200]]);
  });

  test('several together only where their answer does not follow from that of fewer', () => {
    const opened = within('SHUT', 'Deny from all') + within('OPEN', 'Allow from all') + within('SAME', '');
    const tree = memoryTree({ 'conf/httpd.conf': `Order deny,allow\n${opened}`, 'htdocs/x': '' });
    expect(ask(tree, '/x').otherwise.map(({ guards, possible }) => [guards, possible[0]?.answer])).toEqual([
      [['ifdefine SHUT'], 'forbidden'],
      [['ifdefine SHUT', 'ifdefine OPEN'], 'pass'],
    ]);
  });
});
