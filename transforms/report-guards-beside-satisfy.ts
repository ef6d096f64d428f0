import { guardsBesideSatisfy } from '../src/access/index.ts';
import { defineTransform, placeOf } from '../src/transform/index.ts';

export const reportGuardsBesideSatisfy = defineTransform({
  id: 'report-guards-beside-satisfy',
  title: 'Report conditions of mod_ssl and mod_allowmethods that a password could stand in for',
  stage: 'access',
  rows: [],
  directives: ['SSLRequireSSL', 'SSLRequire', 'SSLVerifyClient'],
  isIndependent: true,
  applicability: 'manual',
  docs: {
    does: 'Names each SSLRequireSSL and SSLRequire, and SSLVerifyClient in a section, where `Satisfy any` may be in force; in a half-migrated tree AllowMethods, too.',
    why: 'mod_ssl refuses in the access phase. With `Satisfy any` 2.2 went on to the password after such a refusal (ap_process_request_internal, server/request.c; `SSLOptions +StrictRequire` forbids it, ssl_hook_Access in ssl_engine_kernel.c). In 2.4 Satisfy is only known to mod_access_compat: without it such a refusal is final.',
    before: 'SSLRequireSSL\nRequire valid-user\nSatisfy any',
    after: '(reported)',
    undo: 'Nothing is changed.',
    limits: 'Sections whose addresses and folders may be the same are taken to meet.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_ssl.html#reqssl',
  },
  messages: {
    final:
      'Satisfy any may be in force here: 2.2 let in who met {name} or gave a password. 2.4 answers 403 to whoever does not meet {name}, with a password, too. {advice}',
    'final-24':
      'Satisfy any may be in force here: with mod_access_compat 2.4 lets in who meets {name} or the Require lines. With Require alone it refuses whoever does not meet {name}, whatever these say. {advice}',
  },
  run({ model, options, writtenFor, report }) {
    const isHalf = model.readBy === '2.4';
    if ((writtenFor === '2.4' && !isHalf) || options.access === 'compat') return;
    for (const line of guardsBesideSatisfy(model)) {
      report(placeOf(line), isHalf ? 'final-24' : 'final', {
        level: 'error',
        data: { name: line.node.name.value, advice: ADVICE[line.name] ?? '' },
      });
    }
  },
});

const ADVICE: Readonly<Record<string, string>> = {
  sslrequiressl:
    'If a password is enough, write `Require ssl` beside the other Require lines in place of SSLRequireSSL.',
  sslrequire: 'If a password is enough, write it as `Require expr` beside the other Require lines.',
  allowmethods:
    'If the Require lines are to be enough, write `Require method` beside them in place of AllowMethods.',
  sslverifyclient:
    'If a password is enough, write `SSLVerifyClient optional` and `Require ssl-verify-client` beside the other Require lines.',
};
