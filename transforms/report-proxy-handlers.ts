import { isSince } from '../src/target/index.ts';
import { defineTransform, findDirectives, placeOf } from '../src/transform/index.ts';

export const reportProxyHandlers = defineTransform({
  id: 'report-proxy-handlers',
  title: 'Report handlers that proxy in 2.4 alone',
  stage: 'findings',
  rows: [],
  directives: ['SetHandler', 'AddHandler'],
  isIndependent: true,
  applicability: 'manual',
  docs: {
    does: 'Names SetHandler and AddHandler lines with `proxy:` and an address, where mod_proxy is loaded.',
    why: '2.2 has no such handler and sends the files themselves, the source text of programs among them. Since 2.4.10 mod_proxy hands these requests on (proxy_handler in mod_proxy.c), also those for files that are not there.',
    before: 'SetHandler "proxy:fcgi://127.0.0.1:9000"',
    after: '(the line stays, and is reported)',
    undo: 'Nothing is changed.',
    limits: 'Lines that only 2.4 reads, by a guard such as `<IfModule mod_proxy_fcgi.c>`, are left out.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_proxy.html#handler',
  },
  messages: {
    proxied:
      '2.2 has no handler {handler} and sends the files themselves. 2.4 hands the requests on instead, if the module for that address is loaded. If that is wanted, keep the line; if not, write default-handler. If a 2.4 server reads this file already, run again with --as 2.4.',
  },
  run({ model, target, writtenFor, report }) {
    if (writtenFor === '2.4' || !isSince(target, '2.4.10') || model.hasModule22('mod_proxy.c') === 'no')
      return;
    for (const line of findDirectives(model, 'SetHandler', 'AddHandler')) {
      const handler = line.args[0] ?? '';
      if (line.on22 !== 'yes' || !/^proxy:./i.test(handler)) continue;
      report(placeOf(line), 'proxied', { level: 'error', data: { handler } });
    }
  },
});
