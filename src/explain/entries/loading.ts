import type { Explanation } from '../types.ts';
import { defineExplanation } from './define-explanation.ts';

const SO = 'https://httpd.apache.org/docs/2.4/mod/mod_so.html#loadmodule';

/** What the server says when a module is missing, too old, or there twice. */
export const loading: readonly Explanation[] = [
  defineExplanation({
    id: 'msg-mpm',
    title: 'No MPM loaded, or more than one',
    codes: ['AH00534'],
    messages: [
      {
        pattern:
          /\b(?:No|More than one) MPM loaded\b|running a threaded MPM, but your PHP Module is not compiled to be threadsafe/i,
        examples: [
          'Apache is running a threaded MPM, but your PHP Module is not compiled to be threadsafe.  You need to recompile PHP.',
          'AH00534: apache2: Configuration error: No MPM loaded.',
          'AH00534: httpd: Configuration error: More than one MPM loaded.',
        ],
      },
    ],
    means:
      'The server needs exactly one multi-processing module: prefork, worker or event. A PHP module that is not built for threads needs prefork.',
    why: '2.2 had the MPM compiled in. In 2.4 it can be a module (on Debian and Red Hat it always is), and then a LoadModule line has to choose one.',
    does: 'Loads an MPM where the target has none compiled in: the one whose settings the tree has, else prefork. The line stands above every guard that asks for the MPM, since those below see it only then.',
    change: {
      before: '<IfModule prefork.c>\n    MaxClients 150\n</IfModule>',
      after:
        'LoadModule mpm_prefork_module modules/mod_mpm_prefork.so\n<IfModule prefork.c>\n    MaxRequestWorkers 150\n</IfModule>',
    },
    undo: 'Load another one instead: exactly one.',
    see: ['load-needed-modules', 'rename-max-clients'],
    link: 'https://httpd.apache.org/docs/2.4/mpm.html',
  }),
  defineExplanation({
    id: 'msg-module-file',
    title: 'Cannot load a module: no file, or a file of 2.2',
    messages: [
      {
        pattern:
          /\bCannot load \S+ into server\b|\bundefined symbol: |\bis garbled\b|compiled for a different (?:version of Apache|Apache version)/i,
        examples: [
          'libphp5.so: undefined symbol: unixd_config',
          'httpd: Syntax error on line 8 of /etc/httpd/conf/httpd.conf: Cannot load modules/mod_foo.so into server: /etc/httpd/modules/mod_foo.so: cannot open shared object file: No such file or directory',
        ],
      },
      {
        pattern: /\bAPI module structure [`'](?<module>\w+)'.*(?:garbled|in file)/i,
        examples: [
          "httpd: Syntax error on line 8 of /etc/httpd/conf/httpd.conf: API module structure 'php5_module' in file /etc/httpd/modules/libphp5.so is garbled - expected signature 41503234 but saw 41503232 - perhaps this is not an Apache module DSO, or was compiled for a different Apache version?",
          "httpd: Syntax error on line 8 of /etc/httpd/conf/httpd.conf: Can't locate API module structure `authz_default_module' in file /etc/httpd/modules/mod_authz_default.so: undefined symbol: authz_default_module",
        ],
      },
    ],
    means:
      'The file that a LoadModule line names is not there, or it holds another module, or one that was built for 2.2.',
    why: 'A module must be built for the version that loads it (the module magic number, mod_so.c). Some modules of 2.2 do not exist in 2.4, some have other names.',
    does: 'Renames and removes the lines of modules that were renamed or are gone, and lists the third-party modules, which must be built or installed for 2.4.',
    change: {
      before:
        'LoadModule disk_cache_module modules/mod_disk_cache.so\nLoadModule authz_default_module modules/mod_authz_default.so',
      after: 'LoadModule cache_disk_module modules/mod_cache_disk.so',
    },
    undo: 'Nothing to undo: 2.4 does not start with such a line.',
    see: ['report-third-party-modules', 'rename-modules', 'remove-gone-modules'],
    link: SO,
  }),
  defineExplanation({
    id: 'msg-module-built-in',
    title: "A module is compiled in and can't be loaded again",
    messages: [
      {
        pattern: /\bmodule (?<module>\w+) is built-in and can't be loaded/i,
        examples: [
          "httpd: Syntax error on line 8 of /etc/httpd/conf/httpd.conf: module log_config_module is built-in and can't be loaded",
        ],
      },
    ],
    means: 'The 2.4 server has this module compiled in, and a LoadModule line asks for it once more.',
    why: "Builds differ in what they have compiled in: Debian's 2.4, for one, has log_config, logio, version and unixd in the program, which most builds of 2.2 had as files. Both versions refuse to load such a module once more (load_module in mod_so.c).",
    does: 'Takes the line away if the target has the module compiled in. `--target` or `--httpd` says which server is meant.',
    change: {
      before: 'LoadModule log_config_module modules/mod_log_config.so',
      after: '(no line)',
    },
    undo: 'Nothing to undo: that server does not start with the line.',
    see: ['remove-gone-modules'],
    link: SO,
  }),
  defineExplanation({
    id: 'msg-module-twice',
    title: 'A module is loaded already',
    codes: ['AH01574'],
    messages: [
      {
        pattern: /\bmodule (?<module>\w+) is already loaded, skipping/i,
        examples: ['[so:warn] [pid 1] AH01574: module dir_module is already loaded, skipping'],
      },
    ],
    means: 'Two LoadModule lines name the same module. The second one does nothing.',
    why: 'mod_so warns and goes on. Often a file in conf.d repeats a line of httpd.conf.',
    does: 'Nothing: it does no harm. A line that the migration adds is never a second one.',
    undo: 'Take one of the two lines out to silence the warning.',
    see: ['load-needed-modules'],
    link: SO,
  }),
  defineExplanation({
    id: 'msg-slotmem',
    title: 'A balancer without mod_slotmem_shm',
    codes: ['AH01177'],
    messages: [
      {
        pattern: /Failed to lookup provider 'shm' for '\w+'/i,
        examples: [
          "[proxy_balancer:emerg] [pid 6537] AH01177: Failed to lookup provider 'shm' for 'slotmem': is mod_slotmem_shm loaded??",
        ],
      },
    ],
    means:
      'mod_proxy_balancer is loaded and mod_slotmem_shm is not. The server passes its configuration test and does not start.',
    why: '2.4 keeps the state of balancers in shared memory of mod_slotmem_shm, and asks for it even where no balancer is in use (balancer_post_config in mod_proxy_balancer.c).',
    does: 'Loads mod_slotmem_shm wherever mod_proxy_balancer is loaded.',
    change: {
      before: 'LoadModule proxy_balancer_module modules/mod_proxy_balancer.so',
      after:
        'LoadModule proxy_balancer_module modules/mod_proxy_balancer.so\nLoadModule slotmem_shm_module modules/mod_slotmem_shm.so',
    },
    undo: 'Take out mod_proxy_balancer as well if no balancer is in use.',
    see: ['load-needed-modules', 'module-lbmethod'],
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_slotmem_shm.html',
  }),
  defineExplanation({
    id: 'msg-session-cache',
    title: 'A session cache of a kind that 2.4 does not have, or has not loaded',
    directives: ['SSLSessionCache'],
    messages: [
      {
        pattern: /\bSSLSessionCache: '\w+' session cache not supported/i,
        examples: [
          "SSLSessionCache: 'shmcb' session cache not supported (known names: ). Maybe you need to load the appropriate socache module (mod_socache_shmcb?).",
          "SSLSessionCache: 'shm' session cache not supported (known names: default,shmcb). Maybe you need to load the appropriate socache module (mod_socache_shm?).",
        ],
      },
    ],
    means: 'The word before the colon names a kind of cache that no loaded module provides.',
    why: 'In 2.4 the caches of mod_ssl are modules: mod_socache_shmcb, dbm, memcache. The kinds shm and shmht of 2.2 are gone; shmcb does the same.',
    does: 'Loads the module of the kind that is in use, and writes shmcb for shm and shmht.',
    change: {
      before: 'SSLSessionCache shm:/var/run/ssl_cache(512000)',
      after: 'SSLSessionCache shmcb:/var/run/ssl_cache(512000)',
    },
    undo: 'Write another kind that the server has.',
    see: ['load-needed-modules', 'rename-session-cache'],
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_ssl.html#sslsessioncache',
  }),
  defineExplanation({
    id: 'msg-mime-types',
    title: "The file of MIME types can't be opened",
    directives: ['TypesConfig'],
    codes: ['AH01597'],
    messages: [
      {
        pattern: /could not open mime types config file/i,
        examples: [
          '[mime:error] [pid 1] (2)No such file or directory: AH01597: could not open mime types config file /usr/local/apache2/conf/mime.types.',
        ],
      },
    ],
    means:
      'mod_mime looks for its list of types where there is none. The server passes its configuration test and does not start.',
    why: 'Without TypesConfig the path is the one that was compiled in, relative to ServerRoot, and it is not the same in every build: conf/mime.types, or /etc/mime.types.',
    does: 'Writes TypesConfig where the tree has none and the default of the target differs from that of 2.2.',
    change: {
      before: 'LoadModule mime_module modules/mod_mime.so\nDocumentRoot /srv/www',
      after: 'LoadModule mime_module modules/mod_mime.so\nDocumentRoot /srv/www\nTypesConfig conf/mime.types',
    },
    undo: 'Take the line out, or name another file.',
    see: ['write-types-config'],
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_mime.html#typesconfig',
  }),
  defineExplanation({
    id: 'msg-proxy-scheme',
    title: 'mod_proxy has no module for the address',
    codes: ['AH01144', 'AH00669'],
    messages: [
      {
        pattern: /attempt to make remote request from mod_rewrite without proxy enabled/i,
        examples: [
          '[rewrite:error] [pid 1] [client 127.0.0.1:1] AH00669: attempt to make remote request from mod_rewrite without proxy enabled: proxy:http://127.0.0.1:8080/a',
        ],
      },
      {
        pattern: /No protocol handler was valid for the URL/i,
        examples: [
          "[proxy:warn] [pid 1] AH01144: No protocol handler was valid for the URL /a/ (scheme 'http'). If you are using a DSO version of mod_proxy, make sure the proxy submodules are included in the configuration using LoadModule.",
        ],
      },
    ],
    means:
      'A request is to be passed to http://, fcgi://, ajp:// ..., and the module for that is not loaded: the answer is 500. AH00669: mod_proxy itself is not, and a RewriteRule has the flag P: 403.',
    why: 'mod_proxy leaves each protocol to a module of its own: mod_proxy_http, mod_proxy_fcgi, mod_proxy_ajp, mod_proxy_connect (which has AllowCONNECT in 2.4).',
    does: 'Loads the modules of the protocols that ProxyPass, BalancerMember and RewriteRule name.',
    change: {
      before: 'LoadModule proxy_module modules/mod_proxy.so',
      after:
        'LoadModule proxy_module modules/mod_proxy.so\nLoadModule proxy_http_module modules/mod_proxy_http.so',
    },
    undo: 'Take the line out; such requests then answer 500.',
    see: ['load-needed-modules'],
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_proxy.html',
  }),
];
