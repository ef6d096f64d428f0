import type { ServerModel } from '../../model/index.ts';
import { parseListen, takesPort } from '../sections/host-address.ts';
import { hostEntries, topLines } from '../sections/host-entries.ts';
import type { World } from '../sections/worlds.ts';
import { isUnsure } from '../sections/worlds.ts';

/**
 * Whether a request may be answered by the main server itself: not if a virtual host takes whatever comes to each port
 * (`<VirtualHost *:80>`, `_default_`; `ap_update_vhost_given_ip`, server/vhost.c).
 */
export function isMainReached(model: ServerModel, world: World): boolean {
  const ports = topLines(model, '2.2', world, 'listen').map(({ args }) => parseListen(args[0] ?? '').port);
  if (model.kind !== 'server' || ports.length === 0) return true;
  const caught = hostEntries(model, '2.2', world)
    .filter(({ scope }) => !isUnsure(scope.guards, world))
    .flatMap(({ words }) => words)
    .filter(({ address }) => address === '*');
  return ports.some((port) => !caught.some((each) => takesPort(each, port)));
}
