import type { Occurrence, ServerModel } from '../src/model/index.ts';
import { isSince } from '../src/target/index.ts';
import { appendArgument, defineTransform, findDirectives, placeOf } from '../src/transform/index.ts';

/** Its cache_generate_key_default takes the path as it was sent, and it may be none. */
const TAKES_SENT_PATH = '2.4.26';

/** Names that applications are known to give their session in an address. */
const KNOWN_NAMES = [
  'jsessionid',
  'PHPSESSID',
  'ASPSESSIONID',
  'ASP.NET_SessionId',
  'CFSESSIONID',
  'osCsid',
  'zenid',
];

export const cacheIgnoreSessionIds = defineTransform({
  id: 'cache-ignore-session-ids',
  title: 'Name session identifiers of a cache in full',
  stage: 'directives',
  rows: ['cache-ignore-session-ids'],
  directives: ['CacheIgnoreURLSessionIdentifiers'],
  isIndependent: true,
  applicability: 'review',
  docs: {
    does: 'Lists the identifiers of CacheIgnoreURLSessionIdentifiers, and offers the full names of well-known ones that end in one of them. Names those that are in force on a forward proxy.',
    why: 'In the query, 2.2 took any parameter whose name ends in the identifier (strstr in cache_generate_key_default, mod_cache): sessionid cut jsessionid out, too. 2.4 compares the whole name. In the path it was exact before. On a forward proxy 2.4 looks for the identifier in the path as it was sent, and crashes where there is none (since 2.4.26, cache_storage.c).',
    before: 'CacheIgnoreURLSessionIdentifiers sessionid',
    after: 'CacheIgnoreURLSessionIdentifiers sessionid jsessionid',
    undo: 'Take the added name off.',
    limits: 'Names that an application of your own uses are not known.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_cache.html#cacheignoreurlsessionidentifiers',
  },
  messages: {
    exact:
      '2.4 compares the names in the query as a whole: {names}. 2.2 also took parameters whose names end so. If an application uses a longer name, list it.',
    longer:
      '2.4 compares the names in the query as a whole: {names}. 2.2 also took parameters whose names end so, such as {longer}.',
    ends: '2.4 ends the process that is asked for an address without a path (`GET http://a.example`) where this line is in force on a forward proxy, whoever asks. Take the line out of servers with ProxyRequests On.',
  },
  run({ model, target, writtenFor, report }) {
    if (writtenFor === '2.4') return;
    for (const directive of findDirectives(model, 'CacheIgnoreURLSessionIdentifiers')) {
      const { args } = directive;
      if (args.every((name) => /^none$/i.test(name))) continue;
      if (isSince(target, TAKES_SENT_PATH) && mayBeOfProxy(directive, model)) {
        report(placeOf(directive), 'ends', { level: 'warning' });
      }
      const longer = KNOWN_NAMES.filter(
        (name) => !args.includes(name) && args.some((end) => name.endsWith(end)),
      );
      const data = { names: args.join(', '), longer: longer.join(', ') };
      if (longer.length === 0) {
        report(placeOf(directive), 'exact', { data });
        continue;
      }
      const edits = appendArgument(directive, longer.join(' '));
      report(placeOf(directive), 'longer', {
        data,
        level: 'warning',
        fix: { title: `Name ${longer.join(', ')}, too`, applicability: 'review', edits },
      });
    }
  },
});

/** A virtual host has what the main server says, too. */
function mayBeOfProxy({ scope }: Occurrence, model: ServerModel): boolean {
  return findDirectives(model, 'ProxyRequests').some(
    (line) =>
      /^on$/i.test(line.args[0] ?? '') &&
      (line.scope === scope || line.scope === model.main || scope === model.main),
  );
}
