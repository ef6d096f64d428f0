import type { Guard, Occurrence } from '../model/index.ts';

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
