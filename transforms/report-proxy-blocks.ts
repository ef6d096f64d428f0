import type { Occurrence } from '../src/model/index.ts';
import { quotedLine } from '../src/model/index.ts';
import { defineTransform, findDirectives, groupByNode, placeOf } from '../src/transform/index.ts';

export const reportProxyBlocks = defineTransform({
  id: 'report-proxy-blocks',
  title: 'Report ProxyBlock beside ProxyRemote',
  stage: 'findings',
  rows: [],
  directives: ['ProxyBlock', 'ProxyRemote', 'ProxyRemoteMatch'],
  isIndependent: true,
  applicability: 'manual',
  docs: {
    does: 'Names each ProxyBlock on a server that asks some addresses through another proxy.',
    why: '2.2 compared the address that it connects to, which is that of the other proxy (ap_proxy_checkproxyblock in proxy_util.c). 2.4 compares the name of the host that was asked for, and no address (ap_proxy_checkproxyblock2, since 2.4.3).',
    before: 'ProxyRemote * http://proxy.example:3128\nProxyBlock blocked.example',
    after: '(the lines stay, and are reported)',
    undo: 'Nothing is changed.',
    limits:
      '`ProxyBlock *` refuses all in both versions, and is left out. Which addresses NoProxy leaves out is not looked at.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_proxy.html#proxyblock',
  },
  messages: {
    compared:
      'What is asked for by {line} is compared with this list in another way. 2.2 compared the name and address of that proxy: a host named here could be reached through it, and if the proxy was named, nothing could. 2.4 answers 403 to the hosts that are named here, and to no others. See that these are the ones to be blocked.',
  },
  run({ model, writtenFor, report }) {
    if (writtenFor === '2.4') return;
    const blocks = findDirectives(model, 'ProxyBlock').filter(({ args }) => !args.some(isForAll));
    const remotes = findDirectives(model, 'ProxyRemote', 'ProxyRemoteMatch');
    // A virtual host has the lines of the main server, too.
    const meet = (a: Occurrence, b: Occurrence): boolean =>
      [a, b].some(({ scope }) => scope.server === model.main) || a.scope.server === b.scope.server;
    for (const [block] of groupByNode(blocks)) {
      const remote = remotes.find((each) => meet(block, each));
      if (remote === undefined) continue;
      report(placeOf(block), 'compared', { level: 'error', data: { line: quotedLine(remote) } });
    }
  },
});

function isForAll(word: string): boolean {
  return word.startsWith('*');
}
