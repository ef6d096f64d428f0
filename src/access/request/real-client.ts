import type { Net } from '../policy/index.ts';
import { parseRequireIp } from '../policy/index.ts';
import type { ConcreteRequest } from './concrete-request.ts';
import { clientNet, covers } from './known-atoms.ts';
import type { ServerLines } from './server-lines.ts';

const LISTS = ['remoteipinternalproxylist', 'remoteiptrustedproxylist'] as const;
const PROXIES = ['remoteipinternalproxy', 'remoteiptrustedproxy', ...LISTS] as const;

/** What RemoteIPHeader names, in lower case; null where the server takes the client's address from the connection. */
export function realClientHeader({ own, inherited }: ServerLines): string | null {
  const line = own('remoteipheader').at(-1) ?? inherited('remoteipheader').at(-1);
  return line?.args[0]?.toLowerCase() ?? null;
}

/**
 * The request with the address that mod_remoteip takes for the client's, before anything else is asked (`remoteip_modify_request`,
 * modules/metadata/mod_remoteip.c): from the end of the header each address is believed as long as the one that names it is a proxy's.
 * The client is not known where the proxies are not.
 */
export function withRealClient(request: ConcreteRequest, lines: ServerLines): ConcreteRequest {
  const header = realClientHeader(lines);
  const text = header === null ? undefined : request.headers.get(header);
  if (header === null || text === undefined || request.client === null) return request;
  const proxies = proxiesIn(lines);
  if (proxies === null) return { ...request, client: null };
  const names = text.split(',').map((name) => name.trim());
  let client = request.client;
  // Behind a proxy that is not one of the house what follows is not, either.
  let isInternal = proxies.length > 0;
  while (names.length > 0) {
    const at = clientNet(client);
    const proxy = at === null ? undefined : proxies.find(({ net }) => covers(net, at));
    if (proxies.length > 0 && proxy === undefined) break;
    isInternal &&= proxy?.isInternal === true;
    const next = clientNet(names.at(-1) ?? '');
    if (next === null || (!isInternal && !isPublic(next))) break;
    client = names.pop() ?? client;
  }
  const headers = new Map(request.headers);
  if (names.length === 0) headers.delete(header);
  else headers.set(header, names.join(', '));
  return { ...request, client, headers };
}

interface Proxy {
  readonly net: Net;
  readonly isInternal: boolean;
}

/** A virtual host's own replace those of the main server. Null: lists in files, and names that are looked up, are not read here. */
function proxiesIn({ own, inherited }: ServerLines): Proxy[] | null {
  const lines = own(...PROXIES).length > 0 ? own(...PROXIES) : inherited(...PROXIES);
  if (lines.some(({ name }) => LISTS.some((each) => each === name))) return null;
  const proxies: Proxy[] = [];
  for (const { name, args } of lines) {
    for (const word of args) {
      const parsed = parseRequireIp(word);
      if (!('net' in parsed)) return null;
      proxies.push({ net: parsed.net, isInternal: name === 'remoteipinternalproxy' });
    }
  }
  return proxies;
}

const PRIVATE = ['10.0.0.0/8', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16'].flatMap(
  netsIn,
);
const GLOBAL = netsIn('2000::/3');

function netsIn(text: string): Net[] {
  const parsed = parseRequireIp(text);
  return 'net' in parsed ? [parsed.net] : [];
}

/** What may be told of a client by a proxy that is not one of the house. */
function isPublic(net: Net): boolean {
  const isIn = (all: readonly Net[]) => all.some((each) => covers(each, net));
  return net.bits.length === 4 ? !isIn(PRIVATE) : isIn(GLOBAL);
}
