import type { Guard, Occurrence, Scope, ServerModel } from '../../model/index.ts';
import { occurrencesOf } from '../../model/index.ts';
import type { HostAddress } from './host-names.ts';
import { nameIn, serverNameOf, addressWithPort } from './host-names.ts';
import type { Version, World } from '../sections/worlds.ts';
import { isLive } from '../sections/worlds.ts';
import { flatMap, groupBy, rememberSome, rememberWeakly } from '../../text/index.ts';

/** An address of a `<VirtualHost>` line. */
export interface HostWord extends HostAddress {
  /** As written. */
  readonly text: string;
}

/** A virtual host, by what requests are led to it. */
export interface HostEntry {
  readonly scope: Scope;
  readonly words: readonly HostWord[];
  /** The ServerName, which no version reads as a pattern, then the words of ServerAlias; lower case. */
  readonly serverName: string;
  readonly aliases: readonly string[];
  /** Of ServerPath: what leads requests without a Host header here; null for none. */
  readonly serverPath: string | null;
}

/** The virtual hosts that a version reads, in written order. */
export function hostEntries(model: ServerModel, version: Version, world: World): HostEntry[] {
  const wordsOf = hostWords(model);
  const namesOf = namesOfHosts(model, version, world);
  const { mainName } = ofMain(model.main);
  return model.virtualHosts
    .filter((host) => isLive(host.guards, version, world))
    .map((scope) => {
      const words = wordsOf(scope);
      const { serverName, aliases, serverPath } = namesOf(scope);
      return { scope, words, serverName: serverName ?? nameWithout(words, mainName), aliases, serverPath };
    });
}

/**
 * What a host without a ServerName goes by (`ap_fini_vhost_config`, server/vhost.c): for any address by the main server's, else by the name that
 * is looked up for its first address. A name that only the server's machine knows is a text that no request can have ({@link isLookedUp}).
 */
function nameWithout(words: readonly HostWord[], mainName: string | undefined): string {
  if (!words.some(({ address }) => address === '*')) return `${LOOKED_UP} ${words[0]?.address}`;
  return mainName === undefined ? `${LOOKED_UP} the machine` : nameIn(mainName);
}

const LOOKED_UP = 'the name of';

/** Whether a name of a host stands for one that the server looks up when it starts. */
export function isLookedUp(name: string): boolean {
  return name.startsWith(LOOKED_UP);
}

/** The addresses of a `<VirtualHost>` line. */
export function hostWords({ main }: Pick<ServerModel, 'main'>): (host: Scope) => HostWord[] {
  const usualPort = portOfMain(main);
  // Most hosts have one of few addresses.
  const wordOf = rememberSome(1000, (text): HostWord => ({ text, ...addressWithPort(text, usualPort) }));
  return ({ args }) => args.map(wordOf);
}

/** The addresses of 2.2's NameVirtualHost lines, in written order; none of `_default_`, which names no host there. */
export function nameVirtualHosts(model: ServerModel, world: World): HostAddress[] {
  const usualPort = portOfMain(model.main);
  return topLines(model, '2.2', world, 'namevirtualhost')
    .map(({ args }) => args[0] ?? '*')
    .filter((word) => !/^_default_(?::|$)/i.test(word))
    .map((word) => addressWithPort(word, usualPort));
}

/** The guards that decide which hosts there are, how they are looked up, and by which names. */
export function guardsOfHosts(model: ServerModel): Guard[] {
  const names = ['servername', 'serveralias', 'serverpath'].flatMap((name) =>
    occurrencesOf(model, name).filter(
      ({ guards, scope }) => guards.length > 0 && scope.kind === 'virtualhost',
    ),
  );
  const lines = [...hostsAndAddresses(model), ...names.toSorted((a, b) => a.seq - b.seq)];
  return flatMap(lines, ({ guards }) => guards);
}

/** The virtual hosts, and the lines that say on which addresses there are some. */
function hostsAndAddresses({ main, virtualHosts }: ServerModel): (Occurrence | Scope)[] {
  const lines = main.items.filter(({ name }) => name === 'namevirtualhost' || name === 'listen');
  return [...virtualHosts, ...lines];
}

/** Lines of one name outside of sections. */
export function topLines(
  { main }: Pick<ServerModel, 'main'>,
  version: Version,
  world: World,
  name: string,
): (Occurrence & { readonly type: 'occurrence' })[] {
  return flatMap(main.items, (item) =>
    item.type === 'occurrence' && item.name === name && isLive(item.guards, version, world) ? [item] : [],
  );
}

/** The port of addresses that name none: 0 for any (`ap_init_virtual_host`, server/config.c). */
function portOfMain(main: Scope): number {
  return Number(/:(\d+)$/.exec(ofMain(main).mainName ?? '')?.[1] ?? 0);
}

/** Asked for by all, and looked for among all virtual hosts. */
const ofMain = rememberWeakly((main: Scope) => ({ mainName: serverNameOf(main) }));

/** What a host says of its names, and of its path. */
interface HostNames {
  /** Null where it says none. */
  readonly serverName: string | null;
  readonly aliases: readonly string[];
  readonly serverPath: string | null;
}

/** Found by their names: hosts have many others. */
const nameLines = rememberWeakly((model: ServerModel) => ({
  serverNames: groupBy(occurrencesOf(model, 'servername'), ({ scope }) => scope),
  aliases: groupBy(occurrencesOf(model, 'serveralias'), ({ scope }) => scope),
  paths: groupBy(occurrencesOf(model, 'serverpath'), ({ scope }) => scope),
}));

/** What hosts say of their names, in lines that are read. */
function namesOfHosts(model: ServerModel, version: Version, world: World): (host: Scope) => HostNames {
  const { serverNames, aliases, paths } = nameLines(model);
  const isRead = ({ guards }: Occurrence): boolean => isLive(guards, version, world);
  const lowerCase = (line: Occurrence): string[] =>
    isRead(line) ? line.args.map((alias) => alias.toLowerCase()) : [];
  return (host) => {
    const serverName = serverNames.get(host)?.findLast(isRead)?.args[0];
    return {
      serverName: serverName === undefined ? null : nameIn(serverName),
      aliases: flatMap(aliases.get(host) ?? NONE, lowerCase),
      serverPath: paths.get(host)?.findLast(isRead)?.args[0] ?? null,
    };
  };
}

const NONE: readonly Occurrence[] = [];

/** Whether all addresses can be read: none is left open by a variable or a template. */
export function isReadable(model: ServerModel): boolean {
  return hostsAndAddresses(model).every(({ args }) => args.every((word) => /^[\w.:*[\]-]+$/.test(word)));
}
