import type { Explanation } from '../types.ts';
import { defineExplanation } from './define-explanation.ts';

const ACCESS = 'https://httpd.apache.org/docs/2.4/upgrading.html#access';

/** Order, Allow, Deny and Satisfy beside Require: what each of them does in 2.4, and how they are converted. */
export const access: readonly Explanation[] = [
  defineExplanation({
    id: 'access-403-message',
    title: 'AH01797, AH01630: client denied by server configuration',
    rows: ['access-403-message'],
    codes: ['AH01797', 'AH01630'],
    messages: [
      {
        pattern: /client denied by server configuration/i,
        examples: [
          '[access_compat:error] [pid 2863] [client 127.0.0.1:58226] AH01797: client denied by server configuration: /srv/www/a/',
          '[authz_core:error] [pid 3145] [client 127.0.0.1:58230] AH01630: client denied by server configuration: /srv/www/a/',
          'client denied by server configuration: /srv/www/a/',
        ],
      },
    ],
    means:
      'The request was answered 403 because an access rule refused it. The number says whose rule: AH01797 is written by mod_access_compat (Order, Allow, Deny), AH01630 by mod_authz_core (Require).',
    why: '2.4 tests the old rules and Require apart, and a request must pass both. So AH01797 at a place that Require lets everybody into means that an old `Deny from all` is still in force further out, often in a file that was not migrated. AH01630 at a place that `Allow from all` opens is the reverse: `Require all denied` further out.',
    does: 'Converts all access rules of a tree together, .htaccess files included, and proves that the same requests are let in. In a tree that has both kinds it names the old lines.',
    change: {
      before:
        '<Directory />\n    Order deny,allow\n    Deny from all\n</Directory>\n<Location /server-status>\n    Require ip 192.0.2.1\n</Location>',
      after:
        '<Directory />\n    Require all denied\n</Directory>\n<Location /server-status>\n    Require ip 192.0.2.1\n</Location>',
    },
    undo: 'Use one kind only: write all of it as Require, or load mod_access_compat and keep all of it as it was.',
    see: ['report-mixed-access', 'convert-access-control', 'access-mixed-warning'],
    link: ACCESS,
  }),
  defineExplanation({
    id: 'msg-authorization-result',
    title: 'AH01626, AH01628: what each Require line made of a request',
    directives: ['Require'],
    codes: ['AH01626', 'AH01628'],
    messages: [
      {
        pattern: /\bauthorization result(?: of [^:]+)?: (?:granted|denied|neutral)/i,
        examples: [
          '[authz_core:debug] [pid 26303] mod_authz_core.c(815): [client 127.0.0.1:54270] AH01626: authorization result of Require ip 10.1: denied',
          'AH01628: authorization result: granted (no directives)',
        ],
      },
    ],
    means:
      'Not an error: with LogLevel debug each Require line and each container around them says whether it lets the request in, from the inside out. The last line of a request is what counts. "denied (no authenticated user yet)" is said before the client is asked for a password, and again after. AH01628: no Require is in force.',
    why: 'mod_authz_core tests all lines of one tree (apply_authz_sections). 2.2 told nothing of the kind.',
    does: 'Nothing. `httpd-codemod who` tells the same without a request, with the files and lines.',
    change: { before: 'LogLevel warn', after: 'LogLevel warn authz_core:debug' },
    undo: 'Take `authz_core:debug` out of LogLevel.',
    see: ['access-403-message', 'msg-authorization-failure'],
    link: 'https://httpd.apache.org/docs/2.4/mod/core.html#loglevel',
  }),
  defineExplanation({
    id: 'msg-no-comments',
    title: 'No comments are allowed here: a # behind the words of Allow or Deny',
    directives: ['Allow', 'Deny'],
    messages: [
      {
        pattern: /\bNo comments are allowed here/i,
        examples: ['No comments are allowed here'],
      },
    ],
    means:
      'An Allow or Deny line has a word with `#` in it, as in `Allow from 10.0.0.1 # office`. 2.4 does not start.',
    why: 'In both versions a comment is a line of its own. 2.2 took `#` and each word after it for the name of a host, and `all` for everybody; mod_access_compat refuses it (mod_access_compat.c, allow_cmd).',
    does: 'Leaves the words out that matched nobody, keeps the others, and names the line.',
    change: {
      before: 'Order deny,allow\nDeny from all\nAllow from 10.0.0.1 # office',
      after: 'Require ip 10.0.0.1\nRequire host office',
    },
    undo: 'Write the comment on a line of its own.',
    see: ['convert-access-control', 'repair-access-compat'],
    link: 'https://httpd.apache.org/docs/2.4/configuring.html#syntax',
  }),
  defineExplanation({
    id: 'access-mixed-warning',
    title: 'Old and new access rules in one tree',
    rows: ['access-mixed-warning', 'sym-403-mixed'],
    directives: ['Order', 'Allow', 'Deny', 'Satisfy', 'Require'],
    words: [
      {
        pattern: /\b403\b.*\b(?:allowed|granted|location|mixed)/i,
        examples: ['403 on a location that seems allowed', 'Status 403 on a location that seems allowed'],
      },
      { pattern: /\bmix(?:ed|ing)\b/i, examples: ['mixed old and new access directives'] },
    ],
    means:
      'Some sections say Order, Allow, Deny or Satisfy, others Require. It can work, but differently from either kind alone: a request must pass both.',
    why: 'mod_access_compat and mod_authz_core keep their rules apart and merge them apart (access_checker and auth_checker hooks, server/request.c). A Require further in does not lift a Deny further out, nor Allow a Require.',
    does: "Never makes such a mix: a tree is converted as a whole or not at all. In a tree that is mixed already it reports each file with old lines; it changes none of them, since it can't know which of two rules was meant.",
    change: {
      before:
        '<Directory /srv>\n    Require all granted\n    Order allow,deny\n    Allow from 10.0.0.0/8\n</Directory>',
      after: '<Directory /srv>\n    Require ip 10.0.0.0/8\n</Directory>',
    },
    undo: 'Migrate in one of two ways: all rules at once, or keep all old ones with mod_access_compat and migrate later.',
    see: ['report-mixed-access', 'mixed-old-wins', 'mixed-new-base', 'access-403-message'],
    link: ACCESS,
  }),
  defineExplanation({
    id: 'mixed-old-wins',
    title: 'Old rules for /, Require in a Location: 403',
    rows: ['mixed-old-wins'],
    means:
      'With `Deny from all` for `<Directory />` and `Require ip` in `<Location /server-status>`, the request of that address is answered 403, with AH01797 in the error log.',
    why: 'The old rules of the outer section are still in force in the inner one, because Require does not replace them. They refuse first.',
    does: 'Reports the old lines of such a tree. A tree that is all old rules is converted as a whole and never becomes such a mix.',
    change: {
      before:
        '<Directory />\n    AllowOverride None\n    Order deny,allow\n    Deny from all\n</Directory>\n<Location /server-status>\n    SetHandler server-status\n    Require ip 127.0.0.1\n</Location>',
      after:
        '<Directory />\n    AllowOverride None\n    Require all denied\n</Directory>\n<Location /server-status>\n    SetHandler server-status\n    Require ip 127.0.0.1\n</Location>',
    },
    undo: 'Write the outer rule as Require.',
    see: ['report-mixed-access', 'access-403-message', 'mixed-new-base'],
    link: ACCESS,
  }),
  defineExplanation({
    id: 'mixed-new-base',
    title: 'Require for /, old rules in a Location',
    rows: ['mixed-new-base'],
    means:
      'With `Require all denied` for `<Directory />` and Order, Deny and Allow in `<Location /server-status>`, the upgrade guide says that the address is let in (200). A 2.4.71 with both modules loaded answers 403, with AH01630 in the error log: the outer Require is not lifted.',
    why: 'The rules of mod_access_compat let the request pass, but the Require of the outer section is tested all the same. Do not rely on such a mix.',
    does: 'Reports the old lines of such a tree.',
    change: {
      before:
        '<Directory />\n    Require all denied\n</Directory>\n<Location /server-status>\n    Order deny,allow\n    Deny from all\n    Allow from 127.0.0.1\n</Location>',
      after:
        '<Directory />\n    Require all denied\n</Directory>\n<Location /server-status>\n    Require ip 127.0.0.1\n</Location>',
    },
    undo: 'Write the inner rule as Require: then it replaces the outer one, and the address is let in.',
    see: ['report-mixed-access', 'access-403-message', 'mixed-old-wins'],
    link: ACCESS,
  }),
  defineExplanation({
    id: 'access-strategy-require',
    title: 'Migrate all access rules at once',
    rows: ['access-strategy-require'],
    means: 'The default: no Order, Allow, Deny or Satisfy is left.',
    why: '2.4 tests old and new rules apart (see access-mixed-warning), so half a migration answers differently from both.',
    does: '`--access require`, the default, writes each section anew, with what it inherits, and then proves that old and new text let the same requests in. If no right text is found for one section, none is converted.',
    change: {
      before: 'Order allow,deny\nAllow from all\nDeny from 192.0.2.7',
      after: '<RequireAll>\n    Require all granted\n    Require not ip 192.0.2.7\n</RequireAll>',
    },
    undo: 'Run with `--access compat` instead.',
    see: ['convert-access-control', 'access-strategy-compat'],
    link: ACCESS,
  }),
  defineExplanation({
    id: 'access-strategy-compat',
    title: 'Keep the old access rules, migrate them later',
    rows: ['access-strategy-compat'],
    means: 'Order, Allow, Deny and Satisfy stay, and mod_access_compat reads them.',
    why: 'mod_access_compat needs mod_authz_core beside it, without which every request answers 500. And it is not 2.2: a section with Satisfy alone loses the Order, Allow and Deny that it inherited, and is open to everybody; `Satisfy any` without a Require lets everybody through; AuthType without a Require answers 500.',
    does: '`--access compat` keeps the rules, loads mod_access_compat with what it needs, and adds the lines without which it would answer differently from 2.2: the inherited host rules beside a Satisfy, `Require all granted` beside an AuthType without Require.',
    change: {
      before: 'LoadModule authz_host_module modules/mod_authz_host.so',
      after:
        'LoadModule authz_host_module modules/mod_authz_host.so\nLoadModule authz_core_module modules/mod_authz_core.so\nLoadModule access_compat_module modules/mod_access_compat.so',
    },
    undo: 'Run with `--access require`, at once or later.',
    see: ['repair-access-compat', 'load-needed-modules', 'access-strategy-require'],
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_access_compat.html',
  }),
  defineExplanation({
    id: 'access-host-module',
    title: 'Host rules are authorization now',
    rows: ['access-host-module'],
    means:
      'Access by address, host name or variable is a kind of Require, and is tested together with users and groups.',
    why: 'mod_authz_host provides `Require ip`, `host`, `forward-dns` and `local`; mod_authz_core provides Require itself, `all`, `env`, `method` and `expr`.',
    does: 'Loads mod_authz_core everywhere and mod_authz_host where an address or a host name is asked for.',
    change: {
      before: 'Order deny,allow\nDeny from all\nAllow from 10.0.0.0/8',
      after: 'Require ip 10.0.0.0/8',
    },
    undo: 'None, except to keep the old rules with mod_access_compat (`--access compat`).',
    see: ['load-needed-modules', 'convert-access-control'],
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_authz_host.html',
  }),
  defineExplanation({
    id: 'access-implicit-any',
    title: 'Require lines side by side: one is enough',
    rows: ['access-implicit-any'],
    directives: ['Require'],
    means: 'Lines of Require in one section, with no container around them, are alternatives.',
    why: 'Each section is an implicit `<RequireAny>` (mod_authz_core). In 2.2 `Require user` and `Require group` were not always alternatives: the module that was loaded first could answer alone.',
    does: 'Writes no `<RequireAny>` where it is implied, and leaves out what 2.2 never asked for, so that nobody gets in who did not.',
    change: {
      before: 'Require valid-user\nOrder deny,allow\nDeny from all\nAllow from 10.0.0.0/8\nSatisfy any',
      after: 'Require valid-user\nRequire ip 10.0.0.0/8',
    },
    undo: 'Put lines that must all hold into `<RequireAll>`.',
    see: ['convert-access-control'],
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_authz_core.html#requireany',
  }),
  defineExplanation({
    id: 'unknown',
    title: 'What the configuration does not say',
    means:
      'Who gets in depends on something outside of the files that were read: the value of a variable (`value`), text of a template (`template`), a folder that was not searched for .htaccess files (`folder`), a line that leads to places that are not known (`mapping`), a rule of a third-party module (`module`), or what is around a part of a server (`context`).',
    why: "A guess could let somebody in. So nothing is proven where such an unknown decides: it is an error (exit code 3), and the line Proven of the summary says so. Where the rules can't be written without it, nothing is written (exit code 4).",
    does: 'Converts what holds whatever the unknown turns out to be, and leaves the rest as it stands.',
    undo: 'Say what is known: `--env NAME=VALUE` or `--env-file FILE` for variables, `--modules FILE` for what the 2.2 server has compiled in, `--map FROM=TO` for folders of a copy, the main file of the server instead of a part of it. `httpd-codemod collect` lists what a whole copy needs.',
    see: ['convert-access-control', 'report-third-party-modules'],
    link: 'https://httpd.apache.org/docs/2.4/upgrading.html#access',
  }),
];
