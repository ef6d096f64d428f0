import { defineTransform, findDirectives, placeOf } from '../src/transform/index.ts';

export const reportCacheRules = defineTransform({
  id: 'report-cache-rules',
  title: 'Report what the cache no longer keeps',
  stage: 'findings',
  rows: [],
  directives: ['CacheEnable'],
  isIndependent: true,
  applicability: 'manual',
  docs: {
    does: 'Says once, at the first CacheEnable, which answers the cache of 2.4 does not store, or not as long.',
    why: 'mod_cache of 2.4 follows HTTP/1.1 more closely (cache_save_filter and cache_invalidate_filter in mod_cache.c, ap_cache_check_no_cache in cache_util.c).',
    before: 'CacheEnable disk /',
    after: '(the line stays, and is reported)',
    undo: 'Nothing is changed.',
    limits: 'What the server behind answers is not known.',
    link: 'https://httpd.apache.org/docs/2.4/caching.html',
  },
  messages: {
    less: '2.4 stores no answers with `Pragma: no-cache`, or with `Expires: 0` and no other lifetime, drops an answer once its address gets a POST, PUT or DELETE, and answers 504 to `Cache-Control: only-if-cached` where it has none. 2.2 did none of this: the server behind may get more requests.',
  },
  run({ model, writtenFor, report }) {
    if (writtenFor === '2.4') return;
    const first = findDirectives(model, 'CacheEnable').find(({ on22 }) => on22 !== 'no');
    if (first !== undefined) report(placeOf(first), 'less');
  },
});
