import { coverage, occurrencesOf, outOfLimits } from '../../model/index.ts';
import type { Occurrence, ServerModel } from '../../model/index.ts';
import { mayMeetAnyOf } from '../sections/may-meet.ts';

/**
 * The conditions of mod_ssl where `Satisfy any` may be in force; in a half-migrated tree those of mod_allowmethods, too. 2.2 went on to the
 * password where one was not met (ap_process_request_internal, server/request.c), unless `SSLOptions +StrictRequire` forbade it
 * (ssl_hook_Access, ssl_engine_kernel.c). In 2.4 only mod_access_compat knows Satisfy: without it the condition is final.
 */
export function guardsBesideSatisfy(model: ServerModel): Occurrence[] {
  const isHalf = model.readBy === '2.4';
  const isRead = ({ on22, on24 }: Occurrence): boolean => (isHalf ? on24 : on22) !== 'no';
  const satisfies = occurrencesOf(model, 'satisfy').filter(isRead);
  if (!satisfies.some(isAny)) return [];
  const isAnyInForce = readSatisfies(satisfies);
  const strict = coverage(occurrencesOf(model, 'ssloptions').filter(isStrict));
  return guardLines(model)
    .filter(isRead)
    .filter((line) => {
      const isOfSsl = line.name !== 'allowmethods';
      return isAnyInForce(line) && !(isOfSsl && strict.covers(line)) && (isOfSsl || isHalf);
    });
}

function isAny({ args }: Occurrence): boolean {
  return args[0]?.toLowerCase() === 'any';
}

function guardLines(model: ServerModel): Occurrence[] {
  const lines = ['sslrequiressl', 'sslrequire', 'sslverifyclient', 'allowmethods'].flatMap((name) =>
    occurrencesOf(model, name),
  );
  return lines.filter(({ name, args, scope }) => {
    if (name === 'allowmethods') return args[0]?.toLowerCase() !== 'reset';
    // Asked for at the start of the connection, it is no matter of the access phase.
    return name !== 'sslverifyclient' || (args[0]?.toLowerCase() === 'require' && scope !== scope.server);
  });
}

/** What the line's own section says comes last there. */
function readSatisfies(satisfies: readonly Occurrence[]): (line: Occurrence) => boolean {
  const own = new Map(satisfies.map((each) => [outOfLimits(each.scope), isAny(each)]));
  const meetsAny = mayMeetAnyOf(satisfies.filter(isAny).map(({ scope }) => scope));
  return ({ scope }) => own.get(outOfLimits(scope)) ?? meetsAny(scope);
}

function isStrict({ args }: Occurrence): boolean {
  return args.some((word) => /^\+?strictrequire$/i.test(word));
}
