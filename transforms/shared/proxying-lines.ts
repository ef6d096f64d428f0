import { expandedRules, hasFlag } from '../../src/access/index.ts';
import type { Occurrence, ServerModel } from '../../src/model/index.ts';
import { findDirectives } from '../../src/transform/index.ts';

/**
 * The lines by which requests go to other servers: those that name an address of this form, then rules.
 * @param ofRules what the result of a rule with [P] begins with, where that is not the same
 */
export function proxyingLines(model: ServerModel, address: RegExp, ofRules = address): Occurrence[] {
  const passes = findDirectives(model, 'ProxyPass', 'ProxyPassMatch', 'BalancerMember').filter(
    ({ args, on22 }) => on22 !== 'no' && args.some((word) => address.test(word)),
  );
  const rules = expandedRules(model).filter(
    (rule) => hasFlag(rule, 'P', 'proxy') && ofRules.test(rule.output),
  );
  return [...passes, ...rules.map(({ line }) => line)];
}
