import type { Explanation } from '../types.ts';
import { defineExplanation } from './define-explanation.ts';

/** What is different and not in the log, and nothing in the files has to change for. */
export const silentChanges: readonly Explanation[] = [
  defineExplanation({
    id: 'autoindex-xhtml',
    title: 'Listings show titles of .xhtml files',
    rows: ['autoindex-xhtml'],
    directives: ['IndexOptions'],
    means: 'With `IndexOptions ScanHTMLTitles` the listing shows the titles of .xhtml files, too.',
    why: 'mod_autoindex of 2.2 read titles from text/html only; 2.4 from application/xhtml+xml as well.',
    does: 'Nothing: no line changes, and nothing stops working. Each .xhtml file of a folder is read for its title, which takes a moment.',
    undo: '`AddDescription "text" *.xhtml` gives such files a description of your own, and their titles are not looked for.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_autoindex.html#indexoptions',
  }),
  defineExplanation({
    id: 'autoindex-dates',
    title: 'Listings write dates in another form',
    directives: ['IndexOptions'],
    words: [
      {
        pattern: /\bdates?\b.*\b(?:listings?|autoindex|index)|\b(?:listings?|autoindex|index)\b.*\bdates?\b/i,
        examples: ['dates in listings', 'autoindex dates'],
      },
    ],
    means:
      'A listing shows 2026-11-21 13:05 where 2.2 showed 21-Nov-2026 13:05: a fancy one, and a plain one that is asked for with ?F=1 or ?F=2. The HTML around it has changed, too: the rows of a table are indented, the image for the folder above has the text [PARENTDIR], and the heading has an id.',
    why: 'mod_autoindex of 2.4 writes dates as ISO 8601 does. Since 2.4.26 `IndexOptions UseOldDateFormat` brings the old form back.',
    does: 'Adds UseOldDateFormat to IndexOptions lines that ask for fancy indexes. Where no line does, ?F=1 shows the new dates. Programs that read the HTML must be adapted.',
    change: {
      before: 'IndexOptions FancyIndexing',
      after: 'IndexOptions FancyIndexing UseOldDateFormat',
    },
    undo: 'Take the word off.',
    see: ['keep-index-dates'],
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_autoindex.html#indexoptions.useolddateformat',
  }),
  defineExplanation({
    id: 'deflate-overhead',
    title: 'Very small answers are not compressed',
    rows: ['deflate-overhead'],
    directives: ['DeflateCompressionLevel'],
    means: 'mod_deflate leaves an answer alone when it knows that compression would make it longer.',
    why: 'The header and the checksum of gzip take more bytes than the data would save (deflate_out_filter in mod_deflate.c). At LogLevel trace1 the server says "Not compressing very small response". A client that says `Accept-Encoding: gzip;q=0` gets no gzip any more; 2.2 did not look at q.',
    does: 'Nothing: no line changes. A test that wants `Content-Encoding: gzip` on an answer of a few bytes must ask for a longer one.',
    undo: 'None is needed.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_deflate.html',
  }),
  defineExplanation({
    id: 'spelling-slashes',
    title: 'CheckSpelling corrects addresses with doubled slashes',
    directives: ['CheckSpelling', 'CheckCaseOnly'],
    means:
      'With `CheckSpelling On` a misspelt address in which slashes are doubled (/D//f.html) is led to the right one. 2.2 answered 404, or kept the doubled slash in the address that it led to.',
    why: 'Since 2.4.39 slashes are merged before mod_speling sees the address (MergeSlashes). Where this tree gets `MergeSlashes Off`, all stays as it was.',
    does: 'Nothing: no line changes, and no address that was found is lost.',
    undo: '`MergeSlashes Off` keeps the slashes, for the whole host.',
    see: ['keep-doubled-slashes'],
    link: 'https://httpd.apache.org/docs/2.4/mod/core.html#mergeslashes',
  }),
  defineExplanation({
    id: 'cookie-flag-semicolons',
    title: 'The cookie flag of RewriteRule reads semicolons',
    directives: ['RewriteRule'],
    means:
      'In `[CO=;name;value;domain]` a semicolon at the beginning makes semicolons the separators, so that a value may have colons. 2.2 took the semicolon for the first letter of the name.',
    why: 'add_cookie in mod_rewrite.c. In 2.2 `[CO=;name:value:domain]` sent a cookie called `;name`, which browsers drop; 2.4 finds no value in it, and sends nothing.',
    does: 'Nothing: no browser had such a cookie.',
    undo: 'Take the semicolon away if the cookie is wanted: browsers then keep it.',
    link: 'https://httpd.apache.org/docs/2.4/rewrite/flags.html#flag_co',
  }),
  defineExplanation({
    id: 'not-modified-headers',
    title: 'Answers 304 carry other headers',
    directives: ['Header', 'ContentDigest', 'SetOutputFilter'],
    words: [
      {
        pattern: /\b304\b|\bnot modified\b/i,
        examples: ['304', 'not modified'],
      },
    ],
    means:
      'A 304 has Last-Modified, Accept-Ranges, Content-MD5 and what Header sets or a program adds, Content-Type included. 2.2 left those out. It has no Vary from mod_deflate, where 2.2 had one.',
    why: '2.2 sent a fixed list of headers with 304 (ap_http_header_filter in http_filters.c); 2.4 leaves out those that tell of the body.',
    does: 'Nothing: no line changes, and clients and caches keep what they have. A test that compares the headers of a 304 must be adapted.',
    undo: '`Header unset Last-Modified "expr=%{REQUEST_STATUS} == 304"` takes one out again.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_headers.html#header',
  }),
  defineExplanation({
    id: 'built-in-pages',
    title: 'The built-in error pages have other words',
    directives: ['ErrorDocument'],
    words: [
      {
        pattern: /\berror pages?\b.*\b(?:text|words|different|address|changed)/i,
        examples: ['error pages have different text', 'error page without the address'],
      },
    ],
    means:
      'Error pages that no ErrorDocument replaces no longer name the address ("The requested URL was not found"), have another DOCTYPE, and other names in the status line: 401 Unauthorized was 401 Authorization Required, 414 Request-URI Too Long was Too Large, 501 Not Implemented was Method Not Implemented, 503 Service Unavailable was Service Temporarily Unavailable.',
    why: 'The table of status lines, and the pages that the server writes (http_protocol.c).',
    does: 'Nothing: the numbers are the same. A monitor that looks for such words must be adapted.',
    undo: "Write an ErrorDocument of your own. What follows the number in the status line can't be changed.",
    link: 'https://httpd.apache.org/docs/2.4/mod/core.html#errordocument',
  }),
  defineExplanation({
    id: 'msg-ssi-expression',
    title: "AH01337, AH01338: an #if that 2.4 can't read",
    directives: ['XBitHack', 'AddOutputFilter'],
    codes: ['AH01337', 'AH01338'],
    messages: [
      {
        pattern: /\bCould not (?:parse|evaluate) expr "/i,
        examples: [
          `[include:error] [pid 1] [client 127.0.0.1:54270] AH01337: Could not parse expr "$foo = 1" in /srv/www/a.shtml: Parse error near '$'`,
        ],
      },
    ],
    means:
      'A page with server-side includes has an #if that is written for 2.2, such as `$foo = 1`. It shows "[an error occurred while processing this directive]" in its place.',
    why: '2.4 reads #if as it reads all its expressions, in which a variable is `v("foo")`. SSILegacyExprParser has it read as in 2.2 (parse_ap_expr in mod_include.c).',
    does: 'Writes `SSILegacyExprParser on` into each section that sends such pages.',
    change: {
      before:
        '<Directory /srv/www>\n    Options +Includes\n    AddOutputFilter INCLUDES .shtml\n</Directory>',
      after:
        '<Directory /srv/www>\n    Options +Includes\n    AddOutputFilter INCLUDES .shtml\n    SSILegacyExprParser on\n</Directory>',
    },
    undo: 'Write the expressions of the pages for 2.4, then take the line out.',
    see: ['ssi-legacy-expr', 'ssi-broken-if'],
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_include.html#ssilegacyexprparser',
  }),
  defineExplanation({
    id: 'ssi-broken-if',
    title: "A page stops at an #if that can't be read",
    directives: ['XBitHack', 'AddOutputFilter'],
    messages: [
      {
        pattern: /\bInvalid expression "[^"]*" in file\b/i,
        examples: ['Invalid expression "( $a" in file /srv/www/x.shtml'],
      },
    ],
    means:
      'Where the expression of an #if can\'t be read, both versions show "[an error occurred while processing this directive]". 2.2 showed what follows it all the same, up to #elif, #else or #endif. 2.4 leaves that out.',
    why: '2.4 takes such an #if for one that is false (handle_if in mod_include.c).',
    does: 'Nothing: the pages are not changed. With SSILegacyExprParser expressions that 2.2 could read stay what they were.',
    undo: 'Mend the expression: the page has shown the error before.',
    see: ['ssi-legacy-expr'],
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_include.html#flowctrl',
  }),
  defineExplanation({
    id: 'cgi-header-names',
    title: 'Headers with _ or . in their name no longer reach CGI programs',
    words: [
      {
        pattern: /\bheaders?\b.*\b(?:cgi|missing|underscores?|lost|environment)/i,
        examples: ['headers with underscores are missing', 'header lost in CGI'],
      },
    ],
    means:
      'A request header such as X_User is not put into the environment of CGI programs, SSI pages and the like. 2.2 made HTTP_X_USER of it.',
    why: 'X-User and X_User become the same variable, so one could be passed off as the other. 2.4 leaves out names with characters other than letters, digits and - (ap_add_common_vars in server/util_script.c).',
    does: 'Says so where the tree runs CGI programs, and names those that read such a variable; with `--apply review` it has the variable set. Which headers clients send is not in the configuration.',
    change: {
      before: '(nothing)',
      after: 'SetEnvIfNoCase ^X[_.]TOKEN$ ^(.*)$ HTTP_X_TOKEN=$1',
    },
    undo: 'Have the clients send X-Token instead, or bring one such header back with the line above.',
    see: ['report-header-names'],
    link: 'https://httpd.apache.org/docs/2.4/env.html#fixheader',
  }),
  defineExplanation({
    id: 'default-timeouts',
    title: 'Shorter timeouts by default',
    directives: ['TimeOut', 'ProxyTimeout', 'CGIDScriptTimeout', 'ScriptSock'],
    codes: ['AH01220', 'AH01382'],
    messages: [
      {
        pattern:
          /Timeout waiting for output from CGI script|\bRequest (?:\w+ )?read timeout|The timeout specified has expired/i,
        examples: [
          '[cgi:warn] [pid 1] [client 127.0.0.1:1] AH01220: Timeout waiting for output from CGI script /srv/cgi-bin/report',
          '[reqtimeout:info] [pid 1] [client 127.0.0.1:1] AH01382: Request header read timeout',
          '[proxy_http:error] [pid 1] (70007)The timeout specified has expired: [client 127.0.0.1:1] AH01102: error reading status line from remote server 127.0.0.1:8080',
        ],
      },
    ],
    words: [
      {
        pattern: /^(?!.*\b(?:408|504|gateway|request)\b).*\btime-?outs?\b/i,
        examples: ['timeouts', 'shorter timeout'],
      },
    ],
    means:
      'Without a line of their own TimeOut is 60 seconds where it was 300, and ProxyTimeout and CGIDScriptTimeout follow it. mod_reqtimeout, where it is loaded, ends slow requests (408). A body of more than 1 GB answers 413. ScriptSock lies in the runtime folder instead of logs.',
    why: 'Defaults of 2.4 (server/core.c, mod_reqtimeout.c).',
    does: 'Offers the old values with `--apply review`; ScriptSock is a file that only the server itself uses, and is left to it.',
    change: { before: 'KeepAlive On', after: 'KeepAlive On\nTimeOut 300' },
    undo: 'Take the lines out.',
    see: ['default-limits', 'default-reqtimeout'],
    link: 'https://httpd.apache.org/docs/2.4/mod/core.html#timeout',
  }),
  defineExplanation({
    id: 'default-ciphers',
    title: 'Other ciphers by default',
    directives: ['SSLCipherSuite', 'SSLProxyCipherSuite'],
    means:
      'Without a line of its own SSLCipherSuite is DEFAULT, the choice of OpenSSL. Old clients that know only weak ciphers are refused.',
    why: 'The default of 2.2 named ciphers that are broken today (RC4, export, SSLv2).',
    does: 'Nothing: to bring the old list back would weaken security.',
    undo: 'Name the ciphers that the old clients need, if you must.',
    see: ['remove-sslv2'],
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_ssl.html#sslciphersuite',
  }),
  defineExplanation({
    id: 'balancer-member-names',
    title: 'Balancers with long names',
    directives: ['BalancerMember'],
    messages: [
      {
        pattern: /\bbalancer name \(\S*\) too long/i,
        examples: ['ProxyPass balancer name (balancer://a-very-long-name) too long'],
      },
    ],
    means:
      'The name of a balancer, `balancer://` included, must be shorter than 96 characters. A longer one is refused.',
    why: '2.4 keeps the names in shared memory, in fields of fixed length (mod_proxy.h).',
    does: 'Reports such a name.',
    change: {
      before:
        'ProxyPass /app balancer://a-name-of-far-more-than-ninety-characters-that-says-everything-there-is-to-say-about-this-one-balancer/',
      after: 'ProxyPass /app balancer://app/',
    },
    undo: 'Nothing is changed.',
    see: ['report-proxy-addresses', 'module-lbmethod'],
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_proxy.html#balancermember',
  }),
  defineExplanation({
    id: 'other-platforms',
    title: 'Directives of MPMs that are gone or of other platforms',
    directives: ['Win32DisableAcceptEx', 'MaxRequestsPerThread'],
    means:
      'Win32DisableAcceptEx is `AcceptFilter http none` and `AcceptFilter https none` in 2.4. MaxRequestsPerThread belonged to the MPM for BeOS, which is gone.',
    why: 'AcceptFilter says for each protocol how connections are taken, on Windows too (mpm_winnt).',
    does: 'Reports such lines.',
    change: { before: 'Win32DisableAcceptEx', after: 'AcceptFilter http none\nAcceptFilter https none' },
    undo: 'Take the lines out: 2.4 then uses AcceptEx.',
    see: ['report-removed-directives'],
    link: 'https://httpd.apache.org/docs/2.4/mod/core.html#acceptfilter',
  }),
];
