import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ScenarioRequest } from './scenario.ts';

export const BINARY = '/usr/sbin/apache2';
const ANSWER_WITHIN = 15_000;

/** False, said aloud, where there is no server to start. In CI there must be one. */
export function hasServer(): boolean {
  const isThere = existsSync(BINARY);
  if (!isThere && process.env['CI'] === 'true') throw new Error(`${BINARY} is missing`);
  if (!isThere)
    console.warn(`SKIPPED: ${BINARY} is missing, nothing is compared with what a real 2.2 answered`);
  return isThere;
}

export interface RunningServer {
  stop(): Promise<void>;
}

/**
 * Starts a real 2.4 and waits until it listens.
 * @throws Error with what it printed if it does not start
 */
export async function startServer(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  port: number,
): Promise<RunningServer> {
  const child = spawn(BINARY, [...args, '-D', 'FOREGROUND'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LANG: 'C', ...env },
    // When it ends, the server signals its whole process group: it must not be ours.
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data: Buffer) => (output += data.toString('latin1')));
  }
  if (await isListening(child, port)) return { stop: () => stop(child) };
  await stop(child);
  throw new Error(`the server does not start: ${output}`);
}

/** Waits until something listens on the port; false if the process ends before. */
export async function isListening(child: ChildProcess, port: number, tries = 1000): Promise<boolean> {
  if (await canConnect(port)) return true;
  if (child.exitCode !== null || tries === 0) return false;
  await sleep(10);
  return isListening(child, port, tries - 1);
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    const settle = (answer: boolean) => () => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', settle(true)).once('error', settle(false));
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

/** One request from its client's address, sent as it is written, with its user's credentials; the status, 0 if there is no answer. */
export async function send(port: number, request: ScenarioRequest): Promise<number> {
  const { user, password = '', auth } = request;
  if (user === undefined) return statusIn(await exchange(port, request, null));
  if (auth !== 'digest') {
    const credentials = Buffer.from(`${user}:${password}`).toString('base64');
    return statusIn(await exchange(port, request, `Basic ${credentials}`));
  }
  const first = await exchange(port, request, null);
  const challenge = /^WWW-Authenticate:\s*Digest\s+(.*)$/im.exec(first)?.[1];
  if (challenge === undefined) return statusIn(first);
  return statusIn(await exchange(port, request, digestAnswer(challenge, request)));
}

function statusIn(answer: string): number {
  return Number(/^HTTP\/1\.\d (\d+)/.exec(answer)?.[1] ?? 0);
}

/** What the server says, head first; '' if nothing. */
function exchange(port: number, request: ScenarioRequest, authorization: string | null): Promise<string> {
  return new Promise((resolve) => {
    const host = request.client.includes(':') ? '::1' : '127.0.0.1';
    const socket = connect({ host, port, localAddress: request.client });
    let answer = '';
    socket.setEncoding('latin1').setTimeout(ANSWER_WITHIN, () => socket.destroy());
    socket.on('data', (data: string) => (answer += data)).on('error', () => socket.destroy());
    socket.on('close', () => resolve(answer));
    socket.end(requestText(request, authorization));
  });
}

function requestText({ method, path, headers = {} }: ScenarioRequest, authorization: string | null): string {
  const { Host: host = 'localhost', ...others } = headers;
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${host}`,
    'Connection: close',
    ...Object.entries(others).map(([name, value]) => `${name}: ${value}`),
    ...(authorization === null ? [] : [`Authorization: ${authorization}`]),
    ...(method === 'GET' || method === 'HEAD' ? [] : ['Content-Length: 0']),
  ];
  return `${lines.join('\r\n')}\r\n\r\n`;
}

/** RFC 2617, with qop=auth. */
function digestAnswer(
  challenge: string,
  { method, path, user = '', password = '' }: ScenarioRequest,
): string {
  const parameters = [...challenge.matchAll(/(\w+)=(?:"([^"]*)"|([^\s,]+))/g)];
  const said = Object.fromEntries(
    parameters.map(([, name = '', quoted, plain]) => [name, quoted ?? plain ?? '']),
  );
  const { realm = '', nonce = '' } = said;
  const md5 = (text: string): string => createHash('md5').update(text).digest('hex');
  const [count, own] = ['00000001', '0a4f113b'];
  const proof = md5(
    [md5(`${user}:${realm}:${password}`), nonce, count, own, 'auth', md5(`${method}:${path}`)].join(':'),
  );
  return (
    `Digest username="${user}", realm="${realm}", nonce="${nonce}", uri="${path}", algorithm=MD5, ` +
    `qop=auth, nc=${count}, cnonce="${own}", response="${proof}"`
  );
}

/** What a scenario's ProxyPass leads to: answers 200 to everything. */
export async function startBackend(): Promise<{ readonly port: number; readonly server: Server }> {
  const server = createHttpServer((_request, response) => response.end('backend\n'));
  return { port: (await listening(server)).port, server };
}

function listening(server: Server): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', () => resolve(server.address() as AddressInfo));
  });
}
