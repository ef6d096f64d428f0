/**
 * What a placeholder's value is said to hold (`--assume nets=addresses`):
 *
 * - `addresses`: IP addresses and nets, one or more; `hosts`: host names or domains, one or more;
 * - `all`, `none`: that word;
 * - `name`: one name of a variable; `users`, `groups`: names behind `Require user` or `Require group`;
 * - `path`: one path; `switch`: On or Off.
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
] as const;

export type AssumedKind = (typeof ASSUMED_KINDS)[number];

/** By the name of the value, as the template writes it or without its sigils. */
export type Assumptions = ReadonlyMap<string, AssumedKind>;
