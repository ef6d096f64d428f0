// The trees that are measured, as functions: each writes one 2.2 server root. All are made up, and the same on each run. Sizes are those of large real installations: mass hosting, blocklists, one huge generated file.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Name -> what it is, and how to write it. `counts` are how many of the repeated thing there are. */
export const SHAPES = {
  'one-file': {
    title: 'virtual hosts in one file, each with a DocumentRoot and rules of its own',
    counts: [100, 1_000, 10_000],
    write: (root, count) => writeServer(root, numbers(count).map(host).join('\n')),
  },
  'same-rules': {
    title: 'virtual hosts in one file, all with the same rules',
    counts: [10_000],
    write: (root, count) => writeServer(root, numbers(count).map(plainHost).join('\n')),
  },
  'many-files': {
    title: 'virtual hosts, each in a file of its own',
    counts: [100, 1_000, 10_000],
    write(root, count) {
      writeServer(root, 'Include sites/*.conf\n');
      for (const i of numbers(count)) {
        mkdirSync(join(root, `www/host${i}`));
        writeFile(root, `sites/host${i}.conf`, host(i));
      }
    },
  },
  htaccess: {
    title: 'virtual hosts in one file, each with two .htaccess files',
    counts: [100, 1_000, 10_000],
    write(root, count) {
      writeServer(root, numbers(count).map(host).join('\n'));
      for (const i of numbers(count)) {
        writeFile(root, `www/host${i}/private/.htaccess`, htaccess(i));
        writeFile(root, `www/host${i}/files/.htaccess`, 'Order deny,allow\nDeny from all\n');
      }
    },
  },
  denies: {
    title: 'addresses denied in one section',
    counts: [5_000],
    write(root, count) {
      const lines = numbers(count).map((i) => `    Deny from ${address(i)}\n`);
      writeServer(
        root,
        `<Location />\n    Order allow,deny\n    Allow from all\n${lines.join('')}</Location>\n`,
      );
    },
  },
  nested: {
    title: 'folders inside of each other, each with rules',
    counts: [200],
    write: (root, count) => writeServer(root, numbers(count).map(nestedFolder).join('\n')),
  },
  'big-file': {
    title: 'lines that say nothing about access, 10 MB in one file',
    counts: [250_000],
    write: (root, count) => writeServer(root, numbers(count).map(redirect).join('')),
  },
};

const numbers = (count) => Array.from({ length: count }, (_, i) => i);

function writeServer(root, text) {
  for (const folder of ['www', 'logs']) mkdirSync(join(root, folder), { recursive: true });
  for (const [, folder] of text.matchAll(/^ *DocumentRoot "@root@\/(.*)"/gm))
    mkdirSync(join(root, folder), { recursive: true });
  writeFile(root, 'httpd.conf', main(root) + text.replaceAll('@root@', root));
}

function writeFile(root, name, text) {
  const path = join(root, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text.replaceAll('@root@', root));
}

/** Modules are a link that the bench sets, so that the real server can load the result. */
function main(root) {
  return `ServerRoot "${root}"
Listen 8000
ServerName localhost
PidFile ${root}/httpd.pid
${MODULES.map((name) => `LoadModule ${name}_module modules/mod_${name}.so`).join('\n')}
User nobody
Group nogroup
TypesConfig /dev/null
DocumentRoot "${root}/www"

<Directory />
    Options FollowSymLinks
    AllowOverride None
    Order deny,allow
    Deny from all
</Directory>

NameVirtualHost *:8000

`;
}

const MODULES = 'authn_file authz_host authz_user auth_basic alias dir mime autoindex setenvif'.split(' ');

function host(i) {
  return `<VirtualHost *:8000>
    ServerName host${i}.example.com
    ServerAlias www.host${i}.example.com
    DocumentRoot "@root@/www/host${i}"
    CustomLog logs/host${i}-access.log common
    ErrorLog logs/host${i}-error.log
    Alias /downloads/ "@root@/www/host${i}/files/"

    # the site
    <Directory "@root@/www/host${i}">
        Options Indexes FollowSymLinks
        AllowOverride AuthConfig Limit
        Order allow,deny
        Allow from all
    </Directory>

    # for those in the office
    <Directory "@root@/www/host${i}/private">
        Order deny,allow
        Deny from all
        Allow from ${address(i)}/24
    </Directory>

    <Location /admin>
        AuthType Basic
        AuthName "host ${i}"
        AuthUserFile @root@/users/host${i}
        Require valid-user
    </Location>
</VirtualHost>
`;
}

function plainHost(i) {
  return `<VirtualHost *:8000>
    ServerName host${i}.example.com
    DocumentRoot "@root@/www"
    <Directory "@root@/www">
        Order allow,deny
        Allow from all
    </Directory>
    <Location /server-status>
        Order deny,allow
        Deny from all
        Allow from 127.0.0.1
    </Location>
</VirtualHost>
`;
}

function htaccess(i) {
  return `AuthType Basic
AuthName "private ${i}"
AuthUserFile @root@/users/host${i}
Require valid-user
Order deny,allow
Deny from all
Allow from 10.0.0.0/8
Satisfy any
`;
}

function nestedFolder(i) {
  const path = `@root@/www${numbers(i)
    .map((n) => `/d${n}`)
    .join('')}`;
  return `<Directory "${path}">\n    Order deny,allow\n    Deny from all\n    Allow from 10.${i % 256}.0.0/16\n</Directory>\n`;
}

function redirect(i) {
  return `Redirect permanent /old/page${i} /new/page${i}\n`;
}

/** All different, spread over the address space. */
function address(i) {
  const bits = (Math.imul(i + 1, 2_654_435_761) >>> 0) % 0xdf000000;
  return [1 + (bits >>> 24), (bits >>> 16) & 255, (bits >>> 8) & 255, bits & 255].join('.');
}
