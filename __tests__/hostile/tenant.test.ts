import { lchownSync, linkSync, lstatSync, mkdirSync, readFileSync } from 'node:fs';
import { chmodSync, symlinkSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { rejectStaleBuild, runProgram } from '../cli/run-program.ts';
import { tempTree } from '../cli/temp-tree.ts';
import { snapshot } from './snapshot.ts';
import { someOf } from '../effort.ts';

beforeAll(rejectStaleBuild);

const SECRET = 'hunter2-KEEP-OUT';
const TENANT = 12345;
const ACCESS = 'Order deny,allow\nDeny from all\n';
/** Files that no one but root may read, of kinds that a tenant would like to see. */
const SECRETS: Readonly<Record<string, string>> = {
  'etc/shadow': `root:$6$${SECRET}:19000:0:99999:7:::\ndaemon:*:19000:0:99999:7:::\n`,
  'etc/key.pem': `-----BEGIN PRIVATE KEY-----\n${SECRET}\n-----END PRIVATE KEY-----\n`,
  'etc/my.cnf': `[client]\nuser = root\npassword = ${SECRET}\n`,
  'etc/netrc': `machine x login root password ${SECRET}\n`,
  'etc/word': `${SECRET}\n`,
  'etc/env': `TOKEN=${SECRET}\nexport PATH=/bin\n`,
  'other/.htaccess': `# ${SECRET}\n${ACCESS}`,
};

interface Tenant {
  /** What is looked after: all that must stay as it is. */
  readonly around: string;
  readonly site: string;
  readonly server: string;
}

/** A server of root's, a folder of a tenant's with every trick in it, and what the tricks are after. */
function plant(): Tenant {
  const around = tempTree({});
  const site = join(around, 'home/mallory/www');
  const put = (path: string, text: string, mode = 0o644): void => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { encoding: 'latin1', mode });
  };
  for (const [name, text] of Object.entries(SECRETS)) put(join(around, name), text, 0o600);
  const into = (name: string): string => {
    mkdirSync(join(site, dirname(name)), { recursive: true });
    return join(site, name);
  };
  put(into('plain/.htaccess'), ACCESS);
  for (const [at, name] of Object.keys(SECRETS).entries()) {
    symlinkSync(join(around, name), into(`link${at}/.htaccess`));
    linkSync(join(around, name), into(`hard${at}/.htaccess`));
  }
  symlinkSync('../../../../etc/shadow', into('dots/.htaccess'));
  symlinkSync('/proc/self/environ', into('environ/.htaccess'));
  symlinkSync('/proc/self/mem', into('mem/.htaccess'));
  symlinkSync('/proc/kmsg', into('kmsg/.htaccess'));
  symlinkSync('/dev/zero', into('zero/.htaccess'));
  symlinkSync('/dev/tty', into('tty/.htaccess'));
  symlinkSync('.htaccess', into('self/.htaccess'));
  symlinkSync(join(around, 'other'), into('folder'));
  symlinkSync(around, into('around'));
  symlinkSync('..', into('up'));
  spawnSync('mkfifo', [into('fifo/.htaccess')]);
  mkdirSync(into('dir/.htaccess'), { recursive: true });
  put(into('nested/.htaccess'), '<Files a>\n'.repeat(20_000));
  put(into('long/.htaccess'), `Require ${'a'.repeat(300_000)}\n${'"'.repeat(300_000)}\n`);
  put(
    into('pattern/.htaccess'),
    `<FilesMatch "(a*)*(a*)*(a|a)*b$">\n${ACCESS}</FilesMatch>\nSetEnvIf Request_URI "^(([a-z])+.)+[A-Z]([a-z])+$" x\n`,
  );
  put(
    into('run/.htaccess'),
    `Include "|touch ${around}/ran"\nCustomLog "|touch ${around}/ran" x\n<Perl>\nsystem("touch ${around}/ran");\n</Perl>\n` +
      `AuthUserFile "|touch ${around}/ran"\nRewriteMap x "prg:touch ${around}/ran"\nAuthUserFile ${around}/etc/shadow\nSSLPassPhraseDialog exec:${around}/run.sh\n`,
  );
  put(join(around, 'run.sh'), `#!/bin/sh\ntouch ${around}/ran\n`, 0o755);
  const server = join(around, 'server');
  put(
    join(server, 'conf/httpd.conf'),
    `ServerRoot ${server}\nDocumentRoot ${site}\nInclude ${around}/home/mallory/vhost.conf\nInclude conf.d/*.conf\n` +
      `<Directory ${site}>\nAllowOverride All\nOptions +FollowSymLinks\n</Directory>\nMaxClients 5\n` +
      `CustomLog "|touch ${around}/ran" x\nErrorLog "|${around}/run.sh"\nSSLPassPhraseDialog exec:${around}/run.sh\n`,
  );
  put(join(around, 'home/mallory/vhost.conf'), `Include ${around}/etc/shadow\n`);
  mkdirSync(join(server, 'conf.d'));
  for (const name of ['key.pem', 'word', 'my.cnf', 'netrc', 'env']) {
    symlinkSync(`../../etc/${name}`, join(server, `conf.d/${name}.conf`));
  }
  return { around, site, server };
}

function give(path: string, isRoot: boolean): void {
  if (!isRoot) return;
  // Not by readdir's own recursion, which follows links.
  for (const name of [path, ...Object.keys(snapshot(path))]) {
    const stat = lstatSync(name);
    if (stat.nlink === 1 || stat.isDirectory()) lchownSync(name, TENANT, TENANT);
  }
}

const isRoot = process.getuid?.() === 0;

describe("a tenant's tree", () => {
  const tenant = plant();
  chmodSync(tenant.around, 0o755);
  give(join(tenant.around, 'home/mallory'), isRoot);
  const before = snapshot(tenant.around);

  const runs: readonly (readonly string[])[] = [
    [tenant.site],
    [tenant.site, '--verbose', '--color'],
    [tenant.site, '--format', 'json'],
    [tenant.site, '--access', 'compat', '--dual'],
    [tenant.server],
    [tenant.server, '--verbose', '--apply', 'review'],
    [tenant.server, '--format', 'json'],
    [tenant.server, '--write'],
    [join(tenant.site, 'run/.htaccess'), '--verbose'],
    [join(tenant.site, 'pattern/.htaccess'), '--verbose'],
    ['tree', tenant.site],
    ['tree', tenant.server],
    ['who', '/link0/x', '--tree', tenant.server],
    ['who', `/${'a'.repeat(5000)}`, '--tree', tenant.site],
    ['verify', tenant.server, tenant.server],
    ['verify', tenant.site, tenant.site],
  ];

  test.each(someOf(runs, 6).map((words) => [words.map((word) => word.replace(tenant.around, '')), words]))(
    '%j: nothing is touched, nothing leaks, nothing runs',
    (_shown, words) => {
      const { stdout, stderr, exitCode } = runProgram(words, { folder: tenant.around });
      expect(exitCode).not.toBeNull();
      expect(stdout + stderr).not.toContain(SECRET);
      expect(stdout + stderr).not.toMatch(/error of the program|^\s+at /m);
      expect(snapshot(tenant.around)).toEqual(before);
    },
  );

  test('--write changes what is in the folder, and nothing that its links lead to', () => {
    const { exitCode, stdout, stderr } = runProgram([tenant.site, '--write'], { folder: tenant.around });
    expect(stdout + stderr).not.toContain(SECRET);
    const after = snapshot(tenant.around);
    const changed = Object.keys({ ...before, ...after }).filter((path) => before[path] !== after[path]);
    const outside = changed.filter((path) => !path.startsWith(`${tenant.site}/`));
    expect(outside).toEqual([]);
    expect([0, 2, 3, 4]).toContain(exitCode);
    if (exitCode === 0 || exitCode === 3) {
      expect(readFileSync(join(tenant.site, 'plain/.htaccess'), 'latin1')).toContain('Require all denied');
    }
    for (const [name, text] of Object.entries(SECRETS)) {
      expect(readFileSync(join(tenant.around, name), 'latin1')).toBe(text);
    }
  });
});
