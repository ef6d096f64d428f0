import { balancerPosts } from '../src/access/index.ts';
import { defineTransform, groupByNode, placeOf } from '../src/transform/index.ts';

export const reportBalancerPosts = defineTransform({
  id: 'report-balancer-posts',
  title: 'Report balancer managers that 2.4 gives to POST',
  stage: 'access',
  rows: [],
  directives: ['SetHandler', 'AddHandler'],
  isIndependent: true,
  applicability: 'manual',
  docs: {
    does: 'Names each balancer-manager whose rules let in somebody with POST whom they keep out with GET.',
    why: '2.2 answered 404 to POST there (balancer_handler in mod_proxy_balancer.c takes GET alone). 2.4 takes POST, too, and changes the balancer by it: `<Limit GET>` around the rules of that page was enough, and is not any more.',
    before:
      '<Location /balancer-manager>\n    SetHandler balancer-manager\n    <Limit GET>\n        Order deny,allow\n        Deny from all\n    </Limit>\n</Location>',
    after: '(the lines stay, and are reported)',
    undo: 'Nothing is changed.',
    limits: 'Sections whose addresses and folders may be the same are taken to meet.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_proxy_balancer.html#balancer_manager',
  },
  messages: {
    taken:
      '2.2 answered 404 to POST here. 2.4 takes POST and changes the balancer by it, and the rules in force here let in somebody with POST whom they keep out with GET. Write them for all methods, outside of `<Limit>`.',
  },
  run({ model, options, writtenFor, report }) {
    if (writtenFor === '2.4') return;
    for (const [manager] of groupByNode(balancerPosts(model, options.semantics))) {
      report(placeOf(manager), 'taken', { level: 'error' });
    }
  },
});
