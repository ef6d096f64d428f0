import { fnmatch } from '../../model/index.ts';
import { takesPort } from './host-address.ts';
import type { HostEntry, HostWord } from './host-entries.ts';
import type { HostAt, HostChain } from './host-table.ts';
import type { Version } from './worlds.ts';

/** Chooses the host of a chain that goes by a name; undefined if none does (`check_hostalias`, server/vhost.c). */
export type NameChooser = (name: string) => HostEntry | undefined;

/** The hosts of a chain that a connection to a port may be meant for. */
export function hostsForPort({ named }: HostChain, port: number): readonly HostAt[] {
  return (named ?? []).filter(({ at }) => takesPort(at, port));
}

/**
 * The first that has the name. A host also goes by the address of its own line, as it is written there: in 2.2 like by any other of its
 * names, in 2.4 where no name fits.
 */
export function nameChooser(hosts: readonly HostAt[], version: Version): NameChooser {
  const names = new NameIndex();
  const addresses = new NameIndex();
  hosts.forEach(({ host, at }, i) => {
    (version === '2.2' ? names : addresses).add(addressText(at), i);
    if (host.serverName !== null) names.add(host.serverName, i);
    for (const alias of host.aliases) names.addPattern(alias, i);
  });
  return (name) => {
    // `fix_hostname` (server/vhost.c) takes the dot at the end away.
    const wanted = name.toLowerCase().replace(/\.$/, '');
    const found = names.find(wanted) ?? addresses.find(wanted);
    return found === undefined ? undefined : hosts[found]?.host;
  };
}

/** The address without its port, as a request may name it. */
export function addressText({ text }: HostWord): string {
  return text
    .toLowerCase()
    .replace(/:(?:\*|\d+)$/, '')
    .replace(/^\[(.*)\]$/, '$1');
}

class NameIndex {
  private readonly exact = new Map<string, number>();
  private readonly patterns: { readonly pattern: string; readonly at: number }[] = [];

  add(name: string, at: number): void {
    if (!this.exact.has(name)) this.exact.set(name, at);
  }

  addPattern(name: string, at: number): void {
    if (/[*?]/.test(name)) this.patterns.push({ pattern: name, at });
    else this.add(name, at);
  }

  find(wanted: string): number | undefined {
    const exact = this.exact.get(wanted) ?? Infinity;
    for (const { pattern, at } of this.patterns) {
      if (at >= exact) break;
      if (fnmatch(pattern, wanted)) return at;
    }
    return exact === Infinity ? undefined : exact;
  }
}
