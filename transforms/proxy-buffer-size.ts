import type { Occurrence } from '../src/model/index.ts';
import { argumentValues } from '../src/syntax/index.ts';
import { defineTransform, findDirectives, placeOf, rewriteArgument } from '../src/transform/index.ts';

const NAMES = ['ProxyIOBufferSize', 'ProxyPass', 'ProxyPassMatch', 'BalancerMember', 'ProxySet'];

export const proxyBufferSize = defineTransform({
  id: 'proxy-buffer-size',
  title: 'Write proxy buffers as large as 2.2 made them',
  stage: 'directives',
  rows: [],
  directives: ['ProxyIOBufferSize'],
  isIndependent: true,
  applicability: 'safe',
  docs: {
    does: 'Writes 8192 where ProxyIOBufferSize, or the parameter iobuffersize of a proxied server, is a number below 512.',
    why: '2.2 took 8192 for any smaller number (AP_IOBUFSIZE in mod_proxy.c). 2.4 takes the number as it is, and refuses one below 512.',
    before: 'ProxyIOBufferSize 100',
    after: 'ProxyIOBufferSize 8192',
    undo: 'Nothing to undo: 2.4 does not start with the old number.',
    limits:
      'Numbers from 512 to 8191 stay: 2.4 makes the buffers as small as that, which is slower and nothing else.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_proxy.html#proxyiobuffersize',
  },
  messages: {
    written: '2.4 refuses proxy buffers of {size} bytes. 2.2 took 8192 for any number below.',
  },
  run({ model, report }) {
    for (const directive of findDirectives(model, ...NAMES)) {
      const found = smallSize(directive);
      if (found === null) continue;
      report(placeOf(directive), 'written', {
        data: { size: found.size },
        fix: {
          title: 'Write 8192',
          applicability: 'safe',
          edits: rewriteArgument(directive, found.index, `${found.key}8192`),
        },
      });
    }
  },
});

/** The argument that 2.4 refuses, its `iobuffersize=` and its number; null if there is none. */
function smallSize({ node, name }: Occurrence): { index: number; key: string; size: string } | null {
  const pattern = name === 'proxyiobuffersize' ? /^()(\s*[-+]?\d+)/ : /^(iobuffersize=)(\s*[-+]?\d+)/i;
  for (const [index, value] of argumentValues(node).entries()) {
    const [, key = '', size = '0'] = pattern.exec(value) ?? [];
    if (Number(size) < 512 && Number(size) !== 0) return { index, key, size: size.trim() };
  }
  return null;
}
