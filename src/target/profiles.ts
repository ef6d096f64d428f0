import { isMpm } from '../catalog/index.ts';
import { nearestName } from '../text/index.ts';
import { familyProfile } from './families.ts';
import { FAMILY_NAMES, TARGET_ROWS, type TargetName } from './target-rows.ts';
import type { TargetProfile } from './types.ts';

/** The names that targetProfile knows, besides `2.4.N`. */
export const targetNames: readonly TargetName[] = [
  ...TARGET_ROWS.map(({ name }) => name),
  ...(Object.keys(FAMILY_NAMES) as (keyof typeof FAMILY_NAMES)[]),
];

/**
 * The profile of that name: of a system (`rhel8`), of the newest of a family (`rhel`), or of a release (`2.4.37`), about whose build
 * nothing is known but the usual. Null if there is none.
 */
export function targetProfile(name: TargetName): TargetProfile;
export function targetProfile(name: string): TargetProfile | null;
export function targetProfile(name: string): TargetProfile | null {
  if (/^2\.4\.\d{1,3}$/.test(name)) return releaseProfile(name);
  const wanted = Object.hasOwn(FAMILY_NAMES, name) ? FAMILY_NAMES[name as keyof typeof FAMILY_NAMES] : name;
  const row = TARGET_ROWS.find((each) => each.name === wanted);
  return row === undefined ? null : { ...familyProfile(row.family, row.release), name };
}

/** Only built where APR-util was configured with LDAP (modules/ldap/config.m4 and modules/aaa/config.m4), which is not the default. */
const NEED_LDAP: ReadonlySet<string> = new Set(['ldap_module', 'authnz_ldap_module']);

function releaseProfile(version: string): TargetProfile {
  const { loadable } = familyProfile('freebsd', version);
  return { ...withAnyMpm(version), loadable, uncertain: NEED_LDAP, name: version };
}

/**
 * Where nothing shows which server it is for: `stock`, but for the MPM. The image of httpd (Dockerfile of docker-library/httpd), Arch (PKGBUILD),
 * Alpine (APKBUILD) and nixpkgs have it as a file, a default build and Gentoo (apache-2.eclass) compiled in: the line that loads one must serve all.
 */
export function unknownTarget(): TargetProfile {
  const { name, version, loadable } = targetProfile('stock');
  const files = familyProfile('freebsd', version).loadable;
  const mpms = [...files].filter(([identifier]) => isMpm(identifier));
  return { ...withAnyMpm(version), loadable: new Map([...loadable, ...mpms]), name };
}

function withAnyMpm(version: string): Omit<TargetProfile, 'name'> {
  const { builtin, mpm } = familyProfile('freebsd', version);
  return { ...familyProfile('source', version), builtin, mpm, mayHaveBuiltinMpm: true };
}

/** The name of a target that was probably meant; null if none is near. */
export function nearestTarget(name: string): string | null {
  return nearestName(name.toLowerCase().replace(/[\s_-]/g, ''), targetNames);
}
