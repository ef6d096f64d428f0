import type { Scope, ServerModel } from '../../model/index.ts';
import { flatMap } from '../../text/index.ts';
import type { Arrival, HostAsked, ReadTable } from '../hosts/host-differences.ts';
import {
  acceptedArrivals,
  hostDifferences,
  hostsReached,
  OTHER_ADDRESS,
  readTable,
} from '../hosts/host-differences.ts';
import type { HostEntry } from '../hosts/host-entries.ts';
import { guardsOfHosts, hostEntries, nameVirtualHosts } from '../hosts/host-entries.ts';
import type { Version, World } from '../sections/worlds.ts';
import { worldsOf } from '../sections/worlds.ts';
import type { HostMatch } from './match-hosts.ts';
import { hostName, plainHostName, plainName } from './match-hosts.ts';
import type { TreeNote } from './tree-note.ts';

/** What there is to say about hosts: those that only one tree has, and names that another host answers than before. */
export function hostNotes(before: ServerModel, after: ServerModel, match: HostMatch): TreeNote[] {
  const worlds = worldsOf([...guardsOfHosts(before), ...guardsOfHosts(after)]);
  // With more open guards than are gone through none is taken to hold, and any host to answer something.
  const lookups = (worlds ?? [new Map<string, boolean>()]).map((world) => lookupIn(world, before, after));
  const isAsked = (host: Scope): boolean =>
    worlds === null || lookups.some(({ was, is }) => was.reached.has(host) || is.reached.has(host));
  const missing = match.onlyBefore.map((host): TreeNote => {
    const message = `${describeHost(host)} is not in AFTER: its requests go elsewhere`;
    return oneTreeNote('host-missing', host, message, isAsked(host));
  });
  const made = match.onlyAfter.map((host): TreeNote => {
    const message = `${describeHost(host)} is not in BEFORE: its rules were compared with nothing`;
    return oneTreeNote('host-new', host, message, isAsked(host));
  });
  const renamed = [...match.beforeOf].flatMap(([now, then]): TreeNote[] => {
    if (plainHostName(now) === plainHostName(then)) return [];
    const message = `${describeHost(then)} was taken to be ${describeHost(now)}, the only one left`;
    return [{ code: 'host-renamed', level: 'info', message, place: now }];
  });
  return [...missing, ...made, ...renamed, ...chosenNotes(before, after, lookups, match)];
}

/** @param isAsked whether a connection that the server accepts may lead to the host */
function oneTreeNote(
  code: 'host-missing' | 'host-new',
  host: Scope,
  message: string,
  isAsked: boolean,
): TreeNote {
  if (isAsked) return { code, level: 'difference', message, place: host };
  const unasked = `${message}; it answers nothing, as the server does not listen on its address or another host is before it`;
  return { code, level: 'info', message: unasked, place: host };
}

/** How both servers look up hosts in one world of the guards around them. */
interface Lookup {
  readonly arrivals: readonly Arrival[];
  readonly was: ReadTable & { readonly reached: ReadonlySet<Scope> };
  readonly is: ReadTable & { readonly reached: ReadonlySet<Scope> };
}

function lookupIn(world: World, before: ServerModel, after: ServerModel): Lookup {
  const [old, made] = [hostEntries(before, '2.2', world), hostEntries(after, '2.4', world)];
  const arrivals = acceptedArrivals(before, world, [...old, ...made]);
  // The NameVirtualHost lines for a part of a server stand elsewhere.
  const isPart = before.kind !== 'server' && nameVirtualHosts(before, world).length === 0;
  const tableOf = (model: ServerModel, version: Version, hosts: readonly HostEntry[]) => {
    const read = readTable(model, version, world, hosts);
    return { ...read, reached: hostsReached(read, arrivals) };
  };
  return { arrivals, was: tableOf(before, isPart ? '2.4' : '2.2', old), is: tableOf(after, '2.4', made) };
}

function chosenNotes(
  before: ServerModel,
  after: ServerModel,
  lookups: readonly Lookup[],
  { beforeOf, onlyBefore, onlyAfter }: HostMatch,
): TreeNote[] {
  const unasked = standIns(before.virtualHosts);
  const ofOneTree = new Set([...onlyBefore, ...onlyAfter]);
  const serverOf = (entry: HostEntry | null, { main }: ServerModel): Scope => entry?.scope ?? main;
  const isSame = (was: HostEntry | null, is: HostEntry | null): boolean =>
    beforeOf.get(serverOf(is, after)) === serverOf(was, before);
  const notes = lookups
    .flatMap(({ arrivals, was, is }) => hostDifferences(was, is, arrivals, isSame))
    .filter(({ name, was, is }) => {
      const isKnown = [was, is].every((entry) => entry === null || !ofOneTree.has(entry.scope));
      return isKnown && !unasked.has(name ?? '');
    })
    .map((each): TreeNote => {
      const [old, made] = [serverOf(each.was, before), serverOf(each.is, after)].map(describeHost);
      const message = `${askedText(each)} was answered by ${old}, and is answered by ${made}: this was not compared further`;
      return { code: 'host-chosen', level: 'difference', message, place: serverOf(each.is, after) };
    });
  return [...new Map(notes.map((note) => [note.message, note])).values()];
}

/** `b.example on 10.0.0.1:80`. */
export function askedText({ arrival: { address, port }, name, path }: HostAsked): string {
  const place = address === OTHER_ADDRESS ? `port ${port}` : `${address}:${port}`;
  const unnamed = path === null ? 'a name that no host has' : `a request for ${path} without a Host header`;
  return `${name ?? unnamed} on ${place}`;
}

/** Names that stand for a ServerName with wildcards, which nobody asks for. */
export function standIns(hosts: readonly Scope[]): ReadonlySet<string> {
  const names = flatMap(hosts, (host) => hostName(host) ?? []);
  return new Set(flatMap(names, (name) => (plainName(name) === name ? [] : plainName(name))));
}

export function describeHost(server: Scope): string {
  if (server.kind !== 'virtualhost') return 'the main server';
  const name = hostName(server);
  return `<VirtualHost ${server.args.join(' ')}>${name === null ? '' : ` ${name}`}`;
}
