import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../free-port.ts';

export const BINARY = '/usr/sbin/apache2';
const MODULES = '/usr/lib/apache2/modules';

/** False, said aloud, where there is no server to ask. In CI there must be one. */
export function hasServer(): boolean {
  const found = existsSync(BINARY);
  if (!found && process.env['CI']) throw new Error(`${BINARY} is missing`);
  if (!found) console.warn(`SKIPPED: ${BINARY} is missing, no migrated tree is started`);
  return found;
}

/** Texts and links by path; ROOT and PORT in texts stand for the folder and a free port. */
export interface Tree {
  readonly files: Readonly<Record<string, string>>;
  readonly links?: Readonly<Record<string, string>>;
  readonly entry?: string;
}

/** A tree laid out in a folder of its own, with the modules where a 2.2 of upstream has them. */
export interface LaidOutTree {
  readonly root: string;
  readonly port: number;
  readonly entry: string;
}

export async function layOut({ files, links = {}, entry = 'conf/httpd.conf' }: Tree): Promise<LaidOutTree> {
  const root = mkdtempSync(join(tmpdir(), 'modules-'));
  const port = await freePort();
  // The server's user must get in.
  chmodSync(root, 0o755);
  mkdirSync(join(root, 'logs'));
  symlinkSync(MODULES, join(root, 'modules'));
  writeFiles(root, { 'htdocs/index.html': 'here\n', 'conf/mime.types': 'text/html html\n' });
  const fill = (text: string): string => text.replaceAll('ROOT', root).replaceAll('PORT', String(port));
  writeFiles(root, Object.fromEntries(Object.entries(files).map(([path, text]) => [path, fill(text)])));
  for (const [path, target] of Object.entries(links)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    symlinkSync(target, join(root, path));
  }
  return { root, port, entry: join(root, entry) };
}

export function writeFiles(root: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text, 'latin1');
  }
}

/** What `-t` says; `Syntax OK` for a tree that it takes. */
export function configtest({ root, entry }: LaidOutTree): string {
  const { stderr } = spawnSync(BINARY, ['-t', '-d', root, '-f', entry], { encoding: 'latin1' });
  return stderr.trim().split('\n').at(-1) ?? '';
}

/** Starts the server, asks for `/`, stops it. The status, or what the server said when it did not come up. */
export async function statusOfStart({ root, entry, port }: LaidOutTree): Promise<number | string> {
  const said: string[] = [];
  // Detached: a stopping server signals its whole process group (ap_reclaim_child_processes), which must not be ours.
  const server = spawn(BINARY, ['-d', root, '-f', entry, '-DFOREGROUND'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  server.stderr.on('data', (data: Buffer) => said.push(data.toString('latin1')));
  try {
    const status = await firstStatus(server, port, 100);
    return status ?? `did not come up: ${said.join('')}`;
  } finally {
    await stop(server);
  }
}

async function firstStatus(server: ChildProcess, port: number, attempts: number): Promise<number | null> {
  if (attempts === 0 || server.exitCode !== null) return null;
  const status = await statusOf(port);
  if (status !== null) return status;
  await sleep(50);
  return firstStatus(server, port, attempts - 1);
}

export function remove({ root }: LaidOutTree): void {
  rmSync(root, { recursive: true });
}

async function statusOf(port: number): Promise<number | null> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/`);
    await response.arrayBuffer();
    return response.status;
  } catch {
    return null;
  }
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return;
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGTERM');
  await ended;
}
