import type { Scope } from '../../model/index.ts';
import type { AccessSection } from '../sections/types.ts';
import type { KnownFacts } from './known-atoms.ts';
import type { ConcreteRequest } from './concrete-request.ts';
import type { Recorder } from './recorder.ts';
import type { RequestTree } from './request-tree.ts';

/**
 * `ap_if_walk` (server/request.c), of 2.4 alone: the conditions of the servers and of the sections that were met, in the order in which
 * these were merged, then those that stand in the ones that hold.
 * @returns those of which it is not known whether they hold: they are taken not to
 */
export function walkConditions(
  tree: RequestTree,
  server: Scope,
  recorder: Recorder,
  { conditions }: ConcreteRequest,
  facts: KnownFacts,
): readonly Scope[] {
  if (tree.version === '2.2') return [];
  const open: Scope[] = [];
  // No user is known yet.
  const truth = ({ args }: Scope) => (args.length === 1 ? facts.holds(args[0]!, false) : null);
  const holds = (scope: Scope): boolean => {
    const isMet = conditions.get(scope) ?? truth(scope);
    if (isMet === null) open.push(scope);
    return isMet ?? false;
  };
  const read = recorder.steps.filter(({ isRead }) => isRead).map(({ section }) => section.scope);
  let around: readonly Scope[] = [...new Set([tree.model.main, server]), ...read];
  for (let depth = 0; around.length > 0; depth++) {
    const met = meeting(around.flatMap(tree.conditionsIn), holds);
    for (const section of met) recorder.meet(section, depth);
    around = met.map(({ scope }) => scope);
  }
  return open;
}

/** Of each chain the first that holds. An `<ElseIf>` is asked only where none before it in the chain holds. */
function meeting(
  sections: readonly AccessSection[],
  holds: (scope: Scope) => boolean,
): readonly AccessSection[] {
  let isDone = false;
  return sections.filter(({ scope }) => {
    if (scope.name !== 'if' && isDone) return false;
    isDone = scope.name === 'else' || holds(scope);
    return isDone;
  });
}
