/** Where the manual says that a directive may stand. */
export type Context = 'server config' | 'virtual host' | 'directory' | '.htaccess' | 'proxy section';

/** What AllowOverride must name before a .htaccess file may hold a directive. */
export type OverrideClass = 'AuthConfig' | 'FileInfo' | 'Indexes' | 'Limit' | 'Options';

/** Where the server's command table lets a directive stand: outside and inside of per-directory sections, in .htaccess. */
export type Place = 'server' | 'directory' | 'htaccess';

/** Flags of a command table entry, as http_config.h names them. */
export type CommandFlag =
  | 'RSRC_CONF'
  | 'ACCESS_CONF'
  | 'EXEC_ON_READ'
  | 'OR_ALL'
  | 'OR_AUTHCFG'
  | 'OR_FILEINFO'
  | 'OR_INDEXES'
  | 'OR_LIMIT'
  | 'OR_OPTIONS';

/** How the server reads the arguments (`cmd_how` of http_config.h). */
export type ArgumentKind =
  | 'FLAG'
  | 'ITERATE'
  | 'ITERATE2'
  | 'NO_ARGS'
  | 'RAW_ARGS'
  | 'TAKE1'
  | 'TAKE12'
  | 'TAKE123'
  | 'TAKE2'
  | 'TAKE23'
  | 'TAKE3'
  | 'TAKE_ARGV';

/** What one version of the server says about one directive or section. */
export interface DirectiveFacts {
  /** As the manual spells it, without `<`. */
  readonly name: string;
  /** `<Name>` rather than `Name`. */
  readonly section: boolean;
  /** The manual's module: `core`, `mpm_common` or `mod_x`. */
  readonly module: string;
  /** The manual's contexts; [] where it is silent. */
  readonly contexts: readonly Context[];
  /** The manual's override, such as `FileInfo` or `All`; null for none. */
  readonly override: string | null;
  /** The server's flags; [] where it has no such directive. Where manual and server differ, the server is right. */
  readonly flags: readonly CommandFlag[];
  readonly argumentKind: ArgumentKind | null;
  /** As the manual gives it; null for none. */
  readonly default: string | null;
  /** What the default is taken from: another directive, the MPM, the platform. */
  readonly defaultDependsOn: string | null;
  /** First version, where the manual says. */
  readonly since: string | null;
  /** The manual's status of the module: Core, Base, Extension, MPM, ... */
  readonly status: string;
  /** The source files whose command tables have it. */
  readonly sourceFiles: readonly string[];
  readonly deprecated: boolean;
  readonly documented: boolean;
  /** Whether the server that was asked (built without some platforms' and, in 2.2, without TLS modules) has it. */
  readonly inServer: boolean;
  /** Where the manual says one thing and the server does another. */
  readonly discrepancy: { readonly manual: string; readonly server: string } | null;
}

export type Fate =
  | 'same'
  | 'renamed'
  | 'removed'
  | 'no-effect'
  | 'moved-module'
  | 'default-changed'
  | 'values-changed'
  | 'syntax-changed'
  | 'context-changed';

/** What 2.4 does with a directive of 2.2. */
export interface DirectiveFate {
  readonly name: string;
  /** What matters most; `also` has the rest. */
  readonly fate: Fate;
  readonly also: readonly Fate[];
  /** Modules by name (`core`, `mod_x`). `toModule` provides the directive, or what replaces it, in 2.4; null for nothing. */
  readonly fromModule: string;
  readonly toModule: string | null;
  /** The 2.4 directive that replaces it. */
  readonly to: string | null;
  /** The name that Mutex has for what this directive locked. */
  readonly mutex: string | null;
  /** A directive line that 2.4 needs besides. */
  readonly requiresAlso: string | null;
  readonly flagsAdded: readonly CommandFlag[];
  /** Null for "none", undefined where the default is the same. */
  readonly oldDefault?: string | null;
  readonly newDefault?: string | null;
  /** Whole sentences. */
  readonly note: string | null;
  /** 2.2 knows it only to refuse it. */
  readonly isRefusedByBoth: boolean;
}

/** How a module comes with a build: compiled in, as a file (and what httpd.conf does with it), or not unless asked for. */
export type BuildState = 'static' | 'dso' | 'dso, loaded' | 'dso, commented out' | 'most' | 'off';

/** A module of the 2.2 or the 2.4 distribution. */
export interface ModuleFacts {
  /** `mod_x`, `core`, or an MPM's name: `prefork`. */
  readonly name: string;
  /** As LoadModule has it: `x_module`. */
  readonly identifier: string;
  /** As `<IfModule>` has it: `mod_x.c`. */
  readonly sourceFile: string;
  /** The file of a shared build: `mod_x.so`. */
  readonly file: string | null;
  readonly in22: boolean;
  readonly in24: boolean;
  readonly status22: string | null;
  readonly status24: string | null;
  readonly stock22: BuildState | null;
  readonly stock24: BuildState | null;
  readonly debian24: BuildState | null;
  readonly documented: boolean;
  readonly requires: readonly ModuleRequirement[];
  readonly note: string | null;
}

/** That a module does its work in 2.4 only with another one. */
export interface ModuleRequirement {
  /** Identifiers; one of them is enough. */
  readonly anyOf: readonly string[];
  /** What fails without: loading, the configuration test, the start, or requests (silently or with an error). */
  readonly kind: 'load' | 'config' | 'startup' | 'request';
  /** In words: a directive, a provider, "always". */
  readonly when: string;
  readonly always: boolean;
  /** How it was tried on a real server; null if it is from the manual or the source. */
  readonly verifiedBy: 'configtest' | 'startup' | 'request' | null;
}

/** What becomes of a module of 2.0 or 2.2. */
export interface ModuleFate {
  readonly fate: 'same' | 'renamed' | 'merged' | 'split' | 'removed';
  /** Identifiers of the 2.4 modules that do its work: itself, its successors, [] if it is gone. */
  readonly to: readonly string[];
  /** For a removed module: an identifier that does something similar. */
  readonly suggestion: string | null;
}

/** One behaviour change of the upgrade, and what this tool does about it. */
export interface ContractRow {
  readonly id: string;
  readonly section: string;
  readonly title: string;
  readonly does: 'rewrite' | 'insert' | 'remove' | 'pin' | 'finding' | 'explain';
  readonly expect: string;
}
