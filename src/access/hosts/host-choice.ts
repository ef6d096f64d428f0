import { fnmatch } from '../../model/index.ts';
import { askedName, takesPort } from './host-names.ts';
import type { HostEntry, HostWord } from './host-entries.ts';
import type { HostAt, HostChain } from './host-table.ts';
import type { Version } from '../sections/worlds.ts';
import { append, remember, rememberWeakly } from '../../text/index.ts';

/** Chooses the host of a chain that goes by a name; undefined if none does (`check_hostalias`, server/vhost.c). */
export type NameChooser = (name: string) => HostEntry | undefined;

/** The hosts of a chain that a connection to a port may be meant for. */
export function hostsForPort(chain: HostChain, port: number): readonly HostAt[] {
  return hostsByPort(chain)(port);
}

const hostsByPort = rememberWeakly(({ named }: HostChain) =>
  remember((port: number): readonly HostAt[] => (named ?? []).filter(({ at }) => takesPort(at, port))),
);

/**
 * The first that has the name. A host also goes by the address of its own line, as it is written there: in 2.2 like by any other of its
 * names, in 2.4 where no name fits.
 * @param names of hosts with the same names, if they were looked up before
 */
export function nameChooser(
  hosts: readonly HostAt[],
  version: Version,
  names: HostNumbers = hostNumbers(hosts),
): NameChooser {
  const addresses = new NameIndex();
  hosts.forEach(({ at }, i) => addresses.add(addressText(at), i));
  return (name) => {
    const wanted = askedName(name);
    const [byName, byAddress] = [names(wanted) ?? Infinity, addresses.find(wanted) ?? Infinity];
    const isByName = version === '2.2' ? byName < byAddress : byName < Infinity;
    return hosts[isByName ? byName : byAddress]?.host;
  };
}

/** Chooses the host for a path; undefined if none does. */
export type PathChooser = (path: string) => HostEntry | undefined;

/** The first whose ServerPath a request begins with that has no Host header (`check_serverpath`, server/vhost.c). */
export const pathChooser = rememberWeakly((hosts: readonly HostAt[]): PathChooser => {
  const first = new Map<string, number>();
  hosts.forEach(({ host: { serverPath } }, i) => {
    if (serverPath !== null && !first.has(serverPath)) first.set(serverPath, i);
  });
  return (path) => {
    let found = Infinity;
    for (let end = first.size === 0 ? Infinity : 0; end <= path.length; end++) {
      const isWhole = path[end - 1] === '/' || end === path.length || path[end] === '/';
      if (isWhole) found = Math.min(found, first.get(path.slice(0, end)) ?? Infinity);
    }
    return hosts[found]?.host;
  };
});

/** The place, in written order, of the first host that has the name. */
export type HostNumbers = (wanted: string) => number | undefined;

/** The same for all lists of hosts that have the same names. */
export function hostNumbers(hosts: readonly Pick<HostAt, 'host'>[]): HostNumbers {
  const names = new NameIndex();
  hosts.forEach(({ host: { serverName, aliases } }, i) => {
    names.add(serverName, i);
    for (const alias of aliases) names.addPattern(alias, i);
  });
  return (wanted) => names.find(wanted);
}

/** The address without its port, as a request may name it. */
export function addressText({ text }: Pick<HostWord, 'text'>): string {
  return text
    .toLowerCase()
    .replace(/:(?:\*|\d+)$/, '')
    .replace(/^\[(.*)\]$/, '$1');
}

interface NamePattern {
  readonly pattern: string;
  readonly at: number;
}

class NameIndex {
  private readonly exact = new Map<string, number>();
  /** By what is written out at their start or, where that is longer, at their end: few of all can fit a name. */
  private readonly byStart = new Map<string, NamePattern[]>();
  private readonly byEnd = new Map<string, NamePattern[]>();
  /** The length of the longest text in either. */
  private longest = -1;

  add(name: string, at: number): void {
    if (!this.exact.has(name)) this.exact.set(name, at);
  }

  addPattern(name: string, at: number): void {
    if (!/[*?]/.test(name)) return this.add(name, at);
    const start = /^[^*?[\\]*/.exec(name)?.[0] ?? '';
    const end = /[^*?[\]\\]*$/.exec(name)?.[0] ?? '';
    const [patterns, key] = start.length > end.length ? [this.byStart, start] : [this.byEnd, end];
    this.longest = Math.max(this.longest, key.length);
    append(patterns, key, { pattern: name, at });
  }

  find(wanted: string): number | undefined {
    let found = this.exact.get(wanted) ?? Infinity;
    const look = (patterns: readonly NamePattern[] = []): void => {
      const first = patterns.find(({ pattern, at }) => at >= found || fnmatch(pattern, wanted));
      found = Math.min(found, first?.at ?? Infinity);
    };
    for (let length = Math.min(this.longest, wanted.length); length >= 0; length--) {
      look(this.byStart.get(wanted.slice(0, length)));
      look(this.byEnd.get(wanted.slice(wanted.length - length)));
    }
    return found === Infinity ? undefined : found;
  }
}
