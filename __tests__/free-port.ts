import { freePorts } from '../src/configtest/free-ports.ts';

/** A port of the loopback address for a server of a test: no client is given it meanwhile. */
export async function freePort(): Promise<number> {
  const [port] = await freePorts(1);
  return port!;
}
