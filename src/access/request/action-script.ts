import type { ConcreteRequest } from './concrete-request.ts';
import { handlerOf } from './expected-status.ts';
import { hasModule } from './has-module.ts';
import type { RequestTree } from './request-tree.ts';
import type { Round } from './round.ts';

/**
 * The address that a request is handed on to by Action, for its handler, or by Script, for its method (`action_handler`, mod_actions.c): by
 * an internal redirect, which is checked like any request. Null: it is not.
 */
export function actionAddress(tree: RequestTree, { method }: ConcreteRequest, round: Round): string | null {
  if (!hasModule(tree, 'actions')) return null;
  const handler = handlerOf(round);
  const named = (directive: string, name: string): string | undefined =>
    round.recorder.lines(directive).findLast(({ args }) => args[0]?.toLowerCase() === name)?.args[1];
  const asked = method === 'HEAD' ? 'GET' : method;
  const byMethod = asked === 'GET' && round.query === '' ? undefined : named('script', asked.toLowerCase());
  const script = handler === null ? byMethod : named('action', handler);
  return script === undefined ? null : script + round.address.replaceAll('%', '%25');
}
