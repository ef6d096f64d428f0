import type { Guard, Occurrence, Scope, ServerModel } from '../../model/index.ts';
import type { HostAddress } from './host-address.ts';
import { addressWithPort } from './host-address.ts';
import { nameIn, serverNameOf } from './host-names.ts';
import type { Version, World } from '../sections/worlds.ts';
import { isLive } from '../sections/worlds.ts';
import { flatMap, rememberSome, rememberWeakly, trimmed } from '../../text/index.ts';

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
}

/** The virtual hosts that a version reads, in written order. */
export function hostEntries(model: ServerModel, version: Version, world: World): HostEntry[] {
  const wordsOf = hostWords(model);
  const { mainName } = ofMain(model.main);
  return model.virtualHosts
    .filter((host) => isLive(host.guards, version, world))
    .map((scope) => {
      const words = wordsOf(scope);
      const { serverName, aliases } = liveNames(scope, version, world);
      return { scope, words, serverName: serverName ?? nameWithout(words, mainName), aliases };
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
  const ofNames = flatMap(model.virtualHosts, (host) => flatMap(nameLines(host), ({ guards }) => guards));
  return [...flatMap(hostsAndAddresses(model), ({ guards }) => guards), ...ofNames];
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

/** What a host says of its names. */
interface HostNames {
  /** Null where it says none. */
  readonly serverName: string | null;
  readonly aliases: readonly string[];
}

/** Asked for each version, each way in which guards may turn out, and each model that has the host from the one before. */
const nameLines = rememberWeakly(({ items }: Scope): readonly Occurrence[] =>
  trimmed(
    flatMap(items, (item) =>
      item.type === 'occurrence' && (item.name === 'servername' || item.name === 'serveralias') ? item : NONE,
    ),
  ),
);

const NONE: readonly Occurrence[] = [];

/** Those of most hosts, whose lines stand in no guards. */
const allNames = rememberWeakly((host: Scope): HostNames => namesOf(nameLines(host)));

function liveNames(host: Scope, version: Version, world: World): HostNames {
  const lines = nameLines(host);
  const isRead = ({ guards }: Occurrence): boolean => isLive(guards, version, world);
  return lines.every(isRead) ? allNames(host) : namesOf(lines.filter(isRead));
}

function namesOf(lines: readonly Occurrence[]): HostNames {
  const serverName = lines.findLast(({ name }) => name === 'servername')?.args[0];
  const aliases = flatMap(lines, ({ name, args }) =>
    name === 'serveralias' ? args.map((alias) => alias.toLowerCase()) : [],
  );
  return { serverName: serverName === undefined ? null : nameIn(serverName), aliases };
}

/** Whether all addresses can be read: none is left open by a variable or a template. */
export function isReadable(model: ServerModel): boolean {
  return hostsAndAddresses(model).every(({ args }) => args.every((word) => /^[\w.:*[\]-]+$/.test(word)));
}
