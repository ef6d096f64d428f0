import { occurrencesOf } from '../../model/index.ts';
import type { Occurrence, ServerModel } from '../../model/index.ts';
import { mayMeet } from '../sections/may-meet.ts';
import type { Semantics } from '../states/intended-state.ts';
import { stricterWithGet } from './stricter-inside.ts';

/**
 * Balancer managers whose rules let in somebody with POST whom they keep out with GET: 2.2 answers 404 to POST there, 2.4 takes it
 * (`balancer_handler`, mod_proxy_balancer.c of both).
 */
export function balancerPosts(model: ServerModel, semantics: Semantics): Occurrence[] {
  const managers = ['sethandler', 'addhandler']
    .flatMap((name) => occurrencesOf(model, name))
    .filter(isManager);
  return managers.filter((manager) => {
    const isMet = ({ scope }: Pick<Occurrence, 'scope'>): boolean => mayMeet(scope, manager.scope);
    return stricterWithGet(model, semantics, isMet, ['POST']) !== null;
  });
}

function isManager({ on22, args }: Occurrence): boolean {
  return on22 !== 'no' && /^balancer-manager$/i.test(args[0] ?? '');
}
