import type { Scope, ServerModel } from '../../model/index.ts';
import { flatMap } from '../../text/index.ts';
import type { HostAddress } from './host-names.ts';
import { parseListen } from './host-names.ts';
import type { HostNumbers } from './host-choice.ts';
import { addressText, hostNumbers, hostsForPort, nameChooser, pathChooser } from './host-choice.ts';
import type { HostEntry } from './host-entries.ts';
import { isLookedUp, nameVirtualHosts, topLines } from './host-entries.ts';
import type { HostChain, HostTable } from './host-table.ts';
import { hostTable } from './host-table.ts';
import type { Version, World } from '../sections/worlds.ts';

/** Where a connection is accepted. */
export interface Arrival {
  readonly address: string;
  readonly port: number;
}

/** What a host is asked by. */
export interface HostAsked {
  readonly arrival: Arrival;
  /** null for a name that no host has, or none at all. */
  readonly name: string | null;
  /** Of a request without a Host header; null for one that has it. */
  readonly path: string | null;
}

/** What another host answers; null where the main server does. */
export interface HostDifference extends HostAsked {
  readonly was: HostEntry | null;
  readonly is: HostEntry | null;
}

/** An address that no host names. */
export const OTHER_ADDRESS = '192.0.2.254';
/** A name that no host has: what the default host of an address answers. */
export const NO_NAME = 'a-name-that-no-host-has.invalid';

/**
 * The connections that the server accepts, for each address that its hosts tell apart: by its Listen lines; where these are elsewhere, for every
 * port that the hosts name.
 * @param hosts those that 2.2 reads
 */
export function acceptedArrivals(model: ServerModel, world: World, hosts: readonly HostEntry[]): Arrival[] {
  const listens = listenedOn(model, world);
  if (listens === null) return statedArrivals(model, world, hosts);
  const addresses = addressesOf(statedAddresses(model, world, hosts));
  return listens.flatMap(({ address, port }) =>
    (address === '*' ? addresses : [address]).map((each) => ({ address: each, port })),
  );
}

/** What the Listen lines say; null where these are elsewhere. */
function listenedOn(model: ServerModel, world: World): HostAddress[] | null {
  const listens = topLines(model, '2.2', world, 'listen').map(({ args }) => parseListen(args[0] ?? ''));
  return listens.length === 0 || listens.some(({ port }) => port === 0) ? null : listens;
}

/** Every address with every port that the hosts name; 80 where none does. */
export function statedArrivals(model: ServerModel, world: World, hosts: readonly HostEntry[]): Arrival[] {
  const stated = statedAddresses(model, world, hosts);
  const ports = new Set(stated.map(({ port }) => port).filter((port) => port !== 0));
  if (ports.size === 0) ports.add(80);
  return addressesOf(stated).flatMap((address) => [...ports].map((port) => ({ address, port })));
}

function statedAddresses(model: ServerModel, world: World, hosts: readonly HostEntry[]): HostAddress[] {
  return [...flatMap(hosts, ({ words }) => words), ...nameVirtualHosts(model, world)];
}

function addressesOf(stated: readonly HostAddress[]): string[] {
  const exact = stated.map(({ address }) => address).filter((address) => address !== '*');
  return [...new Set([...exact, OTHER_ADDRESS])];
}

/** A server's table with the version that reads it. */
export interface ReadTable {
  readonly version: Version;
  readonly table: HostTable;
}

/** Whether a host of one table is that of the other. */
export type SameHost = (was: HostEntry | null, is: HostEntry | null) => boolean;

/**
 * How a version looks up the hosts of a tree.
 * @param hosts those that it reads
 */
export function readTable(
  model: ServerModel,
  version: Version,
  world: World,
  hosts: readonly HostEntry[],
): ReadTable {
  const named = version === '2.2' ? nameVirtualHosts(model, world) : [];
  return { version, table: hostTable(version, hosts, named) };
}

/** The hosts that a connection may lead to, by whatever name. */
export function hostsReached({ table }: ReadTable, arrivals: readonly Arrival[]): Set<Scope> {
  return new Set(
    arrivals.flatMap(({ address, port }) => {
      const chain = table.find(address, port);
      if (chain === null) return [];
      return [chain.base, ...hostsForPort(chain, port).map(({ host }) => host)].map(({ scope }) => scope);
    }),
  );
}

/**
 * The names that another host answers, one for each pair of hosts.
 */
export function hostDifferences(
  before: ReadTable,
  after: ReadTable,
  arrivals: readonly Arrival[],
  isSame: SameHost,
): HostDifference[] {
  const found = new Map<string, HostDifference>();
  for (const { arrival, old, made } of differentChains(before.table, after.table, arrivals)) {
    const areAlike = isAlike(old, made, arrival.port, isSame);
    const names = areAlike && old !== null ? hostNumbers(hostsForPort(old, arrival.port)) : undefined;
    const [wasOf, isOf] = [
      answersOf(old, arrival.port, before.version, names),
      answersOf(made, arrival.port, after.version, names),
    ];
    const named = areAlike ? [] : [...namesIn(old), ...namesIn(made), ...sharedNames([old, made])];
    // Names that are written tell more.
    const ordered = [...named.filter((name) => !isLookedUp(name)), ...named.filter(isLookedUp)];
    const add = (asked: Omit<HostAsked, 'arrival'>, was: HostEntry | null, is: HostEntry | null): boolean => {
      if (isSame(was, is)) return false;
      const pair = `${placeOf(was)} ${placeOf(is)}`;
      if (!found.has(pair)) found.set(pair, { arrival, ...asked, was, is });
      return true;
    };
    for (const name of new Set([NO_NAME, ...addressesIn(old), ...addressesIn(made), ...ordered])) {
      const isOther = add({ name: name === NO_NAME ? null : name, path: null }, wasOf(name), isOf(name));
      // One host answers every name: the first that another answers tells all.
      if (isOther && (old === null || old.named === null)) break;
    }
    const [wasOfPath, isOfPath] = [answersOfPaths(old, arrival.port), answersOfPaths(made, arrival.port)];
    for (const path of new Set([...pathsIn(old), ...pathsIn(made)])) {
      add({ name: null, path }, wasOfPath(path), isOfPath(path));
    }
  }
  return [...found.values()];
}

/** Whether the same hosts stand in the same order and go by the same names. */
function isAlike(old: HostChain | null, made: HostChain | null, port: number, isSame: SameHost): boolean {
  if (old === null || made === null || old.named === null || made.named === null) return false;
  const [first, second] = [hostsForPort(old, port), hostsForPort(made, port)];
  return (
    first.length === second.length &&
    first.every(({ host }, i) => {
      const other = second[i]!.host;
      return isSame(host, other) && haveSameNames(host, other);
    })
  );
}

function haveSameNames(one: HostEntry, other: HostEntry): boolean {
  return (
    one.serverName === other.serverName &&
    (one.aliases === other.aliases ||
      (one.aliases.length === other.aliases.length &&
        one.aliases.every((alias, i) => alias === other.aliases[i])))
  );
}

/** The chains of both tables, each pair with one of the connections that lead to it. */
function differentChains(before: HostTable, after: HostTable, arrivals: readonly Arrival[]) {
  const numbers = new Map<HostChain | null, number>();
  const numberOf = (chain: HostChain | null): number => {
    const number = numbers.get(chain) ?? numbers.size;
    numbers.set(chain, number);
    return number;
  };
  const pairs = new Map<string, { arrival: Arrival; old: HostChain | null; made: HostChain | null }>();
  for (const arrival of arrivals) {
    const old = before.find(arrival.address, arrival.port);
    const made = after.find(arrival.address, arrival.port);
    const key = `${numberOf(old)} ${numberOf(made)} ${arrival.port}`;
    if (!pairs.has(key)) pairs.set(key, { arrival, old, made });
  }
  return pairs.values();
}

function placeOf(entry: HostEntry | null): string {
  const { file, node } = entry?.scope ?? {};
  return entry === null ? '' : `${file?.path} ${node?.span.start}`;
}

function answersOf(
  chain: HostChain | null,
  port: number,
  version: Version,
  names: HostNumbers | undefined,
): (name: string) => HostEntry | null {
  if (chain === null) return () => null;
  const choose = nameChooser(hostsForPort(chain, port), version, names);
  return (name) => choose(name) ?? chain.base;
}

function answersOfPaths(chain: HostChain | null, port: number): (path: string) => HostEntry | null {
  if (chain === null) return () => null;
  const choose = pathChooser(hostsForPort(chain, port));
  return (path) => choose(path) ?? chain.base;
}

/** What ServerPath lines say. */
function pathsIn(chain: HostChain | null): string[] {
  return (chain?.named ?? []).flatMap(({ host: { serverPath } }) => serverPath ?? []);
}

/** Names to ask for: each that is written out, and one for each pattern. */
function namesIn(chain: HostChain | null): string[] {
  return (chain?.named ?? []).flatMap(({ host }) => [
    ...(/[*?]/.test(host.serverName) ? [] : [host.serverName]),
    ...host.aliases.map((alias) => alias.replace(/[*?]/g, 'x')),
  ]);
}

/** Where more patterns stand together, names that two of them fit are not looked for. */
const MOST_PATTERNS = 40;

/** Names that fit two patterns with one `*` each, at different ends: `*.a.example` and `www.*`. */
function sharedNames(chains: readonly (HostChain | null)[]): string[] {
  const aliases = chains.flatMap((chain) => (chain?.named ?? []).flatMap(({ host }) => host.aliases));
  const ends = [...new Set(aliases)].filter((alias) => /^\*[^*?]+$/.test(alias));
  const starts = [...new Set(aliases)].filter((alias) => /^[^*?]+\*[^*?]*$/.test(alias));
  if (ends.length + starts.length > MOST_PATTERNS) return [];
  return starts.flatMap((start) => {
    const [head = '', tail = ''] = start.split('*');
    return ends.flatMap((pattern) => {
      const end = pattern.slice(1);
      const longer = end.length > tail.length ? end : tail;
      return longer.endsWith(end) && longer.endsWith(tail) ? [`${head}x${longer}`] : [];
    });
  });
}

/** The addresses by which hosts are asked for. */
function addressesIn(chain: HostChain | null): string[] {
  return (chain?.named ?? []).flatMap(({ at }) => (at.address === '*' ? [] : [addressText(at)]));
}
