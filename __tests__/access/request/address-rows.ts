// What addresses lead to, and what is answered: the file that is sent, or the status.

/** Each holds its own name. All lie below ServerRoot, `/srv`; DocumentRoot is `/srv/htdocs`. */
export const FILES: readonly string[] = [
  'htdocs/x',
  'htdocs/sub/x',
  'htdocs/sub/index.html',
  'htdocs/empty/.keep',
  'htdocs/a b/x',
  'htdocs/a+b/x',
  'htdocs/a%2fx',
  'htdocs/a%20b/x',
  'main/x',
  'own/x',
  'own/sub/x',
  'docs/x/y',
  'home/ann/x',
  'home/ann/www/x',
  'home/root/www/x',
];

/** A line, or several; the path asked for, behind the method if that is not GET; what comes of it: on both, or on 2.2 and on 2.4. */
export type AddressRow = readonly [
  lines: string,
  path: string,
  answer: string | number,
  answerOf24?: string | number,
];

const on = (...lines: readonly string[]) => ['RewriteEngine on', ...lines].join('\n');
const both = (...lines: readonly string[]) => lines.join('\n');
const inFolder = (folder: string, ...lines: readonly string[]) =>
  `<Directory ${folder}>\n${on(...lines)}\n</Directory>`;

export const ALIASES: readonly AddressRow[] = [
  ['', '/x', '/srv/htdocs/x'],
  ['', '/sub', 301],
  ['', '/sub/', '/srv/htdocs/sub/index.html'],
  ['', '/none', 404],
  ['', '/x/more', 404],
  ['DocumentRoot /srv/own/', '/x', '/srv/own/x'],
  ['DocumentRoot own', '/x', '/srv/own/x'],
  ['DocumentRoot /srv/main\nDocumentRoot /srv/own', '/x', '/srv/own/x'],
  ['Alias /pub /srv/own', '/pub/x', '/srv/own/x'],
  ['Alias /pub /srv/own', '/pub', 301],
  ['Alias /pub /srv/own', '/public/x', 404],
  ['Alias /pub/ /srv/own/', '/pub/x', '/srv/own/x'],
  ['Alias /pub/ /srv/own/', '/pub', 404],
  ['Alias /pub//deep /srv/own', '/pub/deep/x', '/srv/own/x'],
  ['Alias /p.b /srv/own', '/p.b/x', '/srv/own/x'],
  ['Alias /p.b /srv/own', '/pxb/x', 404],
  ['Alias /x /srv/own/x', '/x', '/srv/own/x'],
  ['Alias /pub own', '/pub/x', '/srv/own/x'],
  [both('Alias /pub /srv/main', 'Alias /pub/sub /srv/own'), '/pub/sub/x', 404],
  [both('Alias /pub/sub /srv/own', 'Alias /pub /srv/main'), '/pub/sub/x', '/srv/own/x'],
  ['AliasMatch ^/doc/(.*) /srv/docs/$1', '/doc/x/y', '/srv/docs/x/y'],
  ['AliasMatch ^/(\\w+)/doc/(\\w+) /srv/docs/$1/$2', '/x/doc/y', '/srv/docs/x/y'],
  ['AliasMatch ^/doc /srv/own/x', '/none', 404],
  ['AliasMatch ^/any(/.*) $1', '/any/srv/own/x', '/srv/own/x'],
  ['AliasMatch ^/any/(.*) $1', '/any/own/x', '/srv/own/x'],
  ['AliasMatch ^/(doc|x/y)$ /srv/docs&', '/x/y', '/srv/docs/x/y', 404],
  ['ScriptAlias /cgi/ /srv/own/', '/cgi/none', 404],
  // Text is joined to text, whatever slashes stand at either end.
  ['Alias /d/ /srv/o', '/d/wn/x', '/srv/own/x'],
  ['Alias /d/ /srv/o', '/d/wn/sub/x', '/srv/own/sub/x'],
  ['Alias /d/ /srv/own', '/d/x', 404],
  ['Alias /d/ /srv/own', '/d', 404],
  ['Alias /d /srv/own/', '/d/x', '/srv/own/x'],
  ['Alias /d/ /srv/main/../o', '/d/wn/x', '/srv/own/x'],
  ['Alias / /srv/o', '/wn/x', '/srv/own/x'],
  ['AliasMatch ^/q(.*) /srv/docs/$1', '/q../own/x', '/srv/own/x'],
  ['AliasMatch ^/q(..)/(.*) /srv/docs/$1/$2', '/q../own/x', '/srv/own/x'],
  ['ScriptAliasMatch ^/cgi/(.*) /srv/own/$1', '/cgi/none', 404],
];

/** ServerPath is taken off an address before DocumentRoot is put before it, and not before any Alias. */
export const SERVER_PATHS: readonly AddressRow[] = [
  ['ServerPath /two', '/two/x', '/srv/htdocs/x'],
  ['ServerPath /two', '/two/sub/x', '/srv/htdocs/sub/x'],
  ['ServerPath /two', '/x', '/srv/htdocs/x'],
  ['ServerPath /two', '/twox', 404],
  ['ServerPath /two/', '/two/x', '/srv/htdocs/x'],
  ['ServerPath /sub', '/sub/x', '/srv/htdocs/x'],
  ['ServerPath /sub/', '/sub', 301],
  [both('ServerPath /one', 'ServerPath /two'), '/one/x', 404],
  [both('ServerPath /two', 'Alias /x /srv/own/x'), '/two/x', '/srv/htdocs/x'],
  [both('ServerPath /two', 'Alias /two /srv/own'), '/two/x', '/srv/own/x'],
  [both('ServerPath /two', on('RewriteRule ^/r/(.*) /two/$1')), '/r/x', '/srv/htdocs/x'],
];

export const REDIRECTS: readonly AddressRow[] = [
  ['Redirect /old http://a.example/', '/old/x', 302],
  ['Redirect /old http://a.example/', '/older', 404],
  ['Redirect temp /old http://a.example/', '/old', 302],
  ['Redirect permanent /old http://a.example/', '/old', 301],
  ['Redirect Permanent /old http://a.example/', '/old', 301],
  ['Redirect seeother /old http://a.example/', '/old', 303],
  ['Redirect gone /old', '/old', 410],
  ['Redirect 307 /old http://a.example/', '/old', 307],
  ['Redirect 403 /old', '/old', 403],
  ['RedirectPermanent /old http://a.example/', '/old', 301],
  ['RedirectTemp /old http://a.example/', '/old', 302],
  ['RedirectMatch ^/o.d$ http://a.example/', '/old', 302],
  ['RedirectMatch ^/o.d$ http://a.example/', '/oldest', 404],
  ['RedirectMatch 404 ^/x', '/x', 404],
  [both('Alias /pub /srv/own', 'Redirect /pub/x http://a.example/'), '/pub/x', 302],
  [both('Redirect gone /old', 'Redirect /old http://a.example/'), '/old', 410],
];

export const HOME_FOLDERS: readonly AddressRow[] = [
  ['UserDir /srv/home/*/www', '/~ann/x', '/srv/home/ann/www/x'],
  ['UserDir /srv/home/*/www', '/~ann', 301],
  ['UserDir /srv/home', '/~ann/x', '/srv/home/ann/x'],
  ['UserDir /srv/home/', '/~ann/x', '/srv/home/ann/x'],
  ['UserDir /srv/none/*/www /srv/home/*/www', '/~ann/x', '/srv/home/ann/www/x'],
  ['UserDir /srv/home/*/www /srv/home', '/~ann/x', '/srv/home/ann/www/x'],
  ['UserDir /srv/home/*/www', '/~none/x', 404],
  [both('UserDir /srv/home/*/www', 'UserDir disabled root'), '/~root/x', 404],
  [both('UserDir /srv/home/*/www', 'UserDir disabled root'), '/~ann/x', '/srv/home/ann/www/x'],
  [both('UserDir /srv/home/*/www', 'UserDir disabled'), '/~ann/x', 404],
  [
    both('UserDir disabled', 'UserDir enabled ann', 'UserDir /srv/home/*/www'),
    '/~ann/x',
    '/srv/home/ann/www/x',
  ],
  [both('UserDir disabled', 'UserDir enabled ann', 'UserDir /srv/home/*/www'), '/~root/x', 404],
  [both('UserDir enabled ann', 'UserDir disabled ann', 'UserDir /srv/home/*/www'), '/~ann/x', 404],
  [both('UserDir /srv/none', 'UserDir /srv/home/*/www'), '/~ann/x', '/srv/home/ann/www/x'],
  ['UserDir http://a.example/*/', '/~ann/x', 302],
  ['', '/~ann/x', 404],
  [both('UserDir disabled', 'UserDir enabled', 'UserDir /srv/home'), '/~ann/x', '/srv/home/ann/x'],
  [both('UserDir enabled', 'UserDir disabled', 'UserDir /srv/home'), '/~ann/x', 404],
  ['UserDir www', '/~none/x', 404],
];

export const REWRITES: readonly AddressRow[] = [
  ['RewriteRule ^/x - [F]', '/x', '/srv/htdocs/x'],
  [on('RewriteEngine off', 'RewriteRule ^/x - [F]'), '/x', '/srv/htdocs/x'],
  [on('RewriteRule ^/x - [F]'), '/x', 403],
  [on('RewriteRule ^/x - [forbidden]'), '/x', 403],
  [on('RewriteRule ^/x - [G]'), '/x', 410],
  [on('RewriteRule ^/x - [gone]'), '/x', 410],
  [on('RewriteRule ^/x - [R=404]'), '/x', 404],
  [on('RewriteRule ^/q(.*) /srv/docs/$1'), '/q../own/x', '/srv/own/x'],
  [on('RewriteRule ^/x /sub/x [R]'), '/x', 302],
  [on('RewriteRule ^/x /sub/x [R=301,L]'), '/x', 301],
  [on('RewriteRule ^/x /sub/x [R=permanent]'), '/x', 301],
  [on('RewriteRule ^/x /sub/x [R=seeother]'), '/x', 303],
  [on('RewriteRule ^/x /sub/x [redirect]'), '/x', 302],
  [on('RewriteRule ^/x http://a.example/'), '/x', 302],
  [on('RewriteRule ^/x - [R]'), '/x', '/srv/htdocs/x'],
  [on('RewriteRule ^/x - [R=301,L]', 'RewriteRule ^/x - [F]'), '/x', '/srv/htdocs/x'],
  [on('RewriteRule ^/go/(.*) /sub/$1'), '/go/x', '/srv/htdocs/sub/x'],
  [on('RewriteRule ^/go/(.*) /sub/$1?q=1'), '/go/x', '/srv/htdocs/sub/x'],
  [on('RewriteRule ^/go/(.*) /srv/own/$1'), '/go/x', '/srv/own/x'],
  [on('RewriteRule ^/go/(.*) /none/$1'), '/go/x', 404],
  // Since 2.4.60 a result has a slash before it.
  [on('RewriteRule ^/(.*) $1', 'RewriteRule ^x - [F]'), '/x', 403, '/srv/htdocs/x'],
  [on('RewriteRule ^/go/(.*) sub/$1'), '/go/x', 400, '/srv/htdocs/sub/x'],
  [on('RewriteRule ^/go/(.*) sub/$1 [PT]'), '/go/x', 400, '/srv/htdocs/sub/x'],
  [on('RewriteRule ^/go/(.*) sub/$1 [R]'), '/go/x', 302],
  [on('RewriteRule ^/GO /sub/x'), '/go', 404],
  [on('RewriteRule ^/GO /sub/x [NC]'), '/go', '/srv/htdocs/sub/x'],
  [on('RewriteRule ^/GO /sub/x "[nocase, last]"'), '/go', '/srv/htdocs/sub/x'],
  [on('RewriteRule !^/x - [F]'), '/sub/x', 403],
  [on('RewriteRule !^/x - [F]'), '/x', '/srv/htdocs/x'],
  [on('RewriteRule ^/a /b', 'RewriteRule ^/b - [F]'), '/a', 403],
  [on('RewriteRule ^/x /sub/x [L]', 'RewriteRule ^/sub - [F]'), '/x', '/srv/htdocs/sub/x'],
  [on('RewriteRule ^/z - [C]', 'RewriteRule ^/x - [F]'), '/x', '/srv/htdocs/x'],
  [on('RewriteRule ^/z - [C]', 'RewriteRule ^/. - [C]', 'RewriteRule ^/x - [F]'), '/x', '/srv/htdocs/x'],
  [on('RewriteRule ^/z - [chain]', 'RewriteRule ^/. -', 'RewriteRule ^/x - [F]'), '/x', 403],
  [on('RewriteRule ^/x - [C]', 'RewriteRule ^/x - [F]'), '/x', 403],
  [on('RewriteRule ^/x - [S=1]', 'RewriteRule ^/x - [F]', 'RewriteRule ^/x - [G]'), '/x', 410],
  [on('RewriteRule ^/x - [skip=2]', 'RewriteRule ^/x - [F]', 'RewriteRule ^/x - [G]'), '/x', '/srv/htdocs/x'],
  [on('RewriteRule ^/z - [S=1]', 'RewriteRule ^/x - [F]'), '/x', 403],
  [on('RewriteRule ^/pub(.*) /alias$1 [PT]', 'Alias /alias /srv/own'), '/pub/x', '/srv/own/x'],
  [on('RewriteRule ^/pub(.*) /alias$1', 'Alias /alias /srv/own'), '/pub/x', 404],
  [
    on('RewriteRule ^/pub(.*) /alias$1 [passthrough]', 'RewriteRule ^/alias - [F]', 'Alias /alias /srv/own'),
    '/pub/x',
    '/srv/own/x',
  ],
  [on('RewriteRule ^/(.*)\\.php$ /$1'), '/x.php', '/srv/htdocs/x'],
  [on('RewriteRule ^/c\\$ /x'), '/c$', '/srv/htdocs/x'],
];

/** What a back-reference holds is escaped into the path; `%2520` asks for a file with `%20` in its name. */
export const ESCAPED: readonly AddressRow[] = [
  [on('RewriteRule ^/go/(.*)/x /$1/x'), '/go/a%20b/x', '/srv/htdocs/a b/x'],
  [on('RewriteRule ^/go/(.*)/x /$1/x [B]'), '/go/a%20b/x', '/srv/htdocs/a+b/x'],
  [on('RewriteRule ^/go/(.*)/x /$1/x [backrefescaping,PT]'), '/go/a%20b/x', '/srv/htdocs/a+b/x'],
  [on('RewriteRule ^/go/(.*) /$1 [B]'), '/go/sub/x', 404],
  [on('RewriteRule ^/go/(.*) /$1 [B]'), '/go/a/x', '/srv/htdocs/a%2fx'],
  [on('RewriteCond %{REQUEST_URI} ^/go/(.*)', 'RewriteRule ^/go /%1 [B]'), '/go/a/x', '/srv/htdocs/a%2fx'],
  [on('RewriteCond $1 =a/x', 'RewriteRule ^/go/(.*) /$1 [B]'), '/go/a/x', '/srv/htdocs/a%2fx'],
  [inFolder('/srv/htdocs', 'RewriteRule ^go/(.*) $1 [B]'), '/go/sub/x', 404],
  // An internal redirect takes the escapes out again.
  [inFolder('/srv/htdocs', 'RewriteRule ^go/(.*) $1'), '/go/a%2520b/x', '/srv/htdocs/a b/x'],
  [inFolder('/srv/htdocs', 'RewriteRule ^go/(.*) $1'), '/go/sub%252fx', 404],
  [inFolder('/srv/htdocs', 'RewriteRule ^go/(.*)/x $1/x [B]'), '/go/a%20b/x', '/srv/htdocs/a+b/x'],
];

export const QUERIES: readonly AddressRow[] = [
  [
    on('RewriteRule ^/go/(.*) /$1?q=1', 'RewriteCond %{QUERY_STRING} ^q=1$', 'RewriteRule ^/x - [F]'),
    '/go/x',
    403,
  ],
  [on('RewriteRule ^/go /x', 'RewriteCond %{QUERY_STRING} ^a=1$', 'RewriteRule ^/x - [F]'), '/go?a=1', 403],
  [on('RewriteRule ^/go /x?', 'RewriteCond %{QUERY_STRING} ^$', 'RewriteRule ^/x - [F]'), '/go?a=1', 403],
  [
    on('RewriteRule ^/go /x?b [QSA]', 'RewriteCond %{QUERY_STRING} ^b&a$', 'RewriteRule ^/x - [F]'),
    '/go?a',
    403,
  ],
  [on('RewriteRule ^/go /x?b [QSA]', 'RewriteCond %{QUERY_STRING} ^b$', 'RewriteRule ^/x - [F]'), '/go', 403],
  [
    both(
      on('RewriteRule ^/go /x?b'),
      inFolder('/srv/htdocs', 'RewriteCond %{QUERY_STRING} ^b$', 'RewriteRule . - [F]'),
    ),
    '/go',
    403,
  ],
  [
    inFolder('/srv/htdocs', 'RewriteCond %{QUERY_STRING} ^$', 'RewriteRule ^(.*)$ x?q=$1'),
    '/go',
    '/srv/htdocs/x',
  ],
  // Since 2.4.56 a blank in the query, and since 2.4.60 a question mark out of the address, is refused.
  [on('RewriteRule ^/go/(.*) /x?q=$1'), '/go/a%20b', '/srv/htdocs/x', 403],
  [on('RewriteRule ^/go/(.*) /x?q=$1 [B]'), '/go/a%20b', '/srv/htdocs/x'],
  [on('RewriteRule ^/go/(.*) /x?q=$1 [R]'), '/go/a%20b', 302],
  [on('RewriteRule ^/go/(.*) /$1'), '/go/x%3fy', '/srv/htdocs/x', 403],
  [on('RewriteRule ^/go/(.*) /x?q=$1'), '/go/x%3fy', '/srv/htdocs/x'],
  [inFolder('/srv/htdocs', 'RewriteRule ^go/(.*) $1'), '/go/x%3fy', '/srv/htdocs/x', 403],
];

/** Flags that only 2.4 takes. */
export const FLAGS_OF_24: readonly (readonly [lines: string, path: string, answer: string | number])[] = [
  [on('RewriteRule ^/go/(.*)/x /$1/x [B,BNP]'), '/go/a%20b/x', '/srv/htdocs/a%20b/x'],
  [on('RewriteRule ^/go/(.*)/x /$1/x [BCTLS,BNP]'), '/go/a%20b/x', '/srv/htdocs/a%20b/x'],
  [on('RewriteRule ^/go/(.*) /$1 [BCTLS,BNP]'), '/go/sub/x', '/srv/htdocs/sub/x'],
  [on('RewriteRule ^/go/(.*) /$1 [B=+]'), '/go/sub/x', '/srv/htdocs/sub/x'],
  [on('RewriteRule ^/go/(.*) /$1 [B=/]'), '/go/sub/x', 404],
  [on('RewriteRule ^/go/(.*) /$1 [B,BNE=/]'), '/go/sub/x', '/srv/htdocs/sub/x'],
  [inFolder('/srv/htdocs', 'RewriteRule ^go x [END]', 'RewriteRule ^x - [F]'), '/go', '/srv/htdocs/x'],
  [inFolder('/srv/htdocs', 'RewriteRule ^go x [L]', 'RewriteRule ^x - [F]'), '/go', 403],
  [
    both(on('RewriteRule ^/go /x [END]'), inFolder('/srv/htdocs', 'RewriteRule ^x - [F]')),
    '/go',
    '/srv/htdocs/x',
  ],
  [
    both(inFolder('/srv/htdocs', 'RewriteRule ^go x [END]'), on('RewriteRule ^/x - [F]')),
    '/go',
    '/srv/htdocs/x',
  ],
  [on('RewriteRule ^/go/(.*) /$1 [UnsafeAllow3F]'), '/go/x%3fy', '/srv/htdocs/x'],
];

const OFF = '<Location /sub>\nRewriteEngine off\n</Location>';

/** Where the engine is on: outside of sections for all of them, and off in a Location for the rules of the server, too. */
export const ENGINES: readonly AddressRow[] = [
  [on('<Directory /srv/htdocs>', 'RewriteRule ^x - [F]', '</Directory>'), '/x', 403],
  [on('<Directory /srv/htdocs>', 'RewriteRule ^go sub/x', '</Directory>'), '/go', '/srv/htdocs/sub/x'],
  ['<Directory /srv/htdocs>\nRewriteRule ^x - [F]\n</Directory>', '/x', '/srv/htdocs/x'],
  [
    on('<Directory /srv/htdocs>', 'RewriteEngine off', 'RewriteRule ^x - [F]', '</Directory>'),
    '/x',
    '/srv/htdocs/x',
  ],
  [on('RewriteRule x$ - [F]', OFF), '/sub/x', '/srv/htdocs/sub/x'],
  [on('RewriteRule x$ - [F]', OFF), '/x', 403],
  [
    on('RewriteRule x$ - [F]', OFF, '<LocationMatch x$>', 'RewriteEngine on', '</LocationMatch>'),
    '/sub/x',
    403,
  ],
];

const named = (name: string, ...lines: readonly string[]) => both(`ServerName ${name}`, on(...lines));

/** A URL of the server itself is a path of it. */
export const OWN_URLS: readonly AddressRow[] = [
  [named('site:80', 'RewriteRule ^/go http://site/x'), '/go', '/srv/htdocs/x'],
  [named('site:80', 'RewriteRule ^/go http://site:80/x'), '/go', '/srv/htdocs/x'],
  [named('site:80', 'RewriteRule ^/go HTTP://Site/x'), '/go', '/srv/htdocs/x'],
  [named('site:80', 'RewriteRule ^/go http://site/x [R]'), '/go', 302],
  [named('site:80', 'RewriteRule ^/go http://site:8080/x'), '/go', 302],
  [named('site:80', 'RewriteRule ^/go https://site/x'), '/go', 302],
  [named('site:80', 'RewriteRule ^/go http://other/x'), '/go', 302],
  [named('site', 'RewriteRule ^/go http://site/x'), '/go', 302],
  [
    both('ServerName site:80', inFolder('/srv/htdocs', 'RewriteRule ^go http://site/x')),
    '/go',
    '/srv/htdocs/x',
  ],
];

/** What a rule makes is what the next one asks. */
export const REWRITTEN_AGAIN: readonly AddressRow[] = [
  [on('RewriteRule ^/a(.*) /b$1', 'RewriteRule ^/b(.*) /srv/own$1'), '/a/x', '/srv/own/x'],
  [on('RewriteRule ^/a(.*) /b$1 [L]', 'RewriteRule ^/b(.*) /srv/own$1'), '/a/x', 404],
  [on('RewriteRule ^/b(.*) /srv/own$1', 'RewriteRule ^/a(.*) /b$1'), '/a/x', 404],
  [
    on('RewriteRule ^/a(.*) /b$1 [C]', 'RewriteRule ^/b(.*) /c$1', 'RewriteRule ^/c(.*) /srv/own$1 [L]'),
    '/a/x',
    '/srv/own/x',
  ],
  [on('RewriteRule ^/b(.*) /srv/own$1 [L]', 'RewriteRule ^/a(.*) /b$1 [N]'), '/a/x', '/srv/own/x'],
];

/** What stands before a relative address is what the section is called by; what is no path then gets 400. */
export const IN_PATTERNS: readonly AddressRow[] = [
  [`<Location /sub>\n${on('RewriteRule ^ x')}\n</Location>`, '/sub/x', 500],
  [`<Location /sub>\n${on('RewriteRule y$ x')}\n</Location>`, '/sub/y', '/srv/htdocs/sub/x'],
  [`<Location /s?b>\n${on('RewriteRule y$ x')}\n</Location>`, '/sub/y', 404],
  [`<LocationMatch ^/sub>\n${on('RewriteRule ^ x')}\n</LocationMatch>`, '/sub/x', 400],
  [`<LocationMatch ^/sub>\n${on('RewriteRule ^ /x')}\n</LocationMatch>`, '/sub/x', '/srv/htdocs/x'],
  [`<DirectoryMatch htdocs/s>\n${on('RewriteRule ^ x')}\n</DirectoryMatch>`, '/sub/x', 400],
  [`<Directory /srv/*/sub>\n${on('RewriteRule ^ x')}\n</Directory>`, '/sub/x', 404],
  [`<Files x>\n${on('RewriteRule ^ y')}\n</Files>`, '/sub/x', 400],
];

/** A section for addresses switches the rules of the server on, as it switches them off. */
export const SWITCHED: readonly AddressRow[] = [
  [both('RewriteRule . - [F]', '<Location /x>\nRewriteEngine on\n</Location>'), '/x', 403],
  [
    both('RewriteEngine off\nRewriteRule . - [F]', '<LocationMatch ^/x>\nRewriteEngine on\n</LocationMatch>'),
    '/x',
    403,
  ],
  [both('RewriteRule . - [F]', '<Location /y>\nRewriteEngine on\n</Location>'), '/x', '/srv/htdocs/x'],
  [both(on('RewriteRule . - [F]'), '<Location /x>\nRewriteEngine off\n</Location>'), '/x', '/srv/htdocs/x'],
];

export const CONDITIONS: readonly AddressRow[] = [
  [on('RewriteCond %{REQUEST_URI} ^/x$', 'RewriteRule . - [F]'), '/x', 403],
  [on('RewriteCond %{REQUEST_URI} ^/y$', 'RewriteRule . - [F]'), '/x', '/srv/htdocs/x'],
  [on('RewriteCond %{REQUEST_URI} !^/y$', 'RewriteRule . - [F]'), '/x', 403],
  [on('RewriteCond %{REQUEST_URI} ^/X$ [NC]', 'RewriteRule . - [F]'), '/x', 403],
  [on('RewriteCond %{REQUEST_URI} ^/X$ [nocase]', 'RewriteRule . - [F]'), '/x', 403],
  [on('RewriteCond %{REQUEST_URI} ^/X$', 'RewriteRule . - [F]'), '/x', '/srv/htdocs/x'],
  [
    on('RewriteCond %{REQUEST_URI} ^/y [OR]', 'RewriteCond %{REQUEST_URI} ^/x', 'RewriteRule . - [F]'),
    '/x',
    403,
  ],
  [
    on('RewriteCond %{REQUEST_URI} ^/x [OR]', 'RewriteCond %{REQUEST_URI} ^/y', 'RewriteRule . - [F]'),
    '/x',
    403,
  ],
  // With nothing after its [OR] a condition stops nothing.
  [on('RewriteCond %{REQUEST_URI} ^/y [OR]', 'RewriteRule . - [F]'), '/x', 403],
  [
    on('RewriteCond %{REQUEST_URI} ^/x', 'RewriteCond %{REQUEST_URI} ^/y [OR]', 'RewriteRule . - [F]'),
    '/x',
    403,
  ],
  [
    on('RewriteCond %{REQUEST_URI} ^/y', 'RewriteCond %{REQUEST_URI} ^/x [OR]', 'RewriteRule . - [F]'),
    '/x',
    '/srv/htdocs/x',
  ],
  [
    on('RewriteCond %{REQUEST_URI} ^/x [ornext]', 'RewriteCond %{REQUEST_URI} ^/y', 'RewriteRule . - [F]'),
    '/x',
    403,
  ],
  [
    on('RewriteCond %{REQUEST_URI} ^/x', 'RewriteCond %{REQUEST_URI} ^/y', 'RewriteRule . - [F]'),
    '/x',
    '/srv/htdocs/x',
  ],
  [
    on(
      'RewriteCond %{REQUEST_URI} ^/x [OR]',
      'RewriteCond %{REQUEST_URI} ^/y',
      'RewriteCond %{REQUEST_METHOD} PUT',
      'RewriteRule . - [F]',
    ),
    '/x',
    '/srv/htdocs/x',
  ],
  [on('RewriteCond %{REQUEST_URI} ^/y', 'RewriteRule ^/x - [G]', 'RewriteRule ^/x - [F]'), '/x', 403],
  [on('RewriteCond %{REQUEST_URI} ^/(s)ub', 'RewriteRule ^/(.*) /%1ub/$1/x'), '/sub', 404],
  [on('RewriteCond %{REQUEST_URI} ^/go-(.*)', 'RewriteRule ^/go /%1/x'), '/go-sub', '/srv/htdocs/sub/x'],
  [
    on('RewriteCond %{REQUEST_URI} ^/go-(.*)', 'RewriteCond %1 ^(sub)$', 'RewriteRule ^/go /%1/x'),
    '/go-sub',
    '/srv/htdocs/sub/x',
  ],
  [on('RewriteCond $1 =sub', 'RewriteRule ^/(.*) - [F]'), '/sub', 403],
  [on('RewriteCond $1 =sub', 'RewriteRule ^/(.*) - [F]'), '/subs', 404],
  [on('RewriteCond %{QUERY_STRING} =""', 'RewriteRule ^/x - [F]'), '/x', 403],
  [on('RewriteCond $1 <b', 'RewriteRule ^/(.*) - [F]'), '/a', 403],
  [on('RewriteCond $1 <b', 'RewriteRule ^/(.*) - [F]'), '/x', '/srv/htdocs/x'],
  [on('RewriteCond $1 >b', 'RewriteRule ^/(.*) - [F]'), '/x', 403],
  [on('RewriteCond $1 >b', 'RewriteRule ^/(.*) - [F]'), '/a', 404],
  [on('RewriteCond %{DOCUMENT_ROOT}%{REQUEST_URI} -f', 'RewriteRule . - [F]'), '/x', 403],
  [on('RewriteCond %{DOCUMENT_ROOT}%{REQUEST_URI} -f', 'RewriteRule . - [F]'), '/sub', 301],
  [on('RewriteCond %{DOCUMENT_ROOT}%{REQUEST_URI} -s', 'RewriteRule . - [F]'), '/x', 403],
  [on('RewriteCond %{DOCUMENT_ROOT}%{REQUEST_URI} -d', 'RewriteRule . - [F]'), '/sub', 403],
  [on('RewriteCond %{DOCUMENT_ROOT}%{REQUEST_URI} -d', 'RewriteRule . - [F]'), '/x', '/srv/htdocs/x'],
  [on('RewriteCond %{DOCUMENT_ROOT}%{REQUEST_URI} !-f', 'RewriteRule . - [F]'), '/none', 403],
  [on('RewriteCond %{DOCUMENT_ROOT}%{REQUEST_URI} !-f', 'RewriteRule . - [F]'), '/x', '/srv/htdocs/x'],
  [on('RewriteCond %{REQUEST_METHOD} ^GET$', 'RewriteRule ^/x - [F]'), '/x', 403],
  [on('RewriteCond %{HTTP:X-A} Foo', 'RewriteRule ^/x - [F]'), '/x', 403],
  [on('RewriteCond %{HTTP:X-B} Foo', 'RewriteRule ^/x - [F]'), '/x', '/srv/htdocs/x'],
  [on('RewriteCond %{HTTP_REFERER} !^$', 'RewriteRule ^/x - [F]'), '/x', '/srv/htdocs/x'],
  [on('RewriteCond %{HTTP_COOKIE} ^$', 'RewriteRule ^/x - [F]'), '/x', 403],
  [on('RewriteCond %{REMOTE_ADDR} ^127', 'RewriteRule ^/x - [F]'), '/x', 403],
  [on('RewriteRule ^/x - [E=seen:yes]', 'RewriteCond %{ENV:seen} =yes', 'RewriteRule ^/x - [F]'), '/x', 403],
  [
    both('SetEnvIf Request_URI x seen=yes', on('RewriteCond %{ENV:seen} =yes', 'RewriteRule ^/x - [F]')),
    '/x',
    403,
  ],
];

export const IN_FOLDERS: readonly AddressRow[] = [
  [inFolder('/srv/htdocs', 'RewriteRule ^x$ - [F]'), '/x', 403],
  [inFolder('/srv/htdocs', 'RewriteRule ^x$ - [G]'), '/x', 410],
  [inFolder('/srv/htdocs', 'RewriteRule ^x$ /sub/x [R=301]'), '/x', 301],
  [inFolder('/srv/htdocs', 'RewriteRule ^/x - [F]'), '/x', '/srv/htdocs/x'],
  [inFolder('/srv/htdocs', 'RewriteRule ^x$ sub/x'), '/x', '/srv/htdocs/sub/x'],
  [inFolder('/srv/htdocs', 'RewriteRule ^x$ /sub/x'), '/x', '/srv/htdocs/sub/x'],
  [inFolder('/srv/htdocs', 'RewriteRule ^go/(.*)$ sub/$1'), '/go/x', '/srv/htdocs/sub/x'],
  [inFolder('/srv/htdocs', 'RewriteBase /', 'RewriteRule ^x$ sub/x'), '/x', '/srv/htdocs/sub/x'],
  [
    inFolder('/srv/htdocs', 'RewriteBase /sub', 'RewriteRule ^x$ index.html'),
    '/x',
    '/srv/htdocs/sub/index.html',
  ],
  [inFolder('/srv/htdocs', 'Options None', 'RewriteRule ^x$ sub/x'), '/x', 403],
  [
    inFolder('/srv/htdocs', 'Options SymLinksIfOwnerMatch', 'RewriteRule ^x$ sub/x'),
    '/x',
    '/srv/htdocs/sub/x',
  ],
  [inFolder('/srv/htdocs', 'RewriteEngine off', 'RewriteRule ^x$ - [F]'), '/x', '/srv/htdocs/x'],
  [inFolder('/srv/htdocs', 'RewriteRule (.*) /a/$1'), '/x', 500],
  [inFolder('/srv/htdocs', 'RewriteCond %{REQUEST_FILENAME} -f', 'RewriteRule . - [F]'), '/x', 403],
  [
    inFolder('/srv/htdocs', 'RewriteCond %{REQUEST_FILENAME} !-f', 'RewriteRule . /sub/x'),
    '/none',
    '/srv/htdocs/sub/x',
  ],
  [inFolder('/srv/htdocs', 'RewriteCond %{REQUEST_URI} ^/x$', 'RewriteRule . - [F]'), '/x', 403],
  [
    both(
      inFolder('/srv/htdocs', 'RewriteRule x$ - [F]'),
      inFolder('/srv/htdocs/sub', 'RewriteRule ^y - [G]'),
    ),
    '/sub/x',
    '/srv/htdocs/sub/x',
  ],
  [
    both(
      inFolder('/srv/htdocs', 'RewriteRule x$ - [F]'),
      '<Directory /srv/htdocs/sub>\nRewriteEngine off\n</Directory>',
    ),
    '/sub/x',
    '/srv/htdocs/sub/x',
  ],
  [
    both('Alias /pub /srv/own', inFolder('/srv/own', 'RewriteBase /pub', 'RewriteRule ^go$ x')),
    '/pub/go',
    '/srv/own/x',
  ],
  [
    both('Alias /pub /srv/own', inFolder('/srv/own', 'RewriteBase /pub/', 'RewriteRule ^go$ sub/x')),
    '/pub/go',
    '/srv/own/sub/x',
  ],
  [inFolder('/srv/htdocs/sub', 'RewriteRule ^ - [F]'), '/sub', 301],
  [inFolder('/srv/htdocs/sub', 'RewriteRule ^ - [F]'), '/sub/', 403],
  [inFolder('/srv/htdocs/sub', 'RewriteRule ^index - [F,NS]'), '/sub/', '/srv/htdocs/sub/index.html'],
  [inFolder('/srv/htdocs/sub', 'RewriteRule ^index - [F]'), '/sub/', 403],
  [inFolder('/srv/htdocs/sub', 'RewriteRule ^index - [G]'), '/sub/', 410],
  [inFolder('/srv/htdocs/sub', 'RewriteRule ^index /own/x [R=301]'), '/sub/', '/srv/htdocs/sub/index.html'],
  [inFolder('/srv/htdocs/sub', 'RewriteRule ^index /x'), '/sub/', '/srv/htdocs/x'],
  [inFolder('/srv/htdocs/sub', 'RewriteRule ^index /none'), '/sub/', 404],
  [
    both('DirectoryIndex index.html x', inFolder('/srv/htdocs/sub', 'RewriteRule ^index - [F]')),
    '/sub/',
    '/srv/htdocs/sub/x',
  ],
  [
    both(
      inFolder('/srv/htdocs', 'RewriteRule x$ - [F]'),
      inFolder('/srv/htdocs/sub', 'RewriteOptions inherit'),
    ),
    '/sub/x',
    403,
  ],
  [`<Location /x>\n${on('RewriteRule x$ - [F]')}\n</Location>`, '/x', 403],
];

const seen = (value: string) => on(`RewriteCond %{ENV:seen} =${value}`, 'RewriteRule . - [F]');

export const VARIABLES: readonly AddressRow[] = [
  [both('SetEnvIf Request_URI ^/(x)$ seen=a$1', seen('ax')), '/x', 403],
  [both('SetEnvIf Request_URI ^/x$ seen=a&', seen('a/x')), '/x', 403, '/srv/htdocs/x'],
  [both('SetEnvIf Request_URI ^/x$ seen=a&', seen('a&')), '/x', '/srv/htdocs/x', 403],
  [both('SetEnvIf Request_URI ^/(x)$ "seen=a\\\\$1"', seen('a$1')), '/x', 403],
  [both('SetEnvIf Request_URI ^/x$ seen', seen('1')), '/x', 403],
  [both('SetEnvIf Request_URI ^/x$ seen=a=b', seen('a=b')), '/x', 403],
  [both('SetEnvIf Request_URI ^/x$ SEEN=yes', seen('yes')), '/x', 403],
  [both('SetEnvIf Request_URI ^/X$ seen=yes', seen('yes')), '/x', '/srv/htdocs/x'],
  [both('SetEnvIfNoCase Request_URI ^/X$ seen=yes', seen('yes')), '/x', 403],
  [
    both('SetEnvIf Request_URI . seen=yes', 'SetEnvIf Request_URI ^/x !seen', seen('yes')),
    '/x',
    '/srv/htdocs/x',
  ],
  [both('SetEnvIf Request_URI . seen=yes', 'SetEnvIf Request_URI ^/y !seen', seen('yes')), '/x', 403],
  [both('SetEnvIf Request_URI . other=1', 'SetEnvIf other 1 seen=yes', seen('yes')), '/x', 403],
  [both('SetEnvIf X-A Foo seen=yes', seen('yes')), '/x', 403],
  [both('SetEnvIf x-a ^$ seen=yes', seen('yes')), '/x', '/srv/htdocs/x'],
  [both('SetEnvIf X-B ^$ seen=yes', seen('yes')), '/x', 403],
  [both('BrowserMatch ^$ seen=yes', seen('yes')), '/x', 403],
  [both('BrowserMatch . seen=yes', seen('yes')), '/x', '/srv/htdocs/x'],
  [both('SetEnvIf Remote_Addr ^127\\. seen=yes', seen('yes')), '/x', 403],
  [both('SetEnvIf Request_Method GET seen=yes', seen('yes')), '/x', 403],
  [both('SetEnvIf Request_Protocol HTTP/1.1 seen=yes', seen('yes')), '/x', 403],
  [both('SetEnvIf Host ^site seen=yes', seen('yes')), '/x', 403],
  [both('SetEnv seen yes', seen('yes')), '/x', '/srv/htdocs/x'],
  [on('RewriteRule ^/(x) - [E=seen:a$1]', 'RewriteCond %{ENV:seen} =ax', 'RewriteRule . - [F]'), '/x', 403],
  [
    on(
      'RewriteRule . - [E=seen:a]',
      'RewriteRule . - [env=!seen]',
      'RewriteCond %{ENV:seen} =a',
      'RewriteRule . - [F]',
    ),
    '/x',
    '/srv/htdocs/x',
  ],
  [on('RewriteRule . - [E=one:1,E=seen:b]', 'RewriteCond %{ENV:SEEN} =b', 'RewriteRule . - [F]'), '/x', 403],
  [on('RewriteCond %{HTTP_HOST} ^site', 'RewriteRule . - [F]'), '/x', 403],
  [on('RewriteCond %{QUERY_STRING} ^q=1$', 'RewriteRule . - [F]'), '/x?q=1', 403],
  [on('RewriteCond %{QUERY_STRING} ^q=1$', 'RewriteRule . - [F]'), '/x?q=12', '/srv/htdocs/x'],
  [on('RewriteRule q=1 - [F]'), '/x?q=1', '/srv/htdocs/x'],
  // What a section says of variables comes too late for the rules of the server.
  [
    both('<Location /x>', 'SetEnvIf Request_URI . seen=yes', '</Location>', seen('yes')),
    '/x',
    '/srv/htdocs/x',
  ],
  [
    both(
      '<Location /x>',
      'SetEnvIf Request_URI . seen=yes',
      '</Location>',
      inFolder('/srv/htdocs', 'RewriteCond %{ENV:seen} =yes', 'RewriteRule . - [F]'),
    ),
    '/x',
    403,
  ],
];

export const OPTIONS: readonly AddressRow[] = [
  ['', '/empty/', 200, 403],
  ['<Directory /srv/htdocs>\nOptions Indexes\n</Directory>', '/empty/', 200],
  ['<Directory /srv/htdocs>\nOptions FollowSymLinks\n</Directory>', '/empty/', 403],
  ['<Directory /srv/htdocs>\nOptions all\n</Directory>', '/empty/', 200],
  ['<Directory /srv/htdocs>\nOptions None\n</Directory>', '/empty/', 403],
  ['<Directory /srv/htdocs>\nOptions +Indexes\n</Directory>', '/empty/', 200],
  ['<Directory /srv/htdocs>\nOptions -Indexes\n</Directory>', '/empty/', 403],
  ['<Directory /srv/htdocs>\nOptions FollowSymLinks Indexes\n</Directory>', '/empty/', 200],
  [
    both(
      '<Directory /srv/htdocs>\nOptions Indexes\n</Directory>',
      '<Directory /srv/htdocs/empty>\nOptions FollowSymLinks\n</Directory>',
    ),
    '/empty/',
    403,
  ],
  [
    both(
      '<Directory /srv/htdocs>\nOptions None\n</Directory>',
      '<Directory /srv/htdocs/empty>\nOptions +indexes\n</Directory>',
    ),
    '/empty/',
    200,
  ],
  [both('Options Indexes', inFolder('/srv/htdocs', 'RewriteRule ^x$ sub/x')), '/x', 403],
  [inFolder('/srv/htdocs', 'Options -FollowSymLinks', 'RewriteRule ^x$ sub/x'), '/x', 403],
  [
    inFolder('/srv/htdocs', 'Options -FollowSymLinks +SymLinksIfOwnerMatch', 'RewriteRule ^x$ sub/x'),
    '/x',
    '/srv/htdocs/sub/x',
  ],
  [inFolder('/srv/htdocs', 'Options All -Indexes', 'RewriteRule ^x$ sub/x'), '/x', '/srv/htdocs/sub/x'],
];

export const HANDLED: readonly AddressRow[] = [
  ['<Directory /srv/htdocs>\nDirectorySlash off\nOptions None\n</Directory>', '/sub', 403],
  ['DirectorySlash on', '/sub', 301],
  ['DirectoryIndex none', '/sub/', 200, 403],
  ['DirectoryIndex none x', '/sub/', '/srv/htdocs/sub/x'],
  ['DirectoryIndex none /x', '/sub/', '/srv/htdocs/x'],
  ['DirectoryIndex sub x', '/sub/', '/srv/htdocs/sub/x'],
  [both('DirectoryIndex none', 'DirectoryIndex x'), '/sub/', '/srv/htdocs/sub/x'],
  [both('DirectoryIndex x', '<Directory /srv/htdocs>\nDirectoryIndex none\n</Directory>'), '/sub/', 200, 403],
  // What is answered to a name without a file: a redirect at once, another status if no other name is served.
  [both('RedirectMatch gone /none$', 'DirectoryIndex none'), '/sub/', 410],
  [both('RedirectMatch gone /none$', 'DirectoryIndex none x'), '/sub/', '/srv/htdocs/sub/x'],
  [both('RedirectMatch /none$ http://a.example/', 'DirectoryIndex none x'), '/sub/', 302],
  [both('DirectoryIndex none', inFolder('/srv/htdocs', 'RewriteRule none - [F]')), '/sub/', 403],
  [
    both('DirectoryIndex none x', inFolder('/srv/htdocs', 'RewriteRule none - [F]')),
    '/sub/',
    '/srv/htdocs/sub/x',
  ],
  [both('DirectoryIndex ../sub x'), '/sub/', 301],
  [both('<Location /sub>', 'SetHandler server-status', '</Location>'), '/sub/', 200],
  [both('<Location /nowhere>', 'SetHandler server-status', '</Location>'), '/nowhere', 200],
  [
    both(
      '<Location /x>',
      'SetHandler server-status',
      '</Location>',
      '<Location /x>',
      'SetHandler None',
      '</Location>',
    ),
    '/x',
    '/srv/htdocs/x',
  ],
  ['', 'HEAD /none', 404],
  ['', 'POST /none', 404],
  ['', 'PUT /x', 405],
  ['', 'DELETE /none', 405],
  ['', 'OPTIONS /x', 200],
  ['', 'OPTIONS /none', 200],
  ['AddHandler cgi-script .cgi', '/none.cgi', 404, 403],
  ['AddHandler cgi-script cgi', '/none.CGI.en', 404, 403],
  ['AddHandler cgi-script cgi\n<Directory />\nOptions ExecCGI\n</Directory>', '/none.cgi', 404],
];

// Nothing listens there: what is led there is answered with 503.
const TO = 'http://127.0.0.1:1/';

export const PROXIED: readonly AddressRow[] = [
  [`ProxyPass /app ${TO}`, '/app/x', 503],
  [`ProxyPass /app ${TO}`, '/apple', 404],
  [`ProxyPass /app/ ${TO}`, '/app', 404],
  [`ProxyPass ~ ^/ap+/(.*) ${TO}$1`, '/app/x', 503],
  [`ProxyPassMatch ^/app ${TO}`, '/app/x', 503],
  [`ProxyPassMatch ^/app ${TO}`, '/x/app', 404],
  [both('ProxyPass /x !', `ProxyPass / ${TO}`), '/x', '/srv/htdocs/x'],
  [both('ProxyPass /x !', `ProxyPass / ${TO}`), '/sub/x', 503],
  [both('Alias /app /srv/own', `ProxyPass /app ${TO}`), '/app/x', 503],
  [on(`RewriteRule ^/app ${TO} [P]`), '/app/x', 503],
  [on(`RewriteRule ^/app ${TO} [proxy]`, 'RewriteRule . - [F]'), '/app/x', 503],
  [`<Location /app>\nProxyPass ${TO}\n</Location>`, '/app/x', 503],
  [`<Location /app>\nProxyPass ${TO}\n</Location>`, '/apple', 404],
  [`<Location /app>\nProxyPassMatch ${TO}\n</Location>`, '/app/x', 503],
  [`<LocationMatch ^/app>\nProxyPass ${TO}\n</LocationMatch>`, '/app/x', 404],
  [`<LocationMatch ^/app(.*)>\nProxyPass ${TO}$1\n</LocationMatch>`, '/app/x', 404, 503],
  [`<LocationMatch ^/app(.*)>\nProxyPassMatch ${TO}$1\n</LocationMatch>`, '/app/x', 503],
  [`<Location ~ ^/app(.*)>\nProxyPassMatch ${TO}$1\n</Location>`, '/app/x', 503],
  [`<Location ~ ^/app(.*)>\nProxyPass ${TO}$1\n</Location>`, '/app/x', 404, 503],
];

export const SPELLINGS: readonly AddressRow[] = [
  ['', '/sub/../x', '/srv/htdocs/x'],
  ['', '/sub/./x', '/srv/htdocs/sub/x'],
  ['', '/sub/%2e%2e/x', '/srv/htdocs/x'],
  ['', '/sub/.', '/srv/htdocs/sub/index.html'],
  ['', '/sub/x/..', '/srv/htdocs/sub/index.html'],
  [on('RewriteRule ^/$ - [F]'), '/sub/..', 403],
  ['AllowEncodedSlashes On', '/sub%2fx', '/srv/htdocs/sub/x'],
  ['', '/../x', 400],
  ['', '/sub/../../x', 400],
  ['', '//sub//x', '/srv/htdocs/sub/x'],
  ['', '/%78', '/srv/htdocs/x'],
  ['', '/a%20b/x', '/srv/htdocs/a b/x'],
  ['', '/%5', 400],
  ['', '/%zz', 400],
  ['', '/sub%2fx', 404],
  ['', '/sub%2Fx', 404],
  ['', '/x%00', 404],
  ['Alias /p//q /srv/own', '/p//q/x', '/srv/own/x'],
  [
    both('<LocationMatch ^/sub/x>', 'Options None', 'SetHandler server-status', '</LocationMatch>'),
    '/sub//x',
    '/srv/htdocs/sub/x',
    200,
  ],
];

const handler = (lines: string) => `<Directory /srv/htdocs>\nOptions +ExecCGI\n${lines}\n</Directory>`;

export const HANDLERS: readonly AddressRow[] = [
  [handler('AddHandler server-status x html'), '/sub/index.html', 200],
  [handler('AddHandler server-status .HTML'), '/sub/index.html', 200],
  [handler('AddHandler server-status htm'), '/sub/index.html', '/srv/htdocs/sub/index.html'],
  [handler('AddHandler server-status x'), '/x', '/srv/htdocs/x'],
  [handler('AddType application/x-httpd-cgi html\nAddHandler cgi-script html'), '/none.html', 404],
  [handler('AddHandler cgi-script html\nSetHandler None'), '/none.html', 404],
  ['<Location /sub>\nSetHandler None\n</Location>', '/sub/', '/srv/htdocs/sub/index.html'],
  [on('RewriteRule ^/none$ - [H=server-status]'), '/none', 200],
  [on('RewriteRule ^/x$ /none [H=Server-Status]'), '/x', 200],
  [inFolder('/srv/htdocs', 'RewriteRule ^none$ - [handler=server-status]'), '/none', 200],
];

export const REWRITTEN_AND_PROXIED: readonly AddressRow[] = [
  [on('RewriteRule ^/a(.*) /app$1 [PT]', `ProxyPass /app ${TO}`), '/a/x', 503],
  [on('RewriteRule ^/a(.*) /app$1', `ProxyPass /app ${TO}`), '/a/x', 404],
  [on('RewriteRule ^/app - [F]', `ProxyPass /app ${TO}`), '/app/x', 403],
  [on('RewriteRule ^/app(.*) /srv/own$1', `ProxyPass /app ${TO}`), '/app/x', '/srv/own/x'],
  [on('RewriteRule ^/app(.*) /own$1 [PT]', `ProxyPass /app ${TO}`), '/app/x', 404],
  [on(`RewriteRule ^/a(.*) /b$1`, `RewriteRule ^/b ${TO} [P]`), '/a/x', 503],
];

const behind = (rule: string, section: string) =>
  both(on(rule), `<Location ${section}>`, 'SetHandler server-status', '</Location>');

/** What [PT] makes of an address is not merged any more. */
export const DOUBLED_SLASHES: readonly AddressRow[] = [
  [behind('RewriteRule ^/foo(.*)$ /sub/$1 [PT]', '/sub/x'), '/foo/x', 200, '/srv/htdocs/sub/x'],
  [behind('RewriteRule ^/foo(.*)$ /sub/$1 [PT]', '/sub/x'), '/foox', 200],
  [behind('RewriteRule ^/foo(.*)$ /sub/$1 [PT]', '/sub'), '/foo/x', 200],
  [behind('RewriteRule ^/foo(.*)$ /sub/$1 [PT]', '/sub/*'), '/foo/x', 200, '/srv/htdocs/sub/x'],
  [behind('RewriteRule ^/foo(.*)$ //sub$1 [PT]', '/sub/x'), '/foo/x', 200, '/srv/htdocs/sub/x'],
  [behind('RewriteRule ^/foo(.*)$ /sub/$1 [PT]', '/sub/index.html'), '/foo/', 200],
  [behind('RewriteRule ^/foo(.*)$ /sub/$1', '/sub/x'), '/foo/x', '/srv/htdocs/sub/x'],
];

const onHost = (words: string, rule: string) =>
  both(`NameVirtualHost ${words}`, `<VirtualHost ${words}>`, 'ServerName site', on(rule), '</VirtualHost>');

/** An address of the host is one of its names; the port of its ServerName line goes for the others. */
export const OWN_ADDRESSES: readonly AddressRow[] = [
  [onHost('127.0.0.1:80', 'RewriteRule ^/q http://127.0.0.1/x'), '/q', '/srv/htdocs/x'],
  [onHost('127.0.0.1:80', 'RewriteRule ^/q http://127.0.0.1:81/x'), '/q', 302],
  [onHost('127.0.0.1:80', 'RewriteRule ^/q http://127.0.0.2/x'), '/q', 302],
  [onHost('127.0.0.1:80', 'RewriteRule ^/q http://site/x'), '/q', 302],
  [onHost('*:80', 'RewriteRule ^/q http://127.0.0.1/x'), '/q', 302],
];
