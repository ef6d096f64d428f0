import type { Explanation } from '../types.ts';
import { defineExplanation } from './define-explanation.ts';

const UPGRADING = 'https://httpd.apache.org/docs/2.4/upgrading.html';
const TRAILER = 'perhaps misspelled or defined by a module not included in the server configuration';

/** Lines that 2.4 does not know or takes for a mistake, where the message names what is missing. */
export const commands: readonly Explanation[] = [
  defineExplanation({
    id: 'msg-invalid-user',
    title: "Invalid command 'User': mod_unixd is not loaded",
    rows: ['msg-invalid-user'],
    directives: ['User', 'Group', 'ChrootDir', 'Suexec'],
    codes: ['AH00136'],
    messages: [
      {
        pattern: /Server MUST relinquish startup privileges/i,
        examples: [
          'AH00136: Server MUST relinquish startup privileges before accepting connections.  Please ensure mod_unixd or other system security module is loaded.',
        ],
      },
      {
        pattern: /invalid command '?(?:User|Group|ChrootDir|Suexec)\b/i,
        examples: [`Invalid command 'User', ${TRAILER}`, `Invalid command 'Group', ${TRAILER}`],
      },
    ],
    means: 'User, Group, ChrootDir and Suexec belong to mod_unixd, which is not loaded.',
    why: 'In 2.2 they were part of the MPMs and the core. In 2.4 mod_unixd has them.',
    does: 'Loads mod_unixd where they are used, unless the target has it compiled in (as Debian does).',
    change: {
      before: 'User www-data',
      after: 'LoadModule unixd_module modules/mod_unixd.so\nUser www-data',
    },
    undo: 'Take the line out; the server then refuses User.',
    see: ['load-needed-modules'],
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_unixd.html',
  }),
  defineExplanation({
    id: 'msg-user-name',
    title: 'AH00543, AH00544: the account of User or Group is not on this machine',
    directives: ['User', 'Group'],
    codes: ['AH00543', 'AH00544', 'AH02155'],
    messages: [
      {
        pattern: /getpwuid: couldn't determine user name from uid/i,
        examples: [
          "[unixd:alert] [pid 1] AH02155: getpwuid: couldn't determine user name from uid 4294967295, you probably need to modify the User directive",
        ],
      },
      {
        pattern: /\bbad (?:user|group) name\b/i,
        examples: [
          'AH00543: apache2: bad user name apache',
          'AH00544: apache2: bad group name ${APACHE_RUN_GROUP}',
        ],
      },
    ],
    means:
      "The configuration comes from another system. The account of the server is `www-data` on Debian and Ubuntu, `apache` on Red Hat, `wwwrun` and group `www` on SUSE, `www` on FreeBSD. With `${...}` in the message it is the environment that is missing: start Debian's server with apache2ctl or systemctl.",
    why: 'As in 2.2: which accounts a machine has is not in the configuration.',
    does: 'Nothing, since files, logs and programs may belong to the old account.',
    change: { before: 'User apache\nGroup apache', after: 'User www-data\nGroup www-data' },
    undo: 'Write the account of the new system, or make the old one there, and see to who owns what the server writes.',
    see: ['msg-invalid-user', 'msg-variable-not-defined'],
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_unixd.html#user',
  }),
  defineExplanation({
    id: 'msg-invalid-require',
    title: "Invalid command 'Require': mod_authz_core is not loaded",
    rows: ['msg-invalid-require'],
    directives: ['Require'],
    messages: [
      {
        pattern: /invalid command '?Require\b/i,
        examples: [
          `AH00526: Syntax error on line 8 of /etc/httpd/conf/httpd.conf: Invalid command 'Require', ${TRAILER}`,
          `Invalid command 'Require', ${TRAILER}`,
        ],
      },
    ],
    means: 'Require belongs to mod_authz_core, which is not loaded.',
    why: 'In 2.2 Require was part of the core. In 2.4 mod_authz_core has it, and a module for each of its words: mod_authz_host (ip, host), mod_authz_user (user, valid-user), mod_authz_groupfile (group) ... The upgrade guide names mod_access_compat here; that alone is not enough.',
    does: 'Loads mod_authz_core and the modules of the words in use.',
    change: {
      before: 'Require valid-user',
      after:
        'LoadModule authz_core_module modules/mod_authz_core.so\nLoadModule authz_user_module modules/mod_authz_user.so\nRequire valid-user',
    },
    undo: 'Take the lines out; without mod_authz_core every request answers 500.',
    see: ['load-needed-modules', 'convert-access-control', 'msg-authz-provider'],
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_authz_core.html#require',
  }),
  defineExplanation({
    id: 'msg-invalid-order',
    title: "Invalid command 'Order': an access rule of 2.2",
    rows: ['msg-invalid-order'],
    directives: ['Order', 'Allow', 'Deny', 'Satisfy'],
    messages: [
      {
        pattern: /invalid command '?(?:Order|Allow|Deny|Satisfy)\b/i,
        examples: [
          `Invalid command 'Order', ${TRAILER}`,
          `[core:alert] [pid 4646] [client 127.0.0.1:58296] /srv/www/b/.htaccess: Invalid command 'Order', ${TRAILER}`,
          `Invalid command 'Satisfy', ${TRAILER}`,
        ],
      },
    ],
    means:
      'Order, Allow, Deny and Satisfy are known only to mod_access_compat, which is not loaded. In a .htaccess file the answer is 500 for all below it.',
    why: '2.4 does access by address as authorization (Require). The old directives live on in mod_access_compat, to make the change easier.',
    does: 'Converts all of them to Require; or, with `--access compat`, keeps them and loads mod_access_compat.',
    change: { before: 'Order deny,allow\nDeny from all', after: 'Require all denied' },
    undo: 'Load mod_access_compat and write the old lines again, all of them: a mix of both answers differently from each.',
    see: ['convert-access-control', 'access-strategy-compat', 'access-mixed-warning'],
    link: `${UPGRADING}#access`,
  }),
  defineExplanation({
    id: 'msg-default-type',
    title: 'Ignoring deprecated use of DefaultType',
    rows: ['msg-default-type'],
    directives: ['DefaultType'],
    codes: ['AH00117'],
    messages: [
      {
        pattern: /Ignoring deprecated use of DefaultType/i,
        examples: [
          '[core:warn] [pid 29542] AH00117: Ignoring deprecated use of DefaultType in line 8 of /etc/httpd/conf/httpd.conf.',
          'Ignoring deprecated use of DefaultType in line 84 of /etc/httpd/conf/httpd.conf',
        ],
      },
    ],
    means: 'The line has no effect but this warning: a file of unknown type is sent without a Content-Type.',
    why: 'A guess at the type does more harm than none (server/core.c). Only `DefaultType none` is silent.',
    does: 'Takes the line away and names what can stand in for it.',
    change: { before: 'DefaultType text/plain', after: '(no line)' },
    undo: 'If such files matter: AddType for their endings, mime.types, or ForceType for a folder of them.',
    see: ['remove-default-type'],
    link: 'https://httpd.apache.org/docs/2.4/mod/core.html#defaulttype',
  }),
  defineExplanation({
    id: 'msg-name-virtual-host',
    title: 'NameVirtualHost has no effect',
    directives: ['NameVirtualHost'],
    codes: ['AH00548'],
    messages: [
      {
        pattern: /NameVirtualHost has no effect/i,
        examples: [
          'AH00548: NameVirtualHost has no effect and will be removed in the next release /etc/httpd/conf/httpd.conf:8',
        ],
      },
    ],
    means: 'The line has no effect but this message.',
    why: 'Several virtual hosts of one address and port are name-based by themselves. Where 2.2 had no NameVirtualHost, the first of them answered for all; in 2.4 the others come alive.',
    does: 'Takes the line away; where it was missing, lets the first host keep answering for all.',
    change: { before: 'NameVirtualHost *:80', after: '(no line)' },
    undo: 'Nothing to undo.',
    see: ['remove-name-virtual-host', 'keep-first-virtual-host'],
    link: 'https://httpd.apache.org/docs/2.4/mod/core.html#namevirtualhost',
  }),
  defineExplanation({
    id: 'msg-variable-not-defined',
    title: 'A variable in the configuration is not defined',
    codes: ['AH00111'],
    messages: [
      {
        pattern: /Config variable \$\{[^}]*\} is not defined/i,
        examples: ['[core:warn] [pid 29562] AH00111: Config variable ${APACHE_RUN_DIR} is not defined'],
      },
    ],
    means:
      'A line has ${NAME}, and neither Define nor the environment gives NAME a value. The text stays as it is written.',
    why: '2.2 silently left such a text alone; 2.4 warns. On Debian the values come from /etc/apache2/envvars, which apache2ctl reads and apache2 does not.',
    does: 'Reads envvars, /etc/sysconfig/httpd and Define lines. A name that none of them gives has no known value: `--env NAME=VALUE` gives it.',
    undo: 'Write `Define NAME value`, or start the server with apache2ctl.',
    link: 'https://httpd.apache.org/docs/2.4/configuring.html#syntax',
  }),
  defineExplanation({
    id: 'msg-include-no-match',
    title: 'An Include that matches no file',
    directives: ['Include'],
    messages: [
      {
        pattern: /Include\/IncludeOptional: |No matches for the wildcard/i,
        examples: [
          "httpd: Syntax error on line 8 of /etc/httpd/conf/httpd.conf: Include/IncludeOptional: No matches for the wildcard '*.conf' in '/etc/httpd/conf.d', failing",
          'httpd: Syntax error on line 8 of /etc/httpd/conf/httpd.conf: Include/IncludeOptional: Could not open directory /etc/httpd/sites: No such file or directory',
        ],
      },
    ],
    means: 'An Include has a wildcard, and no file fits it.',
    why: '2.2 ignored it. 2.4 takes it for a mistake, and has IncludeOptional where it is none (ap_process_fnmatch_configs in server/config.c).',
    does: 'Writes IncludeOptional where the wildcard matches nothing today.',
    change: { before: 'Include conf.d/*.conf', after: 'IncludeOptional conf.d/*.conf' },
    undo: 'Write Include again once there are files.',
    see: ['include-optional'],
    link: 'https://httpd.apache.org/docs/2.4/mod/core.html#includeoptional',
  }),
  defineExplanation({
    id: 'msg-log-folder',
    title: 'The folder of a log file is not there',
    directives: ['ErrorLog', 'CustomLog', 'TransferLog'],
    codes: ['AH02291', 'AH02297', 'AH00091', 'AH00648', 'AH00649', 'AH00651'],
    messages: [
      {
        pattern: /could not open (?:error|transfer|forensic) log file/i,
        examples: [
          '(2)No such file or directory: AH00091: httpd: could not open error log file /etc/httpd/logs/old/error.log.',
          '(13)Permission denied: AH00649: could not open transfer log file /var/log/old/a.log.',
        ],
      },
      {
        pattern: /Cannot access directory '[^']*' for (?:main error log|error log|log file)/i,
        examples: [
          "(2)No such file or directory: AH02291: Cannot access directory '/var/log/old/' for main error log",
          "(2)No such file or directory: AH02297: Cannot access directory '/var/log/old/' for log file '/var/log/old/a.log' defined at /etc/httpd/conf/httpd.conf:8",
        ],
      },
    ],
    means: "A log is to be written to a folder that does not exist or can't be entered.",
    why: '2.4 looks at the folders of all logs in the configuration test; 2.2 found out at start.',
    does: 'Nothing in the files: make the folder, or name another.',
    undo: 'Nothing is changed.',
    link: 'https://httpd.apache.org/docs/2.4/mod/core.html#errorlog',
  }),
  defineExplanation({
    id: 'msg-listen',
    title: 'AH00072, AH00015: a port is taken, or named twice',
    directives: ['Listen'],
    codes: ['AH00072', 'AH00015', 'AH00019'],
    messages: [
      {
        pattern:
          /could not bind to address|no listening sockets available|Cannot define multiple Listeners|Unable to open logs/i,
        examples: [
          '(98)Address already in use: AH00072: make_sock: could not bind to address [::]:80',
          'no listening sockets available, shutting down',
          'AH00526: Syntax error on line 8 of /etc/httpd/conf.d/ssl.conf: Cannot define multiple Listeners on the same IP:port',
          'AH00015: Unable to open logs',
        ],
      },
    ],
    means:
      '`Address already in use`: something listens there, most often the old server. `Permission denied`: the server was not started as root, or SELinux does not know the port. `multiple Listeners`: two Listen lines name it. AH00015 ends the start after any of these, and after a log that could not be opened: the line before says which.',
    why: 'The configuration test of 2.2 took a second Listen of the same port; 2.4 refuses it (alloc_listener in server/listen.c). The rest is as in 2.2.',
    does: 'Removes Listen lines that repeat an earlier one.',
    change: { before: 'Listen 80\nListen 80', after: 'Listen 80' },
    undo: 'Stop the old server before the new one starts, or give one of them another port.',
    see: ['remove-repeated-listen', 'msg-log-folder', 'build-side-by-side'],
    link: 'https://httpd.apache.org/docs/2.4/mod/mpm_common.html#listen',
  }),
  defineExplanation({
    id: 'msg-document-root',
    title: 'DocumentRoot is no folder',
    codes: ['AH00112'],
    messages: [
      {
        pattern: /DocumentRoot '[^']*' is not a directory|DocumentRoot \[[^\]]*\] does not exist/i,
        examples: [
          "DocumentRoot '/srv/none' is not a directory, or is not readable",
          'AH00112: Warning: DocumentRoot [/srv/none] does not exist',
        ],
      },
    ],
    means: "DocumentRoot names a folder that does not exist or can't be read.",
    why: 'Often the default folder of the package moved: /var/www became /var/www/html on Debian.',
    does: 'Nothing: where your pages lie is for you to say.',
    undo: 'Nothing is changed.',
    link: 'https://httpd.apache.org/docs/2.4/mod/core.html#documentroot',
  }),
];
