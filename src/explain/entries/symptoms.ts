import type { MessageShape, Symptom } from '../types.ts';

/** What may be seen after the upgrade and has several causes: the statuses of answers, and what people say. */
export const symptoms: readonly Symptom[] = [
  {
    id: 'status-400',
    title: 'Status 400 (Bad Request)',
    shape: statusShape(400, 'bad request'),
    page: {
      pattern: /sent a request that this server could not understand/i,
      examples: ['Your browser sent a request that this server could not understand'],
    },
    causes: [
      {
        id: 'msg-malformed-request',
        title: "The client's request breaks the rules of HTTP: blanks in it, lines that end without CR.",
      },
      {
        id: 'report-encoded-slashes',
        title: 'A proxied address has a percent sign that encodes nothing.',
      },
    ],
  },
  {
    id: 'status-401',
    title: 'Status 401 (Unauthorized), though the password is right',
    shape: statusShape(401, 'unauthorized|authorization required'),
    page: {
      pattern: /could not verify that you are authorized/i,
      examples: ['This server could not verify that you are authorized to access the document requested'],
    },
    causes: [
      { id: 'msg-authorization-failure', title: 'AH01631 in the error log: no Require line names the user.' },
      { id: 'keep-digest-nonces', title: 'Now and then, with AuthType Digest: a nonce is used up.' },
      { id: 'report-hidden-providers', title: 'With an AuthnProviderAlias, before 2.4.8.' },
      { id: 'report-login-files', title: 'The file of passwords is not where the line says.' },
      { id: 'ldap-trusted-client-cert', title: 'With LDAP over TLS.' },
    ],
  },
  {
    id: 'status-403',
    title: 'Status 403 (Forbidden)',
    shape: statusShape(403, 'forbidden'),
    page: {
      pattern: /don['’]t have permission to access/i,
      examples: [
        "You don't have permission to access this resource",
        "You don't have permission to access /private/ on this server.",
      ],
    },
    causes: [
      { id: 'access-403-message', title: 'AH01630 or AH01797 in the error log: an access rule.' },
      { id: 'access-mixed-warning', title: 'Order, Allow and Deny in one file, Require in another.' },
      { id: 'sym-403-listing', title: 'AH01276: a folder without an index page.' },
      { id: 'default-options', title: 'A CGI program outside of ScriptAlias.' },
      { id: 'msg-rewritten-query', title: 'AH10410, AH10411 or AH10508: RewriteRule.' },
      { id: 'msg-post-handshake', title: 'AH10158: a client certificate is asked for in a section.' },
      { id: 'report-certificate-users', title: 'With SSLUserName, or SSLOptions +FakeBasicAuth.' },
    ],
  },
  {
    id: 'status-404',
    title: 'Status 404 (Not Found), or the page of another host',
    shape: statusShape(404, 'not found'),
    page: {
      pattern: /requested URL.* was not found on this server/i,
      examples: ['The requested URL /a was not found on this server'],
    },
    causes: [
      { id: 'give-sites-conf-names', title: 'Debian: the file of the site has no name in .conf.' },
      { id: 'msg-document-root', title: 'AH00112 at start: DocumentRoot is no folder.' },
      { id: 'keep-first-virtual-host', title: 'Another virtual host answers than in 2.2.' },
      { id: 'sym-htaccess-ignored', title: 'RewriteRule lines of a .htaccess file do nothing.' },
      { id: 'keep-rewritten-paths', title: 'A RewriteRule leads to a folder outside of DocumentRoot.' },
      { id: 'keep-own-url-paths', title: 'A RewriteRule makes a URL of the server itself.' },
      { id: 'keep-relative-rewrites', title: 'A RewriteRule makes a path that does not begin with a slash.' },
      { id: 'keep-folder-handlers', title: 'A program or proxy is asked for /index.html instead of /.' },
    ],
  },
  {
    id: 'status-408',
    title: 'Status 408 (Request Timeout)',
    shape: statusShape(408, 'request time-?out'),
    causes: [
      { id: 'default-reqtimeout', title: 'mod_reqtimeout is loaded: a slow client, or a large upload.' },
      { id: 'default-timeouts', title: 'TimeOut is 60 seconds, where it was 300.' },
    ],
  },
  {
    id: 'status-413',
    title: 'Status 413 (Request Entity Too Large)',
    shape: statusShape(413, '(?:request entity|payload|content) too large'),
    page: {
      pattern: /exceeds the capacity limit/i,
      examples: ['The amount of data provided in the request exceeds the capacity limit'],
    },
    causes: [
      {
        id: 'default-limits',
        title: 'An upload of more than 1 GB: LimitRequestBody has that default since 2.4.54.',
      },
    ],
  },
  {
    id: 'status-421',
    title: 'Status 421 (Misdirected Request)',
    shape: statusShape(421, 'misdirected request'),
    page: {
      pattern: /does not match the Server Name Indication/i,
      examples: [
        'The client needs a new connection for this request as the requested host name does not match the Server Name Indication (SNI) in use for this connection',
      ],
    },
    causes: [
      {
        id: 'report-hosts-without-sni',
        title: 'The client named another host in TLS (SNI) than in Host, or none.',
      },
    ],
  },
  {
    id: 'status-500',
    title: 'Status 500 (Internal Server Error)',
    shape: statusShape(500, 'internal server error'),
    page: {
      pattern: /encountered an internal error or misconfiguration/i,
      examples: [
        'The server encountered an internal error or misconfiguration and was unable to complete your request',
      ],
    },
    causes: [
      {
        id: 'msg-couldnt-check-user',
        title: 'Everywhere, AH00025 in the error log: mod_authz_core is not loaded.',
      },
      { id: 'msg-not-allowed-here', title: 'Below a .htaccess file, "not allowed here".' },
      { id: 'msg-invalid-command', title: 'Below a .htaccess file, "Invalid command".' },
      { id: 'msg-no-authentication', title: 'AH00027 or AH01796: a login that no module serves.' },
      { id: 'msg-auth-without-require', title: 'AH01627: AuthType without Require.' },
      { id: 'msg-proxy-scheme', title: 'AH01144: no module for the scheme of a proxied address.' },
      { id: 'msg-response-header', title: 'AH02429 or AH02430: a program sends a bad header.' },
      { id: 'msg-substitute-line', title: 'AH01328: Substitute.' },
      { id: 'report-redirect-targets', title: 'A Redirect to what is no address.' },
      {
        id: 'drop-unused-statuses',
        title: 'A Redirect or RewriteRule with a status that 2.4 does not know.',
      },
      { id: 'report-external-filters-by-type', title: 'Answers of one type: an external filter.' },
      { id: 'report-unresolved-backends', title: 'The name of a proxied server has no address.' },
      { id: 'msg-ldap-connection', title: 'AH01695: LDAP.' },
      { id: 'report-login-files', title: 'The file of users or groups is not there.' },
    ],
  },
  {
    id: 'status-502',
    title: 'Status 502 (Bad Gateway)',
    shape: statusShape(502, 'bad gateway|proxy error'),
    page: {
      pattern: /received an invalid response from an upstream/i,
      examples: ['The proxy server received an invalid response from an upstream server'],
    },
    causes: [
      { id: 'sym-502-https-proxy', title: 'The proxied server speaks HTTPS: its certificate is looked at.' },
      { id: 'msg-backend-header', title: 'AH10124: it sends a header of more than 8,192 bytes.' },
      { id: 'report-tls-library', title: 'It speaks TLS 1.0 or 1.1 only, or has an old certificate.' },
    ],
  },
  {
    id: 'status-503',
    title: 'Status 503 (Service Unavailable)',
    shape: statusShape(503, 'service (?:temporarily )?unavailable'),
    page: {
      pattern: /temporarily unable to service your request/i,
      examples: ['The server is temporarily unable to service your request'],
    },
    causes: [
      { id: 'keep-script-sock', title: 'Every CGI program: the socket of mod_cgid.' },
      { id: 'remove-http-ping', title: 'Uploads to a proxied server, with ping= in its line.' },
    ],
  },
  {
    id: 'status-504',
    title: 'Status 504 (Gateway Timeout)',
    shape: statusShape(504, 'gateway time-?out'),
    page: {
      pattern: /did not receive a timely response/i,
      examples: ['The gateway did not receive a timely response from the upstream server or application'],
    },
    causes: [
      { id: 'default-timeouts', title: 'A program or proxied server takes more than 60 seconds.' },
      { id: 'keep-continue-answers', title: 'Uploads: the proxied server does not say 100 Continue.' },
    ],
  },
  {
    id: 'uploads-hang',
    title: 'Uploads hang or break off',
    shape: {
      pattern: /\b(?:uploads?|post|put)\b.*\b(?:hangs?|slow|stops?|breaks?|fails?|aborted)\b/i,
      examples: ['uploads hang', 'POST hangs'],
    },
    causes: [
      { id: 'keep-continue-answers', title: 'To a proxied server that does not say 100 Continue.' },
      { id: 'remove-http-ping', title: 'The same, with ping= in the line of the server: status 503.' },
      { id: 'default-reqtimeout', title: 'mod_reqtimeout is loaded: status 408.' },
      { id: 'default-limits', title: 'More than 1 GB: status 413.' },
      { id: 'msg-post-handshake', title: 'Where a client certificate is asked for: status 403.' },
    ],
  },
  {
    id: 'another-host',
    title: 'Another virtual host answers',
    shape: {
      pattern:
        /\b(?:wrong|another|other|default|first)\b.*\b(?:v(?:irtual ?)?host|site|domain|page)\b|\bsame (?:page|site)\b|\bit works\b/i,
      examples: [
        'wrong virtual host',
        'the default page is shown',
        'another site answers',
        'all sites show the same page',
        'It works! is shown',
      ],
    },
    causes: [
      {
        id: 'give-sites-conf-names',
        title: 'Debian: the file of the site has no name in .conf, and is not read.',
      },
      {
        id: 'keep-first-virtual-host',
        title: 'Without NameVirtualHost 2.2 chose by address, 2.4 chooses by name.',
      },
      { id: 'replace-server-name-wildcards', title: 'ServerName with a wildcard.' },
      { id: 'report-hosts-without-sni', title: 'TLS clients without SNI.' },
    ],
  },
  {
    id: 'old-clients',
    title: 'Old clients do not get through with TLS',
    shape: {
      pattern:
        /\b(?:old|legacy)\b.*\b(?:clients?|browsers?|devices?)\b|\b(?:ssl|tls)\b.*\bhandshake\b|\bSSL_(?:ERROR_\w+|VERSION_OR_CIPHER_MISMATCH)|\bERR_SSL_\w+/i,
      examples: [
        'old clients can’t connect',
        'TLS handshake fails',
        'SSL_ERROR_NO_CYPHER_OVERLAP',
        'ERR_SSL_VERSION_OR_CIPHER_MISMATCH',
      ],
    },
    causes: [
      {
        id: 'report-tls-library',
        title: 'The OpenSSL of today: TLS 1.0 and 1.1, short keys, old signatures.',
      },
      { id: 'remove-sslv3', title: 'Clients that speak SSLv3 only.' },
      { id: 'default-ciphers', title: 'Clients that know weak ciphers only.' },
      { id: 'report-hosts-without-sni', title: 'Clients without SNI: status 421, or another host.' },
    ],
  },
  {
    id: 'sent-as-text',
    title: 'Programs or includes are sent as they stand',
    shape: {
      pattern:
        /\b(?:php|scripts?|includes?|ssi|source)\b.*\b(?:text|source|download(?:ed|s)?|unparsed|raw)\b|\bphp\b.*\b(?:not|broken|stopped|does|no longer)\b/i,
      examples: [
        'php is shown as text',
        'PHP source is downloaded',
        'includes sent unparsed',
        'php not working after the upgrade',
      ],
    },
    causes: [
      {
        id: 'report-third-party-modules',
        title: 'PHP: its module must be built for 2.4, and has another name.',
      },
      { id: 'settle-turned-guards', title: 'Its lines stand in an IfModule that names the module of 2.2.' },
      { id: 'default-options', title: 'Includes: Options no longer permits them by default.' },
      { id: 'report-includes-by-type', title: 'Includes by AddOutputFilterByType.' },
      { id: 'sym-htaccess-ignored', title: 'Its handler is set in a .htaccess file, which is not read.' },
    ],
  },
  {
    id: 'login-fails',
    title: 'The password is not taken, or asked for again and again',
    shape: {
      pattern: /\b(?:passwords?|log ?in|logins?|ldap)\b/i,
      examples: ['password not accepted', 'can’t log in', 'asks for the password again', 'ldap login broken'],
    },
    causes: [
      { id: 'msg-login-files', title: 'The file of users or groups is not there.' },
      {
        id: 'msg-authorization-failure',
        title: 'AH01631: the password is right, and no Require names the user.',
      },
      { id: 'msg-no-authentication', title: 'Status 500: no module serves the login.' },
      { id: 'keep-digest-nonces', title: 'Now and then, with AuthType Digest.' },
      { id: 'msg-ldap-connection', title: 'LDAP does not answer.' },
      { id: 'report-crypt-passwords', title: 'The file has hashes of crypt().' },
    ],
  },
  {
    id: 'rewriting-fails',
    title: 'RewriteRule lines do nothing, or lead elsewhere',
    shape: {
      pattern:
        /\b(?:mod_)?rewrit(?:e|es|ing|erules?)\b.*\b(?:not|don['’]t|doesn['’]t|fails?|ignored|broken|stopped|wrong)\b/i,
      examples: ['rewrite rules don’t work', 'mod_rewrite not working'],
    },
    causes: [
      { id: 'sym-htaccess-ignored', title: 'They stand in a .htaccess file that is not read.' },
      { id: 'msg-rewritten-query', title: 'Status 403, with AH10410 or AH10508 in the error log.' },
      {
        id: 'keep-rewritten-paths',
        title: 'Status 404: the rule leads to a folder outside of DocumentRoot.',
      },
      { id: 'keep-relative-rewrites', title: 'The rule makes a path that does not begin with a slash.' },
      { id: 'keep-doubled-slashes', title: 'The address has doubled slashes.' },
      { id: 'rewrite-log', title: 'To see what it does: LogLevel rewrite:trace3, as RewriteLog is gone.' },
    ],
  },
  {
    id: 'logs-missing',
    title: 'A log is missing, or says something else',
    shape: {
      pattern: /\b(?:no|empty|missing|wrong)\b.*\blogs?\b|\blogs?\b.*\b(?:empty|missing|gone|wrong)\b/i,
      examples: ['no logs', 'access log missing', 'the rewrite log is gone'],
    },
    causes: [
      { id: 'report-log-folders', title: 'Its folder is not there: the server does not start.' },
      { id: 'piped-logs-shell', title: 'It is piped to a program, and no shell runs that any more.' },
      { id: 'keep-log-formats', title: 'The lines of virtual hosts have another format.' },
      { id: 'rewrite-log', title: 'RewriteLog is gone: its lines are in the error log.' },
      { id: 'report-balancer-names', title: 'It no longer names the balancer.' },
    ],
  },
  {
    id: 'does-not-start',
    title: 'The server does not start',
    shape: {
      pattern:
        /\b(?:server|httpd|apache2?)\b.*\b(?:does not|doesn['’]t|won['’]t|will not|can['’]?t|cannot) (?:re)?start\b|\bstart(?:ing)? (?:fails|failed)\b/i,
      examples: ['server does not start', 'httpd won’t start', 'apache2 doesn’t restart'],
    },
    causes: [
      { id: 'msg-syntax-error', title: 'AH00526, or "Syntax error": the reason follows.' },
      {
        id: 'msg-invalid-command',
        title: '"Invalid command": a directive is gone, or its module is not loaded.',
      },
      { id: 'msg-module-file', title: '"Cannot load", "garbled", "undefined symbol": the file of a module.' },
      { id: 'msg-mpm', title: 'AH00534: no MPM, or two.' },
      { id: 'msg-user-name', title: 'AH00543, AH00544: an account that is not here.' },
      { id: 'msg-log-folder', title: 'AH02291, AH02297: the folder of a log.' },
      { id: 'msg-weak-certificate', title: 'AH02562: a certificate that OpenSSL does not take.' },
      { id: 'msg-session-cache', title: 'SSLSessionCache.' },
      { id: 'msg-mutex', title: 'A lock.' },
      { id: 'msg-slotmem', title: 'AH01177: a balancer.' },
    ],
  },
];

/** The number alone, the number with its phrase, or the phrase alone: more words may tell more than the number. */
function statusShape(status: number, phrase: string): MessageShape {
  const number = String.raw`(?:(?:http(?:/\d(?:\.\d)?)?|status|code|error)\W+)*${status}`;
  return {
    pattern: new RegExp(String.raw`^\W*(?:${number}(?:\W+(?:${phrase}))?|${phrase})\W*$`, 'i'),
    examples: [`${status}`, `status ${status}`, `HTTP/1.1 ${status}`],
  };
}
