import { covers } from '../src/model/index.ts';
import { expandedRules, hasFlag } from '../src/access/index.ts';
import { isSince } from '../src/target/index.ts';
import { defineTransform, findDirectives, placeOf } from '../src/transform/index.ts';

export const reportEncodedSlashes = defineTransform({
  id: 'report-encoded-slashes',
  title: 'Report proxied addresses whose encoded slashes arrive differently',
  stage: 'findings',
  rows: [],
  directives: ['AllowEncodedSlashes'],
  isIndependent: true,
  applicability: 'manual',
  docs: {
    does: 'Names `AllowEncodedSlashes NoDecode` where ProxyPass without `nocanon`, or a RewriteRule with [P], proxies addresses outside of sections.',
    why: '2.2 escaped the percent sign of such a slash once more: the proxied server was asked for `%252f`. 2.4.57 and later leave `%2f` as it is (ap_proxy_canonenc in proxy_util.c; PR 35256), take what was `%252f` for it, and answer 400 where another percent sign is left.',
    before: 'AllowEncodedSlashes NoDecode\nProxyPass /app http://app.example/',
    after: '(the line stays, and is reported)',
    undo: 'Nothing is changed.',
    limits: 'Whether the proxied server takes both forms alike is not known.',
    link: 'https://httpd.apache.org/docs/2.4/mod/core.html#allowencodedslashes',
  },
  messages: {
    decoded:
      'For an address with %2f, 2.2 asked the proxied server for %252f. With AllowEncodedSlashes NoDecode 2.4 asks it for %2f, also for an address with %252f, and answers 400 to one with %25. Check that the application accepts that, or write nocanon after the address of ProxyPass.',
  },
  run({ model, target, writtenFor, report }) {
    if (writtenFor === '2.4' || !isSince(target, '2.4.57')) return;
    const asking = findDirectives(model, 'AllowEncodedSlashes').filter(
      ({ args }) => args[0]?.toLowerCase() === 'nodecode',
    );
    if (asking.length === 0) return;
    const proxied = findDirectives(model, 'ProxyPass', 'ProxyPassMatch').filter(
      ({ args }) => !args.includes('!') && !args.some((word) => /^nocanon$/i.test(word)),
    );
    const rules = expandedRules(model).filter(
      (rule) => hasFlag(rule, 'P', 'proxy') && !hasFlag(rule, 'NE', 'noescape'),
    );
    // Where a section applies to the address both versions ask alike: its settings are merged, and NoDecode is lost.
    const routes = [...proxied, ...rules.map((rule) => rule.line)].filter(
      ({ scope }) => scope === scope.server,
    );
    for (const line of asking) {
      const first = routes.find((each) => covers(line, each) || each.scope.server === model.main);
      if (first !== undefined) report(placeOf(line), 'decoded', { level: 'error' });
    }
  },
});
