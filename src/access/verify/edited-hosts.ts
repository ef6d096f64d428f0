import { posix } from 'node:path';
import { isLeftover } from '../../model/index.ts';
import type { Scope, ServerModel } from '../../model/index.ts';
import { positionAt } from '../../text/index.ts';
import { serverChooser } from '../request/choose-server.ts';
import type { HostAsked, HostDifference } from '../hosts/host-differences.ts';
import {
  acceptedArrivals,
  hostDifferences,
  NO_NAME,
  OTHER_ADDRESS,
  readTable,
} from '../hosts/host-differences.ts';
import type { HostEntry } from '../hosts/host-entries.ts';
import { originalHosts } from '../hosts/edited-tree.ts';
import { guardsOfHosts, hostEntries, isReadable } from '../hosts/host-entries.ts';
import { namesOf, parseHostAddress } from '../hosts/host-names.ts';
import type { World } from '../sections/worlds.ts';
import { worldsOf } from '../sections/worlds.ts';
import { askedText, describeHost, standIns } from './compare-hosts.ts';

/** A name for which an edit makes another host answer. */
export interface EditedHost {
  /** As it is written: the one that answered, or where that is the main server the one that would. */
  readonly host: Scope;
  readonly message: string;
}

/**
 * Names that another virtual host answers than before. In a part of a server, whose addresses and NameVirtualHost lines stand elsewhere, only
 * what an edit changes is one.
 */
export function editedHosts(written: ServerModel, after: ServerModel): EditedHost[] {
  const read = written.virtualHosts.filter((host) => !isPassedOver(host, after));
  const isWhole = read.length === written.virtualHosts.length;
  const before = isWhole ? written : { ...written, virtualHosts: read };
  const [old, made] = [before.virtualHosts, after.virtualHosts];
  if (old.length !== made.length) {
    const message = `${old.length} virtual hosts were written, and ${made.length} are: requests are answered by others.`;
    return [{ host: before.main, message }];
  }
  const worlds = worldsOf(guardsOfHosts(before));
  const isKnown = before.kind === 'server' && isReadable(before) && isReadable(after);
  if (isKnown && worlds !== null) return otherHosts(before, after, worlds);
  const original = originalHosts(before, after);
  if (made.every((host) => signature(host) === signature(original.get(host) ?? host))) return [];
  return movedNames(before, after);
}

/** By the tables of both servers, in each world of the guards around the hosts. */
function otherHosts(before: ServerModel, after: ServerModel, worlds: readonly World[]): EditedHost[] {
  const original = originalHosts(before, after);
  const isSame = (was: HostEntry | null, is: HostEntry | null) =>
    was === null || is === null ? was === is : original.get(is.scope) === was.scope;
  const asWritten = (is: HostEntry | null) =>
    is === null ? null : { ...is, scope: original.get(is.scope) ?? is.scope };
  const unasked = standIns(before.virtualHosts);
  const found = worlds.flatMap((world) => {
    const hosts = hostEntries(before, '2.2', world);
    const read = before.readBy === '2.2' ? hosts : hostEntries(before, '2.4', world);
    const then = readTable(before, before.readBy, world, read);
    const now = readTable(after, '2.4', world, hostEntries(after, '2.4', world));
    const arrivals = acceptedArrivals(before, world, hosts);
    return hostDifferences(then, now, arrivals, isSame)
      .filter(({ name }) => !unasked.has(name ?? ''))
      .map((each) => ({
        host: each.was?.scope ?? original.get(each.is?.scope ?? after.main) ?? before.main,
        message: describeHostDifference({ ...each, is: asWritten(each.is) }),
      }));
  });
  return [...new Map(found.map((each) => [each.message, each])).values()];
}

/** `b.example on 10.0.0.1:80 was answered by <VirtualHost *:80> a.example, and would be by ...`. */
export function describeHostDifference(difference: HostDifference): string {
  return answeredText(difference, difference.was?.scope ?? null, difference.is?.scope ?? null);
}

/** @param was null for the main server */
function answeredText(asked: HostAsked, was: Scope | null, is: Scope | null): string {
  const names = [was, is].map((host) => (host === null ? 'the main server' : describeHost(host)));
  const [old, made] =
    names[0] === names[1] ? [was, is].map((host, i) => `${names[i]}${placeText(host)}`) : names;
  return `${askedText(asked).replace(/^(?:a(?= (?:name|request) )|t(?=he name))/, (letter) =>
    letter.toUpperCase(),
  )} was answered by ${old}, and would be by ${made}.`;
}

/** Where a host stands that another one is called like. */
function placeText(host: Scope | null): string {
  if (host === null || host.node === null) return '';
  const { file, node } = host;
  return ` (${file.path}:${positionAt(file.source.text, node.span.start).line})`;
}

function movedNames(before: ServerModel, after: ServerModel): EditedHost[] {
  const [old, made] = [before.virtualHosts, after.virtualHosts];
  const world = new Map<string, boolean>();
  const [then, unedited, now] = [
    serverChooser(before, before.readBy, world),
    serverChooser(before, '2.4', world),
    serverChooser(after, '2.4', world),
  ];
  const unasked = standIns(old);
  const original = originalHosts(before, after);
  const found = new Map<string, EditedHost>();
  for (const asked of askedOf([...old, ...made])) {
    const [wasHost, isHost] = [then(asked).server, now(asked).server];
    const written = original.get(isHost) ?? before.main;
    const isEdit = written !== wasHost && written !== unedited(asked).server;
    if (!isEdit || unasked.has(asked.host ?? '')) continue;
    const name = asked.host === NO_NAME ? null : asked.host;
    const message = answeredText(
      { arrival: { address: OTHER_ADDRESS, port: asked.port }, name, path: null },
      wasHost,
      written,
    );
    found.set(message, { host: wasHost === before.main ? written : wasHost, message });
  }
  return [...found.values()];
}

type Asked = Record<'host' | 'serverAddress' | 'path', string> & Record<'port', number>;

/** A request for every name on every address and port that the hosts have. */
function askedOf(hosts: readonly Scope[]): Asked[] {
  const asked = hosts.flatMap((host) => {
    const names = [...namesOf(host).filter((name) => name !== '' && !/[*?]/.test(name)), NO_NAME];
    return host.args.map(parseHostAddress).flatMap(({ address, port }) => {
      const place = {
        serverAddress: address === '*' ? OTHER_ADDRESS : address,
        port: port === 0 ? 80 : port,
        path: '/',
      };
      return names.map((name): Asked => ({ host: name, ...place }));
    });
  });
  return [...new Map(asked.map((each) => [Object.values(each).join(' '), each])).values()];
}

/** What a host is chosen by. */
function signature(host: Scope): string {
  return [...host.args, ...namesOf(host)].join(' ');
}

/** In a leftover of an editor or of dpkg that the result does not read: Debian's own 2.2 did not either. */
function isPassedOver({ file }: Scope, after: ServerModel): boolean {
  return !after.files.has(file.path) && isLeftover(posix.basename(file.path));
}
