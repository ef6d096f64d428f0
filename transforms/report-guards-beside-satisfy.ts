import { mayMeet } from '../src/access/index.ts';
import type { Occurrence, Scope, ServerModel } from '../src/model/index.ts';
import { defineTransform, findDirectives, placeOf } from '../src/transform/index.ts';
import { covers } from './shared/covers.ts';

export const reportGuardsBesideSatisfy = defineTransform({
  id: 'report-guards-beside-satisfy',
  title: 'Report conditions of mod_ssl that a password could stand in for',
  stage: 'access',
  rows: [],
  directives: ['SSLRequireSSL', 'SSLRequire', 'SSLVerifyClient'],
  isIndependent: true,
  applicability: 'manual',
  docs: {
    does: 'Names each SSLRequireSSL and SSLRequire, and SSLVerifyClient in a section, where `Satisfy any` may be in force.',
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
  },
  run({ model, options, writtenFor, report }) {
    if (writtenFor === '2.4' || options.access === 'compat') return;
    const satisfies = findDirectives(model, 'Satisfy').filter(({ on22 }) => on22 !== 'no');
    if (!satisfies.some(isAny)) return;
    for (const line of guardLines(model)) {
      if (!isAnyInForce(line, satisfies) || isStrict(line, model)) continue;
      report(placeOf(line), 'final', {
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
  sslverifyclient:
    'If a password is enough, write `SSLVerifyClient optional` and `Require ssl-verify-client` beside the other Require lines.',
};

function isAny({ args }: Occurrence): boolean {
  return args[0]?.toLowerCase() === 'any';
}

function guardLines(model: ServerModel): Occurrence[] {
  const lines = findDirectives(model, 'SSLRequireSSL', 'SSLRequire', 'SSLVerifyClient');
  return lines.filter(({ name, args, scope, on22 }) => {
    if (on22 === 'no') return false;
    // Asked for at the start of the connection, it is no matter of the access phase.
    return name !== 'sslverifyclient' || (args[0]?.toLowerCase() === 'require' && scope !== scope.server);
  });
}

/** What the line's own section says comes last there. */
function isAnyInForce({ scope }: Occurrence, satisfies: readonly Occurrence[]): boolean {
  const own = satisfies.findLast((each) => sectionOf(each.scope) === sectionOf(scope));
  if (own !== undefined) return isAny(own);
  return satisfies.some((each) => isAny(each) && mayMeet(each.scope, scope));
}

/** The section that a Limit stands in. */
function sectionOf(scope: Scope): Scope {
  const isLimit = scope.kind === 'limit' || scope.kind === 'limitexcept';
  return isLimit && scope.parent !== null ? sectionOf(scope.parent) : scope;
}

function isStrict(line: Occurrence, model: ServerModel): boolean {
  const options = findDirectives(model, 'SSLOptions').filter((each) => covers(each, line));
  return options.some(({ args }) => args.some((word) => /^\+?strictrequire$/i.test(word)));
}
