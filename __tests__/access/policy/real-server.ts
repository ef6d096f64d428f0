import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from '../../free-port.ts';

const BINARY = '/usr/sbin/apache2';
const MODULES = '/usr/lib/apache2/modules';

/** The password of every user is the user's name. */
const GROUPS = 'staff: bob carol\nthe board: alice\n';
const USERS = ['alice', 'bob', 'carol', 'DOM\\alice'];

/** Whether the tests against the real server can run; where they must (CI), a missing server is a failure. */
export function hasRealServer(): boolean {
  if (existsSync(BINARY)) return true;
  if (process.env['CI'] === 'true') throw new Error(`${BINARY} is missing`);
  process.stderr.write(`SKIPPED: no ${BINARY}, the policy is not compared with a real server\n`);
  return false;
}

export interface Asked {
  readonly path: string;
  readonly method?: string;
  /** 127.0.0.x: the client's address. */
  readonly from?: string;
  /** With the right password. */
  readonly user?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface RealServer {
  /** The status. */
  ask(asked: Asked): Promise<number>;
  stop(): Promise<void>;
}

/**
 * Starts a 2.4 on a free port of 127.0.0.1.
 * @param configuration lines of its server level; DOCS stands for the document root, GROUPS for the group file
 * @param files below the document root: path -> text
 */
export async function startRealServer(
  configuration: string,
  files: Readonly<Record<string, string>>,
): Promise<RealServer> {
  const root = mkdtempSync(join(tmpdir(), 'policy-'));
  const port = await freePort();
  writeTree(root, files);
  const fill = (text: string): string =>
    text.replaceAll('DOCS', join(root, 'docs')).replaceAll('GROUPS', join(root, 'groups'));
  writeFileSync(join(root, 'httpd.conf'), fill(`${preamble(root, port)}\n${configuration}\n`));
  const child = spawn(BINARY, ['-f', join(root, 'httpd.conf'), '-DFOREGROUND'], { stdio: 'ignore' });
  const agents = new Map<string, Agent>();
  const server: RealServer = {
    ask: (asked) => ask(agents, port, asked),
    async stop() {
      for (const agent of agents.values()) agent.destroy();
      await terminate(child);
      rmSync(root, { recursive: true });
    },
  };
  await untilReady(server, child, join(root, 'error.log'));
  return server;
}

function writeTree(root: string, files: Readonly<Record<string, string>>): void {
  chmodSync(root, 0o755);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, 'docs', path)), { recursive: true });
    writeFileSync(join(root, 'docs', path), text);
  }
  const sha = (text: string): string => createHash('sha1').update(text).digest('base64');
  writeFileSync(join(root, 'users'), USERS.map((name) => `${name}:{SHA}${sha(name)}\n`).join(''));
  writeFileSync(join(root, 'groups'), GROUPS);
}

function preamble(root: string, port: number): string {
  const modules = [
    'mpm_event',
    'authn_core',
    'authn_file',
    'auth_basic',
    'authz_core',
    'authz_host',
    'authz_user',
  ];
  const more = ['authz_groupfile', 'authz_dbm', 'authz_owner', 'access_compat', 'setenvif'];
  return [
    ...[...modules, ...more].map((name) => `LoadModule ${name}_module ${MODULES}/mod_${name}.so`),
    `ServerRoot ${root}`,
    'ServerName localhost',
    `Listen 127.0.0.1:${port}`,
    `PidFile ${root}/pid`,
    `ErrorLog ${root}/error.log`,
    `DefaultRuntimeDir ${root}`,
    'Mutex sem',
    'StartServers 1',
    'KeepAliveTimeout 60',
    'MaxKeepAliveRequests 0',
    `DocumentRoot ${root}/docs`,
    'SetEnvIf X-Bot . bot',
    'SetEnvIf X-Vip . vip',
    `<Directory />\nAuthName test\nAuthUserFile ${root}/users\n</Directory>`,
  ].join('\n');
}

function ask(agents: Map<string, Agent>, port: number, asked: Asked): Promise<number> {
  const { path, method = 'GET', from = '127.0.0.1', user, headers = {} } = asked;
  const agent = agents.get(from) ?? new Agent({ keepAlive: true, maxSockets: 4 });
  agents.set(from, agent);
  const credentials = user === undefined ? {} : { auth: `${user}:${user}` };
  return new Promise((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      localAddress: from,
      port,
      path,
      method,
      headers,
      agent,
      ...credentials,
    };
    httpRequest(options, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    })
      .once('error', reject)
      .end();
  });
}

/** It answers, whatever it says. */
async function untilReady(server: RealServer, child: ChildProcess, log: string, tries = 100): Promise<void> {
  if (child.exitCode !== null) throw new Error(`the server does not start: ${readFileSync(log, 'latin1')}`);
  if (tries === 0) {
    await server.stop();
    throw new Error('the server does not answer');
  }
  const status = await server.ask({ path: '/' }).catch(() => 0);
  if (status !== 0) return;
  await new Promise((resolve) => setTimeout(resolve, 25));
  return untilReady(server, child, log, tries - 1);
}

function terminate(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}
