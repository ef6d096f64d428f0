import type { Explanation } from '../types.ts';
import { defineExplanation } from './define-explanation.ts';

const AUTHZ_CORE = 'https://httpd.apache.org/docs/2.4/mod/mod_authz_core.html';

/** What is said about logins and Require lines, at start and for each request. */
export const authentication: readonly Explanation[] = [
  defineExplanation({
    id: 'msg-couldnt-check-user',
    title: "AH00025: couldn't check user, and everything answers 500",
    rows: ['msg-couldnt-check-user'],
    directives: ['AuthType', 'AuthName'],
    codes: ['AH00025'],
    messages: [
      {
        pattern: /configuration error: +couldn't (?:check|perform)/i,
        examples: [
          "[core:crit] [pid 3389] [client 127.0.0.1:58244] AH00025: configuration error:  couldn't check user: /a/index.html",
          "configuration error: couldn't check user: /index.html",
        ],
      },
      {
        pattern: /invalid command '?(?:AuthType|AuthName|AuthnProviderAlias|<AuthnProviderAlias)\b/i,
        examples: [
          "Invalid command 'AuthType', perhaps misspelled or defined by a module not included in the server configuration",
        ],
      },
    ],
    words: [
      {
        pattern: /\b500\b.*\b(?:every|all|any)/i,
        examples: ['500 for every request', '500 everywhere'],
      },
    ],
    means:
      'No loaded module decides who may have what, so the server answers 500 to every request, even where no login is asked for.',
    why: 'mod_authz_core is missing. 2.4 asks the authorization hook for each request (ap_process_request_internal in server/request.c), and mod_access_compat does not answer it. The upgrade guide names mod_authn_core, which AuthType and AuthName need; loading that alone does not help.',
    does: 'Loads mod_authz_core in every tree, and mod_authn_core where AuthType, AuthName or AuthBasicProvider is used.',
    change: {
      before: 'AuthType Basic',
      after:
        'LoadModule authn_core_module modules/mod_authn_core.so\nLoadModule authz_core_module modules/mod_authz_core.so\nAuthType Basic',
    },
    undo: 'None: without the modules every request answers 500.',
    see: ['load-needed-modules'],
    link: 'https://httpd.apache.org/docs/2.4/upgrading.html#commonproblems',
  }),
  defineExplanation({
    id: 'msg-auth-without-require',
    title: 'AH01627: AuthType without a Require',
    directives: ['AuthType'],
    codes: ['AH01627'],
    messages: [
      {
        pattern: /AuthType configured with no corresponding authorization directives/i,
        examples: [
          '[authz_core:error] [pid 4165] [client 127.0.0.1:58264] AH01627: AuthType configured with no corresponding authorization directives',
        ],
      },
    ],
    means: 'A section has AuthType, and no Require is in force in it. The answer is 500.',
    why: '2.2 asked nobody for a password then. 2.4 takes it for a mistake (authorize_user_core in mod_authz_core.c).',
    does: 'Writes the Require that 2.2 amounted to: `Require all granted`, or the host rules. In a file that is read alone `AuthMerging And` joins it to whatever keeps people out around it.',
    change: {
      before: 'AuthType Basic\nAuthName "Staff"',
      after: 'AuthType Basic\nAuthName "Staff"\nAuthMerging And\nRequire all granted',
    },
    undo: 'Take AuthType out, or write the Require that was meant.',
    see: ['convert-access-control'],
    link: AUTHZ_CORE,
  }),
  defineExplanation({
    id: 'msg-no-authentication',
    title: 'AH00027, AH01796: Require asks for a user, and nobody can log in',
    directives: ['AuthType'],
    codes: ['AH00027', 'AH00028', 'AH01796', 'AH01629'],
    messages: [
      {
        pattern: /No authentication done but request not allowed without authentication/i,
        examples: [
          '[core:error] [pid 4404] [client 127.0.0.1:58280] AH00027: No authentication done but request not allowed without authentication for /a/index.html. Authentication not configured?',
        ],
      },
      {
        pattern: /AuthType \S+ configured without corresponding module/i,
        examples: [
          '[authn_core:error] [pid 8000] [client 127.0.0.1:52768] AH01796: AuthType Digest configured without corresponding module',
        ],
      },
    ],
    means:
      'A Require needs a user, but no AuthType is in force, or the module of that AuthType is not loaded. The answer is 500.',
    why: 'In 2.2 an AuthType that no module knew, `None` too, answered 401 to everybody (mod_authn_default). 2.4 has no such module, and reads `AuthType None` as none set.',
    does: 'Loads mod_auth_basic or mod_auth_digest where they are asked for.',
    undo: 'Write AuthType, AuthName and a provider for the section, or take Require out if nobody should log in.',
    see: ['load-needed-modules', 'convert-access-control'],
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_authn_core.html#authtype',
  }),
  defineExplanation({
    id: 'msg-negative-require',
    title: 'AH01624: only negative Require lines',
    codes: ['AH01624'],
    messages: [
      {
        pattern: /contains only negative authorization directives/i,
        examples: ['AH01624: <RequireAll> directive contains only negative authorization directives'],
      },
      {
        pattern: /negative Require directive has no effect in|<RequireNone> directive has no effect in/i,
        examples: [
          'negative Require directive has no effect in <RequireAny> directive',
          '<RequireNone> directive has no effect in <RequireAny> directive',
        ],
      },
    ],
    means: '`Require not` and `<RequireNone>` can only refuse. Something else must let requests in.',
    why: 'A negated line never grants (mod_authz_core). In files of the server this is refused at start; in a .htaccess file it is not, and silently refuses everybody.',
    does: 'Writes `Require all granted` beside negations, both in `<RequireAll>`.',
    change: {
      before: 'Order allow,deny\nAllow from all\nDeny from 192.0.2.7',
      after: '<RequireAll>\n    Require all granted\n    Require not ip 192.0.2.7\n</RequireAll>',
    },
    undo: 'Write who should be let in, in the same `<RequireAll>`.',
    see: ['convert-access-control'],
    link: `${AUTHZ_CORE}#reqnot`,
  }),
  defineExplanation({
    id: 'msg-authz-provider',
    title: 'Unknown Authz provider: a word after Require that no module knows',
    directives: ['Require'],
    messages: [
      {
        pattern: /Unknown Authz provider: (?<word>\S+)/i,
        examples: [
          'Unknown Authz provider: User',
          'Unknown Authz provider: group',
          'Unknown Authz provider: ldap-group',
        ],
      },
      {
        pattern: /The '[^']*' Authz provider is not supported/i,
        examples: [
          "The 'dbm-group' Authz provider is not supported by any of the loaded authorization modules",
        ],
      },
    ],
    means:
      'The module for this kind of Require is not loaded, or the word is written in capitals. In a .htaccess file the answer is 500.',
    why: '2.4 looks the word up as it is written: user, not User. Each belongs to a module: user and valid-user to mod_authz_user, group to mod_authz_groupfile, dbm-group to mod_authz_dbm, ldap-group to mod_authnz_ldap, ip and host to mod_authz_host, all, env, method and expr to mod_authz_core.',
    does: 'Loads the modules of the words in use, writes words as 2.4 wants them where it converts a section, and `Require dbm-group` for groups of a DBM file.',
    change: { before: 'AuthType Basic\nRequire User bob', after: 'AuthType Basic\nRequire user bob' },
    undo: 'None: the line is refused.',
    see: ['convert-access-control', 'load-needed-modules', 'authz-dbm-group'],
    link: `${AUTHZ_CORE}#require`,
  }),
  defineExplanation({
    id: 'msg-authn-provider',
    title: 'Unknown Authn provider',
    directives: ['AuthBasicProvider', 'AuthDigestProvider'],
    messages: [
      {
        pattern: /Unknown Authn provider: \S+/i,
        examples: ['Unknown Authn provider: dbm', 'Unknown Authn provider: default'],
      },
    ],
    means: 'The module of a name after AuthBasicProvider or AuthDigestProvider is not loaded, or is gone.',
    why: 'file belongs to mod_authn_file, dbm to mod_authn_dbm, dbd to mod_authn_dbd, anon to mod_authn_anon, ldap to mod_authnz_ldap. mod_authn_default is gone.',
    does: 'Loads the modules of the providers in use.',
    change: {
      before: 'AuthBasicProvider dbm',
      after: 'LoadModule authn_dbm_module modules/mod_authn_dbm.so\nAuthBasicProvider dbm',
    },
    undo: 'None: the line is refused.',
    see: ['load-needed-modules'],
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_auth_basic.html#authbasicprovider',
  }),
  defineExplanation({
    id: 'msg-require-ip',
    title: 'Require ip with something that is no address',
    directives: ['Allow', 'Deny'],
    messages: [
      {
        pattern: /\bip address '[^']*' appears to be invalid/i,
        examples: ["ip address '#' appears to be invalid", "ip address 'localhost' appears to be invalid"],
      },
      { pattern: /'require ip' requires an argument/i, examples: ["'require ip' requires an argument"] },
    ],
    means: 'A host name, a comma, a comment or a typing error follows `Require ip`.',
    why: '2.2 took each word of Allow and Deny that is no address for a host name, a `#` and the words after it too; most of those match nobody. `Require ip` refuses them.',
    does: 'Writes `Require host` for host names and `Require ip` for addresses, and leaves out words that never matched, each with a finding.',
    change: {
      before: 'Order deny,allow\nDeny from all\nAllow from localhost 10.0.0.1',
      after: 'Require host localhost\nRequire ip 10.0.0.1',
    },
    undo: 'Take the word out, or write it after `Require host`.',
    see: ['convert-access-control'],
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_authz_host.html#reqip',
  }),
  defineExplanation({
    id: 'msg-require-host',
    title: 'AH01753: Require host, and the client has no host name',
    directives: ['Allow', 'Deny'],
    codes: ['AH01753', 'AH10120', 'AH10121'],
    messages: [
      {
        pattern: /unable to get the remote host name|in 'Require host [^']*'|dubious empty 'Require host/i,
        examples: [
          "[authz_host:error] [pid 1] [client 192.0.2.7:1] AH01753: access check of 'example.org' to /a/ failed, reason: unable to get the remote host name",
          "[authz_host:warn] [pid 1] [client 192.0.2.7:1] AH10121: authz_host authorize: ignoring comment in 'Require host example.org# office'",
        ],
      },
    ],
    means:
      'The address of the client has no name in the DNS, or one that does not lead back to it, so this `Require host` does not hold. Another Require may let the request in. AH10120, AH10121: a `#` after `Require host` ends what is read.',
    why: '2.2 looked up names in the same way, and wrote nothing when it found none.',
    does: 'Writes `Require host` for each host name of Allow.',
    change: null,
    undo: 'Name the address (`Require ip`) if the client has no name; a comment needs a line of its own.',
    see: ['eq-allow-domain', 'convert-access-control'],
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_authz_host.html#reqhost',
  }),
  defineExplanation({
    id: 'msg-login-files',
    title: 'A file of users or groups is not there, or not named',
    directives: ['AuthUserFile', 'AuthGroupFile', 'AuthBasicProvider'],
    codes: [
      'AH01616',
      'AH01619',
      'AH01620',
      'AH01621',
      'AH01622',
      'AH01665',
      'AH01668',
      'AH01669',
      'AH01770',
    ],
    messages: [
      {
        pattern:
          /Could not open (?:password|group) file|AuthUserFile not specified in the configuration|No Authn provider configured/i,
        examples: [
          '[authn_file:error] [pid 1] (2)No such file or directory: [client 192.0.2.7:1] AH01620: Could not open password file: /etc/httpd/users',
          'AH01619: AuthUserFile not specified in the configuration',
          '[auth_basic:error] [pid 1] [client 192.0.2.7:1] AH01616: No Authn provider configured',
        ],
      },
    ],
    means:
      'The file was not copied to the new machine, the account of the server may not read it, or no line names one. A path without a slash before it is below ServerRoot.',
    why: 'Without the file of users the answer is 500. Where the file of groups is missing, 2.2 answered 500 and 2.4 takes everybody to be in no group.',
    does: 'Names files of groups that are not there; `collect` lists the files of users and groups that a copy needs.',
    change: null,
    undo: 'Put the file in its place, readable for the account of the server (User, Group).',
    see: ['report-login-files', 'msg-user-name'],
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_authn_file.html#authuserfile',
  }),
  defineExplanation({
    id: 'msg-require-all',
    title: 'Require all takes granted or denied',
    messages: [
      {
        pattern: /Argument for 'Require all' must be/i,
        examples: ["Argument for 'Require all' must be 'granted' or 'denied'"],
      },
    ],
    means: 'Another word follows `Require all`.',
    why: 'There are only these two (mod_authz_core).',
    does: 'Never writes another word.',
    change: { before: 'Require all allowed', after: 'Require all granted' },
    undo: 'Nothing is changed.',
    link: `${AUTHZ_CORE}#reqall`,
  }),
  defineExplanation({
    id: 'msg-authorization-failure',
    title: 'AH01631: the password is right, and no Require lets the user in',
    directives: ['Require'],
    codes: ['AH01631'],
    messages: [
      {
        pattern: /user .*: authorization failure for "/i,
        examples: [
          '[authz_core:error] [pid 32031] [client 127.0.0.1:48084] AH01631: user bob: authorization failure for "/s": ',
        ],
      },
    ],
    means: 'The user has logged in, and the Require lines in force name others. The answer is 401.',
    why: 'In 2.4 the Require lines of an inner section replace those around it as a whole, and a `Require user` beside a `Require group` is enough by itself; 2.2 merged Require, Order and Satisfy apart from each other.',
    does: 'Writes Require lines that let in the same users, and proves it.',
    change: null,
    undo: 'Name the user, or his group, in the innermost section with Require that the request meets: `httpd-codemod who URL-PATH --tree PATH --user NAME` shows it.',
    see: ['convert-access-control', 'access-403-message'],
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_authz_core.html#require',
  }),
  defineExplanation({
    id: 'default-htpasswd-md5',
    title: 'htpasswd writes MD5 hashes by default',
    rows: ['default-htpasswd-md5'],
    words: [{ pattern: /\bhtpasswd\b/i, examples: ['htpasswd'] }],
    means:
      'The htpasswd of 2.4 makes MD5 hashes ($apr1$). So did that of 2.2 since 2.2.18; an older one made crypt() hashes on most systems, which hold only the first 8 characters of a password.',
    why: "Both servers read both, so existing files work as before; only new lines look different. `htpasswd -B` (bcrypt) is stronger than either. Most builds of 2.2 can't read it: wait with it until the old server is gone.",
    does: 'Nothing in the files.',
    change: {
      before: 'alice:rqXexS6ZhobKA',
      after: 'alice:$apr1$fAcWA9oY$xUmUftmERy3XAUJtXFnPh0',
    },
    undo: '`htpasswd -d` makes a crypt() hash, for a server that must share the file.',
    link: 'https://httpd.apache.org/docs/2.4/programs/htpasswd.html',
  }),
];
