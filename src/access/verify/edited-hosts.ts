import { posix } from 'node:path';
import { isLeftover } from '../../model/index.ts';
import type { Scope, ServerModel } from '../../model/index.ts';
import { serverChooser } from '../request/choose-server.ts';
import { namesOf } from '../sections/host-names.ts';
import { askedOf, describeHost, NO_NAME, standIns } from './compare-hosts.ts';

/** A name for which an edit makes another host answer. */
export interface EditedHost {
  readonly host: Scope;
  readonly message: string;
}

/**
 * Names that another virtual host answers in a tree that was made of the first by editing. What 2.4 makes of the hosts as they
 * were written is no edit: keep-first-virtual-host tells of it.
 */
export function editedHosts(written: ServerModel, after: ServerModel): EditedHost[] {
  const read = written.virtualHosts.filter((host) => !isPassedOver(host, after));
  const isWhole = read.length === written.virtualHosts.length;
  const before = isWhole ? written : { ...written, virtualHosts: read };
  const [old, made] = [before.virtualHosts, after.virtualHosts];
  if (old.length !== made.length) {
    const message = `${old.length} virtual hosts were written, and ${made.length} are: requests are answered by others.`;
    return [{ host: after.main, message }];
  }
  if (old.every((host, i) => signature(host) === signature(made[i] ?? host))) return [];
  const world = new Map<string, boolean>();
  const [then, unedited, now] = [
    serverChooser(before, '2.2', world),
    serverChooser(before, '2.4', world),
    serverChooser(after, '2.4', world),
  ];
  const unasked = standIns(old);
  const found = new Map<string, EditedHost>();
  for (const asked of askedOf([...old, ...made])) {
    const number = made.indexOf(now(asked).server);
    const isEdit =
      number !== old.indexOf(then(asked).server) && number !== old.indexOf(unedited(asked).server);
    if (!isEdit || unasked.has(asked.host ?? '')) continue;
    const name = asked.host === NO_NAME ? 'A name that no host has' : asked.host;
    const [was, is] = [then(asked).server, now(asked).server].map(describeHost);
    const message = `${name} on port ${asked.port} was answered by ${was}, and would be by ${is}.`;
    found.set(message, { host: now(asked).server, message });
  }
  return [...found.values()];
}

/** What a host is chosen by. */
function signature(host: Scope): string {
  return [...host.args, ...namesOf(host)].join(' ');
}

/** In a leftover of an editor or of dpkg that the result does not read: Debian's own 2.2 did not either. */
function isPassedOver({ file }: Scope, after: ServerModel): boolean {
  return !after.files.has(file.path) && isLeftover(posix.basename(file.path));
}
