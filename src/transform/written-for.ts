import { walkOccurrences } from '../model/index.ts';
import type { Occurrence, ServerModel } from '../model/index.ts';

/** Directives that 2.2 refuses and every 2.4 knows (the directive index of the 2.4 manual, "available in 2.3 or later"). */
const ONLY_IN_24 = new Set([
  'authmerging',
  'define',
  'includeoptional',
  'maxconnectionsperchild',
  'maxrequestworkers',
  'mutex',
]);
/** First words of Require that no module of 2.2 serves. */
const REQUIRE_OF_24 = new Set(['all', 'env', 'expr', 'host', 'ip', 'local', 'method', 'not']);

/**
 * Which server's rules the tree follows as it stands. A live line that 2.2 would refuse says 2.4: such a tree can only
 * have been read by 2.4. Lines whose guards are not certain say nothing, because they serve both versions.
 */
export function writtenFor(model: ServerModel): '2.2' | '2.4' {
  const loads24 = model.modules.some(({ identifier, occurrence: { on22, on24 } }) => {
    const isOf24 = identifier === 'authz_core_module' || /^mpm_\w+_module$/.test(identifier);
    return isOf24 && on22 === 'yes' && on24 === 'yes';
  });
  return loads24 || [...walkOccurrences(model.main)].some(isLineOf24) ? '2.4' : '2.2';
}

function isLineOf24({ name, args, guards, on22 }: Occurrence): boolean {
  // A guard around the section is not among the line's own, but may keep 2.2 from reading it.
  if (guards.length > 0 || on22 !== 'yes') return false;
  return ONLY_IN_24.has(name) || (name === 'require' && REQUIRE_OF_24.has((args[0] ?? '').toLowerCase()));
}
