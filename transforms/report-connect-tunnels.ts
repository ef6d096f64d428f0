import type { Occurrence, ServerModel } from '../src/model/index.ts';
import { isSince } from '../src/target/index.ts';
import { defineTransform, findDirectives, placeOf } from '../src/transform/index.ts';

export const reportConnectTunnels = defineTransform({
  id: 'report-connect-tunnels',
  title: 'Report tunnels of CONNECT that end when they are idle',
  stage: 'findings',
  rows: [],
  directives: ['ProxyRequests', 'AllowCONNECT'],
  isIndependent: true,
  applicability: 'manual',
  docs: {
    does: 'Points out the first `ProxyRequests On` of a tree that loads mod_proxy_connect.',
    why: '2.2 left a tunnel that a client opened with CONNECT open as long as both ends did (apr_pollset_poll without a limit in mod_proxy_connect.c). From 2.4.52 on it ends when nothing was sent for the time of TimeOut, or of ProxyTimeout where that is longer (ap_proxy_tunnel_create in proxy_util.c), and the default of TimeOut is 60 seconds in 2.4.',
    before: 'ProxyRequests On',
    after: '(the line stays, and is reported)',
    undo: 'Nothing is changed.',
    limits: 'Whether clients keep idle tunnels, as ssh and mail programs do, is not in the configuration.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_proxy_connect.html',
  },
  messages: {
    idle: '2.2 never ended the tunnel of a CONNECT request. Since 2.4.52 it ends when nothing is sent for the time of TimeOut or ProxyTimeout, whichever is longer. If clients keep idle tunnels, as for ssh, write a longer ProxyTimeout.',
  },
  run({ model, target, writtenFor, report }) {
    if (writtenFor === '2.4' || !isSince(target, '2.4.52')) return;
    if (model.hasModule22('mod_proxy_connect.c') !== 'yes') return;
    const [first] = forwardLines(model);
    if (first !== undefined) report(placeOf(first), 'idle', { level: 'info' });
  },
});

function forwardLines(model: ServerModel): Occurrence[] {
  return findDirectives(model, 'ProxyRequests').filter(
    ({ args, on22 }) => on22 !== 'no' && /^on$/i.test(args[0] ?? ''),
  );
}
