import type { Occurrence, Scope, ServerModel } from '../../model/index.ts';
import { fnmatch } from '../../model/index.ts';
import type { Version, World } from '../sections/worlds.ts';
import { isLive } from '../sections/worlds.ts';
import type { ConcreteRequest } from './concrete-request.ts';
import type { HostAddress } from '../sections/host-address.ts';
import { namesOf } from '../sections/host-names.ts';
import { parseHostAddress, parseListen } from '../sections/host-address.ts';

/** The server that answers a request. */
export interface ChosenServer {
  readonly server: Scope;
  /** Why this one, for people. */
  readonly why: string;
  /** Where the address that the request arrives at decides and is not known: those of other hosts that would answer. */
  readonly elsewhere: readonly Elsewhere[];
}

export interface Elsewhere {
  /** `127.0.0.1:80`, `*:80`. */
  readonly address: string;
  readonly server: Scope;
}

type Asked = Pick<ConcreteRequest, 'host' | 'port' | 'serverAddress'>;

/** Chooses among the hosts of one tree as `ap_update_vhost_given_ip` and `check_hostalias` (server/vhost.c) do. */
export function serverChooser(
  model: ServerModel,
  version: Version,
  world: World,
): (asked: Asked) => ChosenServer {
  const hosts = model.virtualHosts.filter((host) => isLive(host.guards, version, world));
  const groups = triedInOrder(groupHosts(hosts), version);
  const named = topLines(model, version, world, 'namevirtualhost').map(({ args }) =>
    parseHostAddress(args[0] ?? '*'),
  );
  const usual = usualPort(topLines(model, version, world, 'listen'));
  // The NameVirtualHost lines for a part of a server stand elsewhere.
  const isPart = model.kind !== 'server' && named.length === 0;
  const isByName = (group: HostGroup) =>
    version === '2.4' || isPart || named.some((name) => isSameAddress(name, group));
  const answering = (group: HostGroup | null, host: string | null): Answering => {
    const first = group?.hosts[0];
    if (group === null || first === undefined) return { server: model.main, why: noHostReason(hosts) };
    const match = isByName(group) && host !== null ? group.find(host) : undefined;
    if (match !== undefined) return { server: match, why: `it goes by the name ${host}` };
    return { server: first, why: firstReason(group, isByName(group), host) };
  };
  return ({ host, port, serverAddress }) => {
    const at = { host, port: port ?? usual, serverAddress };
    const isOpen = serverAddress === null;
    const reached = reachedByName(reachedGroup(groups, at), port === null && isOpen ? groups : [], host);
    const chosen = answering(reached, host);
    const others = isOpen ? groups.filter((group) => mayBeReached(group, reached?.port || at.port)) : [];
    const elsewhere = others.flatMap((group): Elsewhere[] => {
      const { server } = answering(group, host);
      return server === chosen.server ? [] : [{ address: nameOf(group), server }];
    });
    return { ...chosen, elsewhere };
  };
}

type Answering = Omit<ChosenServer, 'elsewhere'>;

function mayBeReached(group: HostGroup, port: number): boolean {
  return group.port === 0 || group.port === port;
}

function nameOf({ address, port }: HostAddress): string {
  const text = address.includes(':') ? `[${address}]` : address;
  return port === 0 ? text : `${text}:${port}`;
}

/** The hosts of one address and port, in written order. */
interface HostGroup extends HostAddress {
  readonly hosts: readonly Scope[];
  /** The first that goes by the name. */
  find(name: string): Scope | undefined;
}

function groupHosts(hosts: readonly Scope[]): HostGroup[] {
  const groups = new Map<string, HostAddress & { readonly hosts: Set<Scope> }>();
  for (const host of hosts) {
    for (const address of host.args.map(parseHostAddress)) {
      const key = `${address.address} ${address.port}`;
      const group = groups.get(key) ?? { ...address, hosts: new Set() };
      groups.set(key, group);
      group.hosts.add(host);
    }
  }
  return [...groups.values()].map((group) => ({
    ...group,
    hosts: [...group.hosts],
    find: finder([...group.hosts]),
  }));
}

/** 2.4 prefers the groups of a port to those of any, 2.2 takes whichever is written first. */
function triedInOrder(groups: readonly HostGroup[], version: Version): readonly HostGroup[] {
  if (version === '2.2') return groups;
  return groups.toSorted((a, b) => Number(a.port === 0) - Number(b.port === 0));
}

function finder(hosts: readonly Scope[]): (name: string) => Scope | undefined {
  const exact = new Map<string, number>();
  const wild: { readonly pattern: string; readonly at: number }[] = [];
  hosts.forEach((host, at) => {
    for (const name of namesOf(host)) {
      if (/[*?]/.test(name)) wild.push({ pattern: name, at });
      else if (!exact.has(name)) exact.set(name, at);
    }
  });
  return (name) => {
    const wanted = name.toLowerCase();
    const byPattern = wild.find(({ pattern }) => fnmatch(pattern, wanted))?.at;
    const at = Math.min(exact.get(wanted) ?? Infinity, byPattern ?? Infinity);
    return at === Infinity ? undefined : hosts[at];
  };
}

/** An exact address before any. Where the server's address is not known, the name decides. */
function reachedGroup(
  groups: readonly HostGroup[],
  { host, port, serverAddress }: { host: string | null; port: number; serverAddress: string | null },
): HostGroup | null {
  const fitting = groups.filter((group) => group.port === 0 || group.port === port);
  const any = fitting.filter(({ address }) => address === '*');
  const exact = fitting.filter(({ address }) => address !== '*');
  if (serverAddress !== null) {
    return exact.find(({ address }) => address === serverAddress) ?? any[0] ?? null;
  }
  const goingBy = [...exact, ...any].find(({ find }) => host !== null && find(host) !== undefined);
  return goingBy ?? any[0] ?? exact[0] ?? null;
}

/** Where neither port nor address is said, a host of the name that stands at another port is the one that is meant. */
function reachedByName(
  usual: HostGroup | null,
  groups: readonly HostGroup[],
  host: string | null,
): HostGroup | null {
  if (host === null || usual?.find(host) !== undefined) return usual;
  return groups.find(({ find }) => find(host) !== undefined) ?? usual;
}

function isSameAddress(a: HostAddress, b: HostAddress): boolean {
  return a.address === b.address && a.port === b.port;
}

function topLines(
  { main }: ServerModel,
  version: Version,
  world: World,
  name: string,
): (Occurrence & { readonly type: 'occurrence' })[] {
  return main.items.flatMap((item) =>
    item.type === 'occurrence' && item.name === name && isLive(item.guards, version, world) ? [item] : [],
  );
}

/** 80 if the server listens there, or does not say; else the first port it listens on. */
function usualPort(listens: readonly Occurrence[]): number {
  const ports = listens.map(({ args }) => parseListen(args[0] ?? '').port);
  return ports.includes(80) ? 80 : (ports[0] ?? 80);
}

function noHostReason(hosts: readonly Scope[]): string {
  return hosts.length === 0 ? 'there are no virtual hosts' : 'no virtual host has this address and port';
}

function firstReason({ hosts }: HostGroup, isByName: boolean, host: string | null): string {
  if (hosts.length === 1) return 'it is the only virtual host of its address';
  if (!isByName) return 'it is the first of its address, and 2.2 has no NameVirtualHost for that';
  return host === null
    ? 'it is the first of its address, and no host name is given'
    : `it is the first of its address, and none goes by the name ${host}`;
}
