import type { TargetFamily } from './types.ts';

/** A system, and the httpd 2.4 that it came with. */
export interface TargetRow {
  /** As `--target` has it. */
  readonly name: string;
  readonly family: TargetFamily;
  readonly release: string;
  /** Where the release is from. */
  readonly source: string;
  /** How os-release names the system: ID, and what VERSION_ID begins with. */
  readonly system?: { readonly id: readonly string[]; readonly version: string };
}

const RED_HATS = ['rhel', 'centos', 'rocky', 'almalinux', 'ol', 'scientific', 'eurolinux'];
const DEBIAN = 'https://tracker.debian.org/pkg/apache2, the version at the release';
const UBUNTU = 'https://launchpad.net/ubuntu/+source/apache2, the version at the release';
const RED_HAT = 'Package httpd of the first minor release';

/**
 * Oldest first in each family. The number is the one that the system was released with: packages get later fixes under it, so it is the
 * least that such a server knows.
 */
export const TARGET_ROWS = [
  row('debian8', 'debian', '2.4.10', DEBIAN, ['debian'], '8'),
  row('debian9', 'debian', '2.4.25', DEBIAN, ['debian'], '9'),
  row('debian10', 'debian', '2.4.38', DEBIAN, ['debian'], '10'),
  row('debian11', 'debian', '2.4.48', DEBIAN, ['debian'], '11'),
  row('debian12', 'debian', '2.4.57', DEBIAN, ['debian'], '12'),
  row('debian13', 'debian', '2.4.65', DEBIAN, ['debian'], '13'),
  row('ubuntu14.04', 'debian', '2.4.7', UBUNTU, ['ubuntu'], '14.04'),
  row('ubuntu16.04', 'debian', '2.4.18', UBUNTU, ['ubuntu'], '16.04'),
  row('ubuntu18.04', 'debian', '2.4.29', UBUNTU, ['ubuntu'], '18.04'),
  row('ubuntu20.04', 'debian', '2.4.41', UBUNTU, ['ubuntu'], '20.04'),
  row('ubuntu22.04', 'debian', '2.4.52', UBUNTU, ['ubuntu'], '22.04'),
  row('ubuntu24.04', 'debian', '2.4.58', UBUNTU, ['ubuntu'], '24.04'),
  row('ubuntu26.04', 'debian', '2.4.66', `${UBUNTU} (2.4.66-2ubuntu2 of resolute)`, ['ubuntu'], '26.04'),
  row('rhel7', 'rhel', '2.4.6', RED_HAT, RED_HATS, '7'),
  row('rhel8', 'rhel', '2.4.37', RED_HAT, RED_HATS, '8'),
  row('rhel9', 'rhel', '2.4.51', RED_HAT, RED_HATS, '9'),
  row('rhel10', 'rhel', '2.4.63', `${RED_HAT} (vault.almalinux.org/10.0/AppStream)`, RED_HATS, '10'),
  row('amazon2', 'rhel', '2.4.33', 'Package httpd of Amazon Linux 2 at its release', ['amzn'], '2'),
  row(
    'amazon2023',
    'rhel',
    '2.4.55',
    'Package httpd of AL2023.0.20230315, in its release notes (docs.aws.amazon.com/linux/al2023)',
    ['amzn'],
    '2023',
  ),
  row('sles12', 'suse', '2.4.10', 'Package apache2 of SLES 12 GA', ['sles', 'sled'], '12'),
  row('sles15', 'suse', '2.4.33', 'Package apache2 of SLES 15 GA', ['sles', 'sled', 'opensuse-leap'], '15'),
  row(
    'alpine',
    'alpine',
    '2.4.66',
    'Package apache2 of edge in December 2025 (pkgs.alpinelinux.org); branches follow httpd',
    ['alpine'],
    '',
  ),
  row('freebsd', 'freebsd', '2.4.62', 'Port www/apache24 (follows httpd)', ['freebsd'], ''),
  row('macos', 'macos', '2.4.62', 'macOS 15 follows httpd in its updates: /usr/sbin/httpd -v tells'),
  row('windows', 'windows', '2.4.62', 'https://www.apachelounge.com/download/ (follows httpd)'),
  row('stock', 'source', '2.4.71', 'The newest release that the catalog was made from'),
] as const;

/** Names without a release: the newest of the family. */
export const FAMILY_NAMES = {
  debian: 'debian13',
  ubuntu: 'ubuntu26.04',
  rhel: 'rhel10',
  centos: 'rhel10',
  sles: 'sles15',
  suse: 'sles15',
  amazon: 'amazon2023',
} as const;

export type TargetName = (typeof TARGET_ROWS)[number]['name'] | keyof typeof FAMILY_NAMES;

function row<const Name extends string>(
  name: Name,
  family: TargetFamily,
  release: string,
  source: string,
  id: readonly string[] = [],
  version = '',
): TargetRow & { readonly name: Name } {
  return { name, family, release, source, ...(id.length > 0 && { system: { id, version } }) };
}
