import type { Occurrence } from '../src/model/index.ts';
import { uncovered } from '../src/model/index.ts';
import { defineTransform, findDirectives, insertAfter, placeOf } from '../src/transform/index.ts';

export const scgiPathInfo = defineTransform({
  id: 'scgi-path-info',
  title: 'Keep PATH_INFO for SCGI servers',
  stage: 'directives',
  rows: ['scgi-path-info'],
  directives: ['ProxyPass', 'ProxyPassMatch', 'RewriteRule'],
  applicability: 'safe',
  docs: {
    does: 'Writes `SetEnvIf Request_URI . proxy-scgi-pathinfo=1` once where ProxyPass, ProxyPassMatch or a RewriteRule with [P] names an `scgi://` server.',
    why: '2.4 sends PATH_INFO only where this variable is set, 2.2 always did (scgi_canon in mod_proxy_scgi.c). SetEnv sets it too late to have an effect.',
    before: 'ProxyPass /app scgi://127.0.0.1:4000/',
    after: 'ProxyPass /app scgi://127.0.0.1:4000/\nSetEnvIf Request_URI . proxy-scgi-pathinfo=1',
    undo: 'Take the SetEnvIf line away if the programs do not read PATH_INFO.',
    limits: 'Through a balancer 2.2 sent no PATH_INFO either, so nothing is added there.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_proxy_scgi.html#env',
  },
  messages: {
    added: '2.2 sent PATH_INFO to SCGI servers; 2.4 does so only where proxy-scgi-pathinfo is set.',
  },
  run({ model, writtenFor, report }) {
    if (writtenFor === '2.4') return;
    const uses = findDirectives(model, 'ProxyPass', 'ProxyPassMatch', 'RewriteRule').filter(isForScgi);
    if (uses.length === 0) return;
    const set = findDirectives(model, 'SetEnvIf', 'SetEnvIfNoCase', 'RewriteRule').filter(setsPathInfo);
    for (const use of uncovered(uses, set)) {
      report(placeOf(use), 'added', {
        fix: {
          title: 'Set proxy-scgi-pathinfo',
          applicability: 'safe',
          edits: insertAfter(use, ['SetEnvIf Request_URI . proxy-scgi-pathinfo=1']),
        },
      });
    }
  },
});

function setsPathInfo({ args }: Occurrence): boolean {
  return args.some((word) => /proxy-scgi-pathinfo/i.test(word));
}

function isForScgi({ name, args, on22 }: Occurrence): boolean {
  if (on22 === 'no') return false;
  if (name !== 'rewriterule') return args.slice(0, 2).some((word) => /^scgi:/i.test(word));
  return /^scgi:/i.test(args[1] ?? '') && /[[,\s](P|proxy)[\],\s]/i.test(args[2] ?? '');
}
