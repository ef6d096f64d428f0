import type { Scope, ServerModel } from '../../model/index.ts';
import { parseListen, takesPort } from '../hosts/host-address.ts';
import { hostWords, topLines } from '../hosts/host-entries.ts';
import type { World } from '../sections/worlds.ts';
import { isLive, isUnsure } from '../sections/worlds.ts';

/**
 * Whether a request may be answered by the main server itself: not if a virtual host takes whatever comes to each port
 * (`<VirtualHost *:80>`, `_default_`; `ap_update_vhost_given_ip`, server/vhost.c).
 */
export function isMainReached(model: ServerModel, world: World): boolean {
  const ports = topLines(model, '2.2', world, 'listen').map(({ args }) => parseListen(args[0] ?? '').port);
  if (model.kind !== 'server' || ports.length === 0) return true;
  const wordsOf = hostWords(model);
  const catches = (host: Scope, port: number): boolean =>
    isLive(host.guards, '2.2', world) &&
    !isUnsure(host.guards, world) &&
    wordsOf(host).some((word) => word.address === '*' && takesPort(word, port));
  return ports.some((port) => !model.virtualHosts.some((host) => catches(host, port)));
}
