import { quoteWord } from '../src/syntax/index.ts';
import { defineTransform, findDirectives, placeOf, setArgument } from '../src/transform/index.ts';

export const renameSessionCache = defineTransform({
  id: 'rename-session-cache',
  title: 'Name the type of the SSL session cache as 2.4 does',
  stage: 'directives',
  rows: [],
  directives: ['SSLSessionCache'],
  applicability: 'safe',
  refusedAtStart: ['distcache'],
  docs: {
    does: 'Writes `shmcb:` for the types `shm:` and `shmht:` of SSLSessionCache, and the names of types in lower case. Reports `dc:`.',
    why: '2.2 took all three for the same cache, in any case (ssl_cmd_SSLSessionCache in ssl_engine_config.c). 2.4 looks the type up among its modules, where there is shmcb only, and refuses the rest.',
    before: 'SSLSessionCache shm:/var/run/ssl_cache(512000)',
    after: 'SSLSessionCache shmcb:/var/run/ssl_cache(512000)',
    undo: 'Nothing to undo: 2.4 does not start with the old name.',
    limits:
      '`dc:` (distcache) is only reported: somebody must choose another cache, such as `memcache:` for several servers.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_ssl.html#sslsessioncache',
  },
  messages: {
    distcache:
      '2.4 has no session cache of the type dc (distcache), and does not start with the line. Write `shmcb:FILE(512000)` for one server, or `memcache:HOST:PORT` for several.',
    renamed: '2.4 knows no session cache of the type {old}. 2.2 took it for {new}.',
  },
  run({ model, report }) {
    for (const directive of findDirectives(model, 'SSLSessionCache')) {
      const { node } = directive;
      const [, old, rest] = /^(\w+)(:.*)$/s.exec(node.args[0]?.value ?? '') ?? [];
      if (old === undefined || rest === undefined) continue;
      if (old.toLowerCase() === 'dc') {
        report(placeOf(directive), 'distcache', { level: 'error' });
        continue;
      }
      const type = /^(shm|shmht|shmcb)$/i.test(old) ? 'shmcb' : old.toLowerCase();
      if (type === old) continue;
      const edits = setArgument(directive, 0, quoteAlike(type + rest, node.args[0]!.quote));
      report(placeOf(directive), 'renamed', {
        data: { old, new: type },
        fix: { title: `Write ${type}`, applicability: 'safe', edits },
      });
    }
  },
});

function quoteAlike(value: string, quote: string): string {
  return quote !== '' && !/["'\\]/.test(value) ? quote + value + quote : quoteWord(value);
}
