import type { Explanation } from '../types.ts';
import { defineExplanation } from './define-explanation.ts';

const CORE = 'https://httpd.apache.org/docs/2.4/mod/core.html';
const SSL = 'https://httpd.apache.org/docs/2.4/mod/mod_ssl.html';
const NOT_STARTED = 'Nothing to undo: 2.4 does not start with the line.';

/** Values of the directives of modules that 2.2 took and 2.4 refuses. */
export const moduleValues: readonly Explanation[] = [
  defineExplanation({
    id: 'msg-password-file',
    title: 'AuthUserFile, AuthGroupFile with a second word',
    directives: ['AuthUserFile', 'AuthGroupFile'],
    messages: [
      {
        pattern: /Auth(?:User|Group)File takes one argument/i,
        examples: ['AuthUserFile takes one argument, text file containing user IDs and passwords'],
      },
    ],
    means: 'The word `standard` after the file is not read any more.',
    why: 'It named the only kind of file there ever was.',
    does: 'Takes it off.',
    change: { before: 'AuthUserFile conf/users standard', after: 'AuthUserFile conf/users' },
    undo: NOT_STARTED,
    see: ['drop-password-file-type'],
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_authn_file.html#authuserfile',
  }),
  defineExplanation({
    id: 'msg-digest-qop',
    title: 'AuthDigestQop is deprecated',
    directives: ['AuthDigestQop'],
    messages: [
      {
        pattern: /AuthDigestQop auth-int is not implemented/i,
        examples: ['AuthDigestQop auth-int is not implemented'],
      },
      {
        pattern: /AuthDigestQop is deprecated/i,
        examples: ["AuthDigestQop is deprecated: only 'auth' is supported"],
      },
    ],
    means: 'The value is not `auth`.',
    why: '2.2 implemented `auth` and `none` only, and `none` is the weaker one.',
    does: 'Writes auth.',
    change: { before: 'AuthDigestQop none', after: 'AuthDigestQop auth' },
    undo: NOT_STARTED,
    see: ['auth-digest-qop'],
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_auth_digest.html#authdigestqop',
  }),
  defineExplanation({
    id: 'msg-digest-algorithm',
    title: 'AuthDigestAlgorithm MD5-sess is not implemented',
    directives: ['AuthDigestAlgorithm'],
    messages: [
      {
        pattern: /AuthDigestAlgorithm: ERROR: algorithm/i,
        examples: ["AuthDigestAlgorithm: ERROR: algorithm `MD5-sess' is not implemented"],
      },
    ],
    means: 'The value is not `MD5`.',
    why: '2.2 had MD5-sess in part, 2.4 does not have it (set_algorithm in mod_auth_digest.c).',
    does: 'Writes MD5.',
    change: { before: 'AuthDigestAlgorithm MD5-sess', after: 'AuthDigestAlgorithm MD5' },
    undo: NOT_STARTED,
    see: ['auth-digest-algorithm'],
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_auth_digest.html#authdigestalgorithm',
  }),
  defineExplanation({
    id: 'msg-cache-path',
    title: 'CacheEnable or CacheDisable without a path',
    directives: ['CacheEnable', 'CacheDisable'],
    messages: [
      {
        pattern:
          /(?:CacheEnable|CacheDisable) (?:provider \(\S*\) is missing an URL|must (?:specify a path|be followed by))/i,
        examples: [
          'CacheDisable must specify a path or an URL.',
          "CacheDisable must be followed by the word 'on' when in a Location.",
          'When in a Location, CacheEnable must specify a path or an URL below that location.',
          'CacheEnable provider (disk) is missing an URL.',
        ],
      },
    ],
    means: 'The line names no address, or one that it must not name inside of `<Location>`.',
    why: '2.4 takes these lines in `<Location>`, too, and looks at their words when it reads them (mod_cache.c).',
    does: 'Takes CacheDisable lines away that never matched.',
    change: { before: 'CacheDisable private', after: '(no line)' },
    undo: 'Write the path with its slash, `CacheDisable /private`, if that was meant.',
    see: ['cache-disable-paths'],
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_cache.html#cachedisable',
  }),
  defineExplanation({
    id: 'msg-connect-port',
    title: 'AllowCONNECT with something that is no port',
    directives: ['AllowCONNECT'],
    messages: [
      {
        pattern: /AllowCONNECT: port numbers must be numeric|Cannot parse '[^']*' as port number/i,
        examples: ['AllowCONNECT: port numbers must be numeric', "Cannot parse '443/tcp' as port number"],
      },
    ],
    means: 'Other characters follow the digits.',
    why: '2.2 read the digits and ignored the rest; 2.4 refuses the rest, except a range (mod_proxy_connect.c).',
    does: 'Writes the number that 2.2 read.',
    change: { before: 'AllowCONNECT 443/tcp', after: 'AllowCONNECT 443' },
    undo: NOT_STARTED,
    see: ['allow-connect-ports'],
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_proxy_connect.html#allowconnect',
  }),
  defineExplanation({
    id: 'msg-suexec',
    title: 'SuexecUserGroup, and suEXEC is not there',
    directives: ['SuexecUserGroup'],
    messages: [
      {
        pattern: /SuexecUserGroup configured, but suEXEC is disabled/i,
        examples: [
          'SuexecUserGroup configured, but suEXEC is disabled: Invalid owner or file mode for /usr/sbin/suexec',
        ],
      },
    ],
    means: 'The program suexec is missing, or not set-user-ID root.',
    why: '2.2 warned and ran programs as the account of the server; 2.4 does not start (mod_suexec.c).',
    does: 'Points the line out.',
    change: null,
    undo: 'Install it: package apache2-suexec-pristine on Debian, part of httpd on Red Hat.',
    see: ['report-suexec'],
    link: 'https://httpd.apache.org/docs/2.4/suexec.html',
  }),
  defineExplanation({
    id: 'msg-ssl-protocol',
    title: 'SSLv2 and SSLv3 are not supported',
    directives: ['SSLProtocol', 'SSLProxyProtocol'],
    codes: ['AH02231', 'AH03378'],
    messages: [
      {
        pattern: /No SSL protocols available \[hint: SSLProtocol\]/i,
        examples: ['[ssl:emerg] [pid 1] AH02231: No SSL protocols available [hint: SSLProtocol]'],
      },
      {
        pattern: /\bSSLv[23] (?:is no longer|not) supported/i,
        examples: [
          'SSLProtocol: SSLv2 is no longer supported',
          'SSLv3 not supported by this version of OpenSSL',
        ],
      },
    ],
    means: 'The protocol is asked for, and the server does not have it.',
    why: 'mod_ssl of 2.4 has no SSLv2, and most builds of OpenSSL have no SSLv3 any more. Both are broken.',
    does: 'Takes the words out; a line that asks for nothing else is reported.',
    change: { before: 'SSLProtocol +SSLv2 +TLSv1', after: 'SSLProtocol +TLSv1' },
    undo: NOT_STARTED,
    see: ['remove-sslv2', 'remove-sslv3'],
    link: `${SSL}#sslprotocol`,
  }),
  defineExplanation({
    id: 'msg-protocol-words',
    title: 'AH02532: a word of SSLProtocol overrides those before it',
    directives: ['SSLProtocol', 'SSLProxyProtocol'],
    codes: ['AH02532'],
    messages: [
      {
        pattern: /Protocol '[^']*' overrides already set parameter/i,
        examples: [
          "[ssl:warn] [pid 1] AH02532: SSLProtocol: Protocol 'TLSv1.2' overrides already set parameter(s). Check if a +/- prefix is missing.",
        ],
      },
    ],
    means: 'A word without + or - stands after others, and only it and those after it count.',
    why: '2.2 read the line in the same way, without a warning (ssl_cmd_protocol_parse in ssl_engine_config.c).',
    does: 'Nothing: the line means what it meant.',
    change: null,
    undo: 'Write `SSLProtocol TLSv1.1 +TLSv1.2` if both should count.',
    link: `${SSL}#sslprotocol`,
  }),
  defineExplanation({
    id: 'msg-debug-level',
    title: 'Invalid CharsetOptions or ExtFilterOptions option: DebugLevel',
    directives: ['CharsetOptions', 'ExtFilterOptions'],
    messages: [
      {
        pattern: /Invalid (?<directive>CharsetOptions|ExtFilterOptions) option: DebugLevel/i,
        examples: [
          'Invalid CharsetOptions option: DebugLevel=3',
          'Invalid ExtFilterOptions option: DebugLevel=3',
        ],
      },
    ],
    means: 'The option is gone.',
    why: 'What a module logs is chosen with LogLevel in 2.4, for each module and each folder.',
    does: 'Takes the option off, and writes the LogLevel where 2.2 really logged.',
    change: {
      before: 'LogLevel debug\nCharsetOptions DebugLevel=9 ImplicitAdd',
      after: 'LogLevel debug charset_lite:trace6\nCharsetOptions ImplicitAdd',
    },
    undo: NOT_STARTED,
    see: ['remove-charset-debuglevel', 'remove-extfilter-debuglevel'],
    link: `${CORE}#loglevel`,
  }),
  defineExplanation({
    id: 'msg-filter-provider',
    title: 'FilterProvider takes three arguments; unknown filter',
    directives: ['FilterProvider', 'AddOutputFilterByType', 'SetOutputFilter', 'AddOutputFilter'],
    codes: ['AH00082', 'AH01380'],
    messages: [
      {
        pattern:
          /an unknown filter was not added|Unknown filter \S+ not added|Error parsing FilterProvider expression/i,
        examples: [
          '[core:error] [pid 1] [client 127.0.0.1:1] AH00082: an unknown filter was not added: PHP',
          '[filter:warn] [pid 1] [client 127.0.0.1:1] AH01380: Unknown filter DEFLATE not added',
          'Error parsing FilterProvider expression: syntax error, unexpected T_ID, expecting $end',
        ],
      },
      {
        pattern: /FilterProvider takes three arguments/i,
        examples: ['FilterProvider takes three arguments, filter-name provider-name match-expression'],
      },
      { pattern: /Unknown filter provider \S+/i, examples: ['Unknown filter provider DEFLATE'] },
    ],
    means:
      'The line is written for 2.2, which took two arguments for what one expression says in 2.4; or it names a filter whose module is not loaded.',
    why: 'In 2.4 one expression decides, and filters are looked up when the line is read (mod_filter.c).',
    does: 'Writes the expression, and loads the modules of the filters in use.',
    change: {
      before: 'FilterProvider pack DEFLATE resp=Content-Type $text/',
      after: 'FilterProvider pack DEFLATE "%{CONTENT_TYPE} =~ m#text/#i"',
    },
    undo: NOT_STARTED,
    see: ['filter-provider-expression', 'report-unknown-filters', 'load-needed-modules'],
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_filter.html#filterprovider',
  }),
  defineExplanation({
    id: 'msg-proxy-pass-place',
    title: 'ProxyPass within a Directory or Files section',
    directives: ['ProxyPass', 'ProxyPassMatch'],
    messages: [
      {
        pattern: /ProxyPass(?:Match)? cannot occur within/i,
        examples: ['ProxyPass cannot occur within <Directory> section'],
      },
    ],
    means: 'ProxyPass stands in a section for folders or files.',
    why: 'It maps addresses, before any folder is known. 2.2 read the line all the same.',
    does: 'Moves the line out of the section, with the address that 2.2 made of it.',
    change: {
      before: '<Directory />\n    ProxyPass http://backend.example/\n</Directory>',
      after: 'ProxyPass / http://backend.example/\n<Directory />\n</Directory>',
    },
    undo: NOT_STARTED,
    see: ['move-proxy-pass'],
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_proxy.html#proxypass',
  }),
  defineExplanation({
    id: 'msg-proxy-address',
    title: "A proxied address that 2.4 can't use: not absolute, not parsed, or too long",
    directives: ['ProxyPass', 'BalancerMember'],
    messages: [
      {
        pattern:
          /\bURL must be absolute!|\bUnable to parse URL: |\bworker (?:hostname|uds path|name) \(\S*\) too long/i,
        examples: [
          'ProxyPass URL must be absolute!: /app',
          'ProxyPass Unable to parse URL: http://backend.example:${PORT}/',
          'BalancerMember worker hostname (a-very-long-name.example) too long',
        ],
      },
    ],
    means: 'The address has no scheme or no host, its port is no number, or its host has too long a name.',
    why: '2.4 looks at the address when it reads the line, and keeps names in fields of fixed length (proxy_util.c).',
    does: 'Reports such an address.',
    change: null,
    undo: 'Write an address with scheme and host.',
    see: ['report-proxy-addresses', 'balancer-member-names'],
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_proxy.html#proxypass',
  }),
  defineExplanation({
    id: 'msg-ssl-library',
    title:
      'What the OpenSSL of the new server does not have: compression, EGD, optional TLS, TLS 1.0 and 1.1',
    directives: ['SSLCompression', 'SSLRandomSeed', 'SSLEngine', 'SSLProtocol', 'SSLProxyProtocol'],
    codes: ['AH10510'],
    messages: [
      {
        pattern: /does not have any compression methods available/i,
        examples: [
          'This version of OpenSSL does not have any compression methods available, cannot enable SSLCompression.',
        ],
      },
      {
        pattern: /does not support the Entropy Gathering Daemon/i,
        examples: [
          "Invalid SSLRandomSeed entropy source `egd:/tmp/x': This version of OpenSSL does not support the Entropy Gathering Daemon (EGD).",
        ],
      },
      {
        pattern: /'SSLEngine optional' is no longer supported/i,
        examples: ["[ssl:notice] [pid 1] AH10510: 'SSLEngine optional' is no longer supported"],
      },
      {
        pattern:
          /SSL routines:\S*:(?:legacy sigalg disallowed|unsupported protocol|version too low|no shared cipher|wrong signature type|unsafe legacy renegotiation disabled|dh key too small)/i,
        examples: [
          'SSL Library Error: error:0A00014D:SSL routines::legacy sigalg disallowed or unsupported',
          'SSL Library Error: error:0A000102:SSL routines::unsupported protocol',
          'SSL Library Error: error:1408A0C1:SSL routines:ssl3_get_client_hello:no shared cipher',
        ],
      },
    ],
    means:
      '`SSLCompression on` and `SSLRandomSeed ... egd:` are refused where OpenSSL was built without them, which is usual today. `SSLEngine optional` is ignored: the host speaks plain HTTP. Where `SSLProtocol` leaves only TLS 1.0 and 1.1, OpenSSL 3 fails every handshake. `unsupported protocol`, `no shared cipher`, `legacy sigalg`: one side of a handshake speaks only what the other does not take any more; on the way to a proxied server that is the proxied one.',
    why: 'Compression under TLS gives secrets away (CRIME), EGD was for systems without /dev/urandom, and no browser ever asked for the upgrade from HTTP to TLS (RFC 2817). TLS 1.0 and 1.1 need signatures with MD5 and SHA-1, which the default security level of OpenSSL 3 forbids.',
    does: 'Reports such lines.',
    change: { before: 'SSLRandomSeed startup egd:/var/run/egd', after: 'SSLRandomSeed startup builtin' },
    undo: 'Take the line out; SSLEngine wants On or Off.',
    see: ['report-tls-library'],
    link: `${SSL}#sslcompression`,
  }),
  defineExplanation({
    id: 'msg-post-handshake',
    title: 'SSLVerifyClient in a section, and TLS 1.3',
    directives: ['SSLVerifyClient'],
    codes: ['AH10158'],
    messages: [
      {
        pattern: /cannot perform post-handshake authentication/i,
        examples: ['[ssl:error] [pid 1] AH10158: cannot perform post-handshake authentication'],
      },
    ],
    means:
      'A section asks for a client certificate after the handshake, the client speaks TLS 1.3, and it does not offer to be asked then. The answer is 403, with a certificate or without.',
    why: '2.2 asked by a second handshake, which TLS 1.3 does not have. Its own way, post-handshake authentication, is not offered by browsers.',
    does: 'Reports such sections, and takes TLS 1.3 out of SSLProtocol with `--apply review`.',
    change: {
      before: 'SSLProtocol all -SSLv3\n<Location /staff>\n    SSLVerifyClient require\n</Location>',
      after: 'SSLProtocol all -SSLv3 -TLSv1.3\n<Location /staff>\n    SSLVerifyClient require\n</Location>',
    },
    undo: 'Give what asks for certificates a virtual host of its own, with SSLVerifyClient outside of sections.',
    see: ['keep-client-certificates'],
    link: `${SSL}#sslverifyclient`,
  }),
];
