import type { Directive, Document, Section, TemplateAsker } from '../syntax/index.ts';
import type { SourceFile } from '../text/index.ts';
import type { Unknown, Assumptions } from './unknown.ts';

/** Yes, no, or not to be known from the configuration alone. */
export type Truth = 'yes' | 'no' | 'maybe';

/** One file of the tree: one record however many chains of Includes (or symbolic links) lead to it. */
export interface ModelFile {
  /** Real path: symbolic links resolved, as the file system takes it. What is edited. */
  readonly path: string;
  /** The real path before a migration that gave the file another name. */
  readonly formerPath?: string;
  readonly source: SourceFile;
  readonly document: Document;
  /** `config`: read from the entry file or given alone; `htaccess`: found below a document root. */
  readonly role: 'config' | 'htaccess';
  /** The Include chains that reach it, outermost first, each a list of `path:line` places; [] for the entry. */
  readonly reachedBy: readonly (readonly string[])[];
  /** Modified time in ms and size in bytes when read; null for text that came from no file. */
  readonly stat: { readonly mtimeMs: number; readonly size: number } | null;
}

/** The guards IfModule, IfDefine, IfVersion (and 2.4's IfFile, IfDirective, IfSection) around a line. */
export interface Guard {
  readonly file: ModelFile;
  readonly node: Section;
  /** Lower case: `ifmodule`, `ifdefine`, `ifversion`; `template` for lines that a template keeps or leaves out. */
  readonly kind: string;
  /** The test as written, quotes taken off, `!` included. */
  readonly test: string;
  /** Of a template: the tag that asks. */
  readonly asker?: TemplateAsker;
  /** Those around it, and those asked before it in the same choice: it is asked only where all of them let it. */
  readonly within?: readonly Guard[];
  /**
   * Stands nowhere in the file: asks whether a value is `all` that is said to be that or a list (`--assume`). `here`: has an answer only where
   * the line stands, in a loop or choice.
   */
  readonly ofValue?: 'anywhere' | 'here';
  /** Whether the branch is read by the server before the migration (2.2, see `readBy`), and by the 2.4 server after it. */
  readonly on22: Truth;
  readonly on24: Truth;
}

/**
 * A directive at one place of the reading order. A file included twice gives its directives twice. What it is asked for may be worked out
 * anew each time (`{ ...line }` holds none of it).
 */
export interface Occurrence {
  readonly type: 'occurrence';
  readonly file: ModelFile;
  readonly node: Directive;
  /** Lower case. */
  readonly name: string;
  /**
   * Quotes taken off and `${VAR}` put in where it is known. As the server does, before it splits the line: a value with spaces gives
   * several arguments, so that args and node.args may differ in number where a variable is written.
   */
  readonly args: readonly string[];
  /** Null where no value was put in for a variable. */
  readonly expanded: Expansion | null;
  readonly scope: Scope;
  /** Outermost first, between the scope's opening line and this line. */
  readonly guards: readonly Guard[];
  /** All guards on the way together (those of outer scopes included). */
  readonly on22: Truth;
  readonly on24: Truth;
  /** The place in the reading order of the whole configuration. */
  readonly seq: number;
}

/** A line into which values were put for variables. */
export interface Expansion {
  /** All that the server reads behind the directive's name, quotes kept. */
  readonly text: string;
  /** The words that a value was put into, as they are written (with their quotes), and the words that each became. */
  readonly words: readonly { readonly written: string; readonly values: readonly string[] }[];
}

export type ScopeKind =
  | 'server'
  | 'virtualhost'
  | 'directory'
  | 'directorymatch'
  | 'files'
  | 'filesmatch'
  | 'location'
  | 'locationmatch'
  | 'proxy'
  | 'proxymatch'
  | 'limit'
  | 'limitexcept'
  | 'htaccess'
  /** Any other section: AuthnProviderAlias, Macro, RequireAll, If, one that no server knows. */
  | 'other';

/**
 * Where directives take effect. Guards and Include lines are not scopes. `<Directory ~ "x">` has kind `directorymatch`,
 * `<Files ~>` and `<Location ~>` likewise; the pattern is then args[0] as without the tilde.
 */
export interface Scope {
  readonly type: 'scope';
  readonly kind: ScopeKind;
  /** Lower case name of the section; '' for the server and for a .htaccess file. */
  readonly name: string;
  readonly file: ModelFile;
  /** Null for the server and for a .htaccess file. */
  readonly node: Section | null;
  readonly args: readonly string[];
  readonly parent: Scope | null;
  /** The main server or virtual host around it (itself for those two); of a loose .htaccess file, the empty main scope. */
  readonly server: Scope;
  readonly guards: readonly Guard[];
  readonly on22: Truth;
  readonly on24: Truth;
  readonly seq: number;
  /** In reading order. */
  readonly items: readonly (Occurrence | Scope)[];
}

/** A file that AccessFileName names, found in a folder that the server can serve. */
export interface HtaccessFile {
  readonly file: ModelFile;
  /** The folder as the server names it (links not resolved). */
  readonly directory: string;
  /** The servers (main server, virtual hosts) whose AccessFileName leads to it; null for all. */
  readonly hosts: readonly Scope[] | null;
  /** kind `htaccess`, args[0] the folder. */
  readonly scope: Scope;
}

/** A file that the server uses and that is no configuration. */
export interface OtherFile {
  readonly name: string;
  /** As Latin-1; the first 256 KiB of it. */
  readonly text: string;
}

/** A name in a folder of the configuration, whether the server reads it or not. */
export interface FolderItem {
  readonly name: string;
  /** On this system; of a link the link itself. */
  readonly path: string;
  readonly kind: 'file' | 'folder' | 'link' | 'special';
  /** Of a link, as it is written. */
  readonly target: string | null;
}

/** A LoadModule line (or what stands for one). */
export interface ModuleLine {
  readonly identifier: string;
  readonly modulePath: string;
  readonly occurrence: Occurrence;
}

/** A `#LoadModule ...` comment. */
export interface CommentedModule {
  readonly identifier: string;
  readonly modulePath: string;
  readonly file: ModelFile;
  readonly comment: import('../syntax/index.ts').Comment;
  readonly on24: Truth;
  readonly seq: number;
}

export interface ModelProblem {
  readonly code:
    /** Nothing is where an Include points (level info where the line's guards keep 2.2 from reading it). */
    | 'include-missing'
    /** The file is being read already. */
    | 'include-cycle'
    | 'include-unreadable'
    /** More than 128 levels (AP_MAX_INCLUDE_DEPTH), or more files read than any real tree has. */
    | 'include-too-deep'
    /** More than 250 sections in one another: what is in them was not read. */
    | 'nesting-too-deep'
    /** A copied tree names a file that is not in the copy; the running system's file is not read. */
    | 'include-outside'
    | 'undefined-variable'
    | 'not-configuration'
    /** The tree is a copy: its ServerRoot names another place than the one it lies in. */
    | 'relocated-tree'
    /** A list of what 2.2 has compiled in lies beside the main file. */
    | 'listed-modules'
    /** The start script adds to the configuration, or starts the server from another main file. */
    | 'start-script'
    /** More lines than there is memory for; what is left was not read. */
    | 'tree-too-large'
    /** A .htaccess file that is another name of a file which does not read like configuration; a link out of a folder of them. */
    | 'htaccess-outside'
    /** A choice of a template is taken to ask for the version, as its branches say who gets in in the words of one version each. */
    | 'version-choice'
    /** A folder of .htaccess files, or a copy of a system, has main files of other servers, which were not read. */
    | 'servers-below';
  readonly level: 'info' | 'warning' | 'error';
  readonly message: string;
  readonly path: string;
  /** Byte offset in that file; null if it is about the file as a whole. */
  readonly offset: number | null;
}

/** An Include or IncludeOptional line and what it leads to. */
export interface IncludeLine {
  readonly occurrence: Occurrence;
  /** Absolute, as the server names it, wildcards in it. */
  readonly path: string;
  /** In reading order; a file that could not be read is not among them. */
  readonly files: readonly ModelFile[];
  /** The path of each of `files` as the server names it: absolute, links not resolved. */
  readonly names: readonly string[];
  /**
   * `no-match`: a wildcard that matches nothing (no error in 2.2, one in 2.4 unless it is IncludeOptional);
   * `outside`: in a copied tree, a path that is not in the copy; `unknown`: not followed, for there is a variable without a
   * value or a macro's argument in the path, or the model is of a fragment.
   */
  readonly outcome:
    'read' | 'no-match' | 'missing' | 'outside' | 'unreadable' | 'cycle' | 'too-deep' | 'unknown';
}

export type LayoutName =
  'upstream' | 'debian' | 'rhel' | 'suse' | 'gentoo' | 'freebsd' | 'macos' | 'fragment';

/** A file of Debian's mods-available that loads a module. */
export interface LoadFile {
  readonly identifier: string;
  readonly path: string;
  readonly realPath: string;
  /** The links in mods-enabled that lead to it, with their targets as they have them; none if the module is not switched on so. */
  readonly links: readonly { readonly path: string; readonly target: string }[];
}

/** How a 2.2 server was built, as the LoadModule lines of its whole tree tell. */
export interface Build22 {
  /** Some LoadModule line loads a module that a default build of 2.2 has compiled in: so none but the bare ones are. */
  readonly isShared: boolean;
  readonly loadsModules: boolean;
  /** Identifiers of modules that no line loads and the server had all the same (`neededModules`). */
  readonly needed: readonly string[];
}

/** What is known of the -D names that the server is started with. */
export interface StartNames {
  readonly defines: readonly string[];
  /** With which it is not started. */
  readonly notDefined: readonly string[];
  /** Whether it is started with no others than `defines`. */
  readonly isComplete: boolean;
}

/** What the server is started with: variables of its environment (name to value, as Latin-1), and -D names. */
export interface ServerOptions extends StartNames {
  readonly environment: ReadonlyMap<string, string>;
  /** The MPM of the binary that the tree's start script starts: `mpm_worker_module`; absent if that is not shown. */
  readonly mpm?: string;
}

/** The configuration as the server sees it. Plain data, never changed after it was built. */
export interface ServerModel {
  /**
   * `server`: read from an entry file; `htaccess`: loose .htaccess files only; `fragment`: what is no whole server (a
   * snippet, a virtual host, standard input, a folder of snippets).
   */
  readonly kind: 'server' | 'htaccess' | 'fragment';
  /** The server that reads the tree before the migration: 2.2, or 2.4 for a tree that was migrated in part. `on22` speaks of this one. */
  readonly readBy: '2.2' | '2.4';
  readonly layout: LayoutName;
  /** Real path of the file the server starts from; null for loose .htaccess files and a folder of snippets. */
  readonly entry: string | null;
  /** The folder that stands for ServerRoot, on this system. */
  readonly serverRoot: string;
  /**
   * ServerRoot as the configuration names it: another than `serverRoot` in a copy of a tree. Absolute paths in the text, and
   * the `directory` of a .htaccess file, are to be understood by this one.
   */
  readonly statedRoot: string;
  /** By real path, in the order first read. */
  readonly files: ReadonlyMap<string, ModelFile>;
  /** Kind `server`: all that the entry file and its Includes say; empty for loose .htaccess files. */
  readonly main: Scope;
  readonly virtualHosts: readonly Scope[];
  readonly htaccess: readonly HtaccessFile[];
  readonly modules: readonly ModuleLine[];
  readonly commentedModules: readonly CommentedModule[];
  readonly includes: readonly IncludeLine[];
  /** Debian's mods-available, where the target switches modules on by links (moduleStyle). */
  readonly loadFiles?: readonly LoadFile[];
  /** Kind `server`: what it is started with, as far as the request, Debian's envvars and the like say. */
  readonly startedWith?: ServerOptions;
  /** Kind `server`: how the 2.2 server was built, as its LoadModule lines tell. */
  readonly build22?: Build22;
  /** What the 2.2 server lists as compiled in (identifiers); null where its list is not given. */
  readonly builtIn22: ReadonlySet<string> | null;
  /** -D names and Define lines: name -> value ('' where it has none). */
  readonly defines: ReadonlyMap<string, string>;
  readonly problems: readonly ModelProblem[];
  /** What the values of placeholders are said to hold. */
  readonly assumptions: Assumptions;
  /** The release of the 2.4 server (`2.4.37`); null where none was named. */
  readonly version24: string | null;
  /** What the tree does not say, met while it was read. */
  readonly unknowns: readonly Unknown[];
  /** Whether a 2.2 server of this tree has the module (argument as in IfModule: `mod_x.c` or `x_module`). */
  hasModule22(name: string): Truth;
  /** Whether a file is there (path as a directive would name it, or as the model names files); maybe where that is no part of what was read. */
  hasFile(path: string): Truth;
  /** The same of a folder; maybe also where it can't be looked into. */
  hasFolder(path: string): Truth;
  /** What lies in a folder (named likewise), in byte order; null if there is none, or it can't be looked into. */
  itemsIn(folder: string): readonly FolderItem[] | null;
  /** A file (named likewise) that is no configuration: whole lines of its first 256 KiB, as Latin-1. Null if it can't be read. */
  textOf(path: string): string | null;
  /** A file (named likewise) that is no configuration, whole, so that it can be changed: its document is empty. Null if it can't be read. */
  fileOf(path: string): ModelFile | null;
  /** The files right in a folder (named likewise) that are no configuration: programs, pages. Each is read when it is asked for. */
  filesIn(folder: string): Iterable<OtherFile>;
  /** Those that are wanted in the folder and in all below it; null where that can't be said for certain. */
  filesBelow(folder: string, isWanted: (name: string, path: string) => boolean): readonly OtherFile[] | null;
}
