import { createServer } from 'node:net';
import { expect, test } from '@jest/globals';
import { freePorts } from '../../src/configtest/free-ports.ts';
import { whyUndecided } from '../../src/configtest/check-start.ts';

test('free ports are different, nobody has them, and no client will be given one', async () => {
  const ports = await freePorts(50);
  expect(new Set(ports).size).toBe(50);
  expect(ports.filter((port) => port < 1024 || port >= 32768)).toEqual([]);
  const servers = ports.map((port) => createServer().listen(port, '127.0.0.1'));
  const isListening = servers.map(
    (server) =>
      new Promise((resolve) => server.once('listening', () => resolve(true)).once('error', resolve)),
  );
  expect(await Promise.all(isListening)).toEqual(ports.map(() => true));
  const others = await freePorts(50);
  expect(others.filter((port) => ports.includes(port))).toEqual([]);
  for (const server of servers) server.close();
});

test('a port that another program took meanwhile says nothing of the configuration', () => {
  const said =
    '(98)Address already in use: AH00072: make_sock: could not bind to address 127.0.0.1:39981\n' +
    'no listening sockets available, shutting down\nAH00015: Unable to open logs\n';
  expect(whyUndecided(said)).toBe('another program took one of its ports');
  expect(whyUndecided('AH00526: Syntax error on line 1 of httpd.conf')).toBeNull();
});
