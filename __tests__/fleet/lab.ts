import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { setInterval } from 'node:timers/promises';
import { freePorts } from '../../src/configtest/free-ports.ts';
import { PROGRAM, PROJECT } from '../cli/run-program.ts';
import { tempTree, writeFiles } from '../cli/temp-tree.ts';

const APACHE = '/usr/sbin/apache2';
const MODULES = '/usr/lib/apache2/modules';
/** Many times what one takes, in milliseconds: what hangs is to fail, and nothing else can end it. */
const LONGEST_PLAY = 600_000;
const TOOLS = ['/usr/sbin/sshd', '/usr/bin/ansible-playbook', '/usr/bin/ansible-lint', APACHE];

/** Whether what these tests need is here; if not, it is said what is missing. In CI nothing is skipped. */
export function hasLab(): boolean {
  const missing = TOOLS.filter((tool) => !existsSync(tool));
  if (missing.length === 0) return true;
  if (process.env['CI'] === 'true') throw new Error(`CI must have ${missing.join(', ')}`);
  console.warn(`SKIPPED: the roll-out by Ansible is not seen here: ${missing.join(', ')} is missing`);
  return false;
}

/** A host of the lab: a sshd on a port of its own, and a folder in which its server lies. */
export interface Host {
  readonly name: string;
  readonly folder: string;
  /** Of its web server. */
  readonly port: number;
}

export interface Lab {
  readonly folder: string;
  readonly hosts: readonly Host[];
  /** Runs a playbook of the collection over all hosts. @param settings by host, beside those of the lab */
  play(playbook: string, settings?: Settings, words?: readonly string[]): Played;
  ansible(tool: string, words: readonly string[]): Played;
  startSshd(host: Host): Promise<void>;
  stop(): void;
}

export type Settings = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export interface Played {
  readonly exitCode: number | null;
  readonly output: string;
}

/** Hosts with the same configuration but for names and ports, and the collection as ansible-galaxy builds and installs it. */
export async function createLab(count: number, shell: (host: Host) => Record<string, string>): Promise<Lab> {
  const folder = tempTree({});
  const run = (tool: string, words: readonly string[]): Played => {
    const env = { ...process.env, ...ansibleSettings(folder) };
    const { status, stdout, stderr } = spawnSync(tool, words, {
      cwd: folder,
      env,
      encoding: 'utf8',
      timeout: LONGEST_PLAY,
      killSignal: 'SIGKILL',
    });
    return { exitCode: status, output: stdout + stderr };
  };
  must(run('ansible-galaxy', ['collection', 'build', '--output-path', folder, join(PROJECT, 'fleet')]));
  const built = join(folder, 'httpd_codemod-fleet-0.1.0.tar.gz');
  must(run('ansible-galaxy', ['collection', 'install', '-p', join(folder, 'collections'), built]));
  for (const key of ['host_key', 'user_key'])
    must(run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(folder, key)]));
  cpSync(join(folder, 'user_key.pub'), join(folder, 'authorized_keys'));
  chmodSync(join(folder, 'authorized_keys'), 0o600);

  const ports = await freePorts(2 * count);
  const hosts = ports.slice(0, count).map((port, index): Host => {
    const name = `web${index + 1}`;
    return { name, folder: join(folder, name), port };
  });
  const sshPorts = new Map(hosts.map((host, index) => [host, ports[count + index] ?? 0]));
  for (const host of hosts) {
    writeFiles(host.folder, serverFiles(host));
    mkdirSync(join(host.folder, 'logs'));
  }
  const sshds: ChildProcess[] = [];
  const startSshd = async (host: Host): Promise<void> => {
    const port = sshPorts.get(host) ?? 0;
    writeFileSync(join(host.folder, 'sshd_config'), sshdConfig(folder, host, port));
    mkdirSync('/run/sshd', { recursive: true });
    sshds.push(
      spawn('/usr/sbin/sshd', ['-D', '-e', '-f', join(host.folder, 'sshd_config')], { stdio: 'ignore' }),
    );
    await listening(port);
  };
  await Promise.all(hosts.map(startSshd));

  const play = (playbook: string, settings: Settings = {}, words: readonly string[] = []): Played => {
    const all = { vars: { ...common(folder) }, hosts: Object.fromEntries(hosts.map(inventoryOf)) };
    function inventoryOf(host: Host): [string, Record<string, unknown>] {
      const own = { ansible_port: sshPorts.get(host), ...serverSettings(host), ...shell(host) };
      return [host.name, { ...own, ...settings[host.name] }];
    }
    const inventory = join(folder, 'inventory.json');
    writeFileSync(inventory, JSON.stringify({ all }));
    return run('ansible-playbook', [
      '-i',
      inventory,
      `httpd_codemod.fleet.${playbook}`,
      ...ALL_AT_ONCE,
      ...words,
    ]);
  };
  const stop = (): void => {
    for (const host of hosts) spawnSync('/bin/sh', ['-c', STOP(host)]);
    for (const sshd of sshds) sshd.kill('SIGKILL');
  };
  return { folder, hosts, play, ansible: run, startSshd, stop };
}

const ALL_AT_ONCE = ['--extra-vars', JSON.stringify({ httpd_codemod_serial: '100%' })];

/** What stops the server by its process, and waits until it is gone: the files in place may be the other version's. */
export const STOP = ({ folder }: Host): string =>
  `p=$(cat ${folder}/httpd.pid 2>/dev/null) && kill $p && while kill -0 $p 2>/dev/null; do sleep 0.1; done; true`;

export function mainFile({ folder }: Host): string {
  return join(folder, 'etc/httpd/conf/httpd.conf');
}

/** What runs Apache of this host: `-k start`, `-t`. */
export function apache(host: Host, words: string): string {
  return `${APACHE} -f ${mainFile(host)} ${words}`;
}

function must({ exitCode, output }: Played): void {
  if (exitCode !== 0) throw new Error(output);
}

function ansibleSettings(folder: string): Record<string, string> {
  return {
    HOME: folder,
    // As a shell sets it: where the playbook is called.
    PWD: folder,
    ANSIBLE_COLLECTIONS_PATH: join(folder, 'collections'),
    ANSIBLE_HOST_KEY_CHECKING: 'False',
    ANSIBLE_NOCOLOR: '1',
    ANSIBLE_FORKS: '5',
    ANSIBLE_PIPELINING: 'True',
    ANSIBLE_LOCALHOST_WARNING: 'False',
  };
}

function common(folder: string): Record<string, unknown> {
  return {
    ansible_host: '127.0.0.1',
    ansible_user: userInfo().username,
    ansible_python_interpreter: '/usr/bin/python3',
    ansible_ssh_private_key_file: join(folder, 'user_key'),
    // Short, for a path of a socket has 104 bytes at the most.
    ansible_control_path_dir: join(folder, 'cp'),
    ansible_ssh_common_args: '-o UserKnownHostsFile=/dev/null -o ConnectTimeout=10',
    httpd_codemod_command: [process.execPath, PROGRAM],
    httpd_codemod_options: ['--httpd', APACHE],
    httpd_codemod_ask_old_server: false,
  };
}

function serverSettings(host: Host): Record<string, unknown> {
  return {
    httpd_codemod_configuration: [join(host.folder, 'etc/httpd')],
    httpd_codemod_state_folder: join(host.folder, 'var/lib/httpd-codemod'),
    httpd_codemod_configtest_command: apache(host, '-t'),
    httpd_codemod_switch_command: apache(host, '-k start'),
    httpd_codemod_back_command: STOP(host),
  };
}

function sshdConfig(folder: string, host: Host, port: number): string {
  return [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${folder}/host_key`,
    `AuthorizedKeysFile ${folder}/authorized_keys`,
    `PidFile ${host.folder}/sshd.pid`,
    'StrictModes no',
    'UsePAM no',
    'PermitRootLogin yes',
    'Subsystem sftp internal-sftp',
    // Not the user's own: the shell of each command reads the start-up files there, which may take seconds.
    `SetEnv HOME=${host.folder}`,
    '',
  ].join('\n');
}

async function listening(port: number): Promise<void> {
  for await (const _ of setInterval(50)) if (await isOpen(port)) return;
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1');
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => {
      resolve(false);
    });
  });
}

/** A server of 2.2: a site with a folder for members and one for the office. */
function serverFiles({ folder, name, port }: Host): Record<string, string> {
  const at = join(folder, 'etc/httpd');
  const modules = ['authz_host', 'auth_basic', 'authn_file', 'authz_user', 'dir', 'mime', 'alias']
    .map((each) => `LoadModule ${each}_module ${MODULES}/mod_${each}.so\n`)
    .join('');
  return {
    'etc/httpd/conf/httpd.conf':
      `ServerRoot "${at}"\nListen 127.0.0.1:${port}\nPidFile ${folder}/httpd.pid\nErrorLog ${folder}/logs/error_log\n` +
      `User ${userInfo().username === 'root' ? 'www-data' : userInfo().username}\n${modules}` +
      `ServerName ${name}.example\nTypesConfig conf/mime.types\nDirectoryIndex index.html\nDocumentRoot "${folder}/srv"\n` +
      'MaxClients 20\nDefaultType text/plain\n' +
      '<Directory />\n    Order deny,allow\n    Deny from all\n</Directory>\nInclude conf.d/*.conf\n',
    'etc/httpd/conf/mime.types': 'text/html html\n',
    'etc/httpd/conf.d/site.conf':
      `<Directory "${folder}/srv">\n    Order allow,deny\n    Allow from all\n    AllowOverride AuthConfig\n</Directory>\n` +
      '<Location /office>\n    Order deny,allow\n    Deny from all\n    Allow from 192.0.2.0/24\n</Location>\n',
    'srv/index.html': `${name}\n`,
    'srv/members/index.html': 'members\n',
    'srv/members/.htaccess': `AuthType Basic\nAuthName Members\nAuthUserFile ${at}/conf/users\nRequire valid-user\n`,
    'srv/office/index.html': 'office\n',
    'etc/httpd/conf/users': 'ann:x\n',
  };
}

/** The status that the host's server answers with; 0 if there is none. */
export async function statusOf({ port, name }: Host, path: string): Promise<number> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { host: `${name}.example` } });
    await answer.text();
    return answer.status;
  } catch {
    return 0;
  }
}

export function textOf(path: string): string {
  return readFileSync(path, 'utf8');
}
