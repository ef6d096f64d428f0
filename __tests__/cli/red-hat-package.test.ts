import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { moduleFacts, packagedModuleFiles, patchRelease } from '../../src/catalog/index.ts';
import { targetProfile } from '../../src/target/index.ts';
import { BINARY, hasServer, send, startServer } from '../access/oracle/running-server.ts';
import { freePort } from '../free-port.ts';
import { rejectStaleBuild, runProgram } from './run-program.ts';
import { tempTree } from './temp-tree.ts';

// A tree of CentOS 6 is migrated, laid over what the packages of Red Hat's 2.4 install, and started. The server is Debian's: what that
// has compiled in, and mod_systemd, which it lacks, are commented out before.

beforeAll(rejectStaleBuild);

const MODULES = '/usr/lib/apache2/modules';

/** As CentOS 6 has it: an early guard for the MPM, modules in a block, mod_ssl's and PHP's lines in conf.d. */
const oldTree = (root: string, port: number): Record<string, string> => ({
  'etc/httpd/conf/httpd.conf': `ServerRoot "${root}/etc/httpd"
PidFile run/httpd.pid
<IfModule prefork.c>
StartServers 1
</IfModule>
Listen 127.0.0.1:${port}
LoadModule auth_basic_module modules/mod_auth_basic.so
LoadModule authn_default_module modules/mod_authn_default.so
LoadModule authz_host_module modules/mod_authz_host.so
LoadModule authz_default_module modules/mod_authz_default.so
LoadModule log_config_module modules/mod_log_config.so
LoadModule mime_module modules/mod_mime.so
LoadModule dir_module modules/mod_dir.so
LoadModule alias_module modules/mod_alias.so
LoadModule userdir_module modules/mod_userdir.so
LoadModule cgi_module modules/mod_cgi.so
Include conf.d/*.conf
User www-data
Group www-data
ServerName localhost
TypesConfig /dev/null
DocumentRoot "${root}/www"
ErrorLog ${root}/error_log
<Directory />
  Order deny,allow
  Deny from all
</Directory>
<Directory "${root}/www">
  Order allow,deny
  Allow from all
</Directory>
<Directory "${root}/www/drafts">
  Order allow,deny
  Allow from 192.0.2.1
</Directory>
`,
  'etc/httpd/conf.d/ssl.conf':
    'LoadModule ssl_module modules/mod_ssl.so\n<IfModule mod_ssl.c>\nSSLSessionCache none\n</IfModule>\n',
  'www/index.html': 'notes',
  'www/drafts/index.html': 'drafts',
});

/** What httpd and mod_ssl install, in short: every module loaded, and lines in conf.d that can be noticed. */
function packageTree(root: string, version: string): Record<string, string> {
  const line = (identifier: string) => `LoadModule ${identifier} modules/${moduleFacts(identifier)?.file}\n`;
  const files = packagedModuleFiles(patchRelease(version))
    .filter((file) => file.package === null || file.package === 'mod_ssl')
    .map(({ name, modules }) => [`etc/httpd/conf.modules.d/${name}`, modules.map(line).join('')]);
  return {
    ...Object.fromEntries(files),
    'etc/httpd/conf/httpd.conf': 'Include conf.modules.d/*.conf\n',
    'etc/httpd/conf.d/autoindex.conf': `Alias /icons/ "${root}/www/"\n`,
    'etc/httpd/conf.d/userdir.conf': 'UserDir disabled\nUserDir nowhere-to-be\n',
    'etc/httpd/conf.d/welcome.conf': 'Redirect /welcome /\n',
    'etc/httpd/conf.d/ssl.conf': 'Listen 443\n',
  };
}

/** The package's tree with the migrated one laid over it, ready for Debian's server. */
function layOver(folder: string, port: number, target: 'rhel7' | 'rhel8' | 'rhel9' | 'rhel10'): string {
  const old = tempTree({});
  const installed = join(folder, 'installed');
  const { version } = targetProfile(target);
  write(old, oldTree(installed, port));
  const tree = join(old, 'etc/httpd');
  const { exitCode } = runProgram([tree, '--target', target, '--write', '--quiet'], { folder: old });
  expect(exitCode).toBe(0);
  write(installed, packageTree(installed, version));
  cpSync(old, installed, { recursive: true });
  const root = join(installed, 'etc/httpd');
  symlinkSync(MODULES, join(root, 'modules'));
  mkdirSync(join(root, 'run'));
  return root;
}

function write(root: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(root, name, '..'), { recursive: true });
    writeFileSync(join(root, name), text);
  }
}

const LACKING = /^ *LoadModule (?:log_config|logio|unixd|version|watchdog|systemd)_module /gm;

function adaptToDebian(root: string): void {
  const folder = join(root, 'conf.modules.d');
  for (const name of readdirSync(folder)) {
    const text = readFileSync(join(folder, name), 'utf8');
    writeFileSync(join(folder, name), text.replaceAll(LACKING, '#$&'));
  }
}

(hasServer() ? describe : describe.skip)('over the tree of the packages of RHEL', () => {
  test.each(['rhel7', 'rhel8', 'rhel9', 'rhel10'] as const)('%s', async (target) => {
    const folder = tempTree({});
    chmodSync(folder, 0o755);
    const port = await freePort();
    const root = layOver(folder, port, target);
    const read = (name: string) => readFileSync(join(root, name), 'utf8');
    expect(read('conf/httpd.conf').match(/LoadModule|^Include .*/gm)).toEqual([
      'Include conf.modules.d/*.conf',
      'Include conf.d/*.conf',
    ]);
    expect(read('conf.modules.d/00-mpm.conf').match(/^LoadModule \w+/gm)).toEqual([
      'LoadModule mpm_prefork_module',
    ]);
    expect(read('conf.modules.d/00-systemd.conf')).toMatch(/^LoadModule systemd_module /);
    adaptToDebian(root);
    const args = ['-d', root, '-f', 'conf/httpd.conf'];
    const { stdout, stderr } = spawnSync(BINARY, [...args, '-M'], { encoding: 'utf8' });
    expect(stderr).not.toContain('already loaded');
    const modules = [...stdout.matchAll(/^ (\w+) \(shared\)/gm)].map(([, name]) => name);
    expect(modules.toSorted()).toEqual(WANTED);
    const server = await startServer(args, {}, port);
    const ask = (path: string) => send(port, { method: 'GET', path, client: '127.0.0.1' });
    try {
      const paths = ['/', '/drafts/', '/icons/', '/welcome'];

      expect(await Promise.all(paths.map(ask))).toEqual([200, 403, 404, 404]);
    } finally {
      await server.stop();
    }
  });
});

/** What the old tree loads, as 2.4 has it, and what 2.4 needs for its lines. */
const WANTED = [
  'alias_module',
  'auth_basic_module',
  'authn_core_module',
  'authz_core_module',
  'authz_host_module',
  'cgi_module',
  'dir_module',
  'mime_module',
  'mpm_prefork_module',
  'ssl_module',
  'userdir_module',
];
