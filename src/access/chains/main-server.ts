import type { ServerModel } from '../../model/index.ts';
import { parseHostAddress, parseListen } from '../sections/host-address.ts';
import type { World } from '../sections/worlds.ts';
import { isLive, isUnsure } from '../sections/worlds.ts';

/**
 * Whether a request may be answered by the main server itself: not if a virtual host takes whatever comes to each port
 * (`<VirtualHost *:80>`, `_default_`; `ap_update_vhost_given_ip`, server/vhost.c).
 */
export function isMainReached({ kind, main, virtualHosts }: ServerModel, world: World): boolean {
  const ports = main.items.flatMap((item) =>
    item.type === 'occurrence' && item.name === 'listen' && isLive(item.guards, '2.2', world)
      ? [parseListen(item.args[0] ?? '').port]
      : [],
  );
  if (kind !== 'server' || ports.length === 0) return true;
  const caught = virtualHosts
    .filter(({ guards }) => isLive(guards, '2.2', world) && !isUnsure(guards, world))
    .flatMap(({ args }) => args.map(parseHostAddress))
    .filter(({ address }) => address === '*');
  return ports.some((port) => !caught.some((each) => each.port === 0 || each.port === port));
}
