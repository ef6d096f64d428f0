import type { Occurrence, ServerModel } from '../src/model/index.ts';
import { isSince } from '../src/target/index.ts';
import { defineTransform, findDirectives, placeOf } from '../src/transform/index.ts';

export const reportUnresolvedBackends = defineTransform({
  id: 'report-unresolved-backends',
  title: 'Report error pages that no longer come where a name does not resolve',
  stage: 'findings',
  rows: [],
  directives: ['ErrorDocument', 'ProxyPass', 'ProxyPassMatch', 'ProxyRequests'],
  isIndependent: true,
  applicability: 'manual',
  docs: {
    does: 'Names an ErrorDocument for 502 where requests are proxied to a server by its name, or a forward proxy asks for any.',
    why: 'Where the name did not resolve, 2.2 answered 502, with that page. Since 2.4.59 it is 500, with its own page or that of an ErrorDocument for 500 (ap_proxy_determine_connection in proxy_util.c).',
    before: 'ErrorDocument 502 /sorry.html\nProxyPass /app http://app.example/',
    after: '(the lines stay, and are reported)',
    undo: 'Nothing is changed.',
    limits: 'Whether a name resolves is not asked. Names that are reserved for never resolving are an error.',
    link: 'https://httpd.apache.org/docs/2.4/mod/core.html#errordocument',
  },
  messages: {
    forward:
      'While a name that a client asks this forward proxy for does not resolve, 2.4 answers 500 where 2.2 answered 502 with this page. To show it then, write the same ErrorDocument for 500.',
    status:
      'While the name {host} does not resolve, 2.4 answers 500 where 2.2 answered 502 with this page. To show it then, write the same ErrorDocument for 500.',
  },
  run({ model, target, writtenFor, report }) {
    if (writtenFor === '2.4' || !isSince(target, '2.4.59')) return;
    const pages = pagesWithout500(model);
    if (pages.length === 0) return;
    const names = proxiedNames(model);
    const named = names.find(isReserved) ?? names[0];
    if (named === undefined) {
      if (isForwardProxy(model)) for (const line of pages) report(placeOf(line), 'forward');
      return;
    }
    for (const line of pages) {
      report(placeOf(line), 'status', {
        level: isReserved(named) ? 'error' : 'info',
        data: { host: named },
      });
    }
  },
});

function pagesWithout500(model: ServerModel): Occurrence[] {
  const pages = findDirectives(model, 'ErrorDocument');
  const has500 = pages.some(({ args }) => args[0] === '500');
  return has500 ? [] : pages.filter(({ args }) => args[0] === '502');
}

/** The hosts that requests are handed on to by name. */
function proxiedNames(model: ServerModel): string[] {
  const lines = findDirectives(model, 'ProxyPass', 'ProxyPassMatch', 'BalancerMember', 'RewriteRule');
  const hosts = lines.flatMap(({ args }) =>
    args.flatMap((word) => /^(?:https?|ajp|fcgi|scgi|ftp):\/\/(?:[^/@]*@)?([\w.-]+)/i.exec(word)?.[1] ?? []),
  );
  return hosts.filter((host) => !/^[\d.]+$/.test(host) && host.toLowerCase() !== 'localhost');
}

function isForwardProxy(model: ServerModel): boolean {
  return findDirectives(model, 'ProxyRequests').some(({ args }) => args[0]?.toLowerCase() === 'on');
}

/** Names that never resolve (RFC 6761). */
function isReserved(host: string): boolean {
  return /\.(invalid|test|example)\.?$/i.test(host);
}
