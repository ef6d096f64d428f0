import { spawn } from 'node:child_process';
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

/** The host's configuration and pages. */
function filesOf(host: Host): Record<string, string> {
  const all = readTree(host.folder);
  return Object.fromEntries(Object.entries(all).filter(([path]) => /^(?:etc|srv)\//.test(path)));
}

function statusesOf(hosts: readonly Host[], path: string): Promise<number[]> {
  return Promise.all(hosts.map((host) => statusOf(host, path)));
}

real('the Ansible collection', () => {
  let lab: Lab;
  let before: Record<string, string>[];

  beforeAll(async () => {
    rejectStaleBuild();
    lab = await createLab(5, () => ({}));
    before = lab.hosts.map(filesOf);
  }, 60_000);

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
  }, 120_000);

  test('shows each file with --check --diff, and changes nothing', () => {
    const { output } = lab.play('rollout', {}, ['--check', '--diff']);
    expect(output).toContain('+MaxRequestWorkers 20');
    expect(output).toContain('web5');
    expect(lab.hosts.map(filesOf)).toEqual(before);
  }, 120_000);

  test('migrates three hosts, and leaves as they were one whose configtest refuses and one that is lost', async () => {
    const [first, , third, fourth, fifth] = lab.hosts as [Host, Host, Host, Host, Host];
    const { exitCode, output } = lab.play('rollout', {
      [first.name]: { httpd_codemod_ask_from: [first.name, 'localhost', third.name] },
      [fourth.name]: { httpd_codemod_configtest_command: "echo 'web4 does not like it' >&2; exit 1" },
      [fifth.name]: {
        httpd_codemod_switch_command: LOSE_CONNECTION(fifth),
        httpd_codemod_confirm_within: 10,
      },
    });
    expect(exitCode).not.toBe(0);
    expect(output).toMatch(
      /web4 has its old files back, since this failed: Have the new server read the configuration:\s+web4 does not like it/,
    );
    expect(output).toMatch(/web5 +: .*unreachable=1/);
    for (const host of lab.hosts.slice(0, 3)) {
      expect(textOf(mainFile(host))).toContain('MaxRequestWorkers 20');
    }
    const [served, asked, refused] = await Promise.all(
      ['/', '/members/', '/office/'].map((path) => statusesOf(lab.hosts.slice(0, 3), path)),
    );
    expect({ served, asked, refused }).toEqual({
      served: [200, 200, 200],
      asked: [401, 401, 401],
      refused: [403, 403, 403],
    });
    expect(textOf(join(third.folder, 'srv/members/.htaccess'))).toBe(before[2]?.['srv/members/.htaccess']);
    expect(filesOf(fourth)).toEqual(before[3]);
    const isBack = () => JSON.stringify(filesOf(fifth)) === JSON.stringify(before[4]);
    for await (const _ of setInterval(100)) if (isBack()) break;
    expect(filesOf(fifth)).toEqual(before[4]);
  }, 240_000);

  test('does nothing where all is done, and nothing on a host whose files were changed since', () => {
    const [first, , , fourth] = lab.hosts as [Host, Host, Host, Host];
    writeFiles(fourth.folder, {
      'etc/httpd/conf.d/site.conf': `${before[3]?.['etc/httpd/conf.d/site.conf']}# mine\n`,
    });
    const { output } = lab.play('rollout', {}, ['--limit', `${first.name},${fourth.name}`]);
    expect(output).toMatch(/web1 +: .*changed=0 .*failed=0/);
    expect(output).toMatch(
      /Changed on the host since its copy was fetched, so nothing was switched: \S+site\.conf/,
    );
    expect(textOf(mainFile(fourth))).toContain('MaxClients 20');
    writeFiles(fourth.folder, {
      'etc/httpd/conf.d/site.conf': before[3]?.['etc/httpd/conf.d/site.conf'] ?? '',
    });
  }, 120_000);

  test('undoes all', async () => {
    await lab.startSshd(lab.hosts[4]!);
    const { exitCode, output } = lab.play('undo');
    expect({ exitCode, output: exitCode === 0 ? '' : output }).toEqual({ exitCode: 0, output: '' });
    expect(lab.hosts.map(filesOf)).toEqual(before);
    expect(await statusesOf(lab.hosts, '/')).toEqual([0, 0, 0, 0, 0]);
  }, 120_000);

  test('begins no batch after one in which a host is lost; starts anew on it, and waits for no command for ever', async () => {
    const [, , third, fourth, fifth] = lab.hosts as [Host, Host, Host, Host, Host];
    const limited = (...hosts: readonly Host[]) => ['--limit', hosts.map(({ name }) => name).join()];
    const lost = lab.play(
      'rollout',
      { [third.name]: { httpd_codemod_switch_command: LOSE_CONNECTION(third) } },
      [...limited(third, fourth, fifth), '--extra-vars', '{"httpd_codemod_serial": 2}'],
    );
    expect(lost.output).toContain("Stopped after this batch: web3 can't be reached");
    expect(textOf(mainFile(third))).toContain('MaxRequestWorkers 20');
    expect(await statusesOf([third, fourth], '/')).toEqual([0, 200]);
    expect(filesOf(fifth)).toEqual(before[4]);
    await lab.startSshd(third);
    const hanging = { httpd_codemod_configtest_command: 'sleep 30', httpd_codemod_command_timeout: 5 };
    const { output } = lab.play('rollout', { [fifth.name]: hanging }, limited(third, fifth));
    expect(output).toMatch(
      /web5 has its old files back, since this failed: Have the new server read the configuration:[^]*\(5\)/,
    );
    expect(filesOf(fifth)).toEqual(before[4]);
    expect(await statusOf(third, '/')).toBe(200);
    expect(readdirSync(join(third.folder, 'var/lib/httpd-codemod'))).toContain('confirmed');
  }, 120_000);

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
      ['--limit', first.name],
    );
    expect(output).toMatch(/\/members\/: (?:\d+|no answer), was 401/);
    expect(filesOf(first)).toEqual(before[0]);
    expect(await statusOf(first, '/')).toBe(0);
  }, 120_000);

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
    const { output } = lab.play('rollout', { [first.name]: settings }, ['--limit', first.name]);
    old.kill();
    expect(output).toMatch(/Ask the new server:[^]*\/members\/: 401, was\s+402/);
    expect(filesOf(first)).toEqual(before[0]);
    const unreachable = lab.play(
      'rollout',
      { [first.name]: { ...settings, httpd_codemod_ask_address: '127.0.0.2' } },
      ['--limit', first.name],
    );
    expect(unreachable.output).toMatch(/None of \d+ requests was answered by 127\.0\.0\.2/);
    expect(filesOf(first)).toEqual(before[0]);
  }, 120_000);

  test('rolls nothing out on a host that it could not prepare, though it could once', () => {
    const [first, second] = lab.hosts as [Host, Host];
    writeFiles(first.folder, {
      'etc/httpd/conf/httpd.conf': `${before[0]?.['etc/httpd/conf/httpd.conf']}ServerType standalone\n`,
    });
    const limit = ['--limit', `${first.name},${second.name}`];
    const prepared = lab.play('prepare', {}, limit).output;
    expect(prepared).toContain('A finding of level error needs a person');
    expect(prepared).toMatch(/1 hosts can be migrated\.[^]*Left out, see\s+above: web1/);
    const held = filesOf(first);
    expect(lab.play('rollout', {}, ['--check', ...limit]).output).toContain(
      'There is nothing to roll out on web1',
    );
    expect(filesOf(first)).toEqual(held);
  }, 120_000);

  test('is documented as Ansible has it', () => {
    for (const name of ['httpd_switch', 'httpd_migrate', 'httpd_ask']) {
      const { exitCode, output } = lab.ansible('ansible-doc', [`httpd_codemod.fleet.${name}`]);
      expect({ exitCode, hasExamples: output.includes('EXAMPLES') }).toEqual({
        exitCode: 0,
        hasExamples: true,
      });
    }
    for (const role of ['prepare', 'rollout', 'undo']) {
      const { exitCode } = lab.ansible('ansible-doc', ['-t', 'role', `httpd_codemod.fleet.${role}`]);
      expect(exitCode).toBe(0);
    }
  }, 60_000);

  test('is clean for ansible-lint', () => {
    const installed = join(lab.folder, 'collections/ansible_collections/httpd_codemod/fleet');
    const { output } = lab.ansible('ansible-lint', ['--offline', '--nocolor', installed]);
    expect(output).toContain('Passed with production profile: 0 failure(s), 0 warning(s)');
  }, 60_000);
});
