import type { Scope } from '../../model/index.ts';
import { namesOf } from '../sections/host-names.ts';
import type { ConcreteRequest } from '../request/concrete-request.ts';
import { plainRequest } from '../request/concrete-request.ts';
import { parseHostAddress } from '../sections/host-address.ts';
import type { HostAddress } from '../sections/host-address.ts';
import { listenedOn, NO_NAME, OTHER_ADDRESS } from '../sections/host-differences.ts';
import type { RequestTree } from '../request/request-tree.ts';
import type { HostMatch } from './match-hosts.ts';
import { hostName, plainHostName } from './match-hosts.ts';
import type { TreeNote } from './tree-note.ts';

/** What there is to say about hosts: those that only one tree has, and names that another host answers than before. */
export function hostNotes(before: RequestTree, after: RequestTree, match: HostMatch): TreeNote[] {
  const missing = match.onlyBefore.map((host): TreeNote => {
    const message = `${describeHost(host)} is not in AFTER: its requests go elsewhere`;
    return { code: 'host-missing', level: 'difference', message, place: host };
  });
  const made = match.onlyAfter.map((host): TreeNote => {
    const message = `${describeHost(host)} is not in BEFORE: its rules were compared with nothing`;
    return { code: 'host-new', level: 'difference', message, place: host };
  });
  const renamed = [...match.beforeOf].flatMap(([now, then]): TreeNote[] => {
    if (plainHostName(now) === plainHostName(then)) return [];
    const message = `${describeHost(then)} was taken to be ${describeHost(now)}, the only one left`;
    return [{ code: 'host-renamed', level: 'info', message, place: now }];
  });
  return [...missing, ...made, ...renamed, ...chosenNotes(before, after, match)];
}

function chosenNotes(before: RequestTree, after: RequestTree, match: HostMatch): TreeNote[] {
  const notes = new Map<string, TreeNote>();
  const unasked = standIns(before.model.virtualHosts);
  const ofOneTree = new Set([...match.onlyBefore, ...match.onlyAfter]);
  const hosts = [...before.model.virtualHosts, ...after.model.virtualHosts];
  for (const asked of askedOf(hosts, listenedOn(before.model, before.world))) {
    if (unasked.has(asked.host ?? '')) continue;
    const then = before.choose(asked).server;
    const now = after.choose(asked).server;
    const isKnown = !ofOneTree.has(then) && !ofOneTree.has(now);
    const key = `${describeHost(then)} ${describeHost(now)}`;
    if (!isKnown || match.beforeOf.get(now) === then || notes.has(key)) continue;
    const name = asked.host === NO_NAME ? 'a name that no host has' : asked.host;
    const message =
      `${name} on port ${asked.port} was answered by ${describeHost(then)}, and is answered by ${describeHost(now)}: ` +
      'this was not compared further';
    notes.set(key, { code: 'host-chosen', level: 'difference', message, place: now });
  }
  return [...notes.values()];
}

/**
 * A request for every name on every address and port that the hosts have.
 * @param listens what the server listens on: nobody asks on other ports; null if that is not known
 */
export function askedOf(hosts: readonly Scope[], listens: readonly HostAddress[] | null): ConcreteRequest[] {
  const found = new Map<string, ConcreteRequest>();
  for (const host of hosts) {
    const places = host.args.map(parseHostAddress).flatMap((stated) => placesOf(stated, listens));
    for (const name of [...namesOf(host).filter(isPlain), NO_NAME]) {
      for (const { address, port } of places) {
        const asked = { ...plainRequest('/'), host: name, port, serverAddress: address };
        found.set(`${name} ${address} ${port}`, asked);
      }
    }
  }
  return [...found.values()];
}

/** Where connections for an address of a host arrive. */
function placesOf(stated: HostAddress, listens: readonly HostAddress[] | null): HostAddress[] {
  const own = stated.address === '*' ? OTHER_ADDRESS : stated.address;
  if (listens === null) return [{ address: own, port: stated.port === 0 ? 80 : stated.port }];
  return listens.flatMap(({ address, port }) => {
    if (stated.port !== 0 && stated.port !== port) return [];
    if (address === '*') return [{ address: own, port }];
    return stated.address === '*' || stated.address === address ? [{ address, port }] : [];
  });
}

/** Names that stand for a ServerName with wildcards, which nobody asks for. */
export function standIns(hosts: readonly Scope[]): ReadonlySet<string> {
  const wild = hosts.filter((host) => hostName(host) !== plainHostName(host));
  return new Set(wild.map((host) => plainHostName(host) ?? ''));
}

function isPlain(name: string): boolean {
  return name !== '' && !/[*?]/.test(name);
}

export function describeHost(server: Scope): string {
  if (server.kind !== 'virtualhost') return 'the main server';
  const name = hostName(server);
  return `<VirtualHost ${server.args.join(' ')}>${name === null ? '' : ` ${name}`}`;
}
