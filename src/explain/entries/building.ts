import type { Explanation } from '../types.ts';
import { defineExplanation } from './define-explanation.ts';

const UPGRADING = 'https://httpd.apache.org/docs/2.4/upgrading.html';

/** Building and installing 2.4 beside 2.2, and what ships with it. */
export const building: readonly Explanation[] = [
  defineExplanation({
    id: 'build-config-nice',
    title: 'The configure line of 2.2 can be used again',
    rows: ['build-config-nice'],
    words: [{ pattern: /\bconfig\.nice\b/i, examples: ['config.nice'] }],
    means:
      'The file build/config.nice in the folder where 2.2 was built has the options that configure was given. In most cases 2.4 can be built with the same: in the folder of the new source, run `sh /path/of/httpd-2.2/build/config.nice`.',
    why: 'Building 2.4 is much like building 2.2. What differs: 2.4 takes APR and APR-util from outside (or from srclib, where you put them), the MPM can be a module (--enable-mpms-shared), and modules that only some servers need are built but not loaded.',
    does: 'Nothing: how the server is built is not in its configuration. Which modules the configuration needs is; `--httpd` asks the server that you built what it has.',
    undo: 'Nothing is changed.',
    see: ['load-needed-modules', 'build-side-by-side'],
    link: 'https://httpd.apache.org/docs/2.4/install.html',
  }),
  defineExplanation({
    id: 'build-side-by-side',
    title: '2.4 can run beside 2.2',
    rows: ['build-side-by-side'],
    words: [
      {
        pattern: /\b(?:side by side|in parallel|beside 2\.2)\b/i,
        examples: ['run 2.4 and 2.2 side by side', 'in parallel'],
      },
    ],
    means:
      'Both servers can be installed on one machine and run at the same time, as long as they differ in ServerRoot, PidFile, Listen, lock and log files.',
    why: 'They share nothing but the files that both configurations name. So the new server can be tried on another port before the old one is stopped.',
    does: '`httpd-codemod /etc/httpd --out /etc/httpd-2.4` writes a migrated copy of the tree to another folder and leaves the tree of 2.2 as it is. Change Listen and PidFile in the copy to try it.',
    undo: 'Delete the copy.',
    see: ['build-config-nice'],
    link: UPGRADING,
  }),
  defineExplanation({
    id: 'module-commented-out',
    title: 'Some LoadModule lines of the default file are commented out',
    rows: ['module-commented-out'],
    directives: ['LoadModule'],
    means:
      'The httpd.conf that 2.4 installs names every module that was built, and has a # before the LoadModule lines of those that few servers need.',
    why: 'In 2.2 most modules that were built were loaded. In 2.4 a configuration that uses a module has to switch it on: else its directives are `Invalid command`, or nothing happens.',
    does: 'Where a module is needed and the tree has a commented-out line for it, the # goes. Only where there is none, a new line is written.',
    change: {
      before:
        'LoadModule rewrite_module modules/mod_rewrite.so\n#LoadModule proxy_module modules/mod_proxy.so\nProxyPass /app http://127.0.0.1:8080/',
      after:
        'LoadModule rewrite_module modules/mod_rewrite.so\nLoadModule proxy_module modules/mod_proxy.so\nProxyPass /app http://127.0.0.1:8080/',
    },
    undo: 'Put the # back. What the finding names then does not work.',
    see: ['load-needed-modules', 'msg-invalid-command'],
    link: UPGRADING,
  }),
  defineExplanation({
    id: 'module-lbmethod',
    title: 'The methods of balancers are modules of their own',
    rows: ['module-lbmethod'],
    directives: ['ProxySet', 'BalancerMember'],
    codes: ['AH02432', 'AH01183'],
    messages: [
      {
        pattern: /cannot find LB Method/i,
        examples: ['[proxy:crit] [pid 6719] AH02432: Cannot find LB Method: byrequests'],
      },
      {
        pattern: /\bProxy(?:Pass|Set) unknown lbmethod\b/i,
        examples: ['ProxyPass unknown lbmethod', 'ProxySet unknown lbmethod'],
      },
    ],
    words: [{ pattern: /\b(?:lbmethod|mod_lbmethod_\w+)\b/i, examples: ['lbmethod=bybusyness'] }],
    means: 'A balancer asks for a method (byrequests if it names none) whose module is not loaded.',
    why: 'In 2.2 the methods were part of mod_proxy_balancer. In 2.4 each is a module: mod_lbmethod_byrequests, bytraffic, bybusyness, heartbeat. A method that is named and missing fails the configuration test; one that is the default passes it, and the server dies at start.',
    does: 'Loads the module of each method in use, once, together with mod_slotmem_shm, which every balancer needs.',
    change: {
      before: 'LoadModule proxy_balancer_module modules/mod_proxy_balancer.so',
      after:
        'LoadModule proxy_balancer_module modules/mod_proxy_balancer.so\nLoadModule slotmem_shm_module modules/mod_slotmem_shm.so\nLoadModule lbmethod_byrequests_module modules/mod_lbmethod_byrequests.so',
    },
    undo: 'Take the lines out; a server with balancers then does not start.',
    see: ['load-needed-modules', 'msg-slotmem'],
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_proxy_balancer.html',
  }),
  defineExplanation({
    id: 'moved-authn-provider-alias',
    title: 'AuthnProviderAlias is in mod_authn_core',
    rows: ['moved-authn-provider-alias'],
    directives: ['AuthnProviderAlias'],
    means: 'The section works as before, but mod_authn_alias, the module that had it, is gone.',
    why: 'mod_authn_core, new in 2.4, took over AuthnProviderAlias, AuthType and AuthName.',
    does: 'Takes the LoadModule line of mod_authn_alias away and loads mod_authn_core.',
    change: {
      before: 'LoadModule authn_alias_module modules/mod_authn_alias.so',
      after: 'LoadModule authn_core_module modules/mod_authn_core.so',
    },
    undo: 'Nothing to undo: 2.4 has no file mod_authn_alias.so and does not start with the line.',
    see: ['remove-gone-modules', 'load-needed-modules', 'rename-modules'],
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_authn_core.html#authnprovideralias',
  }),
  defineExplanation({
    id: 'moved-add-output-filter-by-type',
    title: 'AddOutputFilterByType is in mod_filter',
    rows: ['moved-add-output-filter-by-type', 'msg-add-output-filter-by-type'],
    directives: ['AddOutputFilterByType'],
    messages: [
      {
        pattern: /invalid command '?AddOutputFilterByType\b/i,
        examples: [
          "Invalid command 'AddOutputFilterByType', perhaps misspelled or defined by a module not included in the server configuration",
        ],
      },
    ],
    means: 'mod_filter is not loaded.',
    why: 'The directive was part of the core in 2.2. In 2.4 it is in mod_filter, which looks the filters up: one that no module provides is refused.',
    does: 'Loads mod_filter where the directive is used, and reports filters that nothing provides.',
    change: {
      before: 'AddOutputFilterByType DEFLATE text/html',
      after: 'LoadModule filter_module modules/mod_filter.so\nAddOutputFilterByType DEFLATE text/html',
    },
    undo: 'Take the LoadModule line out; the server then refuses AddOutputFilterByType.',
    see: ['load-needed-modules', 'report-unknown-filters'],
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_filter.html#addoutputfilterbytype',
  }),
  defineExplanation({
    id: 'version-aliases',
    title: 'MaxClients and MaxRequestsPerChild still work',
    rows: ['version-aliases'],
    directives: ['MaxClients', 'MaxRequestsPerChild'],
    codes: ['AH00188', 'AH00324', 'AH00521', 'AH00545'],
    messages: [
      {
        pattern: /\b(?:MaxClients|MaxRequestsPerChild) is deprecated/i,
        examples: [
          '[mpm_prefork:info] [pid 1] AH00188: MaxClients is deprecated, use MaxRequestWorkers instead.',
          '[core:info] [pid 1] AH00545: MaxRequestsPerChild is deprecated, use MaxConnectionsPerChild instead.',
        ],
      },
    ],
    means: 'The two old names are read by 2.4 as MaxRequestWorkers and MaxConnectionsPerChild.',
    why: 'Each MPM still knows MaxClients (server/mpm/prefork/prefork.c and its like), and the core MaxRequestsPerChild (server/core.c). So these renames are optional.',
    does: 'Renames them, because the new names say what is counted. `--skip rename-max-clients,rename-max-requests-per-child` leaves them, and the result works all the same.',
    change: { before: 'MaxClients 150', after: 'MaxRequestWorkers 150' },
    undo: 'Write the old names again.',
    see: ['rename-max-clients', 'rename-max-requests-per-child'],
    link: 'https://httpd.apache.org/docs/2.4/mod/mpm_common.html',
  }),
  defineExplanation({
    id: 'version-from-20',
    title: 'A configuration of 2.0 has a step of its own before it',
    rows: ['version-from-20'],
    words: [{ pattern: /\b(?:from|apache|httpd)[ /]*2\.0\b/i, examples: ['upgrade from 2.0', 'Apache 2.0'] }],
    means:
      'From 2.0 to 2.2 modules were split and renamed as well. What a configuration of 2.0 needs for 2.2 is not part of this migration.',
    why: "2.2 split mod_auth into mod_auth_basic, mod_authn_file, mod_authz_user and mod_authz_groupfile, renamed mod_access mod_authz_host and mod_imap mod_imagemap, and replaced AuthLDAP's and AuthDBM's own directives by AuthBasicProvider.",
    does: 'Names modules and directives of 2.0 that 2.2 no longer has, so that you see that the tree is older. Bring it to 2.2 first, by the upgrade guide of 2.2, then run this program.',
    change: {
      before: 'LoadModule access_module modules/mod_access.so',
      after: 'LoadModule authz_host_module modules/mod_authz_host.so',
    },
    undo: 'Nothing of 2.0 is changed.',
    see: ['report-older-versions', 'rename-modules', 'remove-gone-modules'],
    link: 'https://httpd.apache.org/docs/2.2/upgrading.html',
  }),
];
