import { spawn, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setInterval } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { rejectStaleBuild } from '../cli/run-program.ts';
import { readTree, writeFiles } from '../cli/temp-tree.ts';
import type { Host, Lab } from './lab.ts';
import { apache, createLab, STOP, hasLab, mainFile, statusOf, textOf } from './lab.ts';

const real = hasLab() ? describe : describe.skip;

/** Ends the connection that it is run through, and the listener, as a host does that loses power. */
const LOSE_CONNECTION = (host: Host): string =>
  `kill -9 $(cat ${host.folder}/sshd.pid); p=$$; while [ "$(cat /proc/$p/comm)" != sshd ]; do ` +
  `p=$(awk '{ print $4 }' /proc/$p/stat); done; kill -9 $p`;

/**
 * The time passes in which the host's switch was to be confirmed: what waits for that is stopped, and begun anew by its own words with no time left.
 * A shorter time would be over, on a busy machine, before the connection is lost.
 */
function endWatch(host: Host): void {
  const watch = `${host.folder}/var/lib/httpd-codemod/switching.py watch`;
  const pid = Number(spawnSync('pgrep', ['-o', '-f', watch], { encoding: 'utf8' }).stdout);
  const [command = '', script = '', ...words] = textOf(`/proc/${pid}/cmdline`).split('\0').slice(0, -1);
  expect(words).toEqual(['watch', `${host.folder}/var/lib/httpd-codemod`, '600', STOP(host)]);
  process.kill(pid);
  spawnSync(command, [script, ...words.with(2, '0')]);
}

/** The host's configuration and pages. */
function filesOf(host: Host): Record<string, string> {
  const all = readTree(host.folder);
  return Object.fromEntries(Object.entries(all).filter(([path]) => /^(?:etc|srv)\//.test(path)));
}

function limited(...hosts: readonly Host[]): string[] {
  return ['--limit', hosts.map(({ name }) => name).join()];
}

function statusesOf(hosts: readonly Host[], path: string): Promise<number[]> {
  return Promise.all(hosts.map((host) => statusOf(host, path)));
}

real('the Ansible collection', () => {
  let lab: Lab;
  let before: Record<string, string>[];

  beforeAll(async () => {
    rejectStaleBuild();
    lab = await createLab(4, () => ({}));
    before = lab.hosts.map(filesOf);
  });

  afterAll(() => {
    lab.stop();
  });

  test('prepares: fetches and migrates each copy, and changes nothing on the hosts', () => {
    const { exitCode, output } = lab.play('prepare');
    expect({ exitCode, output: exitCode === 0 ? '' : output }).toEqual({ exitCode: 0, output: '' });
    expect(lab.hosts.map(filesOf)).toEqual(before);
    expect(output).toMatch(/changed=0 /);
    expect(readdirSync(join(lab.folder, 'work/web1'))).toEqual(
      expect.arrayContaining(['after', 'before', 'changes.json', 'findings.txt', 'requests.json']),
    );
    expect(textOf(join(lab.folder, 'work/report.txt'))).toContain('MaxRequestWorkers');
  });

  test('shows each file with --check --diff, and changes nothing', () => {
    const [first, , , fourth] = lab.hosts as [Host, Host, Host, Host];
    const { output } = lab.play('rollout', {}, ['--check', '--diff', ...limited(first, fourth)]);
    expect(output).toContain('+MaxRequestWorkers 20');
    expect(output).toContain('web4');
    expect(lab.hosts.map(filesOf)).toEqual(before);
  });

  test('migrates two hosts, and leaves as they were one whose configtest refuses and one that is lost', async () => {
    const [first, second, third, fourth] = lab.hosts as [Host, Host, Host, Host];
    const { exitCode, output } = lab.play('rollout', {
      [first.name]: { httpd_codemod_ask_from: [first.name, 'localhost', second.name] },
      [third.name]: { httpd_codemod_configtest_command: "echo 'web3 does not like it' >&2; exit 1" },
      [fourth.name]: {
        httpd_codemod_switch_command: LOSE_CONNECTION(fourth),
      },
    });
    expect(exitCode).not.toBe(0);
    expect(output).toMatch(
      /web3 has its old files back, since this failed: Have the new server read the configuration:\s+web3 does not like it/,
    );
    expect(output).toMatch(/web4 +: .*unreachable=1/);
    for (const host of lab.hosts.slice(0, 2)) {
      expect(textOf(mainFile(host))).toContain('MaxRequestWorkers 20');
    }
    const [served, asked, refused] = await Promise.all(
      ['/', '/members/', '/office/'].map((path) => statusesOf(lab.hosts.slice(0, 2), path)),
    );
    expect({ served, asked, refused }).toEqual({
      served: [200, 200],
      asked: [401, 401],
      refused: [403, 403],
    });
    expect(textOf(join(second.folder, 'srv/members/.htaccess'))).toBe(before[1]?.['srv/members/.htaccess']);
    expect(filesOf(third)).toEqual(before[2]);
    expect(textOf(mainFile(fourth))).toContain('MaxRequestWorkers 20');
    endWatch(fourth);
    expect(filesOf(fourth)).toEqual(before[3]);
  });

  test('does nothing where all is done, and nothing on a host whose files were changed since', () => {
    const [first, , third] = lab.hosts as [Host, Host, Host];
    writeFiles(third.folder, {
      'etc/httpd/conf.d/site.conf': `${before[2]?.['etc/httpd/conf.d/site.conf']}# mine\n`,
    });
    const { output } = lab.play('rollout', {}, limited(first, third));
    expect(output).toMatch(/web1 +: .*changed=0 .*failed=0/);
    expect(output).toMatch(
      /Changed on the host since its copy was fetched, so nothing was switched: \S+site\.conf/,
    );
    expect(textOf(mainFile(third))).toContain('MaxClients 20');
    writeFiles(third.folder, {
      'etc/httpd/conf.d/site.conf': before[2]?.['etc/httpd/conf.d/site.conf'] ?? '',
    });
  });

  test('undoes all', async () => {
    await lab.startSshd(lab.hosts[3]!);
    const { exitCode, output } = lab.play('undo');
    expect({ exitCode, output: exitCode === 0 ? '' : output }).toEqual({ exitCode: 0, output: '' });
    expect(lab.hosts.map(filesOf)).toEqual(before);
    expect(await statusesOf(lab.hosts, '/')).toEqual([0, 0, 0, 0]);
  });

  test('begins no batch after one in which a host is lost; starts anew on it, and waits for no command for ever', async () => {
    const [, second, third, fourth] = lab.hosts as [Host, Host, Host, Host];
    const lost = lab.play(
      'rollout',
      { [second.name]: { httpd_codemod_switch_command: LOSE_CONNECTION(second) } },
      [...limited(second, third, fourth), '--extra-vars', '{"httpd_codemod_serial": 2}'],
    );
    expect(lost.output).toContain("Stopped after this batch: web2 can't be reached");
    expect(textOf(mainFile(second))).toContain('MaxRequestWorkers 20');
    expect(await statusesOf([second, third], '/')).toEqual([0, 200]);
    expect(filesOf(fourth)).toEqual(before[3]);
    await lab.startSshd(second);
    const hanging = { httpd_codemod_configtest_command: 'sleep 30', httpd_codemod_command_timeout: 5 };
    const { output } = lab.play('rollout', { [fourth.name]: hanging }, limited(second, fourth));
    expect(output).toMatch(
      /web4 has its old files back, since this failed: Have the new server read the configuration:[^]*\(5\)/,
    );
    expect(filesOf(fourth)).toEqual(before[3]);
    expect(await statusOf(second, '/')).toBe(200);
    expect(readdirSync(join(second.folder, 'var/lib/httpd-codemod'))).toContain('confirmed');
  });

  test('goes back where a request is answered differently, and starts the old server', async () => {
    const [first] = lab.hosts as [Host];
    const open = `<Location /members>\\nRequire all granted\\n</Location>\\n`;
    const { output } = lab.play(
      'rollout',
      {
        [first.name]: {
          httpd_codemod_switch_command: `printf '${open}' > ${first.folder}/etc/httpd/conf.d/zz.conf && ${apache(first, '-k start')}`,
          httpd_codemod_back_command: `rm ${first.folder}/etc/httpd/conf.d/zz.conf; ${STOP(first)}`,
          httpd_codemod_ask_retries: 1,
        },
      },
      limited(first),
    );
    expect(output).toMatch(/\/members\/: (?:\d+|no answer), was 401/);
    expect(filesOf(first)).toEqual(before[0]);
    expect(await statusOf(first, '/')).toBe(0);
  });

  test('asks from the control node, and goes back where that is answered differently', async () => {
    const [first] = lab.hosts as [Host];
    const answer = '(q, s) => s.writeHead(/members/.test(q.url) ? 402 : 200).end()';
    const old = spawn(process.execPath, [
      '-e',
      `require('http').createServer(${answer}).listen(${first.port})`,
    ]);
    for await (const _ of setInterval(50)) if ((await statusOf(first, '/')) === 200) break;
    const settings = {
      httpd_codemod_ask_from: ['localhost'],
      httpd_codemod_ask_old_server: true,
      httpd_codemod_switch_command: `kill ${old.pid}; sleep 0.5; ${apache(first, '-k start')}`,
      httpd_codemod_ask_retries: 1,
    };
    const { output } = lab.play('rollout', { [first.name]: settings }, limited(first));
    old.kill();
    expect(output).toMatch(/Ask the new server:[^]*\/members\/: 401, was\s+402/);
    expect(filesOf(first)).toEqual(before[0]);
    const unreachable = lab.play(
      'rollout',
      { [first.name]: { ...settings, httpd_codemod_ask_address: '127.0.0.2' } },
      limited(first),
    );
    expect(unreachable.output).toMatch(/None of \d+ requests was answered by 127\.0\.0\.2/);
    expect(filesOf(first)).toEqual(before[0]);
  });

  test('rolls nothing out on a host that it could not prepare, though it could once', () => {
    const [first, second] = lab.hosts as [Host, Host];
    writeFiles(first.folder, {
      'etc/httpd/conf/httpd.conf': `${before[0]?.['etc/httpd/conf/httpd.conf']}ServerType standalone\n`,
    });
    const limit = limited(first, second);
    const prepared = lab.play('prepare', {}, limit).output;
    expect(prepared).toContain('A finding of level error needs a person');
    expect(prepared).toMatch(/1 hosts can be migrated\.[^]*Left out, see\s+above: web1/);
    const held = filesOf(first);
    expect(lab.play('rollout', {}, ['--check', ...limit]).output).toContain(
      'There is nothing to roll out on web1',
    );
    expect(filesOf(first)).toEqual(held);
  });

  test('is documented as Ansible has it', () => {
    const named = (names: readonly string[]) => names.map((name) => `httpd_codemod.fleet.${name}`);
    const modules = lab.ansible('ansible-doc', named(['httpd_switch', 'httpd_migrate', 'httpd_ask']));
    expect({ ...modules, output: modules.output.match(/EXAMPLES/g) ?? [] }).toEqual({
      exitCode: 0,
      output: Array.from({ length: 3 }, () => 'EXAMPLES'),
    });
    const roles = lab.ansible('ansible-doc', ['-t', 'role', ...named(['prepare', 'rollout', 'undo'])]);
    expect({ ...roles, output: roles.output.match(/ENTRY POINT/g) ?? [] }).toEqual({
      exitCode: 0,
      output: Array.from({ length: 3 }, () => 'ENTRY POINT'),
    });
  });

  test('is clean for ansible-lint', () => {
    const installed = join(lab.folder, 'collections/ansible_collections/httpd_codemod/fleet');
    const { output } = lab.ansible('ansible-lint', ['--offline', '--nocolor', installed]);
    expect(output).toContain('Passed with production profile: 0 failure(s), 0 warning(s)');
  });
});
