import type { Occurrence, ServerModel } from '../src/model/index.ts';
import { knowsDirective } from '../src/target/index.ts';
import { defineTransform, findDirectives, placeOf } from '../src/transform/index.ts';
import { proxyingLines } from './shared/proxying-lines.ts';
import { placeServerLine } from './shared/server-line.ts';

export const keepContinueAnswers = defineTransform({
  id: 'keep-continue-answers',
  title: 'Let the proxy say 100 Continue itself',
  stage: 'defaults',
  rows: [],
  directives: ['ProxyPass', 'ProxyPassMatch', 'BalancerMember', 'ProxyRequests', 'RewriteRule'],
  isIndependent: true,
  applicability: 'safe',
  docs: {
    does: 'Writes `Proxy100Continue Off` where a server proxies to others by HTTP.',
    why: 'A client with a large body asks first whether it may send it (`Expect: 100-continue`: .NET, curl, many SOAP libraries). 2.2 said 100 Continue itself and sent the body on. Since 2.4.40 the proxy asks the other server, and waits for its word: one that does not know the header says nothing, and the upload hangs until the time is up (do_100_continue in mod_proxy_http.c).',
    before: 'DocumentRoot /srv/www\nProxyPass /app http://app.example.com/',
    after:
      'DocumentRoot /srv/www\nProxyPass /app http://app.example.com/\n<IfModule mod_proxy.c>\n    Proxy100Continue Off\n</IfModule>',
    undo: 'Take the line out if the other servers say 100 Continue, so that they can refuse a body before it is sent.',
    limits:
      'In a part of a server nothing is written, and the first line that proxies is reported. Where `force-proxy-request-1.0` is set, 2.2 answered 417 to uploads that ask first; with the line they are sent on.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_proxy.html#proxy100continue',
  },
  messages: {
    kept: '2.2 said 100 Continue to uploads for proxied servers itself. 2.4 leaves it to them, and an upload hangs where one does not say it. Proxy100Continue Off brings back what 2.2 did.',
    told: '2.2 said 100 Continue to uploads for proxied servers itself. 2.4 leaves it to them, and an upload hangs where one does not say it. If one of them does not, write Proxy100Continue Off.',
  },
  run({ model, target, writtenFor, report }) {
    if (writtenFor === '2.4' || model.hasModule22('mod_proxy.c') === 'no') return;
    if (!knowsDirective(target, 'Proxy100Continue')) return;
    if (findDirectives(model, 'Proxy100Continue').some(({ scope }) => scope === model.main)) return;
    const first = proxyingLine(model);
    if (first === undefined) return;
    const line =
      model.kind === 'server'
        ? placeServerLine(model.main, 'Proxy100Continue Off', BESIDE, 'mod_proxy.c')
        : null;
    if (line === null) {
      report(placeOf(first), 'told', { level: 'info' });
      return;
    }
    report(line.place, 'kept', {
      fix: { title: 'Write Proxy100Continue Off', applicability: 'safe', edits: line.edits },
    });
  },
});

const BESIDE = ['proxyrequests', 'proxypreservehost', 'proxyvia', 'proxytimeout', 'proxypass'];

/** The first line by which requests go to other servers by HTTP. */
function proxyingLine(model: ServerModel): Occurrence | undefined {
  const lines = proxyingLines(model, /^https?:/i, /^https?:|^balancer:/i);
  const forward = findDirectives(model, 'ProxyRequests').filter(({ args }) => /^on$/i.test(args[0] ?? ''));
  return [...lines, ...forward].filter(({ on22 }) => on22 !== 'no').toSorted((a, b) => a.seq - b.seq)[0];
}
