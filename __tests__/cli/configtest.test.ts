import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setInterval } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { BINARY, hasServer, COMMON_HEAD, testServer } from '../configtest/guarded-tree.ts';
import type { TestServer } from '../configtest/guarded-tree.ts';
import { PROGRAM, PROJECT, rejectStaleBuild, runProgram } from './run-program.ts';
import { readTree, tempTree } from './temp-tree.ts';
import { describeInCI } from '../effort.ts';

beforeAll(rejectStaleBuild);

/** Runs it and checks what holds always: nothing is left behind, and what was refused is untouched. */
function runIn(server: TestServer, words: readonly string[]) {
  const before = readTree(server.root);
  const ran = server.run(['.', ...words]);
  expect(server.leftOver()).toEqual([]);
  if (ran.exitCode === 4 || ran.exitCode === 2) expect(readTree(server.root)).toEqual(before);
  return ran;
}

const isThere = hasServer();
const real = isThere ? describe : describe.skip;
/** A server is started for each test. */
const realInCI = isThere ? describeInCI : describe.skip;

real('--configtest asks the server', () => {
  test('of a dry run, of a copy, and of the files in their places', () => {
    const server = testServer('Include conf.d/*.conf', { 'conf.d/a.conf': 'MaxClients 20\n' });
    const dry = runIn(server, ['--configtest']);
    expect(dry.exitCode).toBe(0);
    expect(dry.stderr).toContain(`${BINARY} (2.4.`);
    expect(dry.stderr).toContain('accepts the result before it is written (-t).');
    expect(dry.stderr).toContain(`httpd-codemod . --httpd ${BINARY} --configtest --write`);
    const out = join(tempTree({}), 'copy');
    expect(runIn(server, ['--configtest', '--out', out]).exitCode).toBe(0);
    const written = runIn(server, ['--configtest', '--write']);
    expect(written.exitCode).toBe(0);
    expect(written.stderr).toContain('before it was written (-t), and in its place (-t).');
    expect(readTree(server.root)['conf.d/a.conf']).toBe('MaxRequestWorkers 20\n');
  });

  test('a line of the original that no server takes is said to be its own', () => {
    const server = testServer('NameVirtualHost *:80\nInclude conf.d/*.conf', {
      'conf.d/b.conf': 'NameVirtualHost *:81\nMaxClients 5\n\nNonsense on \\\n  stilts\n',
    });
    const { exitCode, stdout, stderr } = runIn(server, ['--configtest', '--write']);
    expect({ exitCode, stdout }).toEqual({ exitCode: 4, stdout: '' });
    expect(stderr).toContain("conf.d/b.conf:4:1 Invalid command 'Nonsense', perhaps misspelled");
    expect(stderr).toContain('    > Nonsense on\n    the line is as in the original');
  });

  test('a line that a transform has changed names it', () => {
    const server = testServer('<VirtualHost *:80>\nMaxClients 5\n</VirtualHost>');
    const { exitCode, stderr } = runIn(server, ['--configtest']);
    expect(exitCode).toBe(4);
    expect(stderr).toMatch(/^conf\/httpd\.conf:15:1 MaxRequestWorkers .*VirtualHost/m);
    expect(stderr).toContain('    > MaxRequestWorkers 5\n    made by rename-max-clients: ');
  });

  test('Include lines are followed as the server follows them, folders and links too', () => {
    const server = testServer('Include sites\nInclude more/*/x.conf\nInclude "@ROOT@/abs.conf"', {
      'sites/a': 'MaxClients 5\n',
      'sites/deep/b': 'MaxRequestsPerChild 5\n',
      'more/1/x.conf': '# nothing\n',
      'abs.conf': 'Include conf/*.more\n',
      'conf/z.more': 'UseCanonicalName Off\n',
    });
    const { exitCode, stderr } = runIn(server, ['--configtest', '--write']);
    expect(stderr).not.toContain('refuses');
    expect(exitCode).toBe(0);
  });

  test('nothing that the configuration names is run', () => {
    const programs = ['log', 'map', 'pass', 'bind', 'perl'];
    const server = testServer(
      [
        'LoadModule rewrite_module modules/mod_rewrite.so',
        'LoadModule ldap_module modules/mod_ldap.so',
        'LoadModule authnz_ldap_module modules/mod_authnz_ldap.so',
        'LoadModule log_config_module modules/mod_log_config.so',
        'CustomLog "|@ROOT@/log" "%h"',
        'RewriteMap m prg:@ROOT@/map',
        '<Location /l>',
        'AuthLDAPBindPassword "exec:@ROOT@/bind"',
        '</Location>',
        '<IfModule mod_perl.c>',
        '<Perl>',
        'system "@ROOT@/perl";',
        '</Perl>',
        '</IfModule>',
      ].join('\n'),
      {},
      programs,
    );
    for (const words of [['--configtest'], ['--configtest', 'start'], ['--configtest', '--write']]) {
      const { exitCode, stderr } = runIn(server, words);
      expect({ exitCode, stderr }).toEqual({
        exitCode: 0,
        stderr: expect.stringContaining('not run, so not checked: <Perl>, AuthLDAPBindPassword exec:'),
      });
    }
    expect(programs.filter((program) => server.wasRun(program))).toEqual([]);
  });

  test('links that are made are followed (Debian)', () => {
    const server = testServer('Include mods-enabled/*.load\nInclude mods-enabled/*.conf', {
      'mods-available/authz_core.load':
        'LoadModule authz_core_module /usr/lib/apache2/modules/mod_authz_core.so\n',
      'mods-available/mpm_prefork.load':
        'LoadModule mpm_prefork_module /usr/lib/apache2/modules/mod_mpm_prefork.so\n',
      'mods-available/status.conf': 'ExtendedStatus On\n',
      'mods-available/status.load': 'LoadModule status_module /usr/lib/apache2/modules/mod_status.so\n',
    });
    mkdirSync(join(server.root, 'mods-enabled'));
    for (const name of ['status.load', 'status.conf']) {
      symlinkSync(`../mods-available/${name}`, join(server.root, 'mods-enabled', name));
    }
    const ran = runIn(server, ['--configtest', '--target', 'debian', '--write']);
    expect(ran).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: expect.stringContaining('and in its place (-t)'),
    });
    expect(readdirSync(join(server.root, 'mods-enabled'))).toContain('mpm_event.load');
  });

  test('a copy is read as a copy, and not where it would lie', () => {
    const copy = testServer('');
    cpSync(join(PROJECT, '__fixtures__/trees/bundled-2.2'), copy.root, { recursive: true });
    const ran = runIn(copy, ['--configtest', 'start', '--write']);
    expect(ran).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('the tree is a copy') });
    expect(ran.stderr).not.toContain('in its place');
  });

  test('each of several servers, and in JSON', () => {
    const server = testServer('', { 'other.conf': 'ServerRoot "@ROOT@"\nListen 81\nNonsense\n' });
    const ran = server.run(['conf/httpd.conf', 'other.conf', '--configtest', '--write', '--format', 'json']);
    const { failure } = JSON.parse(ran.stdout) as { failure: string };
    expect(failure).toContain(`other.conf: ${BINARY} refuses it (-t)`);
    expect(failure).toContain("Invalid command 'Nonsense'");
  });

  test('a word behind it that is not start is a PATH', () => {
    const server = testServer('');
    expect(server.run(['--configtest', '.']).stderr).toContain('(-t)');
    expect(server.run(['--configtest', '--', 'start']).stderr).toContain('start does not exist');
  });

  test('a folder for temporary files that no configuration can name is refused', () => {
    const server = testServer('');
    const temp = join(server.temp, 'my "temp" $folder');
    mkdirSync(temp);
    const { exitCode, stderr } = runProgram(['.', '--configtest'], {
      folder: server.root,
      env: { TMPDIR: temp },
    });
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr: expect.stringContaining('set TMPDIR to another'),
    });
    expect(readdirSync(temp)).toEqual([]);
  });
});

realInCI('--configtest start', () => {
  const BALANCER = [
    ...['proxy', 'proxy_balancer', 'proxy_http'].map(loadModule),
    'ProxyPass /b balancer://c',
    '<Proxy balancer://c>',
    'BalancerMember http://127.0.0.1:1',
    '</Proxy>',
  ].join('\n');

  test('starts what can be started, and leaves nothing outside of its stage, nor a process', async () => {
    const cgid = `${loadModule('cgid')}\nScriptSock logs/sock`;
    const server = testServer(`${BALANCER}\n${cgid}`);
    const { exitCode, stderr } = runIn(server, ['--configtest', 'start', '--write']);
    expect(stderr).toContain('before it was written (-t, start), and in its place (-t).');
    expect(exitCode).toBe(0);
    expect(readdirSync(join(server.root, 'logs'))).toEqual([]);
    expect(await processesOf(server.root)).toEqual([]);
  });

  test('a server that passes -t and dies at the start is refused', () => {
    // All that it needs but the module for shared memory.
    const names = ['mpm_prefork', 'authz_core', 'lbmethod_byrequests'];
    const main = `${COMMON_HEAD}${names.map(loadModule).join('\n')}\n${BALANCER}\n`;
    const server = testServer('', { 'conf/httpd.conf': main });
    const words = ['--skip', 'load-needed-modules'];
    expect(runIn(server, ['--configtest', ...words]).exitCode).toBe(0);
    const { exitCode, stderr } = runIn(server, ['--configtest', 'start', '--write', ...words]);
    expect(stderr).toContain('refuses the result (-t, start):');
    expect(stderr).toContain("AH01177: Failed to lookup provider 'shm' for 'slotmem'");
    expect(exitCode).toBe(4);
  });

  test('a folder that is not there is not made up', () => {
    const server = testServer('PidFile nowhere/x');
    const { exitCode, stderr } = runIn(server, ['--configtest', 'start']);
    expect(stderr).toContain('refuses the result (-t, start):');
    expect(exitCode).toBe(4);
  });

  test.each([
    ['without a pass phrase: it is started', [], 'accepts the result before it is written (-t, start)'],
    [
      'with one: that is as far as it goes',
      ['-aes128', '-passout', 'pass:secret'],
      'the start is not decided: a private key needs a pass phrase',
    ],
  ])('a key %s', (_what, cipher, said) => {
    const modules = ['ssl', 'socache_shmcb'].map(loadModule).join('\n');
    const lines = 'SSLEngine on\nSSLCertificateFile conf/c.pem\nSSLCertificateKeyFile conf/k.pem';
    const server = testServer(`${modules}\nListen 443 https\n<VirtualHost *:443>\n${lines}\n</VirtualHost>`);
    const openssl = (words: readonly string[]) =>
      spawnSync('openssl', words, { cwd: join(server.root, 'conf'), encoding: 'utf8' }).status;
    const request = 'req -x509 -newkey rsa:2048 -nodes -keyout plain.pem -out c.pem -subj /CN=x -days 3';
    expect(openssl(request.split(' '))).toBe(0);
    expect(openssl(['rsa', '-in', 'plain.pem', ...cipher, '-out', 'k.pem'])).toBe(0);
    const ran = runIn(server, ['--configtest', 'start']);
    expect(ran).toMatchObject({ exitCode: 0, stderr: expect.stringContaining(said) });
  });

  test('as another user than root', () => {
    const server = testServer(`${BALANCER}\nAcceptMutex flock\nLockFile logs/lock`);
    chmodSync(server.root, 0o755);
    chmodSync(server.temp, 0o777);
    const runAsNobody = (word: string) =>
      spawnSync(process.execPath, [PROGRAM, '.', word, '--httpd', BINARY], {
        cwd: server.root,
        encoding: 'utf8',
        env: { PATH: process.env['PATH'], TMPDIR: server.temp },
        ...(process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}),
      });
    const started = runAsNobody('--configtest=start');
    expect(started).toMatchObject({ status: 0, stderr: expect.stringContaining('(-t, start)') });
    const refused = runAsNobody('--configtest=false {}');
    expect(refused).toMatchObject({ status: 4, stderr: expect.stringContaining('not run as root') });
    expect(server.leftOver()).toEqual([]);
  });

  test('ended by a signal in the middle: no process and no folder is left, the exit code is 2', async () => {
    const server = testServer('');
    const { code, stderr } = await interrupt(server, ['--configtest', 'start'], 'SIGTERM');
    expect(code).toBe(2);
    expect(stderr).toContain('the check was interrupted (SIGTERM)');
    expect(server.leftOver()).toEqual([]);
    expect(await processesOf(server.root)).toEqual([]);
  });

  test('killed in the middle (kill -9): the server ends by itself, and its stage goes', async () => {
    const server = testServer('');
    await interrupt(server, ['--configtest', 'start'], 'SIGKILL');
    await until(async () => (await processesOf(server.root)).length === 0);
    expect(await processesOf(server.root)).toEqual([]);
    expect(server.leftOver()).toEqual([]);
  });
});

describe('--configtest=COMMAND', () => {
  test('gets the staged main file, then the one in its place; what it says is shown', () => {
    const server = testServer('MaxClients 5');
    const command = 'echo "saw: $(grep -c MaxRequestWorkers {})"';
    const { exitCode, stderr } = runIn(server, [`--configtest=${command}`, '--write', '-v']);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: expect.stringContaining('  saw: 1\n') });
  });

  test('its exit status decides', () => {
    const { exitCode, stderr } = runIn(testServer(''), ['--configtest=echo no; false {}', '--write']);
    expect(exitCode).toBe(4);
    expect(stderr).toContain('refuses the result (the command):\n  no\n');
  });

  test('a refusal in the end takes everything back', () => {
    const server = testServer('MaxClients 5\nInclude conf.d/*', { 'conf.d/a': 'MaxClients 6\n' });
    const before = readTree(server.root);
    const command = `case {} in ${server.temp}/*) ;; *) echo not here; exit 1;; esac`;
    const { exitCode, stderr } = server.run(['.', `--configtest=${command}`, '--write']);
    expect(exitCode).toBe(4);
    expect(stderr).toContain('refuses the written files (the command):\n  not here\n');
    expect(stderr).toContain('the files are as they were');
    expect(readTree(server.root)).toEqual(before);
    expect(server.leftOver()).toEqual([]);
  });

  test.each<[NodeJS.Signals, string]>([
    ['SIGTERM', 'is taken back by itself'],
    ['SIGKILL', 'is written, and undo takes it back'],
  ])('stopped by %s while it is checked in its place, it %s', async (signal) => {
    const server = testServer('MaxClients 5');
    const before = readTree(server.root);
    const begun = join(server.temp, 'begun');
    const command = `case {} in ${server.temp}/*) ;; *) touch ${begun}; sleep 20;; esac`;
    const child = spawn(process.execPath, [PROGRAM, server.root, `--configtest=${command}`, '--write'], {
      env: { ...process.env, TMPDIR: server.temp },
      stdio: 'ignore',
    });
    await until(() => Promise.resolve(existsSync(begun)));
    child.kill(signal);
    await new Promise((resolve) => child.on('close', resolve));
    if (signal === 'SIGKILL') {
      expect(readTree(server.root)['conf/httpd.conf']).toContain('MaxRequestWorkers 5');
      expect(server.run(['undo', '.']).exitCode).toBe(0);
    }
    expect(readTree(server.root)).toEqual(before);
  });
});

describe('what can’t be checked is said, and nothing is written', () => {
  test('in JSON, too', () => {
    const server = testServer('', { 'conf.d/a.conf': 'MaxClients 5\n' });
    const ran = server.run(['conf.d/a.conf', '--configtest=true {}', '--format', 'json']);
    const report = JSON.parse(ran.stdout) as { failure: unknown };
    expect({ exitCode: ran.exitCode, failure: report.failure }).toEqual({
      exitCode: 2,
      failure: expect.stringContaining('conf.d/a.conf: a server checks whole configurations only'),
    });
  });

  test.each<[string, readonly string[], RegExp]>([
    ['a part of a server', ['conf.d/a.conf', '--configtest=true {}', '--write'], /whole configurations only/],
    ['standard input', ['-', '--configtest'], /standard input is one file of it/],
    ['a word that is neither', ['.', '--configtest=stop'], /takes no value, start, or a command with \{\}/],
    [
      'a server that is not there',
      ['.', '--configtest', '--httpd', '/no/httpd', '--write'],
      /no such program/,
    ],
  ])('%s', (_what, words, said) => {
    const server = testServer('', { 'conf.d/a.conf': 'MaxClients 5\n' });
    const before = readTree(server.root);
    const { exitCode, stdout, stderr } = server.run(words);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toMatch(said);
    expect(readTree(server.root)).toEqual(before);
  });
});

function loadModule(name: string): string {
  return `LoadModule ${name}_module modules/mod_${name}.so`;
}

/** Runs the program, and sends it a signal when the server that it starts is up. */
function interrupt(server: TestServer, words: readonly string[], signal: NodeJS.Signals) {
  const child = spawn(process.execPath, [PROGRAM, server.root, ...words], {
    env: { PATH: process.env['PATH'], TMPDIR: server.temp },
  });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const send = async () => {
    await until(async () => (await processesOf(server.root)).length >= 4);
    child.kill(signal);
  };
  return Promise.all([new Promise<number | null>((resolve) => child.on('close', resolve)), send()]).then(
    ([code]) => ({ code, stderr }),
  );
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for await (const _ of setInterval(20)) if (await isSo()) return;
}

/** Ids of server processes that were started with a file of that folder. */
async function processesOf(folder: string): Promise<string[]> {
  const ps = spawn('ps', ['-eo', 'pid,args', '-ww']);
  let text = '';
  for await (const chunk of ps.stdout) text += String(chunk);
  return text
    .split('\n')
    .filter((line) => line.includes('FOREGROUND') && line.includes(folder) && !line.includes('node '));
}
