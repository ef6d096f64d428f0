import type { Explanation } from '../types.ts';
import { defineExplanation } from './define-explanation.ts';

/** Messages that say only that something is wrong. They come last: what the line says besides counts more. */
export const general: readonly Explanation[] = [
  defineExplanation({
    id: 'msg-not-allowed-here',
    title: 'A directive stands where 2.4 does not allow it',
    directives: ['Limit', 'LimitExcept', 'LDAPTrustedClientCert'],
    messages: [
      {
        pattern: /\bOption \w+ not allowed here/i,
        examples: [
          '[core:alert] [pid 5445] [client 127.0.0.1:59540] /srv/www/b/.htaccess: Option FollowSymLinks not allowed here',
        ],
      },
      {
        pattern: /(?:^|\s)<?(?<directive>\w+) not allowed here/i,
        examples: [
          '[core:alert] [pid 5445] [client 127.0.0.1:59540] /srv/www/b/.htaccess: order not allowed here',
          'AH00526: Syntax error on line 8 of /etc/httpd/conf/httpd.conf: <Limit not allowed here',
          'LDAPTrustedClientCert not allowed here',
        ],
      },
    ],
    means:
      'In a .htaccess file: no AllowOverride permits this directive, and every request below answers 500. In other files: the directive may stand in other kinds of sections only.',
    why: 'AllowOverride defaults to None in 2.4. Unset, it is worse than None: the file is opened and nothing in it is permitted (create_core_dir_config in server/core.c). `<Limit>` outside of folders and LDAPTrustedClientCert outside of sections are refused in 2.4.',
    does: 'Writes AllowOverride All where a .htaccess file relied on the default, permits Require where Limit was permitted, takes `<Limit>` off server level, and moves LDAPTrustedClientCert into the sections that use it.',
    change: {
      before: '<Directory /srv/www>\n    Options FollowSymLinks\n</Directory>',
      after: '<Directory /srv/www>\n    Options FollowSymLinks\n    AllowOverride All\n</Directory>',
    },
    undo: 'Write `AllowOverride None` if the files should not count.',
    see: ['default-allow-override', 'limit-at-server-level', 'ldap-trusted-client-cert', 'move-proxy-pass'],
    link: 'https://httpd.apache.org/docs/2.4/mod/core.html#allowoverride',
  }),
  defineExplanation({
    id: 'msg-invalid-command',
    title: 'Invalid command: 2.4 does not know this directive, or its module is not loaded',
    messages: [
      {
        pattern: /invalid command '?(?:(?<directive><?\/?[\w.-]+)|\S)/i,
        examples: [
          "Invalid command 'RewriteLog', perhaps misspelled or defined by a module not included in the server configuration",
          "AH00526: Syntax error on line 9 of /etc/httpd/conf/httpd.conf: Invalid command 'SSLMutex', perhaps misspelled or defined by a module not included in the server configuration",
        ],
      },
    ],
    means: 'The server stops at a line whose first word none of the loaded modules knows.',
    why: 'The directive is gone in 2.4, or it moved to another module, or its module is not loaded any more, or it belongs to a third-party module, or it is misspelt.',
    does: 'Rewrites or removes directives that are gone, loads the modules of those that moved, and reports the rest with file and line.',
    undo: 'Nothing to undo: the server does not start with the line.',
    see: ['report-removed-directives', 'load-needed-modules', 'report-unknown-directives'],
    link: 'https://httpd.apache.org/docs/2.4/mod/directives.html',
  }),
  defineExplanation({
    id: 'msg-syntax-error',
    title: 'Syntax error on a line: the reason follows',
    codes: ['AH00526', 'AH00014', 'AH00016', 'AH00020'],
    messages: [
      {
        pattern: /\bSyntax error on line \d+ of /i,
        examples: [
          'AH00526: Syntax error on line 8 of /etc/httpd/conf/httpd.conf:',
          'Syntax error on line 8 of /etc/httpd/conf/httpd.conf:',
        ],
      },
      {
        pattern: /\bConfiguration (?:check )?failed\b/i,
        examples: ['AH00014: Configuration check failed', 'AH00020: Configuration Failed, exiting'],
      },
      {
        pattern:
          /\bAction '[\w-]+' failed|\bThe Apache error log may have more information|\bFailed to start The Apache HTTP Server|\bConfiguration syntax error, will not run|\.service entered failed state|\b(?:httpd|apache2)(?:\.service)?(?: failed because|: Control process exited|: Main process exited|: Failed with result| failed\.$)/i,
        examples: [
          "Action 'configtest' failed.",
          'The Apache error log may have more information.',
          'Job for httpd.service failed because the control process exited with error code.',
          'Nov 29 10:12:33 web01 systemd[1]: apache2.service: Main process exited, code=exited, status=1/FAILURE',
          'Job for apache2.service failed.',
          'Failed to start The Apache HTTP Server.',
          'Unit httpd.service entered failed state.',
          'Configuration syntax error, will not run "graceful":',
        ],
      },
    ],
    means:
      "The server can't use its configuration and does not start. The line before or after says why; of `systemctl` and `apachectl` it is in the output of `httpd -t` (Debian: `apache2ctl configtest`), else in the error log.",
    why: 'The configuration is read from top to bottom, and the first mistake ends that: there may be more below it.',
    does: 'Finds what 2.4 refuses in the whole tree at once. Give the line with the reason to `explain`, or both lines.',
    undo: 'Nothing is changed.',
    see: ['msg-invalid-command'],
    link: 'https://httpd.apache.org/docs/2.4/upgrading.html#commonproblems',
  }),
];
