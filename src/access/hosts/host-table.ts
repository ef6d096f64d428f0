import type { HostAddress } from './host-names.ts';
import { takesPort } from './host-names.ts';
import type { HostEntry, HostWord } from './host-entries.ts';
import type { Version } from '../sections/worlds.ts';

/** A host at one of its addresses. */
export interface HostAt {
  readonly host: HostEntry;
  readonly at: HostWord;
}

/** Hosts that a connection leads to: one that answers every name, or several told apart by name. */
export interface HostChain extends HostAddress {
  /** Answers where no name fits. */
  readonly base: HostEntry;
  /** In written order; null where the base answers every name. */
  readonly named: readonly HostAt[] | null;
}

/** The hosts of a server, as it looks them up. */
export interface HostTable {
  /** In the order in which they are tried. */
  readonly chains: readonly HostChain[];
  /** What a connection to that address leads to; null for the main server. */
  find(address: string, port: number): HostChain | null;
}

interface Draft {
  readonly address: string;
  port: number;
  base: HostEntry | null;
  /** The last in written order first. */
  named: HostAt[] | null;
}

type Found = Draft & { readonly base: HostEntry };

/**
 * The table that `ap_fini_vhost_config` (server/vhost.c) makes. Both versions put in the last host first. 2.2 knows hosts by name where a
 * NameVirtualHost made the chain, and adds to the first chain whose port may be the same; 2.4 knows them everywhere, and adds to a chain of
 * the very same port.
 * @param nameVirtualHosts of 2.2, in written order
 */
export function hostTable(
  version: Version,
  hosts: readonly HostEntry[],
  nameVirtualHosts: readonly HostAddress[],
): HostTable {
  const lists = new ChainLists();
  if (version === '2.2') for (const each of nameVirtualHosts) lists.announce(each);
  for (const host of hosts.toReversed()) {
    host.words.forEach((at, i) => {
      if (version === '2.2') lists.add22({ host, at });
      // `*` is looked up as both 0.0.0.0 and ::, and a host comes to a chain once.
      else if (!repeats(host.words[i - 1], at)) lists.add24({ host, at });
    });
  }
  return lists.table(version);
}

function repeats(before: HostWord | undefined, { address, port }: HostWord): boolean {
  return address === '*' && before?.address === '*' && before.port === port;
}

/** Chains for any address (`default_list`), and those for one (`iphash_table`). */
class ChainLists {
  private readonly wide: Draft[] = [];
  private readonly exact = new Map<string, { readonly announced: Draft[]; readonly others: Draft[] }>();

  announce({ address, port }: HostAddress): void {
    const chain: Draft = { address, port, base: null, named: null };
    if (address === '*') this.wide.unshift(chain);
    else this.at(address).announced.push(chain);
  }

  add22(each: HostAt): void {
    const { address, port } = each.at;
    if (address === '*') {
      const chain = this.wide.find((one) => takesPort(one, port));
      if (chain === undefined || !isByName(chain)) this.wide.unshift(lone(each));
      else addName(chain, each);
      return;
    }
    const { announced, others } = this.at(address);
    const chain = [...announced, ...others].find((one) => port === 0 || takesPort(one, port));
    if (chain === undefined) others.unshift(lone(each));
    else if (isByName(chain)) addName(chain, each);
    else Object.assign(chain, { port, base: each.host });
  }

  add24(each: HostAt): void {
    const { address, port } = each.at;
    const list = address === '*' ? this.wide : this.at(address).others;
    const chain = list.find((one) => one.port === port);
    if (chain !== undefined) addName(chain, each);
    else list.unshift({ ...lone(each), named: [each] });
  }

  table(version: Version): HostTable {
    const finished = new Map<string, readonly HostChain[]>();
    for (const [address, { announced, others }] of this.exact)
      finished.set(address, finish([...announced, ...others]));
    const wide = finish(this.wide);
    const choose = version === '2.2' ? firstFitting : bestFitting;
    return {
      chains: [...[...finished.values()].flat(), ...wide],
      find: (address, port) => choose(finished.get(address) ?? [], port) ?? choose(wide, port),
    };
  }

  private at(address: string): { readonly announced: Draft[]; readonly others: Draft[] } {
    const known = this.exact.get(address) ?? { announced: [], others: [] };
    this.exact.set(address, known);
    return known;
  }
}

function isByName({ named, base }: Draft): boolean {
  return named !== null || base === null;
}

function addName(chain: Draft, each: HostAt): void {
  chain.named = chain.named ?? [];
  chain.named.push(each);
  chain.base = each.host;
}

function lone({ host, at: { address, port } }: HostAt): Draft {
  return { address, port, base: host, named: null };
}

/** A NameVirtualHost without hosts goes (`remove_unused_name_vhosts`). */
function finish(chains: readonly Draft[]): HostChain[] {
  return chains
    .filter((chain): chain is Found => chain.base !== null)
    .map((chain) => ({ ...chain, named: chain.named?.toReversed() ?? null }));
}

/** `find_ipaddr` and `find_default_server` of 2.2. */
function firstFitting(chains: readonly HostChain[], port: number): HostChain | null {
  return chains.find((chain) => takesPort(chain, port)) ?? null;
}

/** The same of 2.4: the port itself comes before any port. */
function bestFitting(chains: readonly HostChain[], port: number): HostChain | null {
  return chains.find((chain) => chain.port === port) ?? chains.find((chain) => chain.port === 0) ?? null;
}
