import { defineTransform, findDirectives, placeOf, removeNode } from '../src/transform/index.ts';

export const removeMemCache = defineTransform({
  id: 'remove-mem-cache',
  title: 'Remove the settings of mod_mem_cache',
  stage: 'directives',
  rows: ['module-removed'],
  directives: [
    'CacheEnable',
    'MCacheMaxObjectCount',
    'MCacheMaxObjectSize',
    'MCacheMaxStreamingBuffer',
    'MCacheMinObjectSize',
    'MCacheRemovalAlgorithm',
    'MCacheSize',
  ],
  isIndependent: true,
  applicability: 'safe',
  docs: {
    does: 'Takes the MCache directives away, and `CacheEnable mem` and `CacheEnable fd` with them.',
    why: 'mod_mem_cache is gone, and 2.4 refuses its directives. It takes `CacheEnable mem` but finds no provider for it, so nothing is cached. Answers are the same, only made anew each time.',
    before: 'CacheEnable mem /\nMCacheSize 4096',
    after: '(no lines)',
    undo: 'Nothing to undo: 2.4 does not start with MCache lines.',
    limits:
      'No other cache is set up: CacheEnable disk (mod_cache_disk) and CacheEnable socache (mod_cache_socache) need a place and a size, which you choose.',
    link: 'https://httpd.apache.org/docs/2.4/caching.html',
  },
  messages: {
    removed:
      'mod_mem_cache is gone in 2.4, and {line} with it: nothing is kept in memory any more. If the speed matters, use mod_cache_socache or mod_cache_disk.',
  },
  run({ model, report }) {
    const settings = findDirectives(model, ...SETTINGS);
    const enabled = findDirectives(model, 'CacheEnable').filter(({ args }) =>
      /^(mem|fd)$/i.test(args[0] ?? ''),
    );
    for (const directive of [...enabled, ...settings]) {
      const { node, name, args } = directive;
      const line = name === 'cacheenable' ? `CacheEnable ${args[0]}` : node.name.value;
      const edits = removeNode(directive);
      report(placeOf(directive), 'removed', {
        data: { line },
        level: 'warning',
        fix: { title: `Remove ${line}`, applicability: 'safe', edits },
      });
    }
  },
});

const SETTINGS = [
  'MCacheMaxObjectCount',
  'MCacheMaxObjectSize',
  'MCacheMaxStreamingBuffer',
  'MCacheMinObjectSize',
  'MCacheRemovalAlgorithm',
  'MCacheSize',
];
