import { patchRelease } from '../catalog/index.ts';

/**
 * What lies outside of the text that was read, and why it is not known:
 *
 * - `value`: a variable whose value neither the tree nor the command line gives;
 * - `template`: text that a template engine replaces before a server reads it;
 * - `folder`: a folder that is served and was not searched for .htaccess files (absent, unreadable, too many);
 * - `mapping`: a line that leads addresses where it can't be followed;
 * - `module`: a rule of a third-party module;
 * - `spelling`: a folder of Windows that is written in other letters elsewhere, or a ServerRoot without its drive;
 * - `context`: what is around a part of a server; files that a copy lacks, or symbolic links that it has lost.
 */
export type UnknownKind = 'value' | 'template' | 'folder' | 'mapping' | 'module' | 'spelling' | 'context';

export interface Unknown {
  readonly kind: UnknownKind;
  /** The file in which it was met. */
  readonly path: string;
  /** Byte offset in that file; null if it is about the file as a whole. */
  readonly offset: number | null;
  /** What is not known, as a person would look for it: `${BANNED}`, `/srv/www`, `WSGIScriptAlias /app`, `what is around auth.conf`. */
  readonly subject: string;
  /** The folder or address below which nothing is known; null if it is about a line alone. */
  readonly below: string | null;
  /** All folders below which .htaccess files were not looked for, where these are known by name. */
  readonly folders?: readonly string[];
  /** What is so, why it matters, what to do. */
  readonly message: string;
  /**
   * `access`: it could let somebody in or keep somebody out: an error, exit code 3. `unread`: it may hold lines of 2.2, in a tree that is 2.4's
   * already and stays as it is: a warning. `none`: good to know.
   */
  readonly bearing: 'access' | 'unread' | 'none';
}

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
export function usableAssumptions(assumptions: Assumptions, version24: string | null): Assumptions {
  if (version24 === null || patchRelease(version24) >= ASKS_FOR_LISTS) return assumptions;
  return new Map([...assumptions].filter(([, kind]) => !kind.endsWith('-or-all')));
}
