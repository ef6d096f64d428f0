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
    id: 'msg-ssl-protocol',
    title: 'SSLv2 and SSLv3 are not supported',
    directives: ['SSLProtocol', 'SSLProxyProtocol'],
    messages: [
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
    title: 'FilterProvider takes three arguments; unknown filter provider',
    directives: ['FilterProvider', 'AddOutputFilterByType'],
    messages: [
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
    ],
    means:
      '`SSLCompression on` and `SSLRandomSeed ... egd:` are refused where OpenSSL was built without them, which is usual today. `SSLEngine optional` is ignored: the host speaks plain HTTP. Where `SSLProtocol` leaves only TLS 1.0 and 1.1, OpenSSL 3 fails every handshake.',
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
