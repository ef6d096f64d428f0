import { appendArgument, defineTransform, findDirectives, placeOf } from '../src/transform/index.ts';

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
    does: 'Lists the identifiers of CacheIgnoreURLSessionIdentifiers, and offers the full names of well-known ones that end in one of them.',
    why: 'In the query, 2.2 took any parameter whose name ends in the identifier (strstr in cache_generate_key_default, mod_cache): sessionid cut jsessionid out, too. 2.4 compares the whole name. In the path it was exact before.',
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
  },
  run({ model, writtenFor, report }) {
    if (writtenFor === '2.4') return;
    for (const directive of findDirectives(model, 'CacheIgnoreURLSessionIdentifiers')) {
      const { args } = directive;
      if (args.every((name) => /^none$/i.test(name))) continue;
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
