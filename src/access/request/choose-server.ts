import type { Occurrence, Scope, ServerModel } from '../../model/index.ts';
import { rememberWeakly } from '../../text/index.ts';
import type { HostAddress } from '../hosts/host-names.ts';
import { nameIn, parseListen, serverNameOf, takesPort } from '../hosts/host-names.ts';
import type { NameChooser } from '../hosts/host-choice.ts';
import { hostNumbers, hostsForPort, nameChooser, pathChooser } from '../hosts/host-choice.ts';
import type { HostEntry } from '../hosts/host-entries.ts';
import { hostEntries, isLookedUp, nameVirtualHosts, topLines } from '../hosts/host-entries.ts';
import type { HostAt, HostChain } from '../hosts/host-table.ts';
import { hostTable } from '../hosts/host-table.ts';
import type { Version, World } from '../sections/worlds.ts';
import type { ConcreteRequest } from './concrete-request.ts';
import { hostname } from './server-identity.ts';

/** The server that answers a request. */
export interface ChosenServer {
  readonly server: Scope;
  /** Why this one, for people. */
  readonly why: string;
  /** Whether the name that is asked for is one of its own. */
  readonly isItsName: boolean;
  /** Where the address that the request arrives at decides and is not known: those of other hosts that would answer. */
  readonly elsewhere: readonly Elsewhere[];
  /** Where no host is found by the name: hosts without a ServerName, whose names the server looks up when it starts. */
  readonly nameless: readonly Scope[];
}

export interface Elsewhere {
  /** `127.0.0.1:80`, `*:80`. */
  readonly address: string;
  readonly server: Scope;
}

type Asked = Pick<ConcreteRequest, 'host' | 'port' | 'serverAddress' | 'path'>;

/** Chooses among the hosts of one tree as `ap_update_vhost_given_ip`, `check_hostalias` and `check_serverpath` (server/vhost.c) do. */
export function serverChooser(
  model: ServerModel,
  version: Version,
  world: World,
): (asked: Asked) => ChosenServer {
  const hosts = hostEntries(model, version, world);
  const named = nameVirtualHosts(model, world);
  // The NameVirtualHost lines for a part of a server stand elsewhere.
  const reader = version === '2.2' && model.kind !== 'server' && named.length === 0 ? '2.4' : version;
  const table = hostTable(reader, hosts, named);
  const find = chainSearch(reader);
  const usual = usualPort(topLines(model, version, world, 'listen'));
  const hostsAt = countedBy(hosts.flatMap(({ words }) => words.map(nameOf)));
  const answering = (chain: HostChain | null, port: number, { host, path }: Asked): Answering => {
    const isNamed = host !== null && host !== '';
    if (chain === null) {
      const isItsName = isNamed && hostname({ host }) === nameIn(serverNameOf(model.main) ?? '');
      return { server: model.main, why: noHostReason(hosts), isItsName, nameless: [] };
    }
    const match = chain.named !== null && isNamed ? find(chain, port, host) : undefined;
    if (match !== undefined)
      return {
        server: match.scope,
        why: `it goes by the name ${host}`,
        isItsName: hasName(match, host ?? ''),
        nameless: [],
      };
    const byPath = isNamed ? undefined : pathChooser(hostsForPort(chain, port))(plainStart(path));
    if (byPath !== undefined) {
      return {
        server: byPath.scope,
        why: `no host name is given, and its ServerPath is ${byPath.serverPath}`,
        isItsName: false,
        nameless: [],
      };
    }
    const isAlone = (chain.named?.length ?? hostsAt(nameOf(chain))) === 1;
    const server = chain.base.scope;
    const unlike = isNamed && chain.named !== null ? lookedUpAmong(hostsForPort(chain, port)) : [];
    const nameless = unlike.filter((scope) => scope !== server);
    return { server, why: firstReason(chain, isAlone, host), isItsName: false, nameless };
  };
  return (asked) => {
    const { host, port, serverAddress } = asked;
    const at = port ?? usual;
    const isGoingBy = (chain: HostChain) =>
      host !== null && find(chain, chain.port || at, host) !== undefined;
    const { chains } = table;
    const isOpen = serverAddress === null;
    const likely = isOpen ? likelyChain(chains, at, isGoingBy) : table.find(serverAddress, at);
    const isElsewhere = isOpen && port === null && host !== null && !(likely !== null && isGoingBy(likely));
    const reached = (isElsewhere ? chains.find(isGoingBy) : undefined) ?? likely;
    const arrived = reached?.port || at;
    const chosen = answering(reached, arrived, asked);
    const others = isOpen ? chains.filter((chain) => takesPort(chain, arrived)) : [];
    const elsewhere = others.flatMap((chain): Elsewhere[] => {
      const { server } = answering(chain, arrived, asked);
      return server === chosen.server ? [] : [{ address: nameOf(chain), server }];
    });
    return { ...chosen, elsewhere };
  };
}

const lookedUpAmong = rememberWeakly((hosts: readonly HostAt[]): readonly Scope[] =>
  hosts.flatMap(({ host: { scope, serverName } }) => (isLookedUp(serverName) ? [scope] : [])),
);

/** The address of its line is none of its names. */
function hasName(entry: HostEntry, name: string): boolean {
  return hostNumbers([{ host: entry }])(hostname({ host: name }) ?? '') !== undefined;
}

/** Slashes at the start are one before a host is looked for (`ap_parse_uri`, server/protocol.c). */
function plainStart(path: string): string {
  return path.replace(/^\/+/, '/');
}

type Answering = Omit<ChosenServer, 'elsewhere'>;

function nameOf({ address, port }: HostAddress): string {
  const text = address.includes(':') ? `[${address}]` : address;
  return port === 0 ? text : `${text}:${port}`;
}

function countedBy(keys: readonly string[]): (key: string) => number {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return (key) => counts.get(key) ?? 0;
}

/** The host of a chain that goes by a name; where one host answers every name, that one, if it has the name. */
function chainSearch(
  version: Version,
): (chain: HostChain, port: number, host: string) => HostEntry | undefined {
  const known = new Map<HostChain, Map<number, NameChooser>>();
  return (chain, port, host) => {
    const ofChain = known.get(chain) ?? new Map<number, NameChooser>();
    known.set(chain, ofChain);
    const choose = ofChain.get(port) ?? nameChooser(hostsForPort(chain, port), version);
    ofChain.set(port, choose);
    return choose(host);
  };
}

/** Where the server's address is not known, the name decides, and an exact address comes before any. */
function likelyChain(
  chains: readonly HostChain[],
  port: number,
  isGoingBy: (chain: HostChain) => boolean,
): HostChain | null {
  const fitting = chains
    .filter((chain) => takesPort(chain, port))
    .toSorted((a, b) => Number(a.address === '*') - Number(b.address === '*'));
  const any = fitting.find(({ address }) => address === '*');
  return fitting.find(isGoingBy) ?? any ?? fitting[0] ?? null;
}

/** 80 if the server listens there, or does not say; else the first port it listens on. */
function usualPort(listens: readonly Occurrence[]): number {
  const ports = listens.map(({ args }) => parseListen(args[0] ?? '').port);
  return ports.includes(80) ? 80 : (ports[0] ?? 80);
}

function noHostReason(hosts: readonly HostEntry[]): string {
  return hosts.length === 0 ? 'there are no virtual hosts' : 'no virtual host has this address and port';
}

function firstReason(chain: HostChain, isAlone: boolean, host: string | null): string {
  if (isAlone) return 'it is the only virtual host of its address';
  if (chain.named === null) return 'it is the first of its address, and 2.2 has no NameVirtualHost for that';
  return host === null || host === ''
    ? 'it is the first of its address, and no host name is given'
    : `it is the first of its address, and none goes by the name ${host}`;
}
