import { chmodSync, mkdirSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { IncomingHttpHeaders, Server } from 'node:http';
import { createServer as createNetServer } from 'node:net';
import type { AddressInfo, Server as NetServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { freePort } from '../free-port.ts';
import { isProbeFailure, probeTarget } from '../../src/target/index.ts';
import { migrateInPlace, placed, removed } from '../access/oracle/disk-tree.ts';
import type { DiskTree } from '../access/oracle/disk-tree.ts';
import { BINARY, hasServer, startServer } from '../access/oracle/running-server.ts';
import type { RunningServer } from '../access/oracle/running-server.ts';
import { logWith } from './log-with.ts';
import { ROWS_TREE } from './rows-tree.ts';

// What is expected here is what a real 2.2.34 did with the tree as it was; only that its log of mod_rewrite was a file of its own.

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

(hasServer() ? describe : describe.skip)('a real 2.4 does what 2.2 did', () => {
  const behind: (Server | NetServer)[] = [];
  const asked: Record<string, number> = {};
  let tree: DiskTree;
  let server: RunningServer;
  let first: number;
  let backend: number;

  const portOf = (listener: Server | NetServer): Promise<number> => {
    behind.push(listener);
    return new Promise((resolve) =>
      listener.listen(0, '127.0.0.1', () => resolve((listener.address() as AddressInfo).port)),
    );
  };
  const ask = (
    path: string,
    headers: Record<string, string> = {},
    port = tree.places.port,
  ): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const all = { Host: 'a.example', ...headers };
      const sent = request({ host: '127.0.0.1', port, path, headers: all, agent: false }, (response) => {
        let body = '';
        response.setEncoding('latin1').on('data', (data: string) => (body += data));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
        );
      });
      sent.on('error', reject).end();
    });
  const expectLogged = async (name: string, pattern: RegExp): Promise<void> =>
    expect(await logWith(join(tree.places.root, 'logs', name), pattern)).toMatch(pattern);

  beforeAll(async () => {
    first = await freePort();
    backend = await portOf(countingBackend(asked));
    const others = { FIRST: first, BACKEND: backend, SCGI: await portOf(scgiBackend()) };
    const target = probeTarget(BINARY);
    if (isProbeFailure(target)) throw new Error(target.message);
    const scenario = { id: 'rows', about: '', files: ROWS_TREE, requests: [], observed22: { responses: [] } };
    tree = await placed(scenario, others, target);
    mkdirSync(join(tree.places.root, 'cache'));
    chmodSync(join(tree.places.root, 'cache'), 0o777);
    expect(migrateInPlace(tree, { apply: 'review' })).toBeNull();
    server = await startServer(
      ['-d', tree.places.root, '-f', join(tree.places.root, 'conf/httpd.conf')],
      {},
      tree.places.port,
    );
  });

  afterAll(async () => {
    await server.stop();
    for (const each of behind) each.close();
    removed(tree);
  });

  test('default-allow-override: a .htaccess file that nothing speaks of is read', async () => {
    expect(await ask('/named/')).toMatchObject({ status: 200, body: 'other\n' });
  });

  test('ssi-legacy-expr: a pattern in #if', async () => {
    expect((await ask('/pages/?abc')).body).toBe('match\n');
    expect((await ask('/pages/?abd')).body).toBe('none\n');
  });

  test('filter-provider-expression: a filter that a header asks for', async () => {
    expect((await ask('/filtered/x.txt')).body).toBe('plain\n');
    expect((await ask('/filtered/x.txt', { 'X-Want': 'oh YES please' })).body).toBe('changed\n');
  });

  test('moved-add-output-filter-by-type: a type is compressed', async () => {
    const { headers } = await ask('/style.css', { 'Accept-Encoding': 'gzip' });
    expect(headers['content-encoding']).toBe('gzip');
  });

  test('remove-name-virtual-host: by name where NameVirtualHost said so, the first one elsewhere', async () => {
    expect((await ask('/', { Host: 'b.example' })).body).toBe('b\n');
    expect((await ask('/', { Host: 'a.example' })).body).toBe('main\n');
    expect((await ask('/', { Host: 'second.example' }, first)).body).toBe('first\n');
  });

  test('keepalive-on-off: KeepAlive 5 was On', async () => {
    const { headers } = await ask('/', { Connection: 'keep-alive' });
    expect(headers.connection).toBe('Keep-Alive');
  });

  test('default-file-etag: three parts, once that is asked for', async () => {
    expect((await ask('/new/x.txt')).headers.etag).toMatch(/^(?:W\/)?"[\da-f]+-[\da-f]+-[\da-f]+"$/);
  });

  test('cache-enable-forward-proxy, module-cache-disk: what a forward proxy fetched is kept', async () => {
    const address = `http://127.0.0.1:${backend}/kept`;
    expect((await ask(address)).body).toBe('backend 1\n');
    expect((await ask(address)).body).toBe('backend 1\n');
    expect(asked['/kept']).toBe(1);
  });

  test('module-lbmethod: a balancer without a method', async () => {
    expect((await ask('/balanced')).status).toBe(200);
  });

  test('scgi-path-info: the path is handed on', async () => {
    expect((await ask('/scgi/a/b')).body).toBe('PATH_INFO=/a/b');
  });

  test('rewrite-log, remove-dumpio-loglevel, piped-logs-shell: the same is logged', async () => {
    expect((await ask('/old/x.txt')).body).toBe('new\n');
    await expectLogged('error_log', /rewrite:trace2.*rewrite '?\/old\/x\.txt'? -> '?\/new\/x\.txt/);
    await expectLogged('error_log', /mod_dumpio/);
    await expectLogged('piped', /^a\.example \/(?:old|new)\/x\.txt$/m);
  });

  test('remove-extfilter-debuglevel: the filter runs, and says what it said', async () => {
    expect((await ask('/loud/x.txt')).body).toBe('QUIET\n');
    await expectLogged('error_log', /ext_filter/);
  });
});

/** Says how often it was asked for an address, and that the answer may be kept. */
function countingBackend(asked: Record<string, number>): Server {
  return createServer(({ url = '' }, response) => {
    asked[url] = (asked[url] ?? 0) + 1;
    const now = new Date();
    const dates = { Date: now.toUTCString(), 'Last-Modified': new Date(now.getTime() - 1e9).toUTCString() };
    response.writeHead(200, { ...dates, 'Cache-Control': 'max-age=600' });
    response.end(`backend ${asked[url]}\n`);
  });
}

/** Answers with the PATH_INFO that it is given. */
function scgiBackend(): NetServer {
  return createNetServer((socket) => {
    socket.once('data', (data) => {
      const values = data.toString('latin1').split('\0');
      const at = values.indexOf('PATH_INFO');
      socket.end(
        `Status: 200 OK\r\nContent-Type: text/plain\r\n\r\nPATH_INFO=${at === -1 ? '' : values[at + 1]}`,
      );
    });
  });
}
