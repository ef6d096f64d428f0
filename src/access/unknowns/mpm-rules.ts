import type { Guard, ServerModel, Unknown } from '../../model/index.ts';
import { analysisOf } from '../sections/analysis.ts';
import { guardsOf } from '../sections/types.ts';
import { isOfAssumedMpm } from '../sections/worlds.ts';

/** Access rules that depend on the MPM of the 2.2 server, which was compiled in. */
export function mpmRules(model: ServerModel): Unknown[] {
  const guards = analysisOf(model).sections.flatMap(guardsOf).filter(isOfAssumedMpm);
  return [...new Map(guards.map((guard) => [guard.node, guard])).values()].map(unknownFor);
}

function unknownFor({ file, node, test }: Guard): Unknown {
  return {
    kind: 'module',
    path: file.path,
    offset: node.open.span.start,
    subject: `<IfModule ${test}>`,
    below: null,
    message:
      "Access rules depend on the MPM of the 2.2 server here. It is compiled in, so this tree does not tell which it was: it is taken for prefork, 2.2's default. If `httpd -l` of that server lists another, take the rules out of these guards that it did not read, then run again.",
    bearing: 'access',
  };
}
