import {
  chmodSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { rejectStaleBuild, runProgram } from '../cli/run-program.ts';
import { tempTree } from '../cli/temp-tree.ts';
import { BINARY, COMMON_HEAD, hasServer } from '../configtest/guarded-tree.ts';
import { snapshot } from './snapshot.ts';
import { someOf } from '../effort.ts';

beforeAll(rejectStaleBuild);

// Root's server reads a file of a tenant's, and root has the target's own server read the result. That server quotes the line
// that it does not know, so it must never get to see a file that is none of the configuration.

const SECRET = 'hunter2-KEEP-OUT';
const TENANT = 12345;
const isRoot = process.getuid?.() === 0;

/** What the tenant's file says; `@` stands for what is around the server. */
const TRICKS: Readonly<Record<string, string>> = {
  'a secret': 'Include @/etc/shadow',
  'a secret by pattern': 'IncludeOptional @/etc/shad*',
  'a secret by a way around': 'iNcLuDe "@/etc/../etc/shad\\\now"',
  'a folder of secrets': 'Include @/etc',
  'a secret by a variable': 'Define where @/etc\nInclude ${where}/shadow',
  'a secret by a variable of another line': 'Include ${later}\nDefine later @/etc/shadow',
  'a secret in guards': '<IfVersion >= 2.4>\n<IfDefine !x>\nInclude @/etc/shadow\n</IfDefine>\n</IfVersion>',
  'a secret for 2.4 only': '<IfModule mod_authz_core.c>\nInclude @/etc/shadow\n</IfModule>',
  'a secret for what is a module in 2.4': '<IfModule unixd_module>\nInclude @/etc/shadow\n</IfModule>',
  'a secret in IfFile': '<IfFile @/etc/shadow>\nInclude @/etc/shadow\n</IfFile>',
  'a secret in IfDirective': '<IfDirective Include>\nInclude @/etc/shadow\n</IfDirective>',
  'a secret in If': '<If "true">\nInclude @/etc/shadow\n</If>',
  'a secret in a macro': '<Macro m $x>\nInclude $x\n</Macro>\nUse m @/etc/shadow',
  'a secret in a host': '<VirtualHost *:80>\nInclude @/etc/shadow\n</VirtualHost>',
  'a link to a secret': 'Include @/home/mallory/link.conf',
  'a link to a folder of secrets': 'Include @/home/mallory/folder/*',
  'secrets for modules':
    'SSLCertificateFile @/etc/key\nAuthUserFile @/etc/shadow\nSSLPassPhraseDialog exec:@/run',
  'a program as a file': 'Include "|@/run"',
  'programs for logs':
    'ErrorLog "|@/run"\nCustomLog "|@/run" x\nTransferLog "||@/run"\nCustomLog "|$@/run" x',
  'programs for maps and passwords':
    'RewriteEngine on\nRewriteMap x "prg:@/run"\nSSLPassPhraseDialog "|@/run"\nAuthLDAPBindPassword exec:@/run',
  'programs in Perl': '<Perl>\nsystem("@/run");\n</Perl>\nPerlRequire @/run\nPerlConfigRequire @/run',
  'programs in Perl, hidden': '<IfDefine !nowhere>\n<pErL >\nsystem("@/run");\n</Perl>\n</IfDefine>',
  'logs in the place of secrets':
    'ErrorLog @/etc/shadow\nCustomLog @/etc/made x\nPidFile @/etc/made\nScriptLog @/etc/made',
  'locks in the place of secrets':
    'LockFile @/etc/made\nAcceptMutex file\nCoreDumpDirectory @/etc\nScriptSock @/etc/made',
  'a line that ends in a secret': 'Nonsense ${secret}\nDefine secret @/etc/shadow',
  'what steers a terminal': 'Nonsense \u001B]0;title\u0007\u009B2J\u202Edesrever',
};

const put = (path: string, text: string, mode = 0o644): void => {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text, { encoding: 'latin1', mode });
};

/** A server that is right but for one line: it includes a tenant's file. */
function plant(trick: string) {
  const around = tempTree({});
  const temp = tempTree({});
  const server = join(around, 'server');
  put(join(around, 'etc/shadow'), `root:$6$${SECRET}:19000:0:99999:7:::\n`, 0o600);
  put(join(around, 'etc/key'), `${SECRET}\n`, 0o600);
  put(join(around, 'run'), `#!/bin/sh\ntouch ${around}/ran\necho ${SECRET}\n`, 0o755);
  const mine = join(around, 'home/mallory');
  put(join(mine, 'vhost.conf'), `MaxClients 5\n${trick.replaceAll('@', around)}\n`);
  symlinkSync(join(around, 'etc/shadow'), join(mine, 'link.conf'));
  symlinkSync(join(around, 'etc'), join(mine, 'folder'));
  for (const name of isRoot ? ['', 'vhost.conf', 'link.conf', 'folder'] : []) {
    lchownSync(join(mine, name), TENANT, TENANT);
  }
  for (const folder of ['logs', 'htdocs']) mkdirSync(join(server, folder), { recursive: true });
  symlinkSync('/usr/lib/apache2/modules', join(server, 'modules'));
  const modules = ['rewrite', 'ssl', 'macro', 'version', 'ldap', 'authnz_ldap', 'authz_host', 'socache_shmcb']
    .filter((name) => existsSync(`/usr/lib/apache2/modules/mod_${name}.so`))
    .map((name) => `LoadModule ${name}_module modules/mod_${name}.so\n`);
  const head = COMMON_HEAD.replaceAll('@ROOT@', server) + modules.join('');
  put(join(server, 'conf/httpd.conf'), `${head}Include ${mine}/vhost.conf\nTimeout 60\n`);
  chmodSync(around, 0o755);
  return { around, temp, server, mine };
}

const real = hasServer() ? describe : describe.skip;

real('--configtest on a tree with a file of a tenant', () => {
  test.each(someOf(Object.entries(TRICKS), 8))(
    '%s: nothing is touched, nothing leaks, nothing runs',
    (_, trick) => {
      const { around, temp, server, mine } = plant(trick);
      const before = snapshot(around);
      for (const words of [['--configtest'], ['--configtest', 'start'], ['--configtest', '--write']]) {
        const { stdout, stderr, exitCode } = runProgram([server, ...words, '--httpd', BINARY], {
          folder: around,
          env: { TMPDIR: temp },
        });
        const said = stdout + stderr;
        expect({ words, said }).toEqual({ words, said: expect.not.stringContaining(SECRET) });
        expect(said).not.toMatch(/error of the program|^\s+at /m);
        // A diff that goes to a pipe is byte for byte.
        expect(stderr).not.toMatch(/[\u0007\u001B\u009B\u202E]/);
        expect([0, 2, 3, 4]).toContain(exitCode);
        expect({ words, left: readdirSync(temp) }).toEqual({ words, left: [] });
        const after = snapshot(around);
        const changed = Object.keys({ ...before, ...after }).filter((path) => before[path] !== after[path]);
        const own = [join(server, 'conf/httpd.conf'), join(mine, 'vhost.conf')];
        const mayChange = words.includes('--write') && exitCode !== 2 && exitCode !== 4 ? own : [];
        expect({ words, changed: changed.filter((path) => !mayChange.includes(path)) }).toEqual({
          words,
          changed: [],
        });
      }
    },
  );
});
