import { describe, expect, test } from '@jest/globals';
import { memoryTree, MODULES_22, MODULES_24 } from '../request/memory-tree.ts';
import { both, compare, found } from './two-trees.ts';

const CLOSED_22 = '<Directory />\nOrder deny,allow\nDeny from all\n</Directory>\n';
const CLOSED_24 = '<Directory />\nRequire all denied\n</Directory>\n';

const HEADERS = 'LoadModule headers_module modules/mod_headers.so\n';

describe('rules', () => {
  test('that say the same in other sections, split or moved, are the same', () => {
    const before = `${CLOSED_22}<Directory /srv/htdocs>\nOrder allow,deny\nAllow from all\n</Directory>
      <Directory /srv/htdocs/a>\nOrder deny,allow\nDeny from all\nAllow from 10.1 10.2\n</Directory>`;
    const split = `<Directory /srv/htdocs/a>\n<RequireAny>\nRequire ip 10.1\nRequire ip 10.2\n</RequireAny>\n</Directory>
      ${CLOSED_24}<Directory /srv>\nRequire all granted\n</Directory>
      <Directory /srv/htdocs/a/b>\nRequire ip 10.2 10.1.0.0/16\n</Directory>`;
    expect(both(before, split)).toEqual([]);
  });

  test('that differ are told with a request, openings first', () => {
    const before =
      '<Directory /srv/htdocs/a>\nDeny from all\n</Directory>\n<Files secret>\nAllow from all\n</Files>\n';
    const after =
      '<Directory /srv/htdocs/a>\nRequire ip 10.1\n</Directory>\n<Files secret>\nRequire all denied\n</Files>\n';
    expect(both(before, after)).toEqual([
      'opened forbidden -> pass: GET /a/',
      'closed pass -> forbidden: GET /secret',
    ]);
  });

  test('a section that says nothing of access leads no request to a folder that nothing leads to', () => {
    const silent = '<DirectoryMatch "/pub$">\nErrorDocument 401 /a/\n</DirectoryMatch>\n';
    const docs = '<Directory /srv/htdocs>\nAllowOverride None\n</Directory>\n';
    const before = `${CLOSED_22}${docs}${silent}<Files x>\nOrder allow,deny\nAllow from all\n</Files>\n`;
    const after = `${CLOSED_24}${docs}${silent}<Files x>\nRequire expr "%{REQUEST_FILENAME} =~ m#^/srv/htdocs(/|$)#"\n</Files>\n`;
    expect(both(before, after)).toEqual([]);
  });

  test.each([
    ['a line', 'Require ip 10.1\n'],
    ['a container', '<RequireAny>\nRequire ip 10.1\nRequire ip 10.2\n</RequireAny>\n'],
  ])('%s in a container may be in an open guard', (_, rule) => {
    const before = '<Location /x>\nDeny from all\nAllow from 10.1 10.2\n</Location>\n';
    const after = `<Location /x>\n<RequireAll>\nRequire not ip 10.3\nRequire all granted\n<IfDefine STRICT>\n${rule}</IfDefine>\n</RequireAll>\n</Location>\n`;
    expect(both(before, after)).toContain('opened forbidden -> pass: GET /x/');
  });

  test('an example is made of what patterns match', () => {
    const before =
      '<LocationMatch "^/ap(i|p)/v[0-9]+/">\nDeny from all\n</LocationMatch>\n<FilesMatch "\\.(bak|old)$">\nDeny from all\n</FilesMatch>\n';
    expect(both(before, 'Timeout 60\n')).toEqual([
      'opened forbidden -> pass: GET /api/v0/',
      'opened forbidden -> pass: GET /.bak',
    ]);
  });

  test('methods named by Require method are told apart', () => {
    const before =
      '<Directory /srv/htdocs>\nAuthType Basic\nAuthName x\n<LimitExcept GET OPTIONS>\nRequire user admin\n</LimitExcept>\n</Directory>\n';
    const after = (methods: string) =>
      `<Directory /srv/htdocs>\nAuthType Basic\nAuthName x\nRequire method ${methods}\nRequire user admin\n</Directory>\n`;
    expect(both(before, after('GET OPTIONS'))).toEqual([]);
    expect(both(before, after('GET POST OPTIONS'))).toEqual(['opened unauthorized -> pass: POST /']);
  });

  test('what is opened for one method is told, whatever is closed for another', () => {
    const before =
      '<Location /x>\n<LimitExcept GET>\nOrder deny,allow\nDeny from all\n</LimitExcept>\n</Location>\n';
    const after = '<Location /x>\n<Limit GET>\nRequire all denied\n</Limit>\n</Location>\n';
    expect(both(before, after)).toEqual(['opened forbidden -> pass: PUT /x/']);
  });

  test('AuthType inside of a container counts for the section', () => {
    const before = '<Location /x>\nAuthType Basic\nAuthName x\nRequire valid-user\n</Location>\n';
    expect(
      both(
        before,
        '<Location /x>\n<RequireAll>\nAuthType Basic\nAuthName x\nRequire valid-user\n</RequireAll>\n</Location>\n',
      ),
    ).toEqual([]);
  });

  test('a variable is shown as the header that sets it', () => {
    const setter = 'BrowserMatchNoCase "^evil(bot)?" bad\n';
    const before = memoryTree(
      `${MODULES_22}${setter}<Location /x>\nOrder allow,deny\nAllow from all\nDeny from env=bad\n</Location>\n`,
    );
    const after = memoryTree(`${MODULES_24}${setter}<Location /x>\nRequire all granted\n</Location>\n`);
    const [difference] = compare(before, after).differences;
    expect(difference?.example?.request.headers.get('user-agent')).toBe('evil');
  });

  test('.htaccess files of either tree are part of it', () => {
    const before = memoryTree({ 'conf/httpd.conf': MODULES_22, 'htdocs/a/.htaccess': 'Deny from all\n' });
    const open = '<Directory />\nAllowOverride All\n</Directory>\n';
    const after = (text: string, config = open) =>
      memoryTree({ 'conf/httpd.conf': MODULES_24 + config, 'htdocs/a/.htaccess': text });
    expect(found(compare(before, after('Require all denied\n')))).toEqual([]);
    expect(found(compare(before, after('Require all granted\n')))).toEqual([
      'opened forbidden -> pass: GET /a/',
    ]);
    // Without AllowOverride 2.4 permits nothing in it.
    expect(found(compare(before, after('Require all denied\n', '')))).toEqual([
      'other forbidden -> serverError: GET /a/',
    ]);
  });

  test('what a template leaves open is taken to be the same where it is written the same', () => {
    const before = (who: string) =>
      `<Location /x>\nOrder deny,allow\nDeny from all\nAllow from 10.1 ${who}\n</Location>\n`;
    const after = (lines: string) => `<Location /x>\n${lines}\n</Location>\n`;
    const erb = '<%= Array(@ips).join(" ") %>';
    expect(both(before(erb), after(`Require ip 10.1 ${erb}`))).toEqual([]);
    expect(both(before(erb), after(`Require ip 10.1\nRequire host ${erb}`))).toEqual([]);
    expect(both(before('10.{{ net }}.0/24'), after('Require ip 10.1 10.{{ net }}.0/24'))).toEqual([]);
    expect(both(before(erb), after('Require ip 10.1 <%= @other %>'))).toContain('placeholder');
    expect(both(before(erb), after('Require ip 10.1'))).toContain('placeholder');
    expect(both(before(erb), after(`Require ip ${erb}`))).toEqual([
      expect.stringContaining('closed pass -> forbidden'),
    ]);
  });

  test.each(['<%= x %>', '{{ x }}', '{% x %}', '@x@', '@@x@@', '${x}', '${x_y}', '10.{{ a }}.{{ b }}.0/24'])(
    'what is left open as %s is the same in both',
    (word) => {
      const before = (who: string) =>
        `<Location /x>\nOrder deny,allow\nDeny from all\nAllow from ${who}\n</Location>\n`;
      const after = (who: string) => `<Location /x>\nRequire ip ${who}\n</Location>\n`;
      expect(both(before(word), after(word))).toEqual([]);
      expect(both(before(word), after(word.replace('x', 'z').replace('b', 'c')))).toContain('placeholder');
      const many = Array.from({ length: 12 }, (_, at) => word.replace(/[xb]/, `n${at}`)).join(' ');
      expect(both(before(many), after(many))).toEqual([]);
    },
  );

  test('branches of templates are compared where both have the same', () => {
    const wrapped = (lines: string, name = '@x') =>
      `<Location /x>\n<%- if ${name} -%>\n${lines}\n<% end %>\n</Location>\n`;
    expect(both(wrapped('Deny from all'), wrapped('Require all denied'))).toEqual([]);
    expect(both(wrapped('Deny from all'), wrapped('Require all denied', '@y'))).toContain('placeholder');
  });

  test.each([
    ['', 'RemoteIPHeader X-Forwarded-For', ['client-retold']],
    [
      `${HEADERS}RequestHeader set X-Key a early`,
      `${HEADERS}RequestHeader set X-Key b early`,
      ['client-retold', 'client-retold'],
    ],
    [`${HEADERS}RequestHeader set X-Key a`, `${HEADERS}RequestHeader set X-Key b`, ['permission']],
    ['Listen 127.0.0.1:80', 'Listen 80', ['listen', 'listen']],
    ['Listen 80', 'Listen 0.0.0.0:80\nListen [::1]:80 https', ['listen']],
    ['Listen 80', 'Listen [::]:80', ['listen', 'listen']],
    ['ServerRoot /srv\nListen 80', 'ServerRoot /srv', ['listen']],
    ['Listen 80', '<IfVersion < 2.4>\nListen 80\n</IfVersion>\nListen *:80 http', []],
    ['', 'FallbackResource /x/front.php', ['mapping']],
    ['', 'StrictHostCheck On', ['protection']],
    ['', 'LuaHookAccessChecker /x.lua f', ['protection']],
    ['', '<LuaHookAccessChecker f>\nfunction f(r) return 403 end\n</LuaHookAccessChecker>', ['not-read']],
    ['', 'AuthnzFcgiCheckAuthnProvider f', ['protection']],
    ['', 'AuthnzFcgiCheckAuthnProvider None', []],
    ['PerlAccessHandler My::Access', '', ['protection']],
    ['', 'StrictHostCheck Off', []],
    ['', 'RegexDefaultOptions -DOTALL +ICASE', ['protection']],
    ['', 'RegexDefaultOptions -ICASE', []],
    ['', 'CheckSpelling On', ['permission']],
  ])('of what clients reach, and whom they are taken for: %j, %j', (before, after, codes) => {
    const rules = '<Location /x>\nDeny from all\n</Location>\n';
    const rules24 = '<Location /x>\nRequire all denied\n</Location>\n';
    const told = both(`${before}\n${rules}`, `${after}\n${rules24}`);
    expect(told.filter((each) => !each.startsWith('Invalid command'))).toEqual(codes);
  });

  test('of the main server where hosts without a port have that of its ServerName', () => {
    const tree = (ofMain: string, ofHost: string) =>
      `ServerName m:8080\nListen 80\nListen 8080\n<Location /x>\n${ofMain}\n</Location>\n` +
      `<VirtualHost _default_>\n<Location /x>\n${ofHost}\n</Location>\n</VirtualHost>\n`;
    const before = tree('Order deny,allow\nDeny from all', 'Order deny,allow\nDeny from all');
    expect(both(before, tree('Require all granted', 'Require all denied'))).toContain(
      'opened forbidden -> pass: GET /x/',
    );
  });

  test('variables are set by the same lines', () => {
    const tree = (setter: string, rule: string) => `${setter}\n<Location /x>\n${rule}\n</Location>\n`;
    const rules = ['Order allow,deny\nAllow from env=ok', 'Require env ok'] as const;
    const same = (a: string, b: string) => both(tree(a, rules[0]), tree(b, rules[1]));
    const set = 'SetEnvIf User-Agent ^Good ok';
    expect(same(set, set)).toEqual([]);
    expect(same(set, `SetEnvIf Referer x other\n${set}`)).toEqual([]);
    expect(same(set, '')).toEqual(['variable-set']);
    expect(same('', set)).toEqual(['variable-set']);
    expect(same(`SetEnvIf Referer x a\nSetEnvIf a 1 ok`, `SetEnvIf Referer y a\nSetEnvIf a 1 ok`)).toEqual([
      'variable-set',
      'variable-set',
    ]);
    const undo = 'SetEnvIf Referer evil !ok';
    expect(same(`${set}\n${undo}`, `${undo}\n${set}`)).not.toEqual([]);
  });

  test.each([
    'SetEnvIfNoCase User-Agent ^Good other ok=1',
    'BrowserMatch ^Good ok',
    'BrowserMatchNoCase ^Good OK',
    'RewriteRule ^/x - [L,E=ok:1]',
    'RewriteRule ^/x - [ENV=ok:1]',
    '<Location /x>\nSetEnvIf Request_URI x ok\n</Location>',
  ])(
    'a variable that is set by %j is set by nothing where the line is gone, or for the other server',
    (line) => {
      const tree = (setter: string, rule: string) => `${setter}\n<Location /x>\n${rule}\n</Location>\n`;
      const notes = (after: string, rule: string) =>
        both(tree(line, 'Order allow,deny\nAllow from env=ok'), tree(after, rule)).filter(
          (code) => code === 'variable-set',
        );
      expect(notes(line, 'Require env ok')).toEqual([]);
      expect(notes('', 'Require env ok')).toEqual(['variable-set']);
      expect(notes('', `Require expr "-n reqenv('ok')"`)).toEqual(['variable-set']);
      expect(notes(`<IfModule !mod_authz_core.c>\n${line}\n</IfModule>`, 'Require env ok')).toEqual([
        'variable-set',
      ]);
    },
  );

  const ruled = (setter: string, rule: string) => `${setter}\n<Location /x>\n${rule}\n</Location>\n`;

  test.each([
    ['Order allow,deny\nAllow from env=ok', ''],
    ['Deny from env=!OK', ''],
    ['', 'Require env other ok'],
    ['', '<RequireAll>\nRequire all granted\nRequire not env ok\n</RequireAll>'],
    ['', `Require expr "reqenv( 'ok' ) == '1'"`],
    ['', `Require expr '-n reqenv("ok")'`],
    ['', `Require expr "%{ENV:ok} == '1'"`],
    ['', `Require expr "%{reqenv:ok} == '1'"`],
    ['Allow from env=OK', 'Require env Ok'],
  ])('a variable that one side asks for (%j, %j) is looked for on both', (before, after) => {
    const set = 'SetEnvIf User-Agent ^Good ok=good';
    expect(both(ruled(set, before), ruled(set, after))).not.toContain('variable-set');
    expect(both(ruled(set, before), ruled('', after))).toContain('variable-set');
  });

  test.each([
    ['looks at it', 'SetEnvIf ok x other'],
    ['makes another of one that is not asked for', 'SetEnvIf a 1 b'],
    ['has it as a word of another kind', 'IndexIgnore a b ok'],
    ['sets it for another version', '<IfVersion >= 2.4>\nSetEnvIf a b ok\n</IfVersion>'],
  ])('a line that only %s does not set it', (_, line) => {
    const codes = both(
      ruled(line, 'Order allow,deny\nAllow from env=ok'),
      ruled('SetEnvIf Referer x a', 'Require env ok'),
    );
    expect(codes).not.toContain('variable-set');
  });

  test('SetEnvIfExpr, which only 2.4 has, sets what it names behind the expression', () => {
    const line = (name: string) => `SetEnvIfExpr "true" ${name}`;
    const codes = (name: string) =>
      both(ruled('', 'Order allow,deny\nAllow from env=ok'), ruled(line(name), 'Require env ok'));
    expect(codes('ok')).toEqual(['variable-set']);
    expect(codes('other ok=1')).toEqual(['variable-set']);
    expect(codes('other')).toEqual([]);
  });

  test('what a RewriteRule sets depends on its RewriteCond lines, what these ask for, and RewriteEngine', () => {
    const rule = 'RewriteRule ^ - "[L, E=ok:1]"';
    const on = (lines: string) =>
      `LoadModule rewrite_module modules/mod_rewrite.so\nLoadModule allowmethods_module mod_allowmethods.so\nRewriteEngine On\n${lines}`;
    const told = (before: string, after: string) =>
      both(ruled(before, 'Order allow,deny\nAllow from env=ok'), ruled(after, 'Require env ok')).filter(
        (code) => code !== 'mapping',
      );
    const from = (client: string) => on(`RewriteCond %{REMOTE_ADDR} ^${client}\n${rule}`);
    const twice = ['variable-set', 'variable-set'];
    expect(told(from('10'), from('10'))).toEqual([]);
    expect(told(from('10'), from('11'))).toEqual(twice);
    expect(told(from('10'), on(rule))).toEqual(twice);
    // The condition is one of the rule that follows it.
    const other = `RewriteCond %{REMOTE_ADDR} ^10\nRewriteRule ^/a - [L]\n${rule}`;
    expect(told(on(other), on(rule))).toEqual([]);
    expect(told(on(rule), on(rule).replace('On', 'Off'))).toEqual(twice);
    const made = (line: string) => `${line}\n${on(`RewriteCond %{ENV:a} 1\n${rule}`)}`;
    expect(told(made('SetEnvIf Referer x a'), made('SetEnvIf Referer x a'))).toEqual([]);
    expect(told(made('SetEnvIf Referer x a'), made('SetEnvIf Referer y a'))).toEqual(twice);
  });

  test('a flag that tells hosts apart is no variable to compare', () => {
    const host = (name: string, lines: string) =>
      `<VirtualHost *:80>\nServerName ${name}\n${lines}</VirtualHost>\n`;
    const before = `${host('a', '<Location />\nDeny from all\n</Location>\n')}${host('b', '')}`;
    const rule = `<Location />\nRequire expr "-z reqenv('vhost_a')"\n</Location>\n`;
    const after = (flag: string) => host('a', `${flag}\n`) + host('b', '') + rule;
    const flag = 'SetEnvIf Request_URI ^ vhost_a';
    expect(both(`NameVirtualHost *:80\n${before}`, after(flag))).toEqual([]);
    expect(both(`NameVirtualHost *:80\n${before}`, after(`${flag}\nSetEnvIf Referer x vhost_a`))).not.toEqual(
      [],
    );
  });

  test('variables that no rule asks for, or that another host sets, are not compared', () => {
    const hosts = (inA: string, inB: string, rule: string) =>
      `NameVirtualHost *:80\n${[inA, inB].map((line, i) => `<VirtualHost *:80>\nServerName ${i}\n${line}\n</VirtualHost>\n`).join('')}<Location /x>\n${rule}\n</Location>\n`;
    const set = 'SetEnvIf User-Agent ^Good ok';
    const codes = (a: string, b: string) => both(a, b).filter((code) => code === 'variable-set');
    const [old, made] = ['Order allow,deny\nAllow from env=ok', 'Require env ok'];
    expect(codes(hosts(set, '', old), hosts(set, '', made))).toEqual([]);
    expect(codes(hosts(set, '', old), hosts('', set, made))).toEqual(['variable-set', 'variable-set']);
    expect(codes(hosts(set, '', 'Deny from all'), hosts('', set, 'Require all denied'))).toEqual([]);
  });
});

describe('hosts', () => {
  const host = (name: string, rule: string, address = '*:80') =>
    `<VirtualHost ${address}>\nServerName ${name}\n<Location />\n${rule}\n</Location>\n</VirtualHost>\n`;
  const NAMED = 'NameVirtualHost *:80\n';
  const a22 = host('a.example', 'Deny from 10.1');
  const b22 = host('b.example', 'Deny from 10.2');
  const a24 = host('a.example', '<RequireAll>\nRequire all granted\nRequire not ip 10.1\n</RequireAll>');
  const b24 = host('b.example', '<RequireAll>\nRequire all granted\nRequire not ip 10.2\n</RequireAll>');

  test('are matched by name, wherever they stand; who is the default host matters', () => {
    expect(both(NAMED + a22 + b22, a24 + b24)).toEqual([]);
    expect(both(NAMED + a22 + b22, b24 + a24)).toEqual(['host-chosen']);
    expect(both(NAMED + a22 + b22, b24.replace('10.2', '10.3') + a24)).toContain(
      'opened forbidden -> pass: GET /',
    );
  });

  test('that one tree lacks are told', () => {
    const { notes } = compare(memoryTree(MODULES_22 + NAMED + a22 + b22), memoryTree(MODULES_24 + a24));
    expect(notes.map(({ message }) => message)).toContain(
      '<VirtualHost *:80> b.example is not in AFTER: its requests go elsewhere',
    );
    expect(both(NAMED + a22, a24 + b24)).toContain('host-new');
  });

  test('of one name are told apart by their ports, and by their addresses in any order', () => {
    const [closed22, open] = ['Deny from all', 'Allow from all'];
    const [closed24, granted] = ['Require all denied', 'Require all granted'];
    const ports = host('a.example', closed22, '10.0.0.1:80') + host('a.example', open, '10.0.0.1:443');
    const moved = host('a.example', granted, '10.0.0.2:443') + host('a.example', closed24, '10.0.0.2:80');
    expect(both(ports, moved).filter((each) => each !== 'host-chosen')).toEqual([]);
    const sets =
      host('a.example', closed22, '10.0.0.1:80 10.0.0.2:80') +
      host('a.example', open, '10.0.0.3:80 10.0.0.4:80');
    const turned =
      host('A.example:80', granted, '10.0.0.4:80 10.0.0.3:80') +
      host('a.example', closed24, '10.0.0.2:80 10.0.0.1:80');
    expect(both(sets, turned)).toEqual([]);
    const nameless = sets.replaceAll('ServerName a.example\n', '');
    expect(both(nameless, turned.replaceAll(/ServerName .*\n/g, ''))).toEqual([]);
  });

  test('are not taken for others where more than one is left over', () => {
    const left = ['a', 'b'].map((name) => host(name, 'Allow from all')).join('');
    const others = ['c', 'd'].map((name) => host(name, 'Require all granted')).join('');
    const names = ['host-missing', 'host-missing', 'host-new', 'host-new'];
    expect(both(NAMED + left, others).filter((each) => each !== 'host-chosen')).toEqual(names);
    expect(both(NAMED + left, host('c', 'Require all granted'))).toContain('host-new');
  });

  test('that one tree lacks are compared with nothing', () => {
    const [open, closed] = [host('b.example', 'Allow from all'), host('b.example', 'Deny from all')];
    expect(both(NAMED + a22 + closed, a24)).toEqual(['host-missing']);
    expect(both(NAMED + a22 + open, a24)).toEqual(['host-missing']);
    expect(both(NAMED + a22, a24 + host('b.example', 'Require all denied'))).toEqual(['host-new']);
  });

  test('that 2.2 never reached come alive in 2.4', () => {
    expect(both(a22 + b22, a24 + b24)).toEqual(['host-chosen']);
  });
});

describe('places', () => {
  const rule = (folder: string, line: string) => `<Directory ${folder}>\n${line}\n</Directory>\n`;

  /** Without what stands above all served folders: no address is known to lead there. */
  const shown = (before: string, after: string) =>
    both(before, after).filter((each) => !each.endsWith('no example'));

  test('trees below other roots are compared as if they lay in one', () => {
    const before = memoryTree(`${MODULES_22}${rule('/old/htdocs/a', 'Deny from all')}`, { root: '/old' });
    const after = memoryTree(`${MODULES_24}${rule('/new/htdocs/a', 'Require all denied')}`, { root: '/new' });
    expect(found(compare(before, after))).toEqual([]);
    const open = memoryTree(`${MODULES_24}${rule('/old/htdocs/a', 'Require all denied')}`, { root: '/new' });
    expect(found(compare(before, open))).toEqual(['opened forbidden -> pass: GET /a/']);
  });

  test('a DocumentRoot that moved: the rules of the one against those of the other, and that is said', () => {
    const before = memoryTree(
      `${MODULES_22}DocumentRoot /var/www\n${CLOSED_22}${rule('/var/www', 'Order allow,deny\nAllow from all')}`,
    );
    const after = (rules: string) =>
      memoryTree(`${MODULES_24}DocumentRoot /var/www/html\n${CLOSED_24}${rules}`);
    const same = compare(before, after(rule('/var/www', 'Require all granted')));
    expect(found(same)).toEqual([]);
    expect(same.notes.map(({ code }) => code)).toEqual(['root-changed']);
    expect(found(compare(before, after(rule('/var/www/html', 'Require all granted'))))).toEqual([]);
    expect(found(compare(before, after(rule('/var/www/other', 'Require all granted'))))).toEqual([
      'closed pass -> forbidden: GET /',
    ]);
  });

  test('a folder that an Alias moved, with a slash behind its address, too: its rules go with it', () => {
    const tree = (address: string, folder: string, lines: string) =>
      `Alias ${address} ${folder}/\n${rule(folder, lines)}`;
    for (const address of ['/icons', '/icons/']) {
      const before = tree(address, '/usr/share/icons', 'Deny from 10.1');
      const same = '<RequireAll>\nRequire all granted\nRequire not ip 10.1\n</RequireAll>';
      expect(both(before, tree(address, '/opt/icons', same))).toEqual([]);
      // What stands there yet for the old folder says nothing.
      const forgotten = `Alias ${address} /opt/icons/\n${rule('/usr/share/icons', same)}`;
      expect(both(before, forgotten)).toEqual(['opened forbidden -> pass: GET /icons/']);
    }
  });

  test('what lies below other roots is the same place, served or not; the root of all is no place of its own', () => {
    const tree = (lines: string, root: string) => memoryTree(lines, { root });
    const roots = (root: string) => `ServerRoot ${root}\nDocumentRoot /srv/www\n`;
    const [old, made] = [rule('/old/a', 'Deny from all'), rule('/new/a', 'Require all denied')];
    const same = compare(tree(MODULES_22 + old, '/old'), tree(MODULES_24 + made, '/new'));
    expect([...found(same), ...same.notes]).toEqual([]);
    const alike = [rule('/var/x', 'Deny from all'), rule('/var/x', 'Require all denied')] as const;
    const chrooted = compare(
      tree(roots('/old') + MODULES_22 + alike[0], '/old'),
      tree(roots('/') + MODULES_24 + alike[1], ''),
    );
    expect(found(chrooted)).toEqual([]);
  });

  test('rules above a DocumentRoot that moved further in stay above it, wherever they are written', () => {
    const root = (folder: string) => `DocumentRoot ${folder}\n`;
    const before = root('/var/www') + CLOSED_22 + rule('/var/www', 'Order allow,deny\nAllow from 10');
    const inner = rule('/var/www/html', 'Require ip 10');
    const after = (outer: string) =>
      root('/var/www/html') + inner + rule(outer, 'Require all denied') + CLOSED_24;
    expect(both(before, after('/var'))).toEqual([]);
    expect(both(before, after('/var/www/html'))).toEqual(['closed pass -> forbidden: GET /']);
  });

  test('rules above several folders that moved are in force in each', () => {
    const aliases = (a: string, b: string) => `Alias /a ${a}\nAlias /b ${b}\n`;
    const before = aliases('/x/a', '/y/b') + rule('/x', 'Deny from 10.1') + rule('/y', 'Deny from 10.1');
    const denied = (net: string) => `<RequireAll>\nRequire all granted\nRequire not ip ${net}\n</RequireAll>`;
    expect(shown(before, aliases('/opt/a', '/opt/b') + rule('/opt', denied('10.1')))).toEqual([]);
    expect(shown(before, aliases('/opt/a', '/opt/b') + rule('/opt/a', denied('10.1')))).toEqual([
      'opened forbidden -> pass: GET /b/',
    ]);
  });

  test('a group file goes with the folder that moved', () => {
    const tree = (root: string, file: string) =>
      `DocumentRoot ${root}\n<Location /x>\nAuthType Basic\nAuthName x\nAuthUserFile u\nAuthGroupFile ${file}\nRequire group staff\n</Location>\n`;
    const same = both(tree('/srv/w', '/srv/w/.groups'), tree('/var/www', '/var/www/.groups'));
    expect(same.filter((each) => each !== 'login-file')).toEqual([]);
    expect(both(tree('/srv/w', '/srv/w/.groups'), tree('/var/www', '/var/www/.others'))).not.toEqual([]);
  });

  test.each([
    ['above it', '<Directory /srv/w>\n', '<Directory /var>\n'],
    ['of it', '<Directory /srv/w/a>\n', '<Directory /var/w>\n'],
    ['in it', '<Directory /srv/w/a/b>\n', '<Directory /var/w/b>\n'],
    ['by a wildcard', '<Directory "/srv/w/a/*/c">\n', '<Directory "/var/w/*/c">\n'],
    ['by a pattern', '<DirectoryMatch "^/srv/w/a/b">\n', '<DirectoryMatch "^/var/w/b">\n'],
    ['by a part of it', '<DirectoryMatch "/b">\n', '<DirectoryMatch "/b">\n'],
    ['by address', '<Location /b>\n', '<Location /b>\n'],
    ['by pattern of addresses', '<LocationMatch "^/var/w">\n', '<LocationMatch "^/var/w">\n'],
    ['by file name', '<Files b>\n', '<Files b>\n'],
  ])('rules for a DocumentRoot that moved go with it: %s', (_, was, is) => {
    const tree = (root: string, open: string, lines: string) => {
      const name = /\w+/.exec(open)?.[0] ?? '';
      return `DocumentRoot ${root}\n${open}${lines}\n</${name}>\n`;
    };
    const before = tree('/srv/w/a', was, 'Deny from 10.1');
    const denied = (net: string) => `<RequireAll>\nRequire all granted\nRequire not ip ${net}\n</RequireAll>`;
    expect(shown(before, tree('/var/w', is, denied('10.1')))).toEqual([]);
    expect(shown(before, tree('/var/w', is, denied('10.2')))).not.toEqual([]);
  });

  describe.each([
    ['/srv/w', '/var/www'],
    ['/var/www', '/var/www/html'],
    ['/var/www/html', '/var/www'],
    ['/srv/a.b', '/srv/c'],
  ])('where DocumentRoot was %s and is %s', (was, is) => {
    const denying = (open: string) => `${open}\n${DENIED}</${/\w+/.exec(open)![0]}>\n`;
    const DENIED = 'Order allow,deny\nDeny from all\n';
    const before = (open: string) => `DocumentRoot ${was}\n${denying(open)}`;
    const after = (lines: string) => `DocumentRoot ${is}\n${lines}`;
    const refused = (open: string) => `${open}\nRequire all denied\n</${/\w+/.exec(open)![0]}>\n`;
    const expr = (text: string) =>
      `<Directory ${is}>\n<RequireAll>\nRequire all granted\nRequire not expr "${text}"\n</RequireAll>\n</Directory>\n`;
    const pattern = (root: string) => `<DirectoryMatch "^${root}/(secret|x)">`;

    test('a pattern that speaks of the folder as it is says what it did', () => {
      expect(shown(before(pattern(was)), after(refused(pattern(is))))).toEqual([]);
    });

    test('a pattern that speaks of the folder as it was says nothing any more', () => {
      expect(both(before(pattern(was)), after(refused(pattern(was))))).not.toEqual([]);
    });

    test.each(['^ROOT', '^ROOT/', '^ROOT(/|$)', '^ROOT$|^ROOT/'])(
      'a pattern for all of it, %s, is read',
      (text) => {
        const all = (root: string) => `<DirectoryMatch "${text.replaceAll('ROOT', root)}">`;
        expect(shown(before(all(was)), after(refused(all(is))))).toEqual([]);
      },
    );

    test('so it is with conditions of rules that refuse', () => {
      const tree = (root: string, path: string) =>
        `LoadModule rewrite_module mod_rewrite.so\nDocumentRoot ${root}\nRewriteEngine on\nRewriteCond %{REQUEST_FILENAME} ^${path}/secret\nRewriteRule . - [F]\n`;
      expect(both(tree(was, was), tree(is, is))).toEqual([]);
      expect(both(tree(was, was), tree(is, was))).not.toEqual([]);
    });

    test('so it is with the expressions of Require', () => {
      const section = `<Directory ${was}/secret>`;
      const text = (root: string) => `%{REQUEST_FILENAME} =~ m#^${root}/secret(/|$)#`;
      expect(shown(before(section), after(expr(text(is))))).toEqual([]);
      expect(shown(before(section), after(expr(text(was))))).not.toEqual([]);
    });
  });

  test('a pattern for what is above both folders stays as it is', () => {
    const before =
      'DocumentRoot /var/www\n<DirectoryMatch "^/var/www">\nOrder allow,deny\nDeny from all\n</DirectoryMatch>\n';
    const after =
      'DocumentRoot /var/www/html\n<DirectoryMatch "^/var/www">\nRequire all denied\n</DirectoryMatch>\n';
    expect(shown(before, after)).toEqual([]);
  });

  test('group files are the same by their whole names', () => {
    const tree = (modules: string, file: string) =>
      memoryTree({
        'conf/httpd.conf': `${modules}<Location /x>\nAuthType Basic\nAuthName x\nAuthGroupFile ${file}\nRequire group staff\n</Location>\n`,
        'conf/groups': 'staff: alice\n',
        'conf/others': 'staff: alice\n',
      });
    const between = (old: string, made: string) =>
      found(compare(tree(MODULES_22, old), tree(MODULES_24, made)));
    expect(between('conf/groups', '/srv/conf/groups')).toEqual([]);
    expect(between('conf/groups', 'conf/others')).toHaveLength(1);
  });
});

test('a DocumentRoot line that is gone is told, though the default is that folder', () => {
  const bare = `ServerRoot /srv\nListen 80\n<VirtualHost 10.0.0.1:80>\nDocumentRoot /srv/x\n</VirtualHost>\n<Directory />\nAllowOverride None\n</Directory>\n`;
  const tree = (modules: string, lines: string) =>
    memoryTree({ 'conf/httpd.conf': `${modules}${bare}${lines}` });
  const between = (old: string, made: string) =>
    compare(tree(MODULES_22, old), tree(MODULES_24, made)).notes.map(({ message }) => message);
  const root = 'DocumentRoot /srv/htdocs\n';
  expect(between(root, root)).toEqual([]);
  expect(between(root, '')[0]).toMatch(/the default: AFTER has no DocumentRoot line here$/);
});

// As both servers answered.
test.each(['Basic', 'Digest'])('AuthType %s without its module answers 500 on either server', (type) => {
  const rule = `LoadModule authn_file_module mod_authn_file.so\n<Location /x>\nAuthType ${type}\nAuthName x\nAuthUserFile /u\nRequire valid-user\n</Location>\n`;
  const without = (modules: string) => modules.replace(/LoadModule auth_basic_module.*\n/, '');
  const load = `LoadModule auth_${type.toLowerCase()}_module mod_auth_${type.toLowerCase()}.so\n`;
  const between = (old: string, made: string) => found(compare(memoryTree(old), memoryTree(made)));
  const [old, made] = [without(MODULES_22) + rule, without(MODULES_24) + rule];
  expect(between(load + old, load + made)).toEqual([]);
  expect(between(load + old, made)).toEqual([expect.stringMatching(/^closed pass -> serverError/)]);
  expect(between(old, load + made)).toEqual([expect.stringMatching(/^opened serverError -> pass/)]);
  expect(between(old, made)).toEqual([]);
});

describe('homes', () => {
  const homes = (lines: string, modules = MODULES_22) =>
    memoryTree(
      `${modules}LoadModule userdir_module mod_userdir.so\n<Directory />\nAllowOverride None\n</Directory>\n${lines}`,
    );
  const between = (old: string, made: string) => found(compare(homes(old), homes(made, MODULES_24)));

  test.each([
    ['UserDir public_html', 'UserDir public_html\nUserDir disabled'],
    ['UserDir public_html', 'UserDir public_html\nUserDir disabled root'],
    ['UserDir public_html\nUserDir disabled root', 'UserDir public_html'],
    ['UserDir public_html', 'UserDir other'],
  ])('that are served by %j and %j differ', (old, made) => {
    expect(between(old, made)).toContain('mapping');
    expect(between(old, old)).toEqual([]);
  });

  test('are compared on many hosts, where their sections are the same', () => {
    const hosts = (rule: string, special: string) =>
      Array.from({ length: 600 }, (_, at) => {
        const inside = `<Directory /srv/w/h${at}>\n${at === 437 ? special : rule}\n</Directory>\n`;
        return `<VirtualHost *:80>\nServerName h${at}.test\nDocumentRoot /srv/w/h${at}\nUserDir public_html\n${inside}</VirtualHost>\n`;
      });
    const tree = (lines: readonly string[], rule: string) =>
      `Listen 80\nNameVirtualHost *:80\nAccessFileName none\n<Directory /home/*/public_html>\n${rule}\n</Directory>\n${lines.join('')}`;
    const open22 = 'Order allow,deny\nAllow from all';
    const before = tree(hosts(open22, open22), open22);
    const made = (special: string, rule = 'Require all granted') =>
      between(
        before,
        tree(hosts('Require all granted', special), rule).replace('NameVirtualHost *:80\n', ''),
      );
    expect(made('Require all granted')).toEqual([]);
    expect(made('Require all denied')[0]).toMatch(/^closed pass -> forbidden/);
    expect(made('Require all granted', 'Require all denied')[0]).toMatch(/^closed pass -> forbidden/);
  });
});

describe('an Alias that is gone', () => {
  const folder = (rules: string, version: '2.2' | '2.4'): string =>
    `<Directory /srv/pub>\n${version === '2.2' ? 'Order allow,deny\nAllow from all' : 'Require all granted'}\n${rules}</Directory>\n`;
  const loaded = 'LoadModule rewrite_module modules/mod_rewrite.so\n';
  const alias = 'Alias /al /srv/pub\n';
  const refusing = 'RewriteEngine on\nRewriteRule . - [F]\n';

  test('is told where a line of its folder refused what the access rules let in', () => {
    const before = loaded + alias + folder(refusing, '2.2');
    expect(both(before, loaded + alias + folder(refusing, '2.4'))).toEqual([]);
    expect(both(before, loaded + folder(refusing, '2.4'))).toEqual(['mapping', 'alias-changed']);
    expect(both(before, loaded + folder('', '2.4'))).toHaveLength(3);
  });

  test('leads elsewhere, where its folder was as open as the one that its addresses lead to now', () => {
    expect(both(alias + folder('', '2.2'), folder('', '2.4'))).toEqual(['alias-changed']);
  });
});

test('a host whose only line of mod_rewrite is gone has no rules of the main server any more', () => {
  const host = (line: string): string =>
    `LoadModule rewrite_module mod_rewrite.so\nRewriteEngine on\nRewriteOptions inherit\nRewriteRule ^/secret - [F]\n<VirtualHost *:80>\nServerName a\n${line}</VirtualHost>\n`;
  const before = host('RewriteLog logs/x\n');
  expect(both(before, host('RewriteEngine on\n'))).toEqual([]);
  expect(both(before, host(''))).toEqual(['protection']);
  expect(both(host(''), host(''))).toEqual([]);
  expect(both(host(''), host('RewriteEngine on\n'))).toEqual(['protection']);
});
