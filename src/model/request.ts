import type { TemplateEngine } from '../syntax/index.ts';
import type { Assumptions } from './unknown.ts';
import type { TargetProfile } from '../target/index.ts';
import type { Relocation } from './paths/relocation.ts';
import type { Build22 } from './types.ts';

/** What to build a model of. */
export interface ModelRequest {
  /**
   * Absolute path: a main configuration file, a server root, a folder of .htaccess files or a single file. With `text`, the
   * name that the text is known by (`<stdin>`, or a file's name so that `.htaccess` is understood).
   */
  readonly path: string;
  /** The text itself, as Latin-1, instead of a file: standard input. Nothing is read then. */
  readonly text?: string;
  /** -D names; `!NAME`: one that is not given, `!*`: no others are given. */
  readonly defines?: readonly string[];
  /** The folder that stands for ServerRoot, where it can't be told from the tree (httpd -d). */
  readonly serverRoot?: string;
  /** Where folders lie whose paths, as the configuration names them, lead elsewhere: of a copy, parts that it does not hold itself. */
  readonly maps?: readonly Relocation[];
  /** Values for `${NAME}` that the server's environment would have; they win over those of Debian's envvars. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Whose tags are looked for; by the names and texts of files without it. */
  readonly template?: TemplateEngine;
  /** What the values of placeholders are said to hold, by their names. */
  readonly assumptions?: Assumptions;
  /** The 2.4 server; without it guards that depend on its modules are `maybe` under 2.4. */
  readonly target?: TargetProfile;
  /**
   * Identifiers of the modules that the 2.2 server has compiled in, as its `httpd -M` or `-l` lists them; without it the tree's LoadModule lines
   * tell, or a list beside the main file, and what they leave open is `maybe`. Null: that list is not asked.
   */
  readonly builtIn22?: readonly string[] | null;
  /** The 2.4 server reads the tree as it is: what it does not load is not there, and nothing is yet to be added. */
  readonly isMigrated?: boolean;
  /** How the 2.2 server was built, where that is known of the tree as it was: what is loaded in it for 2.4 does not change that. */
  readonly build22?: Build22;
  /** Which server reads the tree before the migration: 2.2 if it is not given, 2.4 for a tree that was migrated in part. */
  readonly readBy?: '2.2' | '2.4';
  /** What the text at the path is, where that was found out already: what is changed in it does not change that. */
  readonly kind?: 'server' | 'htaccess' | 'fragment';
  /** The most folders to search for .htaccess files; 50,000 without it. */
  readonly maxFolders?: number;
  /** The most lines to read in all, 40 bytes or 4 words of a long one counting as one; a million without it. */
  readonly maxLines?: number;
}

/** There is nothing to build a model of: bad input, exit code 2. */
export interface ModelFailure {
  readonly type: 'failure';
  readonly code: 'missing' | 'unreadable' | 'no-configuration' | 'not-configuration' | 'too-large';
  /** One or two sentences for people; names the path. */
  readonly message: string;
  readonly path: string;
}

/** What the 2.2 server lists as compiled in; null where its list is not given. */
export function builtIn22Of({ builtIn22 }: Pick<ModelRequest, 'builtIn22'>): ReadonlySet<string> | null {
  return builtIn22 === undefined || builtIn22 === null ? null : new Set(builtIn22);
}
