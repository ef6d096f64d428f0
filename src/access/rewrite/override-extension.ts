import type { AccessLine, AccessSection } from '../sections.ts';
import { isContainer } from '../sections.ts';
import { isAtOrBelow } from '../paths.ts';
import type { UnitPlan } from './plan.ts';

/**
 * The AllowOverride lines that permit `Limit` but not `AuthConfig` above .htaccess files that will say Require: they get
 * an AllowOverrideList beside them, for 2.4 counts Require as AuthConfig (OR_AUTHCFG, mod_authz_core.c).
 */
export function overridesToExtend(
  sections: readonly AccessSection[],
  units: readonly UnitPlan[],
): AccessLine[] {
  const rewritten = units
    .filter(({ candidate, remove }) => candidate.type !== 'untouched' && remove.length > 0)
    .flatMap(({ sections: same }) => same)
    .flatMap((section) => section.parent ?? section)
    .flatMap(({ matcher }) => (matcher.type === 'htaccess' ? [matcher.path] : []));
  return sections
    .filter((section) => rewritten.some((path) => mayGovern(section, path)))
    .flatMap(({ entries }) => entries)
    .filter((entry): entry is AccessLine => !isContainer(entry) && permitsLimitOnly(entry));
}

function mayGovern({ matcher }: AccessSection, folder: readonly string[]): boolean {
  if (matcher.type === 'directory') return isAtOrBelow(folder, matcher.path);
  return matcher.type === 'directory-wildcard' || matcher.type === 'directory-regex';
}

function permitsLimitOnly({ name, args }: AccessLine): boolean {
  const words = args.map((arg) => arg.toLowerCase());
  return (
    name === 'allowoverride' &&
    words.includes('limit') &&
    !words.includes('authconfig') &&
    !words.includes('all')
  );
}
