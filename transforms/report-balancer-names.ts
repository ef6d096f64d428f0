import { defineTransform, findDirectives, placeOf } from '../src/transform/index.ts';

export const reportBalancerNames = defineTransform({
  id: 'report-balancer-names',
  title: 'Report logs that no longer name the balancer',
  stage: 'findings',
  rows: [],
  directives: ['LogFormat', 'CustomLog'],
  isIndependent: true,
  applicability: 'manual',
  docs: {
    does: 'Names log formats with `%f` where requests go to a balancer.',
    why: 'The file name of a proxied request is its address: `proxy:balancer://app/x` in 2.2. Once 2.4 has chosen a member it is `proxy:http://app1.example.com/x` (proxy_balancer_pre_request in mod_proxy_balancer.c).',
    before: 'LogFormat "%h %f" files\nProxyPass /app balancer://app',
    after: '(the lines stay, and are reported)',
    undo: 'Nothing is changed.',
    limits: '%{BALANCER_NAME}e is the name of the balancer in both.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_log_config.html#formats',
  },
  messages: {
    member:
      'For requests that go to a balancer, %f logs the address of the member in 2.4, where 2.2 logged that of the balancer. If a program reads the log for it, write %{BALANCER_NAME}e beside it.',
  },
  run({ model, writtenFor, report }) {
    if (writtenFor === '2.4') return;
    const toBalancers = findDirectives(model, 'ProxyPass', 'ProxyPassMatch', 'RewriteRule').some(({ args }) =>
      args.some((word) => /^balancer:/i.test(word)),
    );
    if (!toBalancers) return;
    for (const line of findDirectives(model, 'LogFormat', 'CustomLog')) {
      const format = line.args[line.name === 'logformat' ? 0 : 1] ?? '';
      if (/%[<>!\d,]*f/.test(format.replaceAll('%%', ''))) report(placeOf(line), 'member');
    }
  },
});
