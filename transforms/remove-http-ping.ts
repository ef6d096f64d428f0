import type { Occurrence } from '../src/model/index.ts';
import { argumentValues } from '../src/syntax/index.ts';
import {
  defineTransform,
  findDirectives,
  placeOf,
  removeArgument,
  removeNode,
} from '../src/transform/index.ts';

export const removeHttpPing = defineTransform({
  id: 'remove-http-ping',
  title: 'Remove ping= from proxied HTTP servers',
  stage: 'directives',
  rows: [],
  directives: ['ProxyPass', 'ProxyPassMatch', 'BalancerMember', 'ProxySet'],
  isIndependent: true,
  applicability: 'safe',
  docs: {
    does: 'Takes `ping=` away from ProxyPass, BalancerMember and ProxySet lines for addresses with http or https. For ajp it stays.',
    why: '2.2 does nothing with it there. 2.4 sends `Expect: 100-continue` with requests that have a body and answers 503 if the server behind does not say 100 Continue in that time (ap_proxy_http_prefetch in mod_proxy_http.c).',
    before: 'ProxyPass /app http://127.0.0.1:8080 ping=5 retry=1',
    after: 'ProxyPass /app http://127.0.0.1:8080 retry=1',
    undo: 'Write `ping=` again for servers that answer 100 Continue.',
    limits: 'Lines with variables in the address are left.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_proxy.html#proxypass',
  },
  messages: {
    removed:
      '2.2 did nothing with {ping} for an HTTP server. 2.4 asks the server for 100 Continue before a body, and answers 503 where that does not come in time.',
  },
  run({ model, writtenFor, report }) {
    if (writtenFor === '2.4') return;
    for (const line of findDirectives(model, 'ProxyPass', 'ProxyPassMatch', 'BalancerMember', 'ProxySet')) {
      const { node } = line;
      const values = argumentValues(node);
      const pings = values.flatMap((value, index) => (/^ping=/i.test(value) ? [index] : []));
      if (pings.length === 0 || !isOfHttp(line)) continue;
      const saysMore = values.filter((value) => value.includes('=')).length > pings.length;
      const edits =
        line.name === 'proxyset' && !saysMore
          ? removeNode(line)
          : pings.flatMap((index) => removeArgument(line, index));
      report(placeOf(line), 'removed', {
        data: { ping: values[pings[0] ?? 0] ?? '' },
        fix: { title: 'Remove ping=', applicability: 'safe', edits },
      });
    }
  },
});

/** ProxySet may stand in the section of the server instead of naming it. */
function isOfHttp({ args, name, scope }: Occurrence): boolean {
  const isHttp = (word: string): boolean => /^https?:\/\/[^$]/i.test(word);
  const section = name === 'proxyset' && scope.kind === 'proxy' ? scope.args : [];
  return [...args, ...section].some(isHttp);
}
