import { spawn, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setInterval } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { rejectStaleBuild } from '../cli/run-program.ts';
import { readTree, writeFiles } from '../cli/temp-tree.ts';
import type { Host, Lab } from './lab.ts';
import { apache, createLab, STOP, hasLab, mainFile, statusOf, textOf } from './lab.ts';
import { describeInCI } from '../effort.ts';

/** In milliseconds: plays end by themselves (lab.ts), however busy the machine is. */
const LONGEST_TEST = 1_500_000;

// Plays take seconds for each task and host: not for a sample.
const real = hasLab() ? describeInCI : describe.skip;

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

/** From the control node alone, the old server as well as the new one. */
const ASKED_FROM_OUTSIDE = {
  httpd_codemod_ask_from: ['localhost'],
  httpd_codemod_ask_old_server: true,
  httpd_codemod_ask_retries: 1,
};

// Few of them, with no more hosts than are told apart.
real('the Ansible collection', () => {
  let lab: Lab;
  let prepared: [Host, Host, Host];
  let before: Record<string, string>[];

  beforeAll(async () => {
    rejectStaleBuild();
    lab = await createLab(4, () => ({}));
    const fourth = lab.hosts[3]!;
    writeFiles(fourth.folder, {
      'etc/httpd/conf/httpd.conf': `${textOf(mainFile(fourth))}ServerType standalone\n`,
    });
    writeFiles(lab.folder, { 'httpd-codemod/web4/changes.json': '[]' });
    prepared = lab.hosts.slice(0, 3) as [Host, Host, Host];
    before = lab.hosts.map(filesOf);
  }, LONGEST_TEST);

  afterAll(() => {
    lab.stop();
  });

  test(
    'prepares: fetches and migrates each copy, and changes nothing on the hosts',
    () => {
      const { exitCode, output } = lab.play('prepare');
      expect(exitCode).not.toBe(0);
      expect(lab.hosts.map(filesOf)).toEqual(before);
      expect(output.match(/^web\d +: .*changed=0 .*unreachable=0 .*failed=\d/gm)).toEqual([
        expect.stringMatching(/^web1 .*failed=0$/),
        expect.stringMatching(/^web2 .*failed=0$/),
        expect.stringMatching(/^web3 .*failed=0$/),
        expect.stringMatching(/^web4 .*failed=1$/),
      ]);
      expect(readdirSync(join(lab.folder, 'httpd-codemod/web1'))).toEqual(
        expect.arrayContaining(['after', 'before', 'changes.json', 'findings.txt', 'requests.json']),
      );
      const report = textOf(join(lab.folder, 'httpd-codemod/report.txt'));
      expect(report).toContain('MaxRequestWorkers');
      expect(report).not.toContain('--write');
      expect(output).toContain('A finding of level error needs a person');
      expect(output).toMatch(/3 hosts can be migrated\.[^]*Left out, see\s+above: web4/);
    },
    LONGEST_TEST,
  );

  test(
    'rolls nothing out on a host that it could not prepare, though it could once',
    () => {
      const fourth = lab.hosts[3]!;
      expect(lab.play('rollout', {}, limited(fourth)).output).toContain(
        'There is nothing to roll out on web4',
      );
      expect(filesOf(fourth)).toEqual(before[3]);
    },
    LONGEST_TEST,
  );

  test(
    'shows each file with --check --diff, and changes nothing',
    () => {
      const [first, second] = lab.hosts as [Host, Host];
      const { output } = lab.play('rollout', {}, ['--check', '--diff', ...limited(first, second)]);
      expect(output).toContain('+MaxRequestWorkers 20');
      expect(output).toContain('web2');
      expect(lab.hosts.map(filesOf)).toEqual(before);
    },
    LONGEST_TEST,
  );

  test(
    'migrates one host, and leaves as they were one whose configtest refuses and one that is lost',
    async () => {
      const [first, second, third] = prepared;
      const settings = {
        [first.name]: { httpd_codemod_ask_from: [first.name, 'localhost', second.name] },
        [second.name]: { httpd_codemod_configtest_command: "echo 'web2 does not like it' >&2; exit 1" },
        [third.name]: { httpd_codemod_switch_command: LOSE_CONNECTION(third) },
      };
      const { exitCode, output } = lab.play('rollout', settings, limited(...prepared));
      expect(exitCode).not.toBe(0);
      expect(output).toMatch(
        /web2 has its old files back, since this failed: Have the new server read the configuration:\s+web2 does not like it/,
      );
      expect(output).toMatch(/web3 +: .*unreachable=1/);
      expect(textOf(mainFile(first))).toContain('MaxRequestWorkers 20');
      const paths = ['/', '/members/', '/office/'];
      expect(await Promise.all(paths.map((path) => statusOf(first, path)))).toEqual([200, 401, 403]);
      expect(textOf(join(first.folder, 'srv/members/.htaccess'))).toBe(before[0]?.['srv/members/.htaccess']);
      expect(filesOf(second)).toEqual(before[1]);
      expect(textOf(mainFile(third))).toContain('MaxRequestWorkers 20');
      endWatch(third);
      expect(filesOf(third)).toEqual(before[2]);
    },
    LONGEST_TEST,
  );

  test(
    'does nothing where all is done, and nothing on a host whose files were changed since',
    () => {
      const [first, second] = prepared;
      const site = before[1]?.['etc/httpd/conf.d/site.conf'] ?? '';
      writeFiles(second.folder, { 'etc/httpd/conf.d/site.conf': `${site}# mine\n` });
      const { output } = lab.play('rollout', {}, limited(first, second));
      expect(output).toMatch(/web1 +: .*changed=0 .*failed=0/);
      expect(output).toMatch(
        /Changed on the host since its copy was fetched, so nothing was switched: \S+site\.conf/,
      );
      expect(textOf(mainFile(second))).toContain('MaxClients 20');
      writeFiles(second.folder, { 'etc/httpd/conf.d/site.conf': site });
    },
    LONGEST_TEST,
  );

  test(
    'undoes all',
    async () => {
      await lab.startSshd(prepared[2]);
      const { exitCode, output } = lab.play('undo', {}, limited(...prepared));
      expect({ exitCode, output: exitCode === 0 ? '' : output }).toEqual({ exitCode: 0, output: '' });
      expect(lab.hosts.map(filesOf)).toEqual(before);
      expect(await statusesOf(prepared, '/')).toEqual([0, 0, 0]);
    },
    LONGEST_TEST,
  );

  test(
    'goes back where a request is answered differently, to the host or to the control node, and starts the old server',
    async () => {
      const [first, second] = prepared;
      const open = `<Location /members>\\nRequire all granted\\n</Location>\\n`;
      const answer = '(q, s) => s.writeHead(/members/.test(q.url) ? 402 : 200).end()';
      const old = spawn(process.execPath, [
        '-e',
        `require('http').createServer(${answer}).listen(${second.port})`,
      ]);
      for await (const _ of setInterval(50)) if ((await statusOf(second, '/')) === 200) break;
      const { output } = lab.play(
        'rollout',
        {
          [first.name]: {
            httpd_codemod_switch_command: `printf '${open}' > ${first.folder}/etc/httpd/conf.d/zz.conf && ${apache(first, '-k start')}`,
            httpd_codemod_back_command: `rm ${first.folder}/etc/httpd/conf.d/zz.conf; ${STOP(first)}`,
            httpd_codemod_ask_retries: 1,
          },
          [second.name]: {
            ...ASKED_FROM_OUTSIDE,
            httpd_codemod_switch_command: `kill ${old.pid}; until ${apache(second, '-k start')}; do sleep 0.1; done`,
          },
        },
        limited(first, second),
      );
      old.kill();
      expect(output).toMatch(
        /web1 has its old files back[^"]*: Ask the new server:[^"]*\/members\/: (?:\d+|no answer), was 401/,
      );
      expect(output).toMatch(
        /web2 has its old files back[^"]*: Ask the new server:[^"]*\/members\/: 401, was\s+402/,
      );
      expect([first, second].map(filesOf)).toEqual(before.slice(0, 2));
      expect(await statusesOf([first, second], '/')).toEqual([0, 0]);
    },
    LONGEST_TEST,
  );

  test(
    'leaves a host as it was that the control node cannot ask',
    () => {
      const [first] = prepared;
      const settings = { ...ASKED_FROM_OUTSIDE, httpd_codemod_ask_address: '127.0.0.2' };
      const { output } = lab.play('rollout', { [first.name]: settings }, limited(first));
      expect(output).toMatch(/None of \d+ requests was answered by 127\.0\.0\.2/);
      expect(filesOf(first)).toEqual(before[0]);
    },
    LONGEST_TEST,
  );

  test(
    'begins no batch after one in which a host is lost; starts anew on it, and waits for no command for ever',
    async () => {
      const [first, second, third] = prepared;
      const lost = lab.play(
        'rollout',
        { [first.name]: { httpd_codemod_switch_command: LOSE_CONNECTION(first) } },
        [...limited(...prepared), '--extra-vars', '{"httpd_codemod_serial": 2}'],
      );
      expect(lost.output).toContain("Stopped after this batch: web1 can't be reached");
      expect(textOf(mainFile(first))).toContain('MaxRequestWorkers 20');
      expect(await statusesOf([first, second], '/')).toEqual([0, 200]);
      expect(filesOf(third)).toEqual(before[2]);
      await lab.startSshd(first);
      const hanging = { httpd_codemod_configtest_command: 'sleep 300', httpd_codemod_command_timeout: 15 };
      const { output } = lab.play('rollout', { [third.name]: hanging }, limited(first, third));
      expect(output).toMatch(
        /web3 has its old files back, since this failed: Have the new server read the configuration:[^]*\(15\)/,
      );
      expect(filesOf(third)).toEqual(before[2]);
      expect(await statusOf(first, '/')).toBe(200);
      expect(readdirSync(join(first.folder, 'var/lib/httpd-codemod'))).toContain('confirmed');
    },
    LONGEST_TEST,
  );

  test(
    'is documented as Ansible has it',
    () => {
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
    },
    LONGEST_TEST,
  );

  test(
    'is clean for ansible-lint',
    () => {
      const installed = join(lab.folder, 'collections/ansible_collections/httpd_codemod/fleet');
      const { output } = lab.ansible('ansible-lint', ['--offline', '--nocolor', installed]);
      expect(output).toContain('Passed with production profile: 0 failure(s), 0 warning(s)');
    },
    LONGEST_TEST,
  );
});
