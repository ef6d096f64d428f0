import type { Explanation } from '../types.ts';
import { defineExplanation } from './define-explanation.ts';

const CORE = 'https://httpd.apache.org/docs/2.4/mod/core.html';
const NOT_STARTED = 'Nothing to undo: 2.4 does not start with the line.';

/** Values of the core's directives that 2.2 took and 2.4 refuses. */
export const values: readonly Explanation[] = [
  defineExplanation({
    id: 'msg-options-mixed',
    title: 'Options with and without signs on one line',
    directives: ['Options'],
    messages: [
      {
        pattern: /Either all Options must start with \+ or -, or no Option may/i,
        examples: ['Either all Options must start with + or -, or no Option may.'],
      },
      {
        pattern: /You may not use 'Options [+-]|'Options (?:All|None)' must be the first Option given/i,
        examples: [
          "'Options All' must be the first option given.",
          "You may not use 'Options +All' or 'Options -All'.",
          "You may not use 'Options +None' or 'Options -None'.",
          "'Options None' must be the first Option given.",
        ],
      },
    ],
    means: 'The line mixes words with a sign and words without, or puts a sign before All or None.',
    why: '2.2 read the words one after the other, and one without a sign cleared those before it, which few authors of such lines meant. 2.4 refuses them (set_options in server/core.c).',
    does: 'Writes what 2.2 made of the line.',
    change: { before: 'Options -Indexes FollowSymLinks', after: 'Options FollowSymLinks' },
    undo: NOT_STARTED,
    see: ['make-options-consistent'],
    link: `${CORE}#options`,
  }),
  defineExplanation({
    id: 'msg-keepalive',
    title: 'KeepAlive must be On or Off',
    directives: ['KeepAlive'],
    messages: [{ pattern: /KeepAlive must be On or Off/i, examples: ['KeepAlive must be On or Off'] }],
    means: 'The value is neither.',
    why: '2.2 took Off and 0 for Off and all else for On.',
    does: 'Writes Off or On accordingly.',
    change: { before: 'KeepAlive 5', after: 'KeepAlive On' },
    undo: NOT_STARTED,
    see: ['keepalive-on-off'],
    link: `${CORE}#keepalive`,
  }),
  defineExplanation({
    id: 'msg-keepalive-timeout',
    title: 'KeepAliveTimeout has wrong format',
    directives: ['KeepAliveTimeout'],
    messages: [
      { pattern: /KeepAliveTimeout has wrong format/i, examples: ['KeepAliveTimeout has wrong format'] },
    ],
    means: 'The value is no number of seconds, or is negative.',
    why: '2.2 read the digits at the start and ignored the rest. 2.4 also knows units: 300ms are 0.3 seconds.',
    does: 'Writes the number that 2.2 read.',
    change: { before: 'KeepAliveTimeout 300ms', after: 'KeepAliveTimeout 300' },
    undo: NOT_STARTED,
    see: ['keepalive-timeout-seconds'],
    link: `${CORE}#keepalivetimeout`,
  }),
  defineExplanation({
    id: 'msg-server-tokens',
    title: 'ServerTokens with another word',
    directives: ['ServerTokens'],
    messages: [
      {
        pattern: /ServerTokens takes 1 argument/i,
        examples: [
          "ServerTokens takes 1 argument: 'Prod(uctOnly)', 'Major', 'Minor', 'Min(imal)', 'OS', or 'Full'",
        ],
      },
    ],
    means: 'The word is none of those that 2.4 knows.',
    why: '2.2 took every other word for Full.',
    does: 'Writes Full.',
    change: { before: 'ServerTokens Everything', after: 'ServerTokens Full' },
    undo: NOT_STARTED,
    see: ['server-tokens-full'],
    link: `${CORE}#servertokens`,
  }),
  defineExplanation({
    id: 'msg-mutex',
    title: 'Mutex wants a folder',
    directives: ['AcceptMutex', 'LockFile', 'RewriteLock', 'SSLMutex'],
    codes: ['AH00023'],
    messages: [
      {
        pattern:
          /Invalid Mutex (?:directory in )?argument|Mutex type \S+ is not valid|Couldn't create the \S+ mutex/i,
        examples: [
          "(2)No such file or directory: AH00023: Couldn't create the mpm-accept mutex (file /var/run/apache2/mpm-accept-0.12980)",
          'Invalid Mutex directory in argument file:/var/lock/httpd/ssl_mutex',
          "Invalid Mutex argument sem2 (Mutex mechanisms are: 'none', 'default', 'flock:/path/to/file', 'fcntl:/path/to/file', 'file:/path/to/file', 'pthread', 'sysvsem', 'posixsem', 'sem')",
        ],
      },
    ],
    means:
      'After `file:`, `flock:` or `fcntl:` there is a file, or a folder that does not exist; or the kind or the name of the lock is unknown.',
    why: 'SSLMutex, LockFile and RewriteLock named a file. Mutex names a folder, in which the server makes the files itself (ap_parse_mutex in server/util_mutex.c).',
    does: 'Writes the folder of the old lock file.',
    change: {
      before: 'SSLMutex file:/var/lock/httpd/ssl_mutex',
      after: 'Mutex file:/var/lock/httpd ssl-cache',
    },
    undo: 'Take the Mutex line away: 2.4 then chooses by itself.',
    see: ['mutex-family'],
    link: `${CORE}#mutex`,
  }),
  defineExplanation({
    id: 'msg-long-line',
    title: 'A line that is too long',
    messages: [
      {
        pattern: /\bError reading \S+ at line \d+: Line too long/i,
        examples: ['Error reading /srv/www/.htaccess at line 8: Line too long'],
      },
    ],
    means: 'A line of a .htaccess file has 8,191 bytes or more, or one of the server more than 16 MB.',
    why: '2.2 took what did not fit into 8,191 bytes for the next line; 2.4 refuses it in a .htaccess file, and answers 500 to all below (ap_cfg_getline in server/util.c).',
    does: 'Breaks such lines where 2.2 did.',
    undo: 'Write the line as several lines.',
    see: ['break-long-lines'],
    link: 'https://httpd.apache.org/docs/2.4/configuring.html#syntax',
  }),
  defineExplanation({
    id: 'msg-unknown-method',
    title: 'A .htaccess file names a method that 2.4 does not know',
    directives: ['Limit', 'LimitExcept'],
    messages: [
      {
        pattern: /Could not register method '[^']*' for/i,
        examples: [
          "[core:alert] [pid 1] [client 127.0.0.1:1] /srv/www/.htaccess: Could not register method 'get' for <Limit from .htaccess configuration",
        ],
      },
    ],
    means:
      '`<Limit>` or `<LimitExcept>` has a method in small letters, or one of no module. Every request below answers 500.',
    why: 'Methods are told apart by case: `get` is not GET. Since 2.4.28 a new one can be made known at start only (server/core.c).',
    does: 'Writes a RegisterHttpMethod line for it into the main file.',
    change: null,
    undo: 'Write the method in capitals if that was meant: then the section starts to count.',
    see: ['register-limited-methods'],
    link: `${CORE}#limit`,
  }),
  defineExplanation({
    id: 'msg-setenv-equals',
    title: 'AH10032: SetEnv with a = in the name',
    directives: ['SetEnv'],
    codes: ['AH10032'],
    messages: [
      {
        pattern: /Spurious usage of '=' in an environment variable name/i,
        examples: [
          "[env:warn] [pid 1] AH10032: Spurious usage of '=' in an environment variable name. 'SetEnv NAME value' expected instead?",
        ],
      },
    ],
    means: '`SetEnv NAME=value` sets a variable called `NAME=value`, and none called NAME.',
    why: '2.2 did the same silently; late releases of 2.4 warn (mod_env.c).',
    does: 'Nothing: the line does what it did.',
    change: null,
    undo: 'Write `SetEnv NAME value` if the variable is wanted: then it is set, which it was not before.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_env.html#setenv',
  }),
  defineExplanation({
    id: 'msg-loglevel-module',
    title: 'LogLevel for a module that is not loaded',
    messages: [{ pattern: /\bCannot find module \w+/i, examples: ['Cannot find module rewrite'] }],
    means: '`LogLevel MODULE:LEVEL` names a module that is not loaded at that point of the file.',
    why: 'The name is looked up when the line is read (server/core.c).',
    does: 'Writes such levels only for modules that are in use, after their LoadModule lines.',
    change: {
      before: 'LogLevel warn rewrite:trace3\nLoadModule rewrite_module modules/mod_rewrite.so',
      after: 'LoadModule rewrite_module modules/mod_rewrite.so\nLogLevel warn rewrite:trace3',
    },
    undo: 'Take the level of that module off.',
    see: ['rewrite-log', 'load-needed-modules'],
    link: `${CORE}#loglevel`,
  }),
  defineExplanation({
    id: 'msg-expression',
    title: "A text with %{...} that is an expression now: Variable 'X' does not exist",
    directives: ['ErrorDocument', 'AuthName', 'SetHandler'],
    messages: [
      {
        pattern: /(?:Cannot|Can't) parse expression\b|Variable '[^']*' does not exist/i,
        examples: [
          "Cannot parse expression in ErrorDocument: Variable 'FOO' does not exist",
          "Cannot parse expression '%{FOO}' in AuthName: Variable 'FOO' does not exist",
          "Can't parse expression : Variable 'FOO' does not exist",
          "Cannot parse expression in require line: Variable 'FOO' does not exist",
        ],
      },
    ],
    means: 'An argument contains `%{`, which 2.4 reads as a variable, and there is none of that name.',
    why: 'ErrorDocument, AuthName, SetHandler and Require take expressions in 2.4 (server/util_expr_eval.c); in 2.2 the characters stood for themselves.',
    does: 'Puts a backslash before what 2.4 would read as a variable.',
    change: { before: 'ErrorDocument 404 "100%{sure}"', after: 'ErrorDocument 404 "100\\%{sure}"' },
    undo: 'Take the backslash away where an expression is wanted.',
    see: ['escape-literal-expressions'],
    link: 'https://httpd.apache.org/docs/2.4/expr.html',
  }),
  defineExplanation({
    id: 'msg-server-name',
    title: 'ServerName with a wildcard',
    directives: ['ServerName'],
    messages: [
      {
        pattern: /Invalid ServerName "[^"]*" use ServerAlias/i,
        examples: ['Invalid ServerName "*.example" use ServerAlias to set multiple server names.'],
      },
    ],
    means: 'ServerName holds a `*`.',
    why: '2.2 took it letter by letter, so that it matched no request; 2.4 refuses it.',
    does: 'Writes a name in its place, so that the same host answers the same requests, with a finding.',
    change: { before: 'ServerName *.example.com', after: 'ServerName wildcard.example.com' },
    undo: 'Write the name of the host, and `ServerAlias *.example.com` if that was meant.',
    see: ['replace-server-name-wildcards'],
    link: `${CORE}#servername`,
  }),
];
