import type { Occurrence, Scope, ServerModel } from '../../model/index.ts';
import { scopesAround, walkOccurrences } from '../../model/index.ts';
import { groupBy, rememberWeakly } from '../../text/index.ts';
import { ACCESS_DIRECTIVES } from '../sections/access-directives.ts';

/**
 * Virtual hosts that are written twice, in a guard for each version: those that 2.4 alone reads with those that 2.2 alone reads. All that they
 * say beside access rules is the same, word by word, so that the same requests arrive and are led to the same files. Whom the rules let in is
 * for the proof.
 */
export const twinHosts = rememberWeakly((model: ServerModel): ReadonlyMap<Scope, Scope> => {
  const made = model.virtualHosts.filter(({ on22, on24 }) => on22 === 'no' && on24 === 'yes');
  // Most trees have none, and then no host need be read.
  if (made.length === 0) return new Map();
  const old = model.virtualHosts.filter(({ on22, on24 }) => on22 === 'yes' && on24 === 'no');
  const waiting = groupBy(old, (host) => settingsOf(host, 'on22'));
  return new Map(
    made.flatMap((host) => {
      const twin = waiting.get(settingsOf(host, 'on24'))?.shift();
      return twin === undefined ? [] : [[host, twin] as const];
    }),
  );
});

/** What a host says to the version that reads it, but for access rules. */
function settingsOf(host: Scope, version: 'on22' | 'on24'): string {
  const lines = [...walkOccurrences(host)].filter(
    (line) => line[version] !== 'no' && !ACCESS_DIRECTIVES.has(line.name),
  );
  return JSON.stringify([
    host.args,
    ...lines.map((line) => [...sectionsAround(line, host), line[version], line.name, ...line.args]),
  ]);
}

function sectionsAround({ scope }: Occurrence, host: Scope): string[] {
  const around = scopesAround(scope);
  return around.slice(0, around.indexOf(host)).flatMap(({ name, args }) => [name, ...args]);
}
