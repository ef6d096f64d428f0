import type { Guard, Scope, ServerModel } from '../../model/index.ts';
import type { HostAddress } from './host-names.ts';
import { takesPort } from './host-names.ts';
import { hostsForPort } from './host-choice.ts';
import type { Arrival, HostDifference, ReadTable, SameHost } from './host-differences.ts';
import { hostDifferences, acceptedArrivals, readTable, statedArrivals } from './host-differences.ts';
import type { HostEntry, HostWord } from './host-entries.ts';
import { guardsOfHosts, hostEntries, isLookedUp, isReadable } from './host-entries.ts';
import { hostTable } from './host-table.ts';
import { twinHosts } from './twin-hosts.ts';
import type { World } from '../sections/worlds.ts';
import { undecidedGuards, worldsOf } from '../sections/worlds.ts';
import { nameAsked } from '../../model/index.ts';

/** What has to be written into a virtual host so that 2.4 chooses it when 2.2 did. */
export interface HostEdit {
  readonly host: Scope;
  /** The address that it shares with others. */
  readonly shared: string;
  /** The addresses of the section's line; null where they stay. */
  readonly addresses: string | null;
  readonly aliases: readonly string[];
  /**
   * What becomes of its ServerPath where 2.4 would lead requests without a Host header to hosts that 2.2 never answered from: `/`, which
   * fits all, or null for none. Undefined: it stays.
   */
  readonly serverPath: string | null | undefined;
  /** The test of the `<IfDefine>` around them: where it turns out otherwise, they would be wrong. Null: they are always right. */
  readonly definedTest: string | null;
}

export interface HostPlan {
  readonly edits: readonly HostEdit[];
  /** Hosts that 2.2 never answered from. */
  readonly unreached: readonly Scope[];
  /** What stays different, if nothing is written. */
  readonly left: readonly HostDifference[];
}

const NOTHING: HostPlan = { edits: [], unreached: [], left: [] };

/**
 * How 2.4 is made to choose among the virtual hosts as 2.2 did: other names for the first host of an address, or the addresses written out as
 * 2.2 took them together. What is proposed is tried with the tables of both versions.
 */
export function planHosts(model: ServerModel): HostPlan {
  const guards = guardsOfHosts(model);
  const worlds = worldsOf(guards);
  if (model.readBy === '2.4' || !isReadable(model) || worlds === null) return NOTHING;
  const plans = worlds.map((world) => planIn(model, world));
  const [first = NOTHING, ...others] = plans;
  if (others.every((each) => keyOf(each) === keyOf(first))) return first;
  const guarded = guardedPlan(plans, [...undecidedGuards(guards).values()]);
  if (guarded !== null) return guarded;
  const left = plans.flatMap((each) => each.left);
  return { ...NOTHING, left: left.length > 0 ? left : planDifferences(model, worlds) };
}

/** Where one name that the server may be started with decides, names are written for either case; null if that does not do. */
function guardedPlan(
  [defined = NOTHING, undefinedPlan = NOTHING]: readonly HostPlan[],
  [guard, other]: readonly Guard[],
): HostPlan | null {
  if (guard?.kind !== 'ifdefine' || other !== undefined) return null;
  const plans = [defined, undefinedPlan];
  const isWritable = ({ edits, left }: HostPlan) =>
    left.length === 0 &&
    edits.every(({ addresses, serverPath }) => addresses === null && serverPath === undefined);
  if (!plans.every(isWritable)) return null;
  const name = nameAsked(guard);
  const edits = plans.flatMap((plan, i) =>
    plan.edits.map((edit) => ({ ...edit, definedTest: i === 0 ? name : `!${name}` })),
  );
  const unreached = defined.unreached.filter((host) => undefinedPlan.unreached.includes(host));
  return { edits, unreached, left: [] };
}

function planDifferences(model: ServerModel, worlds: readonly World[]): HostDifference[] {
  return worlds.flatMap((world) => differencesOf(inWorld(model, world), hostEntries(model, '2.4', world)));
}

/** Equal for plans that write the same. */
function keyOf({ edits, left }: HostPlan): string {
  const written = edits.map(({ host, addresses, aliases, serverPath }) =>
    [host.node?.span.start, addresses, serverPath, ...aliases].join(' '),
  );
  return [...written, left.length > 0].join('\n');
}

/** What the plan of one world is made from. */
interface Before {
  readonly reader: ReadTable;
  readonly arrivals: readonly Arrival[];
  /** The host that 2.2 reads in place of one that 2.4 alone reads; each other is itself. */
  readonly originalOf: (host: Scope) => Scope;
}

/** @param hosts those that 2.2 reads */
function inWorld(model: ServerModel, world: World, hosts = hostEntries(model, '2.2', world)): Before {
  const reader = readTable(model, '2.2', world, hosts);
  const twins = twinHosts(model);
  const originalOf = (host: Scope): Scope => twins.get(host) ?? host;
  return { reader, arrivals: acceptedArrivals(model, world, hosts), originalOf };
}

function planIn(model: ServerModel, world: World): HostPlan {
  const hosts = hostEntries(model, '2.2', world);
  const listened = inWorld(model, world, hosts);
  const now = hostEntries(model, '2.4', world);
  const stated = statedArrivals(model, world, hosts);
  // Where not all that is written can be kept, what is listened on counts.
  for (const arrivals of [[...listened.arrivals, ...stated], listened.arrivals]) {
    const plan = planFor({ ...listened, arrivals }, now);
    if (plan !== null) return plan;
  }
  return { ...NOTHING, left: differencesOf(listened, now) };
}

function planFor(before: Before, now: readonly HostEntry[]): HostPlan | null {
  const differences = differencesOf(before, now);
  if (differences.length === 0) return NOTHING;
  const proposed = [
    () => withNames(now, differences, before),
    () => {
      const addressed = now.map((host) => withAddresses(host, before));
      return withNames(addressed, differencesOf(before, addressed), before);
    },
  ];
  for (const propose of proposed) {
    const named = withPaths(propose(), before);
    if (differencesOf(before, named).length > 0) continue;
    return {
      edits: named.flatMap((host, i) => editOf(now[i]!, host, before)),
      unreached: unreachedOf(before, now),
      left: [],
    };
  }
  return null;
}

function differencesOf(
  { reader, arrivals, originalOf }: Before,
  now: readonly HostEntry[],
): HostDifference[] {
  const isSame: SameHost = (was, is) =>
    was === null || is === null ? was === is : was.scope === originalOf(is.scope);
  return hostDifferences(reader, { version: '2.4', table: hostTable('2.4', now, []) }, arrivals, isSame);
}

/** The host with the addresses under which 2.2 led requests to it, each written so that 2.4 takes the same hosts together. */
function withAddresses(host: HostEntry, { reader: { table }, arrivals }: Before): HostEntry {
  const words = host.words.flatMap((word): HostWord[] => {
    const reaching = arrivals.filter((arrival) => fits(word, arrival));
    if (reaching.length === 0) return [word];
    return reaching.flatMap(({ address, port }) => {
      const chain = table.find(address, port);
      if (chain === null || chain.address !== word.address) return [];
      const members =
        chain.named === null ? [chain.base] : hostsForPort(chain, port).map((each) => each.host);
      if (!members.some(({ scope }) => scope === host.scope)) return [];
      return word.port === port ? [word] : [{ ...word, port, text: textOf({ ...word, port }) }];
    });
  });
  const different = words.filter((word, i) => words.findIndex(({ text }) => text === word.text) === i);
  return different.length === 0 ? host : { ...host, words: different };
}

function fits(word: HostAddress, { address, port }: Arrival): boolean {
  return (word.address === '*' || word.address === address) && takesPort(word, port);
}

function textOf({ text, port }: HostWord): string {
  return `${text.replace(/:(?:\*|\d+)$/, '')}:${port}`;
}

/** The hosts with `ServerAlias *` where 2.2 asked for no name, and with the address in a host that 2.2 knew by it. */
function withNames(
  hosts: readonly HostEntry[],
  differences: readonly HostDifference[],
  before: Before,
): readonly HostEntry[] {
  const wanted = new Map<Scope, Set<string>>();
  for (const { was, name, path, arrival } of differences) {
    if (path !== null) continue;
    const isByName = before.reader.table.find(arrival.address, arrival.port)?.named !== null;
    if (was === null || (isByName && name !== null && isLookedUp(name))) continue;
    const names = wanted.get(was.scope) ?? new Set<string>();
    wanted.set(was.scope, names.add(isByName && name !== null ? name : '*'));
  }
  return hosts.map((host) => {
    const added = [...(wanted.get(host.scope) ?? [])];
    return added.length === 0 ? host : { ...host, aliases: [...host.aliases, ...added] };
  });
}

/** The hosts with `ServerPath /` where requests without a Host header are led from them to others; if they have one, without that of the others. */
function withPaths(hosts: readonly HostEntry[], before: Before): readonly HostEntry[] {
  const differences = differencesOf(before, hosts).filter(({ path }) => path !== null);
  if (differences.length === 0) return hosts;
  const unreached = new Set(unreachedOf(before, hosts));
  const paths = new Map<Scope, string | null>();
  for (const { was, is } of differences) {
    if (was?.serverPath === null) paths.set(was.scope, '/');
    else if (is !== null && unreached.has(is.scope)) paths.set(is.scope, null);
  }
  return hosts.map((host) => {
    const serverPath = paths.get(host.scope);
    return serverPath === undefined ? host : { ...host, serverPath };
  });
}

function editOf(old: HostEntry, made: HostEntry, { reader: { table }, arrivals }: Before): HostEdit[] {
  const addresses = made.words.map(({ text }) => text).join(' ');
  const isMoved = addresses !== old.words.map(({ text }) => text).join(' ');
  const aliases = made.aliases.slice(old.aliases.length);
  const serverPath = made.serverPath === old.serverPath ? undefined : made.serverPath;
  if (!isMoved && aliases.length === 0 && serverPath === undefined) return [];
  const lone = arrivals
    .map(({ address, port }) => table.find(address, port))
    .find((chain) => chain?.named === null && chain.base.scope === old.scope);
  const word = old.words.find(({ address, port }) => lone?.address === address && lone.port === port);
  const shared = word?.text ?? old.words.map(({ text }) => text).join(' ');
  const moved = isMoved ? addresses : null;
  return [{ host: old.scope, shared, addresses: moved, aliases, serverPath, definedTest: null }];
}

function unreachedOf(
  { reader: { table }, arrivals, originalOf }: Before,
  hosts: readonly HostEntry[],
): Scope[] {
  const reached = new Set<Scope>();
  for (const { address, port } of arrivals) {
    const chain = table.find(address, port);
    if (chain === null) continue;
    reached.add(chain.base.scope);
    for (const { host } of hostsForPort(chain, port)) reached.add(host.scope);
  }
  return hosts.map(({ scope }) => scope).filter((scope) => !reached.has(originalOf(scope)));
}
