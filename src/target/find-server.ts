import { isProbeFailure, probeTarget } from './probe.ts';
import type { TargetProfile } from './types.ts';

/** Names and places of a 2.4 server, as packages and builds have them: in PATH, Debian, RHEL, its SCL, source, Homebrew, FreeBSD. */
const CANDIDATES = [
  'apache2',
  'httpd',
  '/usr/sbin/apache2',
  '/usr/sbin/httpd',
  '/opt/rh/httpd24/root/usr/sbin/httpd',
  '/usr/local/apache2/bin/httpd',
  '/opt/homebrew/bin/httpd',
  '/usr/local/sbin/httpd',
];

/** The first 2.4 server of this machine that answers; null if there is none. A 2.2 in the same place is passed over. */
export function findServer(): TargetProfile | null {
  for (const candidate of CANDIDATES) {
    const profile = probeTarget(candidate);
    if (!isProbeFailure(profile)) return profile;
  }
  return null;
}
