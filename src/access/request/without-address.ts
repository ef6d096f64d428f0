import type { Version } from '../sections/worlds.ts';
import type { ConcreteRequest } from './concrete-request.ts';
import type { Served } from './expected-status.ts';

/**
 * What a request gets that asks for no address below the server: `OPTIONS *` is answered before access is checked (`http_send_options`,
 * modules/http/http_core.c), CONNECT takes a host and a port. Null: it asks for one.
 */
export function withoutAddress({ method, path }: ConcreteRequest, version: Version): Served | null {
  if (path === '*') {
    if (method === 'OPTIONS') return { status: 200, why: 'OPTIONS * is answered before access is checked' };
    return version === '2.4'
      ? { status: 400, why: '* is taken with OPTIONS only' }
      : { status: null, why: 'what 2.2 makes of * is not told' };
  }
  if (method === 'CONNECT') return { status: 400, why: 'CONNECT takes HOST:PORT, not an address' };
  return null;
}
