import type { Guard, Occurrence, ServerModel } from '../model/index.ts';
import type { TargetProfile } from '../target/index.ts';

const MPM_TEST = /^!?(?:(\w+)\.c|mpm_(\w+)_module)$/i;
const MPMS: ReadonlySet<string> = new Set([
  'prefork',
  'worker',
  'event',
  'itk',
  'winnt',
  'mpm_winnt',
  'mpm_netware',
  'mpmt_os2',
  'beos',
]);

/** The MPM that an `<IfModule prefork.c>` or `<IfModule mpm_prefork_module>` asks for, in lower case; null for any other guard. */
export function mpmOfGuard({ kind, test }: Guard): string | null {
  const match = kind === 'ifmodule' ? MPM_TEST.exec(test) : null;
  const name = (match?.[1] ?? match?.[2])?.toLowerCase();
  return name !== undefined && MPMS.has(name) ? name : null;
}

/**
 * Whether a 2.4 server could read the line, whichever MPM it runs. The usual file has numbers for several MPMs, and those
 * that this target skips are kept in step with the others.
 */
export function isForSomeMpm24({ on24, guards }: Occurrence): boolean {
  const closed = guards.filter((guard) => guard.on24 === 'no');
  return on24 !== 'no' || (closed.length > 0 && closed.every((guard) => mpmOfGuard(guard) !== null));
}

const MPM_IDENTIFIER = /^mpm_\w+_module$/;

/** The MPM that the 2.4 server runs: what the tree loads, else what is compiled in, else what the target loads; null if unknown. */
export function mpmOf(model: ServerModel, target: TargetProfile): string | null {
  const loaded = model.modules.find(({ identifier, occurrence }) => {
    return MPM_IDENTIFIER.test(identifier) && occurrence.on24 !== 'no';
  });
  const builtin = [...target.builtin].find((identifier) => MPM_IDENTIFIER.test(identifier));
  return loaded?.identifier ?? builtin ?? target.mpm;
}
