import type { Occurrence, Scope, ServerModel } from '../src/model/index.ts';
import { quoteWord } from '../src/syntax/index.ts';
import { defineTransform, findDirectives, insertAfter, placeOf } from '../src/transform/index.ts';

export const cacheEnableForwardProxy = defineTransform({
  id: 'cache-enable-forward-proxy',
  title: 'Let CacheEnable cover what a forward proxy fetches',
  stage: 'directives',
  rows: ['cache-enable-forward-proxy'],
  directives: ['CacheEnable', 'CacheDisable'],
  applicability: 'safe',
  docs: {
    does: 'Where ProxyRequests is On, writes beside each `CacheEnable TYPE /PATH` and `CacheDisable /PATH` the lines that say the same of proxied sites.',
    why: "2.4 takes a path without a scheme for the server's own pages only, 2.2 also for whatever a forward proxy fetched (uri_meets_conditions in cache_util.c). `http://` alone would cover only sites on port 80; `http://*:/` matches any host and any port.",
    before: 'ProxyRequests On\nCacheEnable disk /',
    after:
      'ProxyRequests On\nCacheEnable disk /\nCacheEnable disk http://*:/\nCacheEnable disk https://*:/\nCacheEnable disk ftp://*:/',
    undo: 'Take the lines with `://*:/` out: proxied sites are not cached then.',
    limits: 'Lines that name a scheme or a host are left as they are.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_cache.html#cacheenable',
  },
  messages: {
    added:
      "2.4 takes the path {path} for the server's own pages only; in 2.2 it also stood for what this forward proxy fetches.",
  },
  run({ model, writtenFor, report }) {
    // Most trees have no ProxyRequests line at all, and then no server need be looked at.
    if (writtenFor === '2.4' || findDirectives(model, 'ProxyRequests').length === 0) return;
    if (!servers(model).some((server) => proxiesForward(server, model))) return;
    for (const directive of findDirectives(model, 'CacheEnable', 'CacheDisable')) {
      const lines = isForProxiedSites(directive, model) ? missingLines(directive) : [];
      if (lines.length === 0) continue;
      const { node, args } = directive;
      report(placeOf(directive), 'added', {
        data: { path: args.at(-1) ?? '' },
        fix: {
          title: `Add ${node.name.value} for proxied sites`,
          applicability: 'safe',
          edits: insertAfter(directive, lines),
        },
      });
    }
  },
});

function servers({ main, virtualHosts }: ServerModel): readonly Scope[] {
  return [main, ...virtualHosts];
}

/** Both lists of the main server hold in its virtual hosts as well; in another server than a forward proxy the lines do nothing. */
function isForProxiedSites({ name, args, scope, on22 }: Occurrence, model: ServerModel): boolean {
  const isPath = args.length === (name === 'cacheenable' ? 2 : 1) && args.at(-1)?.startsWith('/') === true;
  // mod_mem_cache is gone: nothing is kept by these.
  if (!isPath || on22 === 'no' || (name === 'cacheenable' && /^(mem|fd)$/i.test(args[0] ?? ''))) return false;
  return scope === model.main || (scope.kind === 'virtualhost' && proxiesForward(scope, model));
}

function proxiesForward(server: Scope, { main }: ServerModel): boolean {
  const line = lastLine(server, 'proxyrequests') ?? lastLine(main, 'proxyrequests');
  return /^on$/i.test(line?.args[0] ?? '');
}

function lastLine(server: Scope, name: string): Occurrence | null {
  const line = server.items.findLast(
    (item) => item.type === 'occurrence' && item.name === name && item.on22 !== 'no',
  );
  return line?.type === 'occurrence' ? line : null;
}

/** The lines for each scheme that the server does not have yet. */
function missingLines({ node, scope, name }: Occurrence): string[] {
  const words = node.args.map(({ value }) => value);
  const path = words.at(-1) ?? '';
  const before = [node.name.value, ...words.slice(0, -1).map((word) => quoteWord(word))].join(' ');
  const there = new Set(
    scope.items.map((item) => (item.type === 'occurrence' && item.name === name ? item.args.at(-1) : '')),
  );
  const urls = ['http', 'https', 'ftp'].map((scheme) => `${scheme}://*:${path}`);
  return urls.filter((url) => !there.has(url)).map((url) => `${before} ${quoteWord(url)}`);
}
