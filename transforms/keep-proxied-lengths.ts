import type { Occurrence } from '../src/model/index.ts';
import { uncovered } from '../src/model/index.ts';
import { isSince } from '../src/target/index.ts';
import { defineTransform, findDirectives, insertAfter, placeOf } from '../src/transform/index.ts';
import { proxyingLines } from './shared/proxying-lines.ts';

export const keepProxiedLengths = defineTransform({
  id: 'keep-proxied-lengths',
  title: 'Report AJP and SCGI servers whose Content-Length is no longer sent',
  // Before the modules: its lines need mod_env.
  stage: 'defaults',
  rows: [],
  directives: ['ProxyPass', 'ProxyPassMatch', 'BalancerMember', 'RewriteRule', 'SetEnv'],
  isIndependent: true,
  applicability: 'review',
  docs: {
    does: 'Names the lines that proxy to `ajp://` and `scgi://` servers, and offers `SetEnv ap_trust_cgilike_cl 1` beside them (`--apply review`).',
    why: 'From 2.4.59 on the Content-Length of these servers is dropped, since one that is wrong splits the answer (CVE-2024-24795; ajp_unmarshal_response in ajp_header.c, ap_scan_script_header_err_core in util_script.c): what is downloaded from Tomcat has no length, so browsers show no progress, and HEAD shows none.',
    before: 'ProxyPass /app ajp://127.0.0.1:8009/app',
    after: 'ProxyPass /app ajp://127.0.0.1:8009/app\nSetEnv ap_trust_cgilike_cl 1',
    undo: 'Take the line out.',
    limits:
      'Which of the answers have a length is not in the configuration. Servers that are reached by HTTP keep it.',
    link: 'https://httpd.apache.org/docs/2.4/env.html#cgi-pitfalls',
  },
  messages: {
    dropped:
      '2.4 does not send the Content-Length of {scheme} servers: downloads have no length, and HEAD shows none. If that matters and the servers write it right, have it sent with `SetEnv ap_trust_cgilike_cl 1`.',
  },
  run({ model, target, writtenFor, report }) {
    if (writtenFor === '2.4' || !isSince(target, '2.4.59')) return;
    const trusting = findDirectives(model, 'SetEnv', 'SetEnvIf', 'SetEnvIfNoCase').filter(({ args }) =>
      args.some((word) => /^ap_trust_cgilike_cl\b/.test(word)),
    );
    for (const line of uncovered(proxyingLines(model, FRAMED), trusting)) {
      report(placeOf(line), 'dropped', {
        level: 'warning',
        data: { scheme: schemeOf(line) },
        fix: {
          title: 'Have the length sent',
          applicability: 'review',
          edits: insertAfter(line, ['SetEnv ap_trust_cgilike_cl 1']),
        },
      });
    }
  },
});

/** Servers whose answers are framed by something else than their length. */
const FRAMED = /^(?:ajp|scgi):/i;

function schemeOf({ args }: Occurrence): string {
  const address = args.find((word) => FRAMED.test(word)) ?? '';
  return address.slice(0, address.indexOf(':')).toUpperCase();
}
