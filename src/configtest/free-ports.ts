import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * From here systems take the ports of clients, and of those who ask for any port (Linux from 32768, others from 49152): one that is free
 * now may be a client's a moment later.
 */
const CLIENT_PORTS = 32768;
/** Below, well-known services have theirs. */
const FIRST_PORT = 12000;

/**
 * Ports of the loopback address that were free just now, all different.
 * @throws Error where there are not so many.
 */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  const tried = new Set<number>();
  while (ports.size < count) {
    if (tried.size === CLIENT_PORTS - FIRST_PORT)
      throw new Error(`there are not ${count} free ports on 127.0.0.1`);
    const port = randomInt(FIRST_PORT, CLIENT_PORTS);
    // oxlint-disable-next-line no-await-in-loop -- as many as are wanted, each depending on those before
    if (!tried.has(port) && (await isFree(port))) ports.add(port);
    tried.add(port);
  }
  return [...ports];
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
