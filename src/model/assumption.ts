import { patchRelease } from '../catalog/index.ts';

/**
 * What a placeholder's value is said to hold (`--assume nets=addresses`):
 *
 * - `addresses`: IP addresses and nets, one or more; `hosts`: host names or domains, one or more;
 * - `all`, `none`: that word;
 * - `addresses-or-all`, `hosts-or-all`: a list as above, or instead of it the word `all`;
 * - `name`: one name of a variable; `users`, `groups`: names after `Require user` or `Require group`;
 * - `path`: one path; `switch`: On or Off;
 * - `lines`: whole lines, none of which says who gets in or what .htaccess files may say, and no section in which one does.
 */
export const ASSUMED_KINDS = [
  'addresses',
  'hosts',
  'all',
  'none',
  'addresses-or-all',
  'hosts-or-all',
  'name',
  'users',
  'groups',
  'path',
  'switch',
  'lines',
] as const;

export type AssumedKind = (typeof ASSUMED_KINDS)[number];

/** By the name of the value, as the template writes it or without its sigils. */
export type Assumptions = ReadonlyMap<string, AssumedKind>;

/**
 * What names begin with that ask for a value: after `Define value-is-all`, `<IfDefine value-is-{{ nets }}>` holds if the value is `all`. Nobody
 * gives such a name with -D.
 */
export const DEFINED_VALUE = 'value-is-';

/** `<IfDefine>` takes a name with blanks in it, as a list of addresses has them, since 2.4.34 (`start_cond_section`, server/core.c). */
const ASKS_FOR_LISTS = 34;

/** What can be made use of for a release: what is a list or `all` has to be asked for. */
export function usableAssumptions(said: Assumptions, version24: string | null): Assumptions {
  if (version24 === null || patchRelease(version24) >= ASKS_FOR_LISTS) return said;
  return new Map([...said].filter(([, kind]) => !kind.endsWith('-or-all')));
}
