import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { tempTree } from '../cli/temp-tree.ts';

export const BINARY = '/usr/sbin/apache2';
const MODULES = '/usr/lib/apache2/modules';
export const BUNDLED_TREE = join(import.meta.dirname, '../../__fixtures__/trees/bundled-2.2');

/** False, said aloud, where there is no server to start. In CI there must be one. */
export function hasServer(): boolean {
  const isThere = existsSync(BINARY);
  if (!isThere && process.env.CI) throw new Error(`${BINARY} is missing`);
  if (!isThere) console.warn(`SKIPPED: ${BINARY} is missing, the migrated tree is not started`);
  return isThere;
}

/** A copy of the bundled tree that can be started from where it is (see __fixtures__/trees/README.md); gone after the tests. */
export function copyBundledTree(port: number): string {
  const root = tempTree({});
  cpSync(BUNDLED_TREE, root, { recursive: true });
  // The server's own user must get in.
  chmodSync(root, 0o755);
  for (const folder of ['conf', 'conf.d']) {
    for (const name of readdirSync(join(root, folder))) {
      const path = join(root, folder, name);
      const text = readFileSync(path, 'latin1')
        .replaceAll('/opt/httpd-2.2', root)
        .replaceAll('8642', String(port));
      writeFileSync(path, text, 'latin1');
    }
  }
  mkdirSync(join(root, 'logs'), { recursive: true });
  symlinkSync(MODULES, join(root, 'modules'));
  return root;
}

export interface Ask {
  readonly path: string;
  readonly host?: string;
  readonly method?: string;
  /** The client's address. */
  readonly from?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly status: number;
  readonly body: string;
}

export interface RunningServer {
  ask(what: Ask): Promise<Answer>;
  stop(): Promise<void>;
}

/** Starts the real server on the tree, and waits until it answers. */
export async function startServer(root: string, port: number): Promise<RunningServer> {
  const child = spawn(BINARY, ['-d', root, '-f', 'conf/httpd.conf', '-D', 'FOREGROUND'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // When it ends, the server signals its whole process group: it must not be ours.
    detached: true,
  });
  let output = '';
  child.stdout.on('data', (data: Buffer) => (output += data.toString('latin1')));
  child.stderr.on('data', (data: Buffer) => (output += data.toString('latin1')));
  const ask = (what: Ask): Promise<Answer> => sendRequest(port, what);
  if (await answers(child, ask)) return { ask, stop: () => stop(child) };
  await stop(child);
  throw new Error(`the server does not start: ${output}`);
}

/** Asks until there is an answer, the server has ended, or five seconds are over. */
async function answers(child: ChildProcess, ask: RunningServer['ask'], tries = 100): Promise<boolean> {
  const isUp = await ask({ path: '/' }).then(
    () => true,
    () => false,
  );
  if (isUp || child.exitCode !== null || tries === 0) return isUp;
  await new Promise((resolve) => setTimeout(resolve, 50));
  return answers(child, ask, tries - 1);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

async function sendRequest(port: number, { path, host, method, from, headers }: Ask): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const all = { Host: host ?? 'www.example.test', ...headers };
    const sent = request({
      host: '127.0.0.1',
      port,
      path,
      method: method ?? 'GET',
      localAddress: from ?? '127.0.0.1',
      headers: all,
      agent: false,
    });
    sent.on('error', reject).on('response', (response) => {
      let body = '';
      response.setEncoding('latin1').on('data', (data: string) => (body += data));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    });
    sent.end();
  });
}
