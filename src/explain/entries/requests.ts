import type { Explanation } from '../types.ts';
import { defineExplanation } from './define-explanation.ts';

const UPGRADING = 'https://httpd.apache.org/docs/2.4/upgrading.html';
const FLAGS = 'https://httpd.apache.org/docs/2.4/rewrite/flags.html';

/** Of each MPM: a number above ServerLimit, ThreadLimit or what was compiled in. */
const LIMIT_WARNINGS =
  'AH00180 AH00316 AH00513 AH00515 AH00161 AH00286 AH00484 AH03490 AH00175 AH00176 AH00181 AH00300 ' +
  'AH00301 AH00305 AH00306 AH00310 AH00311 AH00314 AH00315 AH00317 AH00318 AH00319 AH00497 AH00498 ' +
  'AH00485 AH10159 AH00502 AH00503 AH00507 AH00508 AH00511 AH00512 AH00514 AH00516';

/** What goes wrong while the server runs, and how people tell it. */
export const requests: readonly Explanation[] = [
  defineExplanation({
    id: 'sym-htaccess-ignored',
    title: '.htaccess files are not processed',
    rows: ['sym-htaccess-ignored', 'default-allow-override'],
    directives: ['AllowOverride'],
    words: [
      {
        pattern:
          /\.?htaccess\b.*\b(?:not|never|ignored|no effect|stopped|doesn't|does|500)|\bnot\b.*htaccess|^\.?htaccess$/i,
        examples: [
          '.htaccess not processed',
          '.htaccess files are not processed',
          '.htaccess ignored',
          'htaccess',
        ],
      },
    ],
    means:
      'With `AllowOverride None` the files are not read. With no AllowOverride at all they are read, nothing in them is permitted, and every request below answers 500 ("... not allowed here").',
    why: 'AllowOverride was All by default in 2.2 and is None in 2.4.',
    does: 'Writes `AllowOverride All` into the section that governs a folder with such a file, where AllowOverride is not set.',
    change: {
      before: '<Directory /srv/www>\n    Options FollowSymLinks\n</Directory>',
      after: '<Directory /srv/www>\n    Options FollowSymLinks\n    AllowOverride All\n</Directory>',
    },
    undo: 'Write `AllowOverride None` if the files should not count.',
    see: ['default-allow-override', 'msg-not-allowed-here'],
    link: 'https://httpd.apache.org/docs/2.4/mod/core.html#allowoverride',
  }),
  defineExplanation({
    id: 'sym-502-https-proxy',
    title: 'Status 502 (or 500) on a proxied HTTPS host',
    rows: ['sym-502-https-proxy', 'default-ssl-proxy-check-peer-cn', 'default-ssl-proxy-check-peer-expire'],
    directives: ['SSLProxyCheckPeerCN', 'SSLProxyCheckPeerExpire', 'SSLProxyEngine'],
    codes: ['AH00898', 'AH01084', 'AH01097', 'AH02004', 'AH02005', 'AH02411'],
    messages: [
      {
        pattern: /Error during SSL Handshake with remote server/i,
        examples: [
          '[proxy:error] [pid 1] [client 127.0.0.1:60374] AH00898: Error during SSL Handshake with remote server returned by /a/',
        ],
      },
      {
        pattern: /SSL Proxy: Peer certificate/i,
        examples: [
          'AH02411: SSL Proxy: Peer certificate does not match for hostname backend.example',
          'AH02004: SSL Proxy: Peer certificate is expired',
          'AH02005: SSL Proxy: Peer certificate CN mismatch: Certificate CN: a.example Requested hostname: b.example',
        ],
      },
    ],
    words: [
      {
        pattern: /\b(?:502|bad gateway)\b.*\b(?:https|ssl|tls|proxied|proxy|host)\b/i,
        examples: [
          '502 on a proxied HTTPS',
          'Status 502 (Bad gateway) on a proxied request to an HTTPS host',
        ],
      },
    ],
    means:
      'The certificate of the host behind the proxy is expired, or made for another name. 2.4 ends the connection.',
    why: 'SSLProxyCheckPeerCN and SSLProxyCheckPeerExpire are on by default in 2.4, and SSLProxyCheckPeerName (2.4.5) with them. 2.2 did not check.',
    does: 'Names each server with `SSLProxyEngine on` that leaves this to the default. Switching the checks off weakens security, so it is only offered: `--apply review --only default-ssl-proxy-check-peer-cn`.',
    change: {
      before: 'SSLProxyEngine on',
      after:
        'SSLProxyEngine on\nSSLProxyCheckPeerCN off\nSSLProxyCheckPeerName off\nSSLProxyCheckPeerExpire off',
    },
    undo: 'Give the backend a certificate that is valid for its name, and remove the lines.',
    see: ['default-ssl-proxy-check-peer-cn', 'default-ssl-proxy-check-peer-expire'],
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_ssl.html#sslproxycheckpeercn',
  }),
  defineExplanation({
    id: 'msg-substitute-line',
    title: 'AH01328: a line is too long for Substitute',
    rows: ['substitute-line-limit'],
    directives: ['Substitute'],
    codes: ['AH01328'],
    messages: [
      {
        pattern: /Line too long, URI/i,
        examples: ['[substitute:error] [pid 1] [client 127.0.0.1:1] AH01328: Line too long, URI /a'],
      },
    ],
    words: [{ pattern: /\bmaximum line length\b/i, examples: ['Maximum line length'] }],
    means: 'A page has a line of more than 1 MB, and Substitute is asked to look through it: it answers 500.',
    why: 'mod_substitute of 2.4 takes lines of 1 MB at most; 2.2 took any.',
    does: 'Names each Substitute line. How long the lines of your pages are is not known.',
    undo: 'Write SubstituteMaxLineLength with a larger limit, such as `SubstituteMaxLineLength 10m`.',
    see: ['report-substitute-line-limit'],
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_substitute.html#substitutemaxlinelength',
  }),
  defineExplanation({
    id: 'sym-403-listing',
    title: 'AH01276, AH01262, AH01374: Options permits no listing, no program, no includes',
    directives: ['Options'],
    codes: ['AH01276', 'AH01262', 'AH02809', 'AH01374'],
    messages: [
      {
        pattern: /Options ExecCGI is off in this directory/i,
        examples: [
          '[cgid:error] [pid 1] [client 127.0.0.1:1] AH01262: Options ExecCGI is off in this directory: /srv/www/form.cgi',
        ],
      },
      {
        pattern: /Options \+Includes (?:\(or IncludesNoExec\) )?wasn't set, INCLUDES filter removed/i,
        examples: [
          "[include:warn] [pid 1] [client 127.0.0.1:1] AH01374: mod_include: Options +Includes (or IncludesNoExec) wasn't set, INCLUDES filter removed: /index.shtml",
        ],
      },
      {
        pattern: /Cannot serve directory .*server-generated directory index forbidden/i,
        examples: [
          '[autoindex:error] [pid 5680] [client 127.0.0.1:59556] AH01276: Cannot serve directory /srv/www/files/: No matching DirectoryIndex (index.html) found, and server-generated directory index forbidden by Options directive',
        ],
      },
    ],
    words: [
      {
        pattern:
          /\b(?:listings?|autoindex|directory index|cgi(?: scripts?| programs?)?|ssi)\b.*\b(?:403|forbidden|gone|not|no)\b/i,
        examples: ['listings are forbidden', 'directory index gone', 'SSI not parsed'],
      },
    ],
    means:
      'AH01276: the folder has no index page, and Options does not permit a listing; AH01262: Options does not permit a CGI program. The answer is 403. AH01374: Options does not permit includes, and the page is sent as it stands.',
    why: 'The default of Options was All (but MultiViews) in 2.2 and is FollowSymLinks in 2.4. With it go listings, CGI programs outside of ScriptAlias, and server-side includes.',
    does: 'Writes `Options All` where the default was relied on.',
    change: { before: 'DocumentRoot /srv/www', after: 'DocumentRoot /srv/www\nOptions All' },
    undo: 'Take the line out, and name in each section what it needs: `Options +Indexes`.',
    see: ['default-options'],
    link: 'https://httpd.apache.org/docs/2.4/mod/core.html#options',
  }),
  defineExplanation({
    id: 'msg-file-missing',
    title: 'AH00128: the file does not exist',
    directives: ['DocumentRoot', 'LogLevel'],
    codes: ['AH00128'],
    messages: [
      {
        pattern: /\bFile does not exist: \//i,
        examples: [
          '[core:info] [pid 1] [client 127.0.0.1:1] AH00128: File does not exist: /var/www/html/favicon.ico',
        ],
      },
    ],
    means:
      'The address led to a file that is not there: 404. Look at the folder in the line: after an upgrade it may be that of another site.',
    why: 'Another virtual host answers, DocumentRoot is another, or the file that says so is not read. 2.2 wrote this line at level error, 2.4 writes it at level info: with `LogLevel warn` it is gone, and what counts such lines (fail2ban) sees none.',
    does: 'Renames site files that would not be read, and lets the host answer that answered in 2.2.',
    change: null,
    undo: 'Nothing is changed.',
    see: ['give-sites-conf-names', 'keep-first-virtual-host', 'msg-document-root'],
    link: 'https://httpd.apache.org/docs/2.4/mod/core.html#loglevel',
  }),
  defineExplanation({
    id: 'msg-piped-log',
    title: 'AH00104, AH00106: the program of a piped log does not run',
    directives: ['ErrorLog', 'CustomLog', 'TransferLog'],
    codes: ['AH00089', 'AH00103', 'AH00104', 'AH00106', 'AH00107', 'AH00108'],
    messages: [
      {
        pattern:
          /\bpiped log program '|Couldn't start (?:ErrorLog|piped log) process|piped_log_\w+: unable to/i,
        examples: [
          "(2)No such file or directory: AH00104: unable to start piped log program '/usr/sbin/cronolog /var/log/%Y.log'",
          "AH00106: piped log program '/usr/sbin/rotatelogs /var/log/a.log 86400 2>/dev/null' failed unexpectedly",
          "AH00089: Couldn't start ErrorLog process '/usr/bin/logger'.",
        ],
      },
    ],
    means:
      'The program is not there, or it does not understand its arguments: redirections, pipes and variables mean nothing without a shell.',
    why: '2.2 ran such a command through /bin/sh; 2.4 runs it directly, unless it begins with `|$`.',
    does: 'Writes `|$` where the command needs a shell.',
    change: {
      before: 'CustomLog "|/usr/bin/logger -t web 2>/dev/null" common',
      after: 'CustomLog "|$/usr/bin/logger -t web 2>/dev/null" common',
    },
    undo: 'Take the $ out; or name where the program lies on the new machine.',
    see: ['piped-logs-shell'],
    link: 'https://httpd.apache.org/docs/2.4/logs.html#piped',
  }),
  defineExplanation({
    id: 'msg-redirect',
    title: 'AH00674: a redirect to what is no address',
    directives: ['Redirect', 'RedirectMatch'],
    codes: ['AH00674', 'AH00676'],
    messages: [
      {
        pattern: /target is not a valid absoluteURI or abs_path/i,
        examples: [
          "[alias:error] [pid 1] [client 127.0.0.1:1] AH00674: cannot redirect '/docs' to 'manual/'; target is not a valid absoluteURI or abs_path",
        ],
      },
    ],
    means: 'The target has neither a scheme nor a slash at its start. The answer is 500.',
    why: '2.2 sent it as it stood, and browsers took it from the address that they had asked for (mod_alias.c).',
    does: 'Reports such lines.',
    change: null,
    undo: 'Write the target from the slash on.',
    see: ['report-redirect-targets'],
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_alias.html#redirectmatch',
  }),
  defineExplanation({
    id: 'msg-request-body',
    title: 'AH01588: the body of a request is larger than the limit',
    directives: ['LimitRequestBody'],
    codes: ['AH01588', 'AH01591'],
    messages: [
      {
        pattern:
          /(?:Requested content-length|Read content length) of \d+ is larger than the configured limit/i,
        examples: [
          '[http:info] [pid 1] [client 127.0.0.1:1] AH01588: Requested content-length of 2147483648 is larger than the configured limit of 1073741824',
        ],
      },
    ],
    means: 'An upload has more bytes than LimitRequestBody permits. The answer is 413.',
    why: 'Its default was 0 (no limit) in 2.2, and is 1 GB (1073741824) since 2.4.54.',
    does: 'Offers `LimitRequestBody 0` with `--apply review`.',
    change: null,
    undo: 'Write `LimitRequestBody 0`, or the limit that you want.',
    see: ['default-limits'],
    link: 'https://httpd.apache.org/docs/2.4/mod/core.html#limitrequestbody',
  }),
  defineExplanation({
    id: 'sym-warning',
    title: 'A warning at start: DefaultType, NameVirtualHost',
    rows: ['sym-warning'],
    directives: ['DefaultType', 'NameVirtualHost'],
    words: [{ pattern: /\bwarnings?\b/i, examples: ['warning', 'Warning emitted', 'warnings at start'] }],
    means:
      'The server starts and warns: AH00117 for DefaultType with a value other than none, AH00548 for any NameVirtualHost.',
    why: 'Both lines are still read, and do nothing.',
    does: 'Takes them away.',
    change: { before: 'NameVirtualHost *:80\nDefaultType text/plain', after: '(no lines)' },
    undo: 'Nothing to undo: they have no effect.',
    see: ['remove-default-type', 'remove-name-virtual-host', 'msg-default-type', 'msg-name-virtual-host'],
    link: UPGRADING,
  }),
  defineExplanation({
    id: 'msg-rewritten-query',
    title: 'AH10410, AH10508: RewriteRule refuses what it rewrote',
    directives: ['RewriteRule'],
    codes: [
      'AH10410',
      'AH10411',
      'AH10508',
      'AH10406',
      'AH10408',
      'AH10409',
      'AH10414',
      'AH10415',
      'AH10417',
      'AH10418',
      'AH10419',
    ],
    messages: [
      {
        pattern:
          /(?:Rewritten query string|To be forwarded (?:path|query string)) contains control characters or spaces/i,
        examples: [
          '[proxy_http:error] [pid 7101] [client 127.0.0.1:52744] AH10408: To be forwarded query string contains control characters or spaces',
          '[rewrite:error] [pid 7101] [client 127.0.0.1:52744] AH10410: Rewritten query string contains control characters or spaces',
        ],
      },
      {
        pattern: /Unsafe URL with %3f URL rewritten/i,
        examples: [
          '[rewrite:error] [pid 7321] [client 127.0.0.1:52746] AH10508: Unsafe URL with %3f URL rewritten without UnsafeAllow3F',
        ],
      },
    ],
    means:
      'A rule put a piece of the address into a query string, and the piece holds a blank; or an encoded question mark (%3f) stood in the address. The answer is 403.',
    why: 'Late versions of 2.4 no longer let such requests reach the program (CVE-2023-25690, CVE-2024-38474). The flag B escapes what is put in; UnsafeAllow3F lets the question mark through.',
    does: 'Adds the flags that escape where that is exact, and offers UnsafeAllow3F and, but for the values of map files, UnsafePrefixStat for review.',
    change: {
      before: 'RewriteRule ^/find/(.*)$ /cgi/show?q=$1 [PT]',
      after: 'RewriteRule ^/find/(.*)$ /cgi/show?q=$1 [PT,BCTLS,BNP]',
    },
    undo: 'Take the flags off.',
    see: ['escape-rewritten-queries', 'keep-question-marks', 'keep-rewritten-paths'],
    link: `${FLAGS}#flag_b`,
  }),
  defineExplanation({
    id: 'msg-malformed-request',
    title: 'AH00566, AH00567: the request breaks the rules of HTTP',
    directives: ['HttpProtocolOptions'],
    codes: ['AH00566', 'AH00567', 'AH02426', 'AH02427', 'AH03448', 'AH03449', 'AH03452'],
    messages: [
      {
        pattern: /request failed: (?:malformed request line|error reading the headers)|HTTP Request Line; /i,
        examples: [
          '[core:debug] [pid 26726] [client 127.0.0.1:34460] AH00566: request failed: malformed request line',
          '[core:debug] [pid 26727] [client 127.0.0.1:34476] AH00567: request failed: error reading the headers',
          'AH03448: HTTP Request Line; Excess whitespace (disallowed by HttpProtocolOptions Strict)',
        ],
      },
      {
        pattern: /Request header field (?:name is malformed|value is malformed|name presented invalid)/i,
        examples: [
          '[core:debug] [pid 26727] [client 127.0.0.1:34476] AH02426: Request header field name is malformed: X Foo: b',
        ],
      },
    ],
    means:
      'The client sends blanks where none may be, lines that end without CR, or a header name with other characters than HTTP permits. The answer is 400. The lines are logged with `LogLevel debug` only.',
    why: '2.2.32 and 2.4.24 began to read requests strictly (CVE-2016-8743); what comes from an older 2.2 meets it with the upgrade.',
    does: 'Nothing, as what clients send is not in the configuration. A line `HttpProtocolOptions` stays.',
    change: { before: '(nothing)', after: 'HttpProtocolOptions Unsafe' },
    undo: "Mend the client. Where that can't be done, `HttpProtocolOptions Unsafe` in the virtual host that it asks lets most of it pass again, attacks by such requests included.",
    see: ['report-late-directives'],
    link: 'https://httpd.apache.org/docs/2.4/mod/core.html#httpprotocoloptions',
  }),
  defineExplanation({
    id: 'msg-response-header',
    title: 'AH02429, AH02430: a program sends a header that HTTP does not permit',
    codes: ['AH02429', 'AH02430'],
    messages: [
      {
        pattern: /Response header (?:name )?'.*' (?:value of '.*' )?contains invalid characters/i,
        examples: [
          "[http:error] [pid 26732] [client 127.0.0.1:37880] AH02429: Response header name 'X Foo' contains invalid characters, aborting request",
          "AH02430: Response header 'X-Foo' value of 'a\\x01b' contains invalid characters, aborting request",
        ],
      },
    ],
    means:
      'A program, a proxied server or a Header line makes a header with a blank or a control character. The answer is 500.',
    why: '2.2.32 and 2.4.24 began to look at what they send (CVE-2016-8743); what comes from an older 2.2 meets it with the upgrade.',
    does: 'Nothing, as what programs send is not in the configuration.',
    undo: 'Mend the program. Until then `Header unset NAME` takes such a header away.',
    link: 'https://httpd.apache.org/docs/2.4/mod/core.html#httpprotocoloptions',
  }),
  defineExplanation({
    id: 'msg-backend-header',
    title: 'AH10124: a header of a proxied server is too long',
    directives: ['ProxyPass'],
    codes: ['AH10124'],
    messages: [
      {
        pattern: /header size is over the limit allowed by ResponseFieldSize/i,
        examples: [
          "[proxy_http:warn] [pid 31683] (28)No space left on device: [client 127.0.0.1:41314] AH10124: header size is over the limit allowed by ResponseFieldSize (8192 bytes). Bad response header: 'X-Big: aaa[...]aaa'",
        ],
      },
    ],
    means:
      'A proxied server sent one header of more than 8,192 bytes: a large cookie, Content-Security-Policy, a token. The answer is 502.',
    why: '2.2 cut such a header off and sent the rest on, as 2.4 did at first; later releases refuse the whole answer (ap_proxy_read_headers in mod_proxy_http.c).',
    does: 'Nothing, as what proxied servers send is not in the configuration.',
    change: { before: '(nothing)', after: 'ResponseFieldSize 32768' },
    undo: 'Have the server send less, or write ResponseFieldSize (2.4.34) into the server or virtual host with ProxyPass.',
    see: ['sym-502-https-proxy'],
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_proxy.html#responsefieldsize',
  }),
  defineExplanation({
    id: 'max-request-workers-limit',
    title: 'MaxRequestWorkers beyond ServerLimit',
    directives: ['MaxClients', 'ServerLimit'],
    codes: LIMIT_WARNINGS.split(' '),
    messages: [
      {
        pattern: /\b(?:ServerLimit|ThreadLimit) of \d+ exceeds|ThreadsPerChild of \d+ exceeds/i,
        examples: [
          'AH00507: WARNING: ThreadsPerChild of 128 exceeds ThreadLimit of 64 threads, decreasing to 64. To increase, please see the ThreadLimit directive.',
        ],
      },
      {
        pattern:
          /MaxRequestWorkers of \d+|server reached MaxRequestWorkers|within MinSpareThreads of MaxRequestWorkers/i,
        examples: [
          'AH10159: server is within MinSpareThreads of MaxRequestWorkers, consider raising the MaxRequestWorkers setting',
          'AH00515: WARNING: MaxRequestWorkers of 9999975 would require 399999 servers and would exceed ServerLimit of 16, decreasing to 400. To increase, please see the ServerLimit directive.',
          'AH00484: server reached MaxRequestWorkers setting, consider raising the MaxRequestWorkers setting',
        ],
      },
    ],
    means:
      'The number that 2.2 called MaxClients is larger than ServerLimit (times ThreadsPerChild) permits, or all workers are busy.',
    why: 'With event and worker the number counts threads, and the defaults of ServerLimit and ThreadsPerChild differ from those of prefork: a number written for prefork (`<IfModule prefork.c>`) does not fit event.',
    does: 'Renames the directive, and leaves the number to you.',
    change: { before: 'MaxClients 512', after: 'ServerLimit 512\nMaxRequestWorkers 512' },
    undo: 'Write another number.',
    see: ['rename-max-clients'],
    link: 'https://httpd.apache.org/docs/2.4/mod/mpm_common.html#maxrequestworkers',
  }),
  defineExplanation({
    id: 'msg-uri-path',
    title: "AH10244: an address above the root, or one that can't be decoded",
    codes: ['AH10244'],
    messages: [
      {
        pattern: /\binvalid URI path \(/i,
        examples: [
          '[core:error] [pid 4275:tid 4275] [client 127.0.0.1:58964] AH10244: invalid URI path (/../index.html)',
        ],
      },
    ],
    means:
      'Somebody asked for an address with too many `..` in it, or with a `%` that begins no character. The answer is 400, as from 2.2.',
    why: '2.2 wrote `Invalid URI in request` for the first, and nothing for the second. Since 2.4.49 one function reads both (ap_normalize_path in server/util.c). Most such requests come from scanners.',
    does: 'Nothing: the answers are the same.',
    undo: 'Have programs that read the error log, such as fail2ban, look for the number.',
    see: ['report-silent-defaults'],
    link: 'https://httpd.apache.org/docs/2.4/mod/core.html#mergeslashes',
  }),
];
