import { describe, expect, test } from '@jest/globals';
import { memoryTree, MODULES_22, MODULES_24 } from '../request/memory-tree.ts';
import { targetProfile } from '../../../src/target/index.ts';
import { both, compare, found } from './two-trees.ts';

describe('lines that 2.4 refuses', () => {
  test.each([
    ['Require not ip 10.1', 'negative Require directive has no effect in <RequireAny> directive'],
    [
      '<RequireAll>\nRequire not ip 10.1\n</RequireAll>',
      '<RequireAll> directive contains only negative authorization directives',
    ],
    ['<RequireAll>\n</RequireAll>', '<RequireAll> directive contains no authorization directives'],
    [
      '<RequireNone>\nRequire ip 10.1\n</RequireNone>',
      '<RequireNone> directive has no effect in <RequireAny> directive',
    ],
    [
      '<RequireAny>\nRequire not ip 10.1\n</RequireAny>',
      'negative Require directive has no effect in <RequireAny> directive',
    ],
    [
      '<RequireAll>\n<RequireNone>\nRequire ip 10.1\n</RequireNone>\n</RequireAll>',
      '<RequireAll> directive contains only negative authorization directives',
    ],
    [
      '<RequireAll>\n<RequireAll>\nRequire not ip 10.1\n</RequireAll>\n</RequireAll>',
      '<RequireAll> directive contains only negative authorization directives',
    ],
    [
      '<RequireAll>\nAuthName x\n</RequireAll>',
      '<RequireAll> directive contains no authorization directives',
    ],
    ['<IfVersion >= 2.4>\nError not yet\n</IfVersion>', 'not yet'],
    ['AuthName "Area %{x}"', "Cannot parse expression 'Area %{x}' in AuthName: Variable 'x' does not exist"],
    ['Require User alice', 'Unknown Authz provider: User'],
    ['Require ip', "'require ip' requires an argument"],
    ['Require ip 10.1 # office', "ip address '#' appears to be invalid"],
    ['Require all granted too', "Argument for 'Require all' must be 'granted' or 'denied'"],
    ['Require dbm-group staff', 'Unknown Authz provider: dbm-group'],
    ['Require method FROB', "Invalid Method 'FROB'"],
    [
      '<RequireAll x>\nRequire all granted\n</RequireAll>',
      "<RequireAll> directive doesn't take additional arguments",
    ],
    ['AuthBasicProvider dbm', 'Unknown Authn provider: dbm'],
    ['AuthMerging Xor', 'AuthMerging must be one of: Off | And | Or'],
    ['AuthMerging Offer', 'AuthMerging must be one of: Off | And | Or'],
    ['AuthType', 'AuthType takes one argument'],
    ['AuthName a b', 'AuthName takes one argument'],
    ['AuthzSendForbiddenOnFailure Maybe', 'AuthzSendForbiddenOnFailure must be On or Off'],
    ['AllowOverride Limits', 'Illegal override option Limits'],
    ['AllowOverride Nonfatal=Always', 'Illegal override option Nonfatal=Always'],
    ['AllowOverrideList AuthName NONE', "'None' not allowed with other directives in AllowOverrideList"],
    ['Options Frobs', 'Illegal option Frobs'],
    ['Options +ALL', "You may not use 'Options +All' or 'Options -All'."],
    ['Options -none', "You may not use 'Options +None' or 'Options -None'."],
    ['Options All -Indexes Includes', 'Either all Options must start with + or -, or no Option may.'],
    ['ServerTokens Prod', 'ServerTokens not allowed here'],
    ['<Directory />\nOptions None\n</Directory>', '<Directory not allowed here'],
    ['<Limit>\nRequire all denied\n</Limit>', '<Limit> directive requires additional arguments'],
    ['<Limit TRACE>\nRequire all denied\n</Limit>', 'TRACE cannot be controlled by <Limit>, see TraceEnable'],
    [
      '<Limit GET>\n<Limit POST>\nRequire all denied\n</Limit>\n</Limit>',
      '<Limit> directive excludes all methods',
    ],
    [
      '<Limit GET>\n<LimitExcept POST>\nRequire all denied\n</LimitExcept>\n</Limit>',
      '<LimitExcept> directive specifies methods already excluded',
    ],
  ])('%s', (lines, message) => {
    const { refused, differences } = compare(
      memoryTree(MODULES_22),
      memoryTree(`${MODULES_24}<Location /x>\n${lines}\n</Location>\n`),
    );
    expect(refused.map((each) => each.message)).toEqual([message]);
    expect(refused[0]?.line.file.path).toBe('/srv/conf/httpd.conf');
    // What would come of the line, if it were not refused, says nothing.
    const tests = differences.flatMap(({ difference }) => difference.witness.tests);
    expect(tests.filter((test_) => test_.startsWith('refused'))).toEqual([]);
  });

  test('but not those that are run while they are read, wherever they stand', () => {
    const line = 'LoadModule status_module modules/mod_status.so';
    const { refused } = compare(
      memoryTree(MODULES_22),
      memoryTree(`${MODULES_24}<Directory /srv/htdocs>\n${line}\n</Directory>\n`),
    );
    expect(refused).toEqual([]);
  });

  // As a real 2.4 says it, but for what the directive is about.
  test.each([
    ['AuthType Basic', 'AuthType not allowed here'],
    ['<VirtualHost *:80>\nAuthType Basic\n</VirtualHost>', 'AuthType not allowed here'],
    [
      '<Location /x>\n<RequireAll>\nServerTokens Prod\nRequire all granted\n</RequireAll>\n</Location>',
      'ServerTokens not allowed in <RequireAll> context',
    ],
    ['<If "true">\nServerTokens Prod\n</If>', 'ServerTokens not allowed here'],
    ['AliasMatch ^/a', 'AliasMatch takes two arguments'],
    ['AliasMatch ^/a /b /c', 'AliasMatch takes two arguments'],
    ['AliasMatch ^/a ""', 'AliasMatch takes two arguments'],
    ['FilterProvider a b', 'FilterProvider takes three arguments'],
    ['Alias /a /b /c', 'Alias takes 1-2 arguments'],
    ['Action a', 'Action takes two or three arguments'],
    ['Redirect permanent /a http://b/ c', 'Redirect takes one, two or three arguments'],
    ['AddAlt a', 'AddAlt requires at least two arguments'],
    ['AddAlt "" a', 'AddAlt requires at least two arguments'],
  ])('%j', (lines, message) => {
    const modules = 'ssl filter actions autoindex env'.replace(
      /\w+/g,
      (name) => `LoadModule ${name}_module mod_${name}.so\n`,
    );
    const { refused } = compare(memoryTree(''), memoryTree(`${MODULES_24}${modules}${lines}\n`));
    expect(refused.map((each) => each.message)).toEqual([message]);
  });

  // Neither PCRE nor PCRE2 compiles them: asked of a real 2.2.34 and a real 2.4.62.
  test.each([
    ['<LocationMatch "^/(a">\n</LocationMatch>', 'Regex could not be compiled (a parenthesis is not closed)'],
    ['<FilesMatch "*.txt">\n</FilesMatch>', 'Regex could not be compiled (`*` repeats nothing)'],
    ['<Files ~ "[a">\n</Files>', 'Regex could not be compiled (a bracket is not closed)'],
    [
      '<DirectoryMatch "a)">\n</DirectoryMatch>',
      'Regex could not be compiled (a parenthesis is closed that was not opened)',
    ],
    ['AliasMatch ^/x{3,1} /y', 'Regular expression could not be compiled. (`{3,1}` is out of order)'],
    ['RedirectMatch 403 [0-9a-Z]', 'Regular expression could not be compiled. (`a-Z` is out of order)'],
    ['RewriteRule !a** -', 'RewriteRule: cannot compile regular expression (`*` repeats nothing)'],
    ['RewriteCond %{X} (?:a', 'RewriteCond: cannot compile regular expression (a parenthesis is not closed)'],
    ['SetEnvIf Host a\\ b', 'SetEnvIf regex could not be compiled. (a backslash is at the end)'],
    [
      'BrowserMatch [:digit:] X',
      'BrowserMatch regex could not be compiled. ([:digit:] stands outside of brackets)',
    ],
    ['Header edit A [[:foo:]] b', 'Header regex could not be compiled ([:foo:] is unknown)'],
    ['RewriteOptions All', "RewriteOptions: unknown option 'All'"],
  ])('patterns that do not compile: %j', (lines, message) => {
    const modules = 'LoadModule rewrite_module mod_rewrite.so\nLoadModule headers_module mod_headers.so\n';
    const { refused } = compare(memoryTree(''), memoryTree(`${MODULES_24}${modules}${lines}\n`));
    expect(refused.map((each) => each.message)).toEqual([message]);
  });

  test('modules that 2.4 does not have, or whose file is not beside those of 2.4', () => {
    const gone = 'LoadModule authz_default_module modules/mod_authz_default.so\n';
    const cannot = (file: string) => `Cannot load modules/${file} into server`;
    const told = (lines: string, files: Readonly<Record<string, string>> = {}) =>
      compare(memoryTree(''), memoryTree({ 'conf/httpd.conf': lines, ...files })).refused.map(
        ({ message }) => message,
      );
    expect(told(MODULES_24 + gone)).toEqual([cannot('mod_authz_default.so')]);
    const line = 'LoadModule dir_module modules/mod_dri.so\n';
    expect(told(line)).toEqual([]);
    expect(told(line, { 'modules/mod_dir.so': '' })).toEqual([]);
    expect(told(line, { 'modules/mod_authz_core.so': '' })).toEqual([cannot('mod_dri.so')]);
    expect(told(line, { 'modules/mod_authz_core.so': '', 'modules/mod_dri.so': '' })).toEqual([]);
  });

  test('not patterns that do, nor those of which it is not certain', () => {
    const patterns = [
      'a(?<n>b)',
      '[]a]',
      '[^]a]',
      'a{,3}',
      '{x',
      'a*?b++',
      '\\Q(\\E',
      '(?#()',
      '[a-z-Z]',
      '(?i)a',
      ']a}',
    ];
    const sections = patterns.map((pattern) => `<LocationMatch "${pattern}">\n</LocationMatch>\n`);
    const rules = 'RewriteCond expr "!-n \'\' && (true)"\nRewriteCond %{X} =(\nRewriteRule !(a) -\n';
    const modules = 'LoadModule rewrite_module mod_rewrite.so\n';
    const { refused } = compare(
      memoryTree(''),
      memoryTree(`${MODULES_24}${modules}${sections.join('')}${rules}`),
    );
    expect(refused).toEqual([]);
  });

  // As a real 2.4.71 says it.
  test.each([
    ...['Header set A b', 'Order deny,allow', 'AllowOverride None', 'SetEnvIf A b C', 'RewriteEngine On'].map(
      (line) => [`<RequireAll>\n${line}\nRequire all granted\n</RequireAll>`, 'in <RequireAll> context'],
    ),
    ...['Files x', 'If "true"'].map((section) => [
      `<RequireAny>\n<${section}>\n</${section.split(' ')[0]}>\nRequire all granted\n</RequireAny>`,
      'within <Limit> or <LimitExcept> section',
    ]),
    ['<Files x>\n</Files>', '<Files> cannot occur within <Location> section'],
    ['<FilesMatch x>\n</FilesMatch>', '<FilesMatch> cannot occur within <Location> section'],
    ['<Limit GET>\n<Files x>\n</Files>\n</Limit>', 'within <Limit> or <LimitExcept> section'],
    ['Alias /a /b', 'Alias cannot occur within directory context'],
    ['<Limit GET>\nAlias /a /b\n</Limit>', 'Alias cannot occur within <Limit> or <LimitExcept> section'],
    ['MultiviewsMatch Any', 'MultiviewsMatch cannot occur within <Location> section'],
    ['ProxyPass /a http://b/', "ProxyPass|ProxyPassMatch can't have a path when defined in a location."],
    ['ProxyPassReverse /a http://b/', "ProxyPassReverse can't have a path when defined in a location"],
  ])('in a Location: %j', (lines, message) => {
    const modules = 'proxy headers mime rewrite access_compat'.replace(
      /\w+/g,
      (name) => `LoadModule ${name}_module mod_${name}.so\n`,
    );
    const { refused } = compare(
      memoryTree(''),
      memoryTree(`${MODULES_24}${modules}<Location /x>\n${lines}\n</Location>\n`),
    );
    expect(refused.map((each) => each.message.slice(-message.length))).toEqual([message]);
  });

  test.each([
    ['<Directory /a>\nAlias /b\n</Directory>', 'Alias cannot occur within <Directory> section'],
    ['<Files a>\nScriptAlias /b\n</Files>', 'ScriptAlias cannot occur within <Files> section'],
    [
      '<Directory /a>\n<If "true">\nAlias /b\n</If>\n</Directory>',
      'Alias cannot occur within <Directory> section',
    ],
    ['Alias /b', 'Alias must have two arguments when used globally'],
    ['ServerAlias x', 'ServerAlias only used in <VirtualHost>'],
    ['<VirtualHost *:80>\nAlias /b\n</VirtualHost>', 'Alias must have two arguments when used globally'],
    [
      '<VirtualHost *:80>\nServerTokens Prod\n</VirtualHost>',
      'ServerTokens cannot occur within <VirtualHost> section',
    ],
    [
      '<VirtualHost *:80>\n<AuthnProviderAlias file a>\n</AuthnProviderAlias>\n</VirtualHost>',
      '<AuthnProviderAlias> cannot occur within <VirtualHost> section',
    ],
    [
      '<VirtualHost *:80>\n<VirtualHost *:81>\n</VirtualHost>\n</VirtualHost>',
      '<VirtualHost> cannot occur within <VirtualHost> section',
    ],
    [
      '<Directory /a>\nProxyPass http://b/\n</Directory>',
      'ProxyPass cannot occur within <Directory> section',
    ],
    ['<If "true">\nProxyPass http://b/\n</If>', 'ProxyPass cannot occur within <If> section'],
    [
      '<VirtualHost *:80>\nProxyPass http://b/\n</VirtualHost>',
      'ProxyPass|ProxyPassMatch needs a path when not defined in a location',
    ],
  ])('where they stand: %j', (lines, message) => {
    const { refused } = compare(
      memoryTree(''),
      memoryTree(`${MODULES_24}LoadModule proxy_module mod_proxy.so\n${lines}\n`),
    );
    expect(refused.map((each) => each.message)).toEqual([message]);
  });

  test('not what may stand there', () => {
    const lines = [
      '<Location /x>\nAlias /b\nProxyPass http://b/ retry=1 nocanon\nProxyPassReverse http://b/\n</Location>',
      '<Directory /x>\n<Files y>\n<RequireAll>\nAuthName z\nAuthMerging And\nRequire all granted\n</RequireAll>\n</Files>\n</Directory>',
      '<Directory /x>\nMultiviewsMatch Any\n<If "true">\n<Files y>\n</Files>\n</If>\n</Directory>',
      'ServerTokens Prod\nAlias /a /b\nProxyPass /a http://b/\nMultiviewsMatch Any',
    ];
    const modules = 'LoadModule proxy_module mod_proxy.so\nLoadModule mime_module mod_mime.so\n';
    const { refused } = compare(memoryTree(''), memoryTree(`${MODULES_24}${modules}${lines.join('\n')}\n`));
    expect(refused).toEqual([]);
  });

  test.each([
    ['Require ip www.example.com', "ip address 'www.example.com' appears to be invalid"],
    ['<RequireAny>\nRequire ip 10.1 office\n</RequireAny>', "ip address 'office' appears to be invalid"],
  ])('%j is told once: not as what it would refuse, too', (lines, message) => {
    const section = (rules: string) => `<Location /x>\n${rules}\n</Location>\n`;
    const before = section('Order deny,allow\nDeny from all\nAllow from www.example.com');
    expect(both(before, section(lines))).toEqual([message]);
    expect(both(before, section(`${lines}\nRequire all granted`))).toEqual([
      message,
      'opened forbidden -> pass: GET /x/',
    ]);
  });

  test('not lines that stand where they may, with as many words as they may have', () => {
    const lines = [
      'SSLRequireSSL',
      'AliasMatch ^/a /b',
      'FilterProvider a b c',
      'Alias /a /b',
      'AddAlt a ""',
      'Action a /b',
      'Action a /b virtual',
      'SetEnv a ""',
      'Redirect /a http://b/',
      'Redirect permanent /c http://b/',
      'AddAlt a b c d',
      '<VirtualHost *:80>\nServerName v\nServerAlias w x\n</VirtualHost>',
      '<Location /x>\n<If "true">\nAuthType None\n</If>\n</Location>',
      '<AuthnProviderAlias file staff>\nAuthUserFile u\n</AuthnProviderAlias>',
    ].map((line) => (line === 'SSLRequireSSL' ? `<Location /y>\n${line}\n</Location>` : line));
    const modules = 'ssl filter actions autoindex env'.replace(
      /\w+/g,
      (name) => `LoadModule ${name}_module mod_${name}.so\n`,
    );
    const { refused } = compare(memoryTree(''), memoryTree(`${MODULES_24}${modules}${lines.join('\n')}\n`));
    expect(refused.map((each) => each.message)).toEqual([]);
  });

  test.each(['Order deny,allow', 'Allow from all', 'Satisfy any', 'AuthzUserAuthoritative Off'])(
    '%s without its module',
    (line) => {
      expect(both('', `<Location /x>\n${line}\n</Location>\n`)[0]).toMatch(/^Invalid command '\w+'/);
    },
  );

  test.each([
    'AuthDigestProvider file',
    'AuthzOwnerAuthoritative Off',
    'AuthUserFiles conf/users',
    'Dav On',
    '<RequireSome>\nRequire all granted\n</RequireSome>',
  ])('%s, of a module that is not loaded', (line) => {
    expect(both('', `<Location /x>\n${line}\n</Location>\n`)[0]).toMatch(/^Invalid command '<?\w+'/);
  });

  test('not what a server takes', () => {
    const lines = [
      'Options All -Indexes',
      'Options +Indexes -MultiViews',
      'Options Indexes Includes',
      'AllowOverrideList None',
      'AllowOverrideList AuthName AuthType',
      '<Limit GET POST>\n<Limit GET>\nRequire all denied\n</Limit>\n</Limit>',
      '<RequireAll>\n<RequireAny>\nRequire ip 10.1\n</RequireAny>\n</RequireAll>',
      '<Limit FROB>\nRequire method FROB\n</Limit>',
      '<LimitExcept TRACE>\nRequire all denied\n</LimitExcept>',
      'AllowOverride Limit Options=Indexes Nonfatal=All',
      '<IfModule mod_dav.c>\nDav On\n</IfModule>',
    ].join('\n');
    const after = memoryTree(`${MODULES_24}<Location /x>\n${lines}\n</Location>\n`);
    expect(compare(memoryTree(''), after).refused).toEqual([]);
  });

  const messages = (lines: string) =>
    compare(memoryTree(''), memoryTree(`${MODULES_24}${lines}`)).refused.map(({ message }) => message);

  test('a provider is known if an alias has given it that name', () => {
    const aliases =
      '<AuthzProviderAlias ip office 10.1>\n</AuthzProviderAlias>\n<AuthnProviderAlias file staff>\nAuthUserFile u\n</AuthnProviderAlias>\n';
    const asked = (lines: string) => messages(`${aliases}<Location /x>\n${lines}\n</Location>\n`);
    expect(asked('Require office\nAuthBasicProvider file staff')).toEqual([]);
    expect(asked('Require staff\nRequire Office')).toEqual([
      'Unknown Authz provider: staff',
      'Unknown Authz provider: Office',
    ]);
    expect(asked('AuthBasicProvider staff office')).toEqual(['Unknown Authn provider: office']);
    expect(
      messages(
        'LoadModule auth_digest_module mod_auth_digest.so\n<Location /x>\nAuthDigestProvider dbd\n</Location>\n',
      ),
    ).toEqual(['Unknown Authn provider: dbd']);
  });

  test('a misspelled provider of httpd is none, whatever else is loaded', () => {
    const asked = (line: string) =>
      messages(`LoadModule frob_module mod_frob.so\n<Location /x>\n${line}\n</Location>\n`);
    expect(asked('Require User alice')).toEqual(['Unknown Authz provider: User']);
    expect(asked('Require frob alice')).toEqual([]);
  });

  test('lines in guards are those that are surely read', () => {
    const guarded = (guard: string) => `<${guard}>\nFrob On\n</${guard.split(' ')[0]}>\n`;
    expect(messages(guarded('IfModule mod_authz_core.c'))).toEqual([
      expect.stringMatching(/^Invalid command 'Frob'/),
    ]);
    expect(messages(guarded('IfModule !mod_authz_core.c') + guarded('IfDefine X'))).toEqual([]);
  });

  test.each([
    [
      'IfDefine X',
      'Require not ip 10.1',
      'negative Require directive has no effect in <RequireAny> directive',
    ],
    ['IfDefine !X', 'Options Frobs', 'Illegal option Frobs'],
    [
      'IfDefine X',
      '<IfDefine Y>\nAuthMerging Xor\n</IfDefine>',
      'AuthMerging must be one of: Off | And | Or',
    ],
  ])('in <%s>, which may hold: %s', (guard, line, message) => {
    const within = (text: string) =>
      `<Location /x>\n<${guard}>\n${text}\n</${guard.split(' ')[0]}>\n</Location>\n`;
    const { notes, refused } = compare(memoryTree(''), memoryTree(MODULES_24 + within(line)));
    expect(refused).toEqual([]);
    expect(notes.map((note) => `${note.level} ${note.message}`)).toContain(
      `difference where <${guard}> holds, 2.4 does not start: ${message}`,
    );
    const file = within(line)
      .replace(/<\/?Location.*>\n/g, '')
      .replace('AuthMerging', 'Options');
    const tree = { 'conf/httpd.conf': `${MODULES_24}AccessFileName .htaccess\n`, 'htdocs/.htaccess': file };
    expect(found(compare(memoryTree(''), memoryTree(tree)))).toContain('refused-perhaps');
  });

  test('a pattern that PCRE2 refuses, where 2.4 may be built with it', () => {
    const lines = '<LocationMatch "^/[\\\\w-.]+$">\nRequire all granted\n</LocationMatch>\n';
    const old = lines.replace('Require all granted', 'Order allow,deny\nAllow from all');
    const answers = (release: string) => {
      const trees = [MODULES_22 + old, MODULES_24 + lines].map((text) =>
        memoryTree(text, { target: targetProfile(release)! }),
      );
      return found(compare(trees[0]!, trees[1]!));
    };
    expect(answers('2.4.51')).toEqual([]);
    expect(answers('2.4.52')).toEqual(['refused-perhaps']);
    expect(both(old.replace('-.', '.-'), lines.replace('-.', '.-'))).toEqual([]);
  });

  test('not where 2.2 did not start either where the guard holds, nor a module that is loaded there', () => {
    const old = '<IfDefine X>\nFrob On\n</IfDefine>\n';
    expect(both(old, old)).toEqual([]);
    const deep = old.replace(/Frob On/, '<Location /x>\nFrob On\n</Location>');
    expect(both(deep, deep)).toEqual([]);
    const branch =
      '<IfDefine X>\nLoadModule ssl_module mod_ssl.so\n</IfDefine>\n<IfDefine X>\nSSLEngine off\n</IfDefine>\n';
    expect(both(branch, branch)).toEqual([]);
    expect(both('', '<IfDefine X>\nSSLEngine off\n</IfDefine>\n')).toEqual(['refused-perhaps']);
  });

  test('Order and its kin are known where their module is loaded', () => {
    const rules = '<Location /x>\nOrder allow,deny\nAllow from all\nSatisfy any\n</Location>\n';
    expect(messages(`LoadModule access_compat_module modules/mod_access_compat.so\n${rules}`)).toEqual([]);
    expect(messages(rules)).toHaveLength(3);
  });

  test('a method is known from the first Limit on that names it, and by no other section', () => {
    const asks = '<Location /x>\nRequire method FROB\n</Location>\n';
    const names = (section: string) =>
      `<Location /y>\n<${section} FROB>\nRequire all denied\n</${section}>\n</Location>\n`;
    expect(messages(names('Limit') + asks + names('Limit'))).toEqual([]);
    expect(messages(names('LimitExcept') + asks)).toEqual([]);
    expect(messages(`RegisterHttpMethod FROB\n${asks}`)).toEqual([]);
    expect(messages(`<VirtualHost *:80>\nRegisterHttpMethod FROB\n</VirtualHost>\n${asks}`)).toEqual([
      'RegisterHttpMethod cannot occur within <VirtualHost> section',
    ]);
    expect(messages(asks + names('Limit'))).toEqual(["Invalid Method 'FROB'"]);
    expect(messages(`<Files FROB>\nRequire all denied\n</Files>\n${asks}`)).toEqual([
      "Invalid Method 'FROB'",
    ]);
  });

  test('in a .htaccess file count where it is read', () => {
    const compared = (override: string) => {
      const config = `<Directory /srv/htdocs>\nAllowOverride ${override}\n</Directory>\n`;
      const [before, after] = [
        MODULES_22,
        `${MODULES_24}LoadModule access_compat_module modules/mod_access_compat.so\n`,
      ].map((modules) =>
        memoryTree({
          'conf/httpd.conf': modules + config,
          'htdocs/.htaccess': 'Order allow, deny\n',
        }),
      );
      return found(compare(before!, after!));
    };
    expect(compared('All None')).toEqual([]);
    expect(compared('None Limit')).toEqual([]);
  });

  test('in one .htaccess file is no news because of another that both versions refuse', () => {
    const tree = (modules: string, rules: string) =>
      memoryTree({
        'conf/httpd.conf': `${modules}<Directory />\nAllowOverride All\n</Directory>\n`,
        'htdocs/a/.htaccess': 'Order allow, deny\n',
        'htdocs/b/.htaccess': `${rules}\n`,
      });
    const before = tree(MODULES_22, 'Deny from 10.1');
    const after = tree(
      `${MODULES_24}LoadModule access_compat_module modules/mod_access_compat.so\n`,
      'Require not ip 10.1',
    );
    const { refused, notes } = compare(before, after);
    expect(refused.map(({ line }) => line.file.path)).toEqual(['/srv/htdocs/b/.htaccess']);
    const asBefore = notes.filter(({ code }) => code === 'refused-before');
    expect(asBefore.map(({ place }) => place?.file.path)).toEqual(['/srv/htdocs/a/.htaccess']);
  });

  test('a .htaccess file can name no method that is not known', () => {
    const named = (method: string, modules = '') => {
      const after = memoryTree({
        'conf/httpd.conf': `${MODULES_24}${modules}<Directory />\nAllowOverride All\n</Directory>\n`,
        'htdocs/.htaccess': `<Limit GET ${method}>\nRequire all denied\n</Limit>\n`,
      });
      return compare(memoryTree(''), after).refused.map(({ message, isInHtaccess }) => [
        message,
        isInHtaccess,
      ]);
    };
    expect(named('PATCH')).toEqual([]);
    expect(named('FROB')).toEqual([
      ["Could not register method 'FROB' for <Limit from .htaccess configuration", true],
    ]);
    expect(named('BIND')).toHaveLength(1);
    expect(named('BIND', 'LoadModule dav_module mod_dav.so\n')).toEqual([]);
    expect(named('FROB', 'RegisterHttpMethod FROB\n')).toEqual([]);
  });

  test('and nothing of what would come of them, if they were not', () => {
    const lines = 'AuthType Basic\nAuthName x\nAuthUserFile u\nRequire ip';
    expect(
      both('<Location /x>\nDeny from all\n</Location>\n', `<Location /x>\n${lines}\n</Location>\n`),
    ).toEqual(["'require ip' requires an argument"]);
  });

  test('nothing is said of modules where some of the tree is not there to be read, nor of what another module may have', () => {
    const lines = '<Location /x>\nDav On\n</Location>\n';
    expect(both('', lines)).not.toEqual([]);
    expect(both('', `${lines}Include conf/lost.conf\n`)).toEqual(['permission', 'not-read']);
    const foreign = 'LoadModule frob_module modules/mod_frob.so\n<Location /x>\nFrob On\n</Location>\n';
    expect(both('', foreign)).toEqual([]);
  });

  test('not where guards keep them away, nor a provider of somebody else', () => {
    const lines =
      '<IfModule mod_access_compat.c>\nOrder allow,deny\nAllow from all\n</IfModule>\nRequire shib-session\n';
    const refused = (modules: string) =>
      compare(memoryTree(''), memoryTree(`${modules}<Location /x>\n${lines}</Location>\n`)).refused;
    expect(refused(`${MODULES_24}LoadModule mod_shib modules/mod_shib.so\n`)).toEqual([]);
    expect(refused(MODULES_24)).not.toEqual([]);
  });
});
