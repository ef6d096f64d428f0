import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { rejectStaleBuild, runProgram } from './run-program.ts';
import { readTree, tempTree, writeFiles } from './temp-tree.ts';

beforeAll(rejectStaleBuild);

const MODULES = ['alias', 'authz_host', 'auth_basic', 'authn_file', 'authz_user', 'mime']
  .map((name) => `LoadModule ${name}_module modules/mod_${name}.so\n`)
  .join('');
const KEY = '-----BEGIN RSA PRIVATE KEY-----\nx\n';

/** A server whose files lie all over; gone after the tests. */
function server(): string {
  const folder = tempTree({
    'etc/httpd/conf/mime.types': 'text/html html\n',
    'etc/httpd/conf/extra.inc': '<Location /x>\n    Order allow,deny\n</Location>\n',
    'etc/httpd/conf/host.pem': KEY,
    'etc/httpd/conf/misnamed': KEY,
    'etc/httpd/conf.d/README': 'x\n',
    'etc/httpd/users': 'ann:x\n',
    'srv/www/index.html': 'x',
    'srv/www/staff/.htaccess': 'Order deny,allow\nDeny from all\nAllow from 192.0.2.1\n',
    'srv/data/a b/file': 'x',
    'srv/elsewhere/.htaccess': 'Order allow,deny\nAllow from all\n',
  });
  const section = (path: string, rules: string) =>
    `<Directory "${folder}${path}">\n    AllowOverride All\n    ${rules}\n</Directory>\n`;
  writeFiles(folder, {
    'etc/httpd/conf/httpd.conf':
      `ServerRoot "${folder}/etc/httpd"\nListen 80\n${MODULES}Include conf.d/*.conf\nTypesConfig conf/mime.types\n` +
      `SSLCertificateFile conf/host.pem\nDocumentRoot "${folder}/srv/www"\nAlias /data "${folder}/srv/data"\n` +
      section('/srv/www', 'Order allow,deny\n    Allow from all') +
      section('/srv/data', 'Options None') +
      `<Location /private>\nAuthType Basic\nAuthName x\nAuthUserFile users\nRequire valid-user\n</Location>\n`,
  });
  symlinkSync('../conf/extra.inc', join(folder, 'etc/httpd/conf.d/extra.conf'));
  symlinkSync(join(folder, 'srv/elsewhere'), join(folder, 'srv/www/link'));
  return folder;
}

const ALL = [
  'etc/httpd/conf.d/README',
  'etc/httpd/conf.d/extra.conf',
  'etc/httpd/conf/extra.inc',
  'etc/httpd/conf/httpd.conf',
  'etc/httpd/conf/mime.types',
  'etc/httpd/users',
  'srv/data/a b/file',
  'srv/elsewhere/.htaccess',
  'srv/www/link',
  'srv/www/staff/.htaccess',
];

/** What the program makes of a tree, below the folder that stands for the root. */
function migrated(root: string, folder: string): Record<string, string> {
  const at = join(root, folder);
  const { exitCode } = runProgram([join(at, 'etc/httpd'), '--write', '--quiet'], { folder: root });
  expect(exitCode).toBe(0);
  return readTree(at);
}

describe('collect', () => {
  test('lists what a whole copy needs, and no keys', () => {
    const folder = server();
    const ran = runProgram(['collect', 'etc/httpd'], { folder });
    expect(ran.stdout.split('\n').filter(Boolean)).toEqual(ALL.map((path) => `${folder}/${path}`));
    expect(ran.exitCode).toBe(0);
    expect(ran.stderr).toContain('host.pem');
  });

  test('ends paths with a zero byte, for names with a line feed', () => {
    const folder = server();
    writeFiles(folder, { 'srv/www/odd\nname/.htaccess': 'Options None\n' });
    const path = `${folder}/srv/www/odd\nname/.htaccess`;
    expect(runProgram(['collect', 'etc/httpd', '-0'], { folder }).stdout.split('\0')).toContain(path);
    const lines = runProgram(['collect', 'etc/httpd'], { folder });
    expect(lines.exitCode).toBe(3);
    expect(lines.stdout).not.toContain('odd');
    expect(lines.stderr).toContain('--null');
  });

  test('has tar make a copy whose migration is that of the original', () => {
    const folder = server();
    const list = runProgram(['collect', 'etc/httpd'], { folder }).stdout;
    const copy = tempTree({});
    const pipe = 'tar -cf - -T - 2>/dev/null | tar -xf - -C "$1"';
    expect(spawnSync('sh', ['-c', pipe, 'sh', copy], { input: Buffer.from(list, 'latin1') }).status).toBe(0);
    const ofCopy = migrated(copy, folder);
    const ofOriginal = migrated(folder, '');
    expect(Object.keys(ofCopy)).toEqual(
      expect.arrayContaining(ALL.filter((path) => path !== 'srv/www/link')),
    );
    // The link is absolute, and leads to the original.
    const own = Object.entries(ofCopy).filter(([path]) => !path.startsWith('srv/www/link/'));
    for (const [path, text] of own) expect([path, text]).toEqual([path, ofOriginal[path]]);
    expect(ofCopy['srv/www/staff/.htaccess']).toBe('Require ip 192.0.2.1\n');
  });

  test('has a script for sh that makes such a copy', () => {
    const folder = server();
    const { stdout: script, exitCode } = runProgram(['collect', '--script'], { folder });
    expect(exitCode).toBe(0);
    writeFiles(folder, { 'collect.sh': script });
    const archive = join(tempTree({}), 'copy.tar');
    const made = spawnSync('sh', ['collect.sh', archive, join(folder, 'etc/httpd')], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect([made.status, made.stderr]).toEqual([0, expect.stringContaining('private key')]);
    const copy = tempTree({});
    expect(spawnSync('tar', ['-xf', archive, '-C', copy]).status).toBe(0);
    const names = Object.keys(readTree(join(copy, folder)));
    const needed = ALL.filter((path) => path !== 'srv/www/link' && path !== 'srv/data/a b/file');
    expect(names).toEqual(expect.arrayContaining(needed));
    expect(names.filter((name) => /host\.pem|misnamed/.test(name))).toEqual([]);
    expect(migrated(copy, folder)['srv/www/staff/.htaccess']).toBe('Require ip 192.0.2.1\n');
  });

  describe('has the script ask the 2.2 server what it has compiled in', () => {
    const CONF =
      'Listen 80\nOptions None\n<IfModule mod_expires.c>\n<Location /x>\nOrder allow,deny\nDeny from all\n</Location>\n</IfModule>\n';
    const STATIC = ['core', 'prefork', 'http_core', 'mod_so', 'mod_authz_host', 'mod_expires'].map(
      (name) => `  ${name}.c\n`,
    );
    /** A server that was built from source, and a program that answers -V and -l as 2.2 does. */
    function built(version: string): string {
      const folder = tempTree({});
      const says = `Server version: Apache/${version} (Unix)\n -D HTTPD_ROOT="${folder}"\n -D SERVER_CONFIG_FILE="conf/httpd.conf"\n`;
      writeFiles(folder, {
        'conf/httpd.conf': `ServerRoot "${folder}"\n${CONF}`,
        'bin/httpd': `#!/bin/sh\ncase $1 in\n-V) cat <<'END'\n${says}END\n;;\n-l) cat <<'END'\nCompiled in modules:\n${STATIC.join('')}END\nesac\n`,
      });
      chmodSync(join(folder, 'bin/httpd'), 0o755);
      return folder;
    }
    /** A copy made by the script, and what it says. */
    function copyOf(folder: string, path: string, env: Record<string, string> = {}) {
      const script = runProgram(['collect', '--script'], { folder }).stdout;
      const made = spawnSync('sh', ['-s', '--', '-', path], {
        cwd: folder,
        input: script,
        env: { PATH: process.env['PATH'] ?? '', ...env },
      });
      const copy = tempTree({});
      spawnSync('tar', ['-xf', '-', '-C', copy], { input: made.stdout });
      return { copy: join(copy, folder), said: made.stderr.toString('utf8'), status: made.status };
    }

    test('so that its copy is migrated as with --modules', () => {
      const folder = built('2.2.34');
      expect(runProgram(['conf/httpd.conf'], { folder }).exitCode).toBe(3);
      const { copy, said } = copyOf(folder, join(folder, 'conf'));
      expect(said).toContain(`${folder}/conf/../bin/httpd lists what it has compiled in`);
      const ran = runProgram(['conf/httpd.conf'], { folder: copy });
      expect(ran.exitCode).toBe(0);
      expect(ran.stdout).toContain('+LoadModule expires_module ');
      expect(ran.stderr).toContain('httpd.conf.modules, beside this file, lists the 6 modules');
      expect(runProgram(['conf/httpd.conf', '--write', '--quiet'], { folder: copy }).exitCode).toBe(0);
      expect(runProgram(['conf/httpd.conf', '--check', '--quiet'], { folder: copy }).exitCode).toBe(0);
      const verified = ['verify', join(folder, 'conf'), 'conf', '--modules', 'conf/httpd.conf.modules'];
      expect(runProgram(verified, { folder: copy }).exitCode).toBe(0);
    });

    test('also where the configuration is named from the folder that the script runs in', () => {
      const { copy } = copyOf(built('2.2.34'), 'conf');
      expect(runProgram(['conf/httpd.conf', '--quiet'], { folder: copy }).exitCode).toBe(0);
    });

    test('but no server of 2.4, and none whose configuration it is not, unless it is named', () => {
      for (const [version, main] of [
        ['2.4.6', 'conf/httpd.conf'],
        ['2.2.34', 'conf/other.conf'],
      ] as const) {
        const folder = built(version);
        renameSync(join(folder, 'conf/httpd.conf'), join(folder, main));
        const { copy, said } = copyOf(folder, 'conf');
        expect(said).not.toContain('lists what it has compiled in');
        expect(Object.keys(readTree(copy))).not.toContain(`${main}.modules`);
      }
      const folder = built('2.2.34');
      renameSync(join(folder, 'conf'), join(folder, 'etc'));
      const named = copyOf(folder, 'etc', { HTTPD: join(folder, 'bin/httpd') });
      expect(Object.keys(readTree(named.copy))).toContain('etc/httpd.conf.modules');
      expect(copyOf(folder, 'etc', { HTTPD: '/bin/true' }).status).toBe(2);
    });

    test('and a list of another version is told of and not used', () => {
      const folder = built('2.2.34');
      writeFiles(folder, {
        'conf/httpd.conf.modules': ' core_module (static)\n authz_core_module (static)\n',
      });
      const ran = runProgram(['conf/httpd.conf'], { folder });
      expect(ran.exitCode).toBe(3);
      expect(ran.stderr).toContain(
        'httpd.conf.modules, beside this file, is not used: it lists authz_core_module',
      );
    });
  });

  const isRoot = process.getuid?.() === 0;
  (isRoot ? test : test.skip)('has a script that names what it may not read, and packs the rest', () => {
    const folder = tempTree({
      'etc/a.conf': 'Listen 80\n',
      'etc/b.conf': 'Listen 81\n',
      'etc/closed/c.conf': 'x',
    });
    const input = runProgram(['collect', '--script'], { folder }).stdout;
    chmodSync(folder, 0o755);
    chmodSync(join(folder, 'etc/b.conf'), 0o600);
    chmodSync(join(folder, 'etc/closed'), 0o700);
    const made = spawnSync('sh', ['-s', '--', '-', join(folder, 'etc')], {
      input,
      uid: 65_534,
      gid: 65_534,
      cwd: '/',
    });
    const said = made.stderr.toString('utf8');
    expect(made.status).toBe(3);
    expect(said).toContain(`${folder}/etc/b.conf: permission denied`);
    expect(said).toContain(`${folder}/etc/closed`);
    expect(said).not.toContain('cannot open');
    const listed = spawnSync('tar', ['-tf', '-'], { input: made.stdout }).stdout.toString('utf8');
    expect(listed).toContain('etc/a.conf');
  });

  test('has a script that packs nothing below a link but what is asked for, and nothing of a folder before a pattern', () => {
    const folder = tempTree({
      'etc/httpd/shared/conf.d/site.conf': 'Timeout 60\n',
      'etc/httpd/shared/conf.d/README': 'x',
      'var/log/httpd/referers': 'x',
      'srv/store/secret.key': 'x',
      'srv/store/config.php': 'x',
      'srv/store/index.php': 'x',
      'srv/store/in/.htaccess': 'Deny from all\n',
      'home/bob/diary': 'x',
      'home/ann/www/index.html': 'x',
      'home/ann/www/.htaccess': 'Deny from all\n',
    });
    writeFiles(folder, {
      'etc/httpd/conf/httpd.conf':
        `ServerRoot ${folder}/etc/httpd\nListen 80\nInclude conf.d/*.conf\nDocumentRoot ${folder}/srv/www\nDirectoryIndex index.php /none.html\n` +
        `Alias /x ${folder}/srv/www/in\n<Directory ${folder}/home/*/www>\n    AllowOverride All\n</Directory>\n`,
    });
    mkdirSync(join(folder, 'srv/www'));
    symlinkSync('shared/conf.d', join(folder, 'etc/httpd/conf.d'));
    symlinkSync('../../var/log/httpd', join(folder, 'etc/httpd/logs'));
    symlinkSync(join(folder, 'srv/store'), join(folder, 'srv/www/in'));
    const input = runProgram(['collect', '--script'], { folder }).stdout;
    const made = spawnSync('sh', ['-s', '--', '-', join(folder, 'etc/httpd')], { cwd: folder, input });
    const listed = spawnSync('tar', ['-tf', '-'], { input: made.stdout }).stdout.toString('utf8');
    const names = listed.split('\n').filter((name) => name.startsWith(`${folder.slice(1)}/`));
    expect(names.map((name) => name.slice(folder.length)).toSorted()).toEqual([
      'etc/httpd/conf.d',
      'etc/httpd/conf/httpd.conf',
      'etc/httpd/logs',
      'etc/httpd/shared/conf.d/',
      'etc/httpd/shared/conf.d/README',
      'etc/httpd/shared/conf.d/site.conf',
      'home/',
      'home/ann/www/.htaccess',
      'srv/store/',
      'srv/store/in/.htaccess',
      'srv/store/index.php',
      'srv/www/',
      'srv/www/in',
      'var/log/httpd/',
    ]);
    const copy = tempTree({});
    expect(spawnSync('tar', ['-xf', '-', '-C', copy], { input: made.stdout }).status).toBe(0);
    const ran = runProgram(['etc/httpd/conf/httpd.conf'], { folder: join(copy, folder) });
    expect(ran.stdout).toContain('srv/store/in/.htaccess');
    expect(readTree(join(copy, folder, 'srv/store'))['index.php']).toBe('');
  });

  test('has a script that packs what UserDir names by a pattern', () => {
    const folder = tempTree({ 'people/ann/www/.htaccess': 'Deny from all\n' });
    writeFiles(folder, { 'etc/httpd.conf': `Listen 80\nUserDir ${folder}/people/*/www\n` });
    const input = runProgram(['collect', '--script'], { folder }).stdout;
    const made = spawnSync('sh', ['-s', '--', '-', join(folder, 'etc')], { cwd: folder, input });
    const listed = spawnSync('tar', ['-tf', '-'], { input: made.stdout }).stdout.toString('utf8');
    expect(listed).toContain('people/ann/www/.htaccess');
  });

  test('has a script that overwrites nothing but an archive', () => {
    const folder = tempTree({ 'httpd.conf': 'Listen 80\n' });
    const input = runProgram(['collect', '--script'], { folder }).stdout;
    const made = spawnSync('sh', ['-s', '--', 'httpd.conf'], { cwd: folder, input, encoding: 'utf8' });
    expect([made.status, made.stderr]).toEqual([2, expect.stringContaining('is no .tar file')]);
    expect(readTree(folder)).toEqual({ 'httpd.conf': 'Listen 80\n' });
  });

  test('says what it could not find', () => {
    const folder = tempTree({
      'httpd.conf':
        'ServerRoot "."\nDocumentRoot /nowhere/www\n<Directory /nowhere>\nAllowOverride All\n</Directory>\n',
    });
    const ran = runProgram(['collect', 'httpd.conf'], { folder });
    expect(ran.exitCode).toBe(3);
    expect(ran.stderr).toContain('/nowhere/www');
  });

  test('wants a PATH or --script', () => {
    const folder = tempTree({});
    expect(runProgram(['collect'], { folder }).exitCode).toBe(2);
    expect(runProgram(['collect', 'x', '--script'], { folder }).exitCode).toBe(2);
  });
});

describe('--map', () => {
  /** A copy of /etc and, apart, of what is served. */
  function parts(): string {
    const folder = tempTree({
      'copy/etc/httpd/conf/httpd.conf':
        `ServerRoot "/etc/httpd"\nListen 80\n${MODULES}DocumentRoot "/nowhere/www"\n` +
        '<Directory "/nowhere/www">\n    AllowOverride All\n    Order allow,deny\n    Allow from all\n</Directory>\n',
      'www/a/.htaccess': 'Order allow,deny\nAllow from 192.0.2.1\n',
    });
    mkdirSync(join(folder, 'copy/etc/httpd/conf.d'));
    return folder;
  }
  const MAP = ['--map', '/nowhere/www=www'];

  test('says where a folder lies: its files are read, and written there', () => {
    const folder = parts();
    const without = runProgram(['copy/etc/httpd', '--quiet'], { folder });
    expect([without.exitCode, without.stderr]).toEqual([3, expect.stringContaining('/nowhere/www')]);
    expect(runProgram(['copy/etc/httpd', ...MAP, '--write', '--quiet'], { folder }).exitCode).toBe(0);
    expect(readTree(folder)['www/a/.htaccess']).toBe('Require ip 192.0.2.1\n');
  });

  test('is for who and tree, too', () => {
    const folder = parts();
    const who = runProgram(['who', '/a/x', '--tree', 'copy/etc/httpd', '--client', '198.51.100.1', ...MAP], {
      folder,
    });
    expect(who.stdout).toContain('403');
    expect(runProgram(['tree', 'copy/etc/httpd', ...MAP], { folder }).stdout).toContain('a/.htaccess');
  });

  test('given twice, is for BEFORE and for AFTER', () => {
    const [before, after] = [parts(), parts()];
    runProgram(['copy/etc/httpd', ...MAP, '--write', '--quiet'], { folder: after });
    const words = ['verify', `${before}/copy/etc/httpd`, `${after}/copy/etc/httpd`];
    expect(runProgram(words, { folder: before }).exitCode).toBe(1);
    const maps = [before, after].flatMap((each) => ['--map', `/nowhere/www=${each}/www`]);
    const same = runProgram([...words, ...maps], { folder: before });
    expect([same.exitCode, same.stdout]).toEqual([0, expect.stringContaining('Same')]);
  });

  test('takes FROM=TO', () => {
    const ran = runProgram(['copy/etc/httpd', '--map', 'www'], { folder: parts() });
    expect([ran.exitCode, ran.stderr]).toEqual([2, expect.stringContaining('FROM=TO')]);
  });
});
