/**
 * What a placeholder's value is said to hold (`--assume nets=addresses`):
 *
 * - `addresses`: IP addresses and nets, one or more; `hosts`: host names or domains, one or more;
 * - `all`, `none`: that word;
 * - `name`: one name of a variable; `users`, `groups`: names behind `Require user` or `Require group`;
 * - `path`: one path; `switch`: On or Off;
 * - `lines`: whole lines, none of which says who gets in or what .htaccess files may say, and no section in which one does.
 */
export const ASSUMED_KINDS = [
  'addresses',
  'hosts',
  'all',
  'none',
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
