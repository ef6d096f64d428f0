import { isSince } from '../src/target/index.ts';
import { defineTransform, findDirectives, groupByNode, placeOf } from '../src/transform/index.ts';

export const reportQueryRoutes = defineTransform({
  id: 'report-query-routes',
  title: 'Report sticky sessions where 2.4 overlooks the query string',
  stage: 'findings',
  rows: [],
  directives: ['ProxyPass', 'ProxyPassMatch', 'ProxySet'],
  isIndependent: true,
  applicability: 'manual',
  docs: {
    does: 'Points out each line with `stickysession=` where the target is 2.4.62 or 2.4.63.',
    why: 'These two look for the key of a session in the cookie and in the path, and no longer in the query string, as 2.2 and all other releases of 2.4 do (balancer_fixup in mod_proxy_balancer.c; PR 69443, mended in 2.4.64). Requests with `?jsessionid=abc.r2` then go to any member.',
    before: 'ProxyPass /app balancer://cluster/app stickysession=JSESSIONID|jsessionid',
    after: '(the line stays, and is reported)',
    undo: 'Nothing is changed.',
    limits: 'Whether clients send the key in the query string is not known; most send a cookie.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_proxy_balancer.html#stickyness',
  },
  messages: {
    overlooked:
      '2.4.62 and 2.4.63 do not look for the key of the session in the query string: such requests go to any member of the balancer. If clients send it there, not in a cookie, take 2.4.64 or later.',
  },
  run({ model, target, report }) {
    if (!isSince(target, '2.4.62') || isSince(target, '2.4.64')) return;
    const lines = findDirectives(model, 'ProxyPass', 'ProxyPassMatch', 'ProxySet');
    for (const [line] of groupByNode(lines)) {
      if (line.args.some((word) => /^stickysession=./i.test(word)))
        report(placeOf(line), 'overlooked', { level: 'warning' });
    }
  },
});
