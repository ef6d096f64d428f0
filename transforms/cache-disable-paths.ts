import { isFilledIn } from '../src/model/index.ts';
import { defineTransform, findDirectives, placeOf, removeNode } from '../src/transform/index.ts';

export const cacheDisablePaths = defineTransform({
  id: 'cache-disable-paths',
  title: 'Remove CacheDisable without a path',
  stage: 'directives',
  rows: [],
  directives: ['CacheDisable'],
  isIndependent: true,
  applicability: 'safe',
  docs: {
    does: 'Takes CacheDisable lines away that name neither a path nor an address.',
    why: 'In 2.2 such a line did nothing, since the path of each request begins with a slash. 2.4 refuses it: "CacheDisable must specify a path or an URL" (add_cache_disable in mod_cache.c).',
    before: 'CacheDisable private',
    after: '(no line)',
    undo: 'Write it with its path, `CacheDisable /private`, if that was meant.',
    limits: 'A path that is a variable, or that a template puts in, is left.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_cache.html#cachedisable',
  },
  messages: {
    removed:
      '2.4 refuses CacheDisable {path}, which is no path. In 2.2 the line did nothing: write CacheDisable /{path} if that was meant.',
  },
  run({ model, writtenFor, report }) {
    if (writtenFor === '2.4') return;
    for (const directive of findDirectives(model, 'CacheDisable')) {
      const { args } = directive;
      const [path] = args;
      // `$1` is no variable, nor what a macro calls its own.
      if (path === undefined || /^\/|:|\$(?!\d)/.test(path) || isFilledIn(path, directive)) continue;
      report(placeOf(directive), 'removed', {
        data: { path },
        level: 'warning',
        fix: {
          title: 'Remove CacheDisable',
          applicability: 'safe',
          edits: removeNode(directive),
        },
      });
    }
  },
});
