import { expect, test } from '@jest/globals';
import { callsBeyond } from '../calls-of.ts';
import { byEffort } from '../effort.ts';
import { memoryTree, MODULES_22, MODULES_24 } from '../access/request/memory-tree.ts';
import { compare } from '../access/verify/two-trees.ts';
import { MAIN, mainAfter, migrated } from './migrated.ts';

// Twice the lines are twice the work, whatever they are: a server has ten thousand hosts of one kind, or a thousand lines in one host.

const things = byEffort({ sample: 16, ci: 24, all: 64 });

const OPEN = 'Order allow,deny\nAllow from all';
const LOGIN = 'AuthType Basic\nAuthName x\nAuthUserFile /p\nAuthGroupFile /g';

function netOf(i: number): string {
  return `Order deny,allow\nDeny from all\nAllow from 10.${i >> 8}.${i & 255}.0/24`;
}

/** Lines of a host, or of the main server, by their subject. */
const KINDS: Readonly<Record<string, TextOf>> = {
  'address patterns': (i) => `<LocationMatch "^/admin/(login|x)">\n${netOf(i)}\n</LocationMatch>`,
  'address patterns apart': (i) => `<LocationMatch "^/a${i}/(login|x)">\n${netOf(i)}\n</LocationMatch>`,
  'address patterns anywhere': (i) => `<LocationMatch "/w${i}/">\n${netOf(i)}\n</LocationMatch>`,
  'ends of addresses': (i) => `<LocationMatch "\\.x${i}$">\n${netOf(i)}\n</LocationMatch>`,
  'folder patterns from the root': (i) =>
    `<DirectoryMatch "^/srv/h${i}/.*/adm">\n${netOf(i)}\n</DirectoryMatch>`,
  'folder patterns': (i) => `<DirectoryMatch "/srv/h${i}/.*/adm">\n${netOf(i)}\n</DirectoryMatch>`,
  'folders with wildcards': (i) => `<Directory /srv/h${i}/*/adm>\n${netOf(i)}\n</Directory>`,
  'file patterns': (i) =>
    `<FilesMatch "\\.(bak|inc)$">\n${OPEN}\n</FilesMatch>\n<Directory /srv/h${i}>\nOptions MultiViews Includes\n${OPEN}\n</Directory>`,
  'ends of names of files': (i) =>
    `<FilesMatch "\\.x${i}$">\n${netOf(i)}\n</FilesMatch>\n<FilesMatch "\\.${i}(y|z)$">\n${OPEN}\n</FilesMatch>`,
  'names of files with wildcards': (i) =>
    `<Files "n${i}-*.bak">\n${netOf(i)}\n</Files>\n<Files "m${i}-?.inc">\n${OPEN}\n</Files>`,
  methods: (i) =>
    `<Directory /srv/h${i}>\n${LOGIN}\nRequire group staff\n<LimitExcept GET POST>\n${netOf(i)}\n</LimitExcept>\nSatisfy any\n</Directory>`,
  proxies: (i) =>
    `ProxyPass /p http://b${i}/\n<Proxy http://b${i}/x/*>\n${netOf(i)}\n</Proxy>\n<Location /q${i}>\nProxyPass http://q${i}/\n</Location>`,
  'proxied addresses': (i) =>
    `ProxyPass /p${i} http://b${i}/\n<Location /q${i}>\nProxyPass http://q${i}/\n</Location>\n<Location /p${i}/x>\nProxyPass http://x${i}/\n</Location>`,
  balancers: (i) =>
    `<Proxy balancer://c${i}>\nBalancerMember http://10.0.0.${i % 250}:8080\n${OPEN}\n</Proxy>\nProxyPass /b balancer://c${i}/\n<Location /manager>\nSetHandler balancer-manager\n${netOf(i)}\n</Location>`,
  rewriting: (i) =>
    `RewriteEngine on\nRewriteRule ^/a/(.*)/b /c${i}/$1 [PT]\nRewriteRule ^/adm/x - [F]\n<Location /c${i}>\n${netOf(i)}\n</Location>`,
  'rewriting that goes on': (i) =>
    `RewriteEngine on\nRewriteRule ^/b${i}/(.*) /c${i}/$1\n<Location /c${i}>\n${netOf(i)}\n</Location>`,
  'rewriting in folders': (i) =>
    `<Directory /srv/h${i}/app>\nRewriteEngine on\nRewriteRule ^(.*)$ index.php [L,QSA]\nRewriteRule ^secret - [F]\n${OPEN}\n</Directory>`,
  redirects: (i) =>
    `Redirect /x http://h${i}.example.org/y\nRedirectMatch ^/q/(.*)/y http://x${i}/$1\nRedirect gone /z`,
  aliases: (i) =>
    `Alias /st${i} /srv/st${i}\nScriptAlias /cgi${i}/ /srv/h${i}/cgi-bin/\nAliasMatch ^/m/(.*) /srv/m${i}/$1\n<Directory /srv/st${i}>\n${OPEN}\n</Directory>`,
  variables: (i) =>
    `SetEnvIf Referer "^http://h${i}" ok\n<Directory /srv/h${i}>\nOrder deny,allow\nDeny from all\nAllow from env=ok\n</Directory>`,
  certificates: (i) =>
    `SSLEngine on\nSSLProtocol all -SSLv2\n<Location /s>\nSSLRequireSSL\nSSLRequire %{SSL_CLIENT_S_DN_O} eq "O${i}"\n${OPEN}\n</Location>`,
  repositories: (i) =>
    `<Location /svn${i}>\nDAV svn\nSVNPath /srv/svn${i}\n${LOGIN}\n<LimitExcept GET PROPFIND OPTIONS REPORT>\nRequire valid-user\n</LimitExcept>\n</Location>`,
  headers: (i) => `Header set X-${i} a\nRequestHeader unset X-Y${i}\nErrorDocument 404 /e${i}.html`,
  logs: (i) =>
    `ErrorLog logs/${i}\nCustomLog "|/usr/bin/rotatelogs /l/${i} 86400" combined\nRewriteLog /l/${i}\nRewriteLogLevel 3`,
  names: (i) =>
    `ServerAlias a${i} b${i}\nServerPath /p${i}\nDirectoryIndex index.php\nAddHandler cgi-script .cgi\nDefaultType text/plain`,
  'home folders': (i) => `UserDir public_html\nUserDir disabled u${i}`,
  'home folders with rules': (i) =>
    `UserDir public_html\n<Directory /home/u${i}/public_html>\n${netOf(i)}\n</Directory>`,
  directories: (i) =>
    `<Location /l>\nAuthType Basic\nAuthName l\nAuthBasicProvider ldap file\nAuthLDAPURL ldap://l${i}/o=x\nAuthzLDAPAuthoritative off\nRequire ldap-group cn=g\nRequire valid-user\n</Location>`,
  guards: (i) =>
    `<IfModule mod_proxy.c>\nProxyPass /g http://g${i}/\n</IfModule>\n<IfModule mod_foo.c>\n<Location /f>\n${netOf(i)}\n</Location>\n</IfModule>\n<IfDefine SSL>\n<Location /d${i}>\n${OPEN}\n</Location>\n</IfDefine>`,
  'guards that turn': (i) =>
    `AddOutputFilterByType DEFLATE text/x${i}\n<IfModule !mod_filter.c>\nHeader set X-A ${i}\n</IfModule>\n<IfModule mod_filter.c>\n<Location /t${i}>\n${netOf(i)}\n</Location>\n</IfModule>`,
  versions: (i) =>
    `<IfVersion < 2.4>\n<Location /v${i}>\n${OPEN}\n</Location>\n</IfVersion>\n<IfVersion >= 2.4>\n<Location /v${i}>\nRequire all granted\n</Location>\n</IfVersion>`,
  overrides: (i) =>
    `<Directory /srv/h${i}>\nAllowOverride FileInfo\n${OPEN}\n</Directory>\n<Directory /srv/h${i}/up>\nAllowOverride All\nphp_flag engine off\n</Directory>`,
  includes: (i) =>
    `<Directory /srv/h${i}/inc>\nOptions +Includes\nAddOutputFilter INCLUDES .shtml\nXBitHack on\n${netOf(i)}\n</Directory>`,
  caches: (i) => `CacheEnable disk /c${i}\nCacheRoot /var/c${i}\nCacheMaxExpire 300`,
  handlers: (i) =>
    `<Directory /srv/h${i}/fb>\nFallbackResource /fb/index.php\n${netOf(i)}\n</Directory>\n<Location /st>\nSetHandler server-status\n${netOf(i)}\n</Location>`,
};

function inHost(lines: string, i: number): string {
  return `<VirtualHost *:80>\nServerName h${i}.example.org\nDocumentRoot /srv/h${i}\n${lines}\n</VirtualHost>`;
}

const HEAD = `ServerRoot /srv/httpd\nListen 80\nDocumentRoot /srv/www\nNameVirtualHost *:80\n<Directory />\n${netOf(0)}\n</Directory>\n`;

type TextOf = (i: number) => string;

/** A server with what stands there for each of so many numbers. */
function server(textOf: TextOf, count: number, first: number): string {
  return `${HEAD}${Array.from({ length: count }, (_, i) => textOf(first + i)).join('\n')}\n`;
}

function expectTwice(work: (count: number, first: number) => () => void, most = 2): void {
  // A decision diagram of twice the nets has a little more than twice the nodes.
  const beyond = callsBeyond(work, things, most).filter((call) => !call.startsWith('src/access/policy/'));
  expect(beyond).toEqual([]);
}

function migrating(textOf: TextOf, options: Parameters<typeof migrated>[1] = {}) {
  return (count: number, first: number) => {
    const files = { [MAIN]: server(textOf, count, first) };
    return () => expect(migrated(files, options).model.main.items.length).toBeGreaterThan(1);
  };
}

test.each(Object.entries(KINDS))('twice the hosts with %s are twice the work', (_, linesOf) => {
  expectTwice(migrating((i) => inHost(linesOf(i), i)));
});

test('twice the hosts whose users have rules of their own, left to mod_access_compat, are twice the flows', () => {
  const work = migrating((i) => inHost(KINDS['home folders with rules']!(i), i), { access: 'compat' });
  const beyond = callsBeyond(work, 2 * things);
  expect(beyond.filter((call) => /chains\/(?:address-flow|propagate|pass)\.ts/.test(call))).toEqual([]);
});

/** Of these each may be met together with each other: every one more has to be compared with all. */
const MET_TOGETHER: ReadonlySet<string> = new Set([
  'address patterns',
  'address patterns anywhere',
  'folder patterns',
  'file patterns',
  'proxies',
  'home folders',
  'home folders with rules',
]);

test.each(Object.entries(KINDS).filter(([kind]) => !MET_TOGETHER.has(kind)))(
  'twice the lines of one server with %s are twice the work',
  (_, linesOf) => {
    expectTwice(migrating(linesOf));
  },
);

test.each([...MET_TOGETHER])(
  'twice the lines of one server with %s are four times the work at most',
  (kind) => {
    expectTwice(migrating(KINDS[kind]!), 4);
  },
);

test('twice the lines into one folder, with twice the folders in it, are twice the work', () => {
  expectTwice(
    migrating((i) => `Alias /o${i} /srv/one\n<Directory /srv/one/d${i}>\n${netOf(i)}\n</Directory>`),
  );
});

test('twice the hosts with twice the addresses of the main server are twice the flows', () => {
  const ofMain: TextOf = (i) => `Alias /g${i} /srv/g${i}\n<Location /g${i}>\n${netOf(i)}\n</Location>`;
  const ofHost: TextOf = (i) => inHost(`<Location /p>\n${netOf(i)}\n</Location>`, i);
  const beyond = callsBeyond(
    (count, first) => migrating((i) => `${ofMain(i)}\n${ofHost(i)}`)(count, first),
    2 * things,
  );
  expect(beyond.filter((call) => /chains\/(?:address-flow|propagate|pass)\.ts/.test(call))).toEqual([]);
});

test('twice the .htaccess files with all kinds of lines are twice the work', () => {
  const lines = (i: number) =>
    `${LOGIN}\nRequire user u${i}\nSatisfy any\n${netOf(i)}\n<Files x${i}>\n${OPEN}\n</Files>\nRewriteEngine on\nRewriteRule ^s${i} - [F]\n<IfModule mod_access.c>\nDeny from all\n</IfModule>\n`;
  expectTwice((count, first) => {
    const numbers = Array.from({ length: count }, (_, i) => first + i);
    const main = server((i) => inHost('', i), count, first).replace('<Directory />', '$&\nAllowOverride All');
    const files = Object.fromEntries(numbers.map((i) => [`/srv/h${i}/in/.htaccess`, lines(i)]));
    return () => expect(migrated({ [MAIN]: main, ...files }).model.htaccess.length).toBe(count);
  });
});

test.each(['address patterns', 'rewriting', 'redirects'])(
  'twice the hosts with %s are twice the work of verify',
  (kind) => {
    const linesOf = KINDS[kind]!;
    expectTwice((count, first) => {
      const before = MODULES_22 + server((i) => inHost(linesOf(i), i), count, first);
      const after = mainAfter(migrated({ [MAIN]: before }), before);
      const [old, made] = [memoryTree(before), memoryTree(MODULES_24 + after)];
      return () => expect(compare(old, made).differences).toEqual([]);
    });
  },
);
