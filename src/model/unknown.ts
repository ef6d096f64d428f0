/**
 * What lies outside of the text that was read, and why it is not known:
 *
 * - `value`: a variable whose value neither the tree nor the command line gives;
 * - `template`: text that a template engine replaces before a server reads it;
 * - `folder`: a folder that is served and was not searched for .htaccess files (absent, unreadable, too many);
 * - `mapping`: a line that leads addresses where it can't be followed;
 * - `module`: a rule of a third-party module;
 * - `spelling`: a folder of Windows that is written in other letters elsewhere;
 * - `context`: what is around a part of a server; files that a copy lacks, or symbolic links that it has lost.
 */
export type UnknownKind = 'value' | 'template' | 'folder' | 'mapping' | 'module' | 'spelling' | 'context';

export interface Unknown {
  readonly kind: UnknownKind;
  /** The file in which it was met. */
  readonly path: string;
  /** Byte offset in that file; null if it is about the file as a whole. */
  readonly offset: number | null;
  /** What is not known, as a person would look for it: `${BANNED}`, `/srv/www`, `WSGIScriptAlias /app`. */
  readonly subject: string;
  /** The folder or address below which nothing is known; null if it is about a line alone. */
  readonly below: string | null;
  /** All folders below which .htaccess files were not looked for, where these are known by name. */
  readonly folders?: readonly string[];
  /** What is so, why it matters, what to do. */
  readonly message: string;
  /** `access`: it could let somebody in or keep somebody out: an error, exit code 3. `none`: good to know. */
  readonly bearing: 'access' | 'none';
}
