import type { Explanation } from '../types.ts';
import { defineExplanation } from './define-explanation.ts';

const ACCESS = 'https://httpd.apache.org/docs/2.4/upgrading.html#access';
const LOGIN = 'AuthType Basic\nAuthName "Staff"\nAuthUserFile /etc/httpd/users';
const CONVERTED =
  'Writes the Require lines, with what the section inherits, and proves that the same requests are let in.';
const KEEP_OLD = 'Run with `--access compat`, or write the old lines again and load mod_access_compat.';

/** The old forms of access rules and what they are in 2.4, one by one. */
export const equivalences: readonly Explanation[] = [
  defineExplanation({
    id: 'eq-deny-all',
    title: 'Deny every request',
    rows: ['eq-deny-all'],
    means: '`Order deny,allow` with `Deny from all` is `Require all denied`.',
    why: 'Host rules are authorization in 2.4 (mod_authz_core).',
    does: CONVERTED,
    change: { before: 'Order deny,allow\nDeny from all', after: 'Require all denied' },
    undo: KEEP_OLD,
    see: ['convert-access-control'],
    link: ACCESS,
  }),
  defineExplanation({
    id: 'eq-allow-all',
    title: 'Allow every request',
    rows: ['eq-allow-all'],
    means: '`Order allow,deny` with `Allow from all` is `Require all granted`.',
    why: 'Host rules are authorization in 2.4 (mod_authz_core).',
    does: CONVERTED,
    change: { before: 'Order allow,deny\nAllow from all', after: 'Require all granted' },
    undo: KEEP_OLD,
    see: ['convert-access-control'],
    link: ACCESS,
  }),
  defineExplanation({
    id: 'eq-allow-domain',
    title: 'Allow only the hosts of a domain',
    rows: ['eq-allow-domain'],
    means: '`Allow from` with a name, under `Deny from all`, is `Require host`.',
    why: 'mod_authz_host looks the name of the client up, back and forth, as 2.2 did.',
    does: CONVERTED,
    change: {
      before: 'Order deny,allow\nDeny from all\nAllow from example.org',
      after: 'Require host example.org',
    },
    undo: KEEP_OLD,
    see: ['convert-access-control'],
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_authz_host.html#reqhost',
  }),
  defineExplanation({
    id: 'eq-auth-only',
    title: 'A password, and host rules that only deny',
    rows: ['eq-auth-only'],
    means:
      'The upgrade guide deletes the host rules and keeps the login. A real 2.2 answers 403 to everybody here, since without `Satisfy any` the host rules must let the request pass, too.',
    why: 'Satisfy is All unless said otherwise: the host rules and the login must both be met (ap_process_request_internal in server/request.c of 2.2).',
    does: 'Deletes the lines, as the guide says, with an error that tells you who gets in now. `--semantics exact` writes `Require all denied` instead: what 2.2 answered.',
    change: {
      before: `Order deny,allow\nDeny from all\n${LOGIN}\nRequire valid-user`,
      after: `${LOGIN}\nRequire valid-user`,
    },
    undo: 'Run with `--semantics exact`, or write `Require all denied`.',
    see: ['convert-access-control'],
    link: ACCESS,
  }),
  defineExplanation({
    id: 'eq-auth-and-address',
    title: 'A password and an address, both',
    rows: ['eq-auth-and-address'],
    means:
      'The upgrade guide takes it to let in that address, with a password. A real 2.2 answers 403 to everybody, since `Deny from all` wins under `Order allow,deny`.',
    why: 'Under `Order allow,deny` whoever a Deny names is refused, Allow or not. `<RequireAll>` wants all lines in it to hold.',
    does: 'Writes what the guide says, with an error that tells you who gets in now. `--semantics exact` writes `Require all denied` instead.',
    change: {
      before: `Order allow,deny\nDeny from all\nAllow from 192.0.2.1\nSatisfy all\n${LOGIN}\nRequire valid-user`,
      after: `<RequireAll>\n    Require ip 192.0.2.1\n    Require valid-user\n</RequireAll>\n${LOGIN}`,
    },
    undo: 'Run with `--semantics exact`, or write `Require all denied`.',
    see: ['convert-access-control'],
    link: ACCESS,
  }),
  defineExplanation({
    id: 'eq-auth-or-address',
    title: 'A password or an address, either',
    rows: ['eq-auth-or-address'],
    means:
      'The upgrade guide takes it to let in that address without a password, and everybody else with one. A real 2.2 asks everybody, since `Deny from all` wins under `Order allow,deny`.',
    why: 'Require lines side by side are alternatives (the implicit `<RequireAny>`).',
    does: 'Writes what the guide says, with an error that tells you who gets in now. `--semantics exact` writes `Require valid-user` alone.',
    change: {
      before: `Order allow,deny\nDeny from all\nAllow from 192.0.2.1\nSatisfy any\n${LOGIN}\nRequire valid-user`,
      after: `Require ip 192.0.2.1\n${LOGIN}\nRequire valid-user`,
    },
    undo: 'Run with `--semantics exact`, or take `Require ip` out.',
    see: ['convert-access-control', 'access-implicit-any'],
    link: ACCESS,
  }),
  defineExplanation({
    id: 'authz-dbm-group',
    title: 'Groups of a DBM file: Require dbm-group',
    rows: ['authz-dbm-group'],
    directives: ['Require'],
    codes: ['AH01664'],
    means:
      'In 2.2 `Require group` was served by whichever group module had a file. In 2.4 it means a text file only (mod_authz_groupfile), and groups of a DBM file are `Require dbm-group`.',
    why: 'Each kind of Require belongs to one module in 2.4. Kept as it is, the line is refused ("Unknown Authz provider: group"), or, with mod_authz_groupfile loaded, silently lets nobody in.',
    does: 'Renames group and file-group where the groups come from AuthDBMGroupFile. Where both group files are set, the module that 2.2 loaded first answered, and its word is written.',
    change: {
      before: `${LOGIN}\nAuthDBMGroupFile /etc/httpd/groups\nRequire group staff`,
      after: `${LOGIN}\nAuthDBMGroupFile /etc/httpd/groups\nRequire dbm-group staff`,
    },
    undo: 'None: 2.4 finds the groups under no other word.',
    see: ['convert-access-control', 'msg-authz-provider'],
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_authz_dbm.html',
  }),
  defineExplanation({
    id: 'authoritative-switches',
    title: 'The Authoritative switches of the authorization modules are gone',
    rows: [
      'remove-authzldapauthoritative',
      'remove-authzdbdauthoritative',
      'remove-authzdbmauthoritative',
      'remove-authzgroupfileauthoritative',
      'remove-authzuserauthoritative',
      'remove-authzownerauthoritative',
    ],
    directives: [
      'AuthzLDAPAuthoritative',
      'AuthzDBMAuthoritative',
      'AuthzGroupFileAuthoritative',
      'AuthzUserAuthoritative',
      'AuthzOwnerAuthoritative',
    ],
    words: [
      {
        pattern: /\bAuthz\w+Authoritative\b/i,
        examples: ['AuthzDBDAuthoritative', 'AuthzUserAuthoritative Off'],
      },
    ],
    means:
      'AuthzUserAuthoritative, AuthzGroupFileAuthoritative and their kin said whether a module that found no match ends the matter (On, the default) or leaves it to the next module (Off). 2.4 refuses them.',
    why: 'Modules no longer answer in turn: all Require lines are tested together, and RequireAny, RequireAll and RequireNone say how they combine (mod_authz_core).',
    does: 'Takes the lines away. Off is what 2.4 does by itself: the lines are alternatives. Where On made the Require lines of a later module dead, those are left out, so that they do not come to life.',
    change: {
      before: `${LOGIN}\nAuthGroupFile /etc/httpd/groups\nAuthzUserAuthoritative Off\nAuthzGroupFileAuthoritative Off\nRequire user bob\nRequire group staff`,
      after: `${LOGIN}\nAuthGroupFile /etc/httpd/groups\n<RequireAny>\n    Require user bob\n    Require group staff\n</RequireAny>`,
    },
    undo: 'None: 2.4 does not start with the lines.',
    see: ['convert-access-control', 'access-implicit-any'],
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_authz_core.html',
  }),
];
