import type { Scope, ServerModel } from '../../model/index.ts';
import { nameIn, serverNameOf, parseHostAddress } from '../hosts/host-names.ts';
import { append } from '../../text/index.ts';

/** Which virtual host of one tree is which of the other. */
export interface HostMatch {
  /** Hosts of the first tree by those of the second; the main servers are each other's. */
  readonly beforeOf: ReadonlyMap<Scope, Scope>;
  readonly onlyBefore: readonly Scope[];
  readonly onlyAfter: readonly Scope[];
}

/**
 * Matches hosts by what they are, not by where they stand: address and name, then the name, then the address of nameless
 * ones, each with the folder first; then what is left over if it is one on each side. Equal ones in written order.
 * @param before hosts that 2.2 reads, `after` hosts that 2.4 reads
 */
export function matchHosts(before: ServerModel, after: ServerModel): HostMatch {
  const old = new Set(before.virtualHosts.filter(({ on22 }) => on22 !== 'no'));
  const left = new Set(after.virtualHosts.filter(({ on24 }) => on24 !== 'no'));
  const beforeOf = new Map<Scope, Scope>([[after.main, before.main]]);
  const keys = [wholeKey, nameKey, plainHostName, addressKey];
  for (const keyOf of keys.flatMap((key) => [withFolder(key), key])) {
    const waiting = byKey(old, keyOf);
    for (const host of left) {
      const same = waiting.get(keyOf(host) ?? '')?.shift();
      if (same === undefined) continue;
      beforeOf.set(host, same);
      old.delete(same);
      left.delete(host);
    }
  }
  const [lastOld] = old;
  const [lastNew] = left;
  if (lastOld !== undefined && lastNew !== undefined && old.size === 1 && left.size === 1) {
    return { beforeOf: new Map(beforeOf).set(lastNew, lastOld), onlyBefore: [], onlyAfter: [] };
  }
  return { beforeOf, onlyBefore: [...old], onlyAfter: [...left] };
}

/** The place of each among these; what is none of them has none. */
export function hostNumbers(hosts: readonly Scope[]): (server: Scope) => number | undefined {
  const numbers = new Map(hosts.map((host, number) => [host, number]));
  return (server) => numbers.get(server);
}

/** The ServerName, lower case, without scheme and port; null if there is none. */
export function hostName(host: Scope): string | null {
  const name = nameIn(serverNameOf(host) ?? '');
  return name === '' ? null : name;
}

export function plainHostName(host: Scope): string | null {
  const name = hostName(host);
  return name === null ? null : plainName(name);
}

/** As one that 2.4 takes, too: wildcards in a ServerName match nobody in 2.2. */
export function plainName(name: string): string {
  return name.replace(/[*?]|\[[^\]]*\]/g, 'wildcard');
}

/** In written order; '' is the key of none. */
function byKey(hosts: Iterable<Scope>, keyOf: KeyOf): Map<string, Scope[]> {
  const found = new Map<string, Scope[]>();
  for (const host of hosts) {
    const key = keyOf(host) ?? '';
    if (key !== '') append(found, key, host);
  }
  return found;
}

function addresses(host: Scope): string[] {
  return host.args.map(parseHostAddress).map(({ address, port }) => `${address}:${port}`);
}

type KeyOf = (host: Scope) => string | null;

/** Several hosts of one name are told apart by the folder that they serve. */
function withFolder(keyOf: KeyOf): KeyOf {
  return (host) => {
    const key = keyOf(host);
    const root = host.items.findLast(({ name }) => name === 'documentroot')?.args[0];
    return key === null || root === undefined ? null : `${key} ${root}`;
  };
}

function wholeKey(host: Scope): string {
  return `${addresses(host).toSorted().join(' ')} ${plainHostName(host) ?? ''}`;
}

function nameKey(host: Scope): string | null {
  const name = plainHostName(host);
  const ports = host.args.map((arg) => parseHostAddress(arg).port).toSorted((a, b) => a - b);
  return name === null ? null : `${ports.join(' ')} ${name}`;
}

/** Only of hosts without a name. */
function addressKey(host: Scope): string | null {
  return hostName(host) === null ? addresses(host).toSorted().join(' ') : null;
}
